import { RotateCcw, X } from "lucide-react";
import type { RejectionView } from "../../../ipc/inbox.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault } from "../../components/notice.tsx";
import { rejectionText } from "../../components/rejection/reason-form.tsx";
import { useReason } from "../../components/rejection/use-reason.tsx";
import { useNow } from "../../state/clock.tsx";
import { useDesk } from "../../state/desk.tsx";

/** How long a notice is shown. Failures stay until the user dismisses them. */
const NOTICE_MS = 6_000;
const MAX_BARS = 3;

export function RejectedBars() {
	const { rejections } = useDesk().view;
	const now = useNow();
	const shown = rejections.filter(({ state, at }) => state !== "arrived" || now - at < NOTICE_MS);
	if (shown.length === 0) return null;
	return (
		<section aria-label={t("rejection.title")} className="shrink-0">
			{shown.slice(-MAX_BARS).map((each) => (
				<RejectedBar key={each.group} rejection={each} />
			))}
		</section>
	);
}

function RejectedBar({ rejection }: { rejection: RejectionView }) {
	const { bridge } = useDesk();
	const now = useNow();
	const { state, group, headline, explained } = rejection;
	const entryIds = [...rejection.entryIds];
	const undone = state === "changed" || state === "failed";
	const { command, ask, dialog } = useReason((reason) =>
		bridge.call("explainRejection", { entryIds, reason }),
	);
	return (
		<div
			data-rejection={state}
			className="flex items-center gap-3 border-t border-line bg-surface px-4 py-2.5 text-f2 motion-arrive"
		>
			<div className="min-w-0 flex-1">
				<p className="truncate font-medium">
					{entryIds.length > 1 ? (
						t(undone ? "rejection.not.many" : "rejection.many", { count: entryIds.length })
					) : (
						<>
							{undone ? t("rejection.title.undone") : t("rejection.title")} ·{" "}
							<Claim text={headline} max={80} />
						</>
					)}
				</p>
				<p role="status" className="line-clamp-2 tabular-nums text-f1 text-ink-2">
					{rejectionText(rejection, now)}
				</p>
				<Fault text={command.fault} className="mt-2" />
			</div>
			{state === "undoable" && (
				<>
					{!explained && (
						<Button size="small" variant="quiet" onClick={ask}>
							{t("rejection.reason.add")}
						</Button>
					)}
					<Button
						size="small"
						busy={command.busy}
						onClick={() => void command.send(() => bridge.call("undoRejection", { entryIds }))}
					>
						<RotateCcw size={14} aria-hidden /> {t("rejection.undo")}
					</Button>
				</>
			)}
			{undone && (
				<button
					type="button"
					aria-label={t("rejection.dismiss")}
					onClick={() => void command.send(() => bridge.call("dismissRejection", { group }))}
					className="grid size-7 place-items-center rounded-sm text-ink-3 hover:bg-sunken"
				>
					<X size={15} aria-hidden />
				</button>
			)}
			{state === "undoable" && dialog}
		</div>
	);
}
