import { RotateCcw } from "lucide-react";
import type { RejectionView } from "../../../ipc/inbox.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Kbd } from "../../components/kbd.tsx";
import { rejectionText } from "../../components/rejection/rejection-text.ts";
import { useReason } from "../../components/rejection/use-reason.tsx";
import { useNow } from "../../state/clock.tsx";
import { useTrusted } from "../../state/trusted.tsx";

/** Last rejection of the triage, while it can be undone. */
export function UndoCard({
	rejection,
	busy,
	onUndo,
}: {
	rejection: RejectionView;
	busy: boolean;
	onUndo: () => void;
}) {
	const { bridge } = useTrusted();
	const now = useNow();
	const { explained, headline } = rejection;
	const { ask, dialog } = useReason((reason) =>
		bridge.call("explainRejection", { entryIds: [...rejection.entryIds], reason }),
	);
	return (
		<section
			aria-label={t("rejection.title")}
			data-rejection={rejection.state}
			className="card flex flex-wrap items-center gap-x-3 gap-y-1 p-3 short:py-1 text-f2 min-[60rem]:block"
		>
			<p className="flex items-center gap-2 font-semibold">
				<RotateCcw size={14} aria-hidden className="shrink-0 text-ink-2" />
				{t("rejection.title")}
			</p>
			<p className="line-clamp-2 min-w-0 flex-1 short:line-clamp-1 text-ink-2 wrap-anywhere min-[60rem]:mt-1">
				<Claim text={headline} max={120} />
			</p>
			<p
				role="status"
				className="sr-only text-f1 text-ink-3 tabular-nums min-[60rem]:not-sr-only min-[60rem]:mt-1"
			>
				{rejectionText(rejection, now)}
			</p>
			<div className="flex flex-wrap justify-between gap-1 min-[60rem]:mt-2 min-[60rem]:-mx-3">
				<Button size="small" variant="quiet" busy={busy} onClick={onUndo}>
					{t("rejection.undo")} <Kbd of="U" />
				</Button>
				{!explained && (
					<Button size="small" variant="quiet" onClick={ask}>
						{t("rejection.reason.add")}
					</Button>
				)}
			</div>
			{dialog}
		</section>
	);
}
