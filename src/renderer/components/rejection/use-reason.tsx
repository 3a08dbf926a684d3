import { useState } from "react";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import { t } from "../../../text/index.ts";
import { useCommand } from "../../state/command.ts";
import { Dialog } from "../dialog.tsx";
import { Fault } from "../notice.tsx";
import { ReasonForm } from "./reason-form.tsx";

function ReasonDialog({
	busy,
	fault,
	onReason,
	onClose,
}: {
	busy: boolean;
	fault: string | null;
	onReason: (reason: string) => void;
	onClose: () => void;
}) {
	return (
		<Dialog title={t("rejection.reason.add")} onClose={onClose}>
			<p className="mb-3 text-f2 text-ink-2">{t("rejection.reason.lead")}</p>
			<ReasonForm busy={busy} onReason={onReason} />
			<Fault text={fault} className="mt-3" />
		</Dialog>
	);
}

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
		<ReasonDialog
			busy={command.busy}
			fault={command.fault}
			onReason={(reason) => void give(reason)}
			onClose={() => setAsking(false)}
		/>
	) : null;
	return { command, ask, dialog };
}
