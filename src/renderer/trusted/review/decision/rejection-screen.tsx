import { CircleCheck, CircleX, RotateCcw, TriangleAlert } from "lucide-react";
import type { RejectionView } from "../../../../ipc/inbox.ts";
import { t } from "../../../../text/index.ts";
import { Button } from "../../../components/button.tsx";
import { Claim } from "../../../components/claim.tsx";
import { Fault } from "../../../components/notice.tsx";
import { ReasonForm, rejectionText } from "../../../components/rejection/reason-form.tsx";
import { useNow } from "../../../state/clock.tsx";
import { useKeyMap } from "../../../state/keys.ts";
import { useTrusted, useTrustedCommand } from "../../../state/trusted.tsx";
import { Page } from "../../page.tsx";

const ICONS = {
	undoable: CircleX,
	sending: CircleX,
	arrived: CircleCheck,
	changed: TriangleAlert,
	failed: TriangleAlert,
} as const;

export function RejectionScreen({ rejection, waiting }: { rejection: RejectionView; waiting: number }) {
	const { view } = useTrusted();
	const command = useTrustedCommand();
	const now = useNow();
	const { entryIds, group, state, explained } = rejection;
	const ids = [...entryIds];
	const Icon = ICONS[state];
	const isUndone = state === "changed" || state === "failed";
	const next = () => command.call("showReview", { direction: "next" });
	useKeyMap({ j: () => (waiting > 0 ? next() : false) }, view.settings.singleKeys);
	const explain = (reason: string | null) => void command.call("explainRejection", { entryIds: ids, reason });
	return (
		<Page
			title={isUndone ? t("rejection.title.undone") : t("rejection.title")}
			lead={<Claim text={rejection.headline} max={200} />}
			bar={
				<>
					{state === "undoable" && (
						<Button {...command.press("undoRejection", { entryIds: ids })}>
							<RotateCcw size={15} aria-hidden /> {t("rejection.undo")}
						</Button>
					)}
					{isUndone && (
						<Button onClick={() => void command.call("dismissRejection", { group })}>
							{t("ui.review-again")}
						</Button>
					)}
					<Button
						variant={waiting > 0 ? "plain" : "primary"}
						className="ml-auto"
						onClick={() => void command.call("openDesk", {})}
					>
						{t("ui.back.inbox")}
					</Button>
					{waiting > 0 && (
						<Button variant="primary" onClick={() => void next()}>
							{t("rejection.next", { count: waiting })}
						</Button>
					)}
				</>
			}
		>
			<div data-rejection={state} className="grid gap-5">
				<p role="status" className="flex items-center gap-2.5">
					<Icon size={18} aria-hidden className={isUndone ? "text-caution" : "text-ink-2"} />
					<span className="tabular-nums">{rejectionText(rejection, now)}</span>
				</p>
				<Fault text={command.fault} />
				{state === "undoable" &&
					(explained ? (
						<p className="text-f2 text-ink-2">{t("rejection.reason.kept")}</p>
					) : (
						<div>
							<p className="mb-3 text-f2 text-ink-2">{t("rejection.reason.lead")}</p>
							<ReasonForm busy={command.busy} onWriting={() => explain(null)} onReason={explain} />
						</div>
					))}
			</div>
		</Page>
	);
}
