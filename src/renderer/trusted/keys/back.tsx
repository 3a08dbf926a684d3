import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";

/** @param text names the place in the desk to go back to; without it, this window closes */
export function BackToDesk({ text }: { text?: string }) {
	const leave = useTrustedCommand();
	return (
		<>
			<Fault text={leave.fault} className="basis-full" />
			<Button variant="quiet" onClick={() => void leave.call(text === undefined ? "close" : "openDesk", {})}>
				{text ?? t("components.close")}
			</Button>
		</>
	);
}
