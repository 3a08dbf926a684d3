import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";

/** Cancels a request. The prompt stays on the device until the user dismisses it there. */
export function GiveUp({
	what,
	asking,
	explained = false,
}: {
	what: string;
	/** Whether the device is known to be showing the prompt. */
	asking: boolean;
	/** Set if the consequence is explained nearby. */
	explained?: boolean;
}) {
	const command = useTrustedCommand();
	return (
		<>
			<div className="flex items-center gap-3.5 max-[24rem]:flex-wrap">
				<Button size="small" {...command.press("cancelLedger", {})}>
					{command.busy ? t("trusted.device.cancelling") : t("ui.cancel")}
				</Button>
				{!explained && (
					<p className="text-f2 text-pretty text-ink-2">
						{t("trusted.device.gives-up", { what })}{" "}
						{asking ? t("trusted.device.prompt.remains") : t("trusted.device.prompt.possible")}
					</p>
				)}
			</div>
			<Fault text={command.fault} className="mt-2.5" />
		</>
	);
}
