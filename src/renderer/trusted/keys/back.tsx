import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";

export function BackToDesk() {
	const { bridge } = useTrusted();
	const leave = useCommand();
	return (
		<>
			<Fault text={leave.fault} className="basis-full" />
			<Button variant="quiet" onClick={() => void leave.send(() => bridge.call("close", {}))}>
				{t("components.close")}
			</Button>
		</>
	);
}
