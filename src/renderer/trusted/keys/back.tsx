import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";

export function BackToDesk() {
	const leave = useTrustedCommand();
	return (
		<>
			<Fault text={leave.fault} className="basis-full" />
			<Button variant="quiet" onClick={() => void leave.call("close", {})}>
				{t("components.close")}
			</Button>
		</>
	);
}
