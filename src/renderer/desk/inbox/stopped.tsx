import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { t } from "../../../text/index.ts";
import { Dialog } from "../../components/dialog.tsx";
import { useDesk } from "../../state/desk.tsx";
import { AllowanceItem } from "../approvals/allowance-item.tsx";

/** The agent is stopped: what it was allowed still stands on the chain, and can be taken back one by one. */
export function Stopped({ allowed, onClose }: { allowed: readonly string[]; onClose: () => void }) {
	const { bridge, view } = useDesk();
	const { allowances } = view;
	const wanted = new Set(allowed);
	const rows = allowances.groups.flatMap((group) => group.rows).filter(({ id }) => wanted.has(id));
	// They are read while somebody looks.
	useEffect(() => {
		const watch = (on: boolean) => void bridge.call("watchAllowances", { on }).catch(() => null);
		watch(true);
		return () => watch(false);
	}, [bridge]);
	const reading = allowances.reading || allowances.readAt === null;
	return (
		<Dialog title={t("desk.inbox.stopped")} onClose={onClose}>
			<p role="status" className="flex items-start gap-2 text-f2">
				<CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
				{t("desk.inbox.stopped.lead")}
			</p>
			<h3 className="mt-5 mb-2 font-medium">{t("desk.inbox.stopped.allowed")}</h3>
			{rows.length > 0 ? (
				<ul className="card">
					{rows.map((row) => (
						<AllowanceItem key={row.id} row={row} />
					))}
				</ul>
			) : (
				<p className="text-f2 text-ink-2">
					{wanted.size > 0 && reading ? t("desk.inbox.stopped.reading") : t("desk.inbox.stopped.nothing")}
				</p>
			)}
		</Dialog>
	);
}
