import { useState } from "react";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import { t } from "../../../text/index.ts";
import { useCommand } from "../../state/command.ts";
import { Dialog } from "../dialog.tsx";
import { Fault } from "../notice.tsx";
import { ReasonForm } from "./reason-form.tsx";

/**
 * Asks the user for a reason for the rejection, which extends the undo window.
 * @param explain stores the reason; `null` means that the user is still typing
 */
export function useReason(explain: (reason: string | null) => Promise<CommandOutcome>) {
	const command = useCommand();
	const [isAsking, setAsking] = useState(false);
	const give = async (reason: string | null) => {
		const outcome = await command.send(() => explain(reason));
		if (outcome?.ok === true && reason !== null) setAsking(false);
	};
	const ask = () => {
		setAsking(true);
		void give(null);
	};
	const dialog = isAsking ? (
		<Dialog title={t("rejection.reason.add")} onClose={() => setAsking(false)}>
			<p className="mb-3 text-f2 text-ink-2">{t("rejection.reason.lead")}</p>
			<ReasonForm busy={command.busy} onReason={(reason) => void give(reason)} />
			<Fault text={command.fault} className="mt-3" />
		</Dialog>
	) : null;
	return { command, ask, dialog };
}
