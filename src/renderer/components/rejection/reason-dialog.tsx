import { t } from "../../../text/index.ts";
import { Dialog } from "../dialog.tsx";
import { Fault } from "../notice.tsx";
import { ReasonForm } from "./reason-form.tsx";

export function ReasonDialog({
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
