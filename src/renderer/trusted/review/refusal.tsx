import { RotateCw } from "lucide-react";
import type { ReviewView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fold } from "../../components/fold.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { UnlockForm } from "../setup/unlock-form.tsx";
import { takesPassword } from "./sentences.ts";

/** In the place of Approve: why it can't be, and what there is to do. */
export function Refusal({ review, onReject }: { review: ReviewView; onReject: () => void }) {
	const { bridge } = useTrusted();
	const command = useCommand();
	const { approval, verdict, opinion } = review;
	const grave = verdict === "refused" || opinion?.state === "undeclared";
	const [main, ...more] = approval.refusals;
	const locked = takesPassword(review);
	return (
		<div className="mt-3 grid gap-3">
			<Fault words={command.fault} />
			<Notice tone={grave ? "danger" : "caution"}>
				<p className="font-medium">{textOf(main ?? t("trusted.review.cant-approved-now"))}</p>
				{more.length > 0 && (
					<Fold className="mt-1" title={t("trusted.review.more-reasons", { count: more.length })}>
						<ul className="mt-1 grid gap-1 pl-5.5">
							{more.map((words) => (
								<li key={textOf(words)}>{textOf(words)}</li>
							))}
						</ul>
					</Fold>
				)}
			</Notice>
			{locked && <UnlockForm />}
			<div className="flex flex-wrap gap-2.5">
				{review.canReject && <Button onClick={onReject}>{t("trusted.review.reject")}</Button>}
				{approval.canRetry && !locked && (
					<Button
						busy={command.busy}
						onClick={() => void command.send(() => bridge.call("retry", { entryId: review.entryId }))}
					>
						<RotateCw size={15} aria-hidden className={command.busy ? "motion-turn" : ""} />
						{command.busy ? t("trusted.review.reading-again") : t("trusted.review.read-it-again")}
					</Button>
				)}
				<Button
					look="quiet"
					className="ml-auto"
					onClick={() => void command.send(() => bridge.call("openDesk", {}))}
				>
					{t("trusted.review.back-to-inbox")}
				</Button>
			</div>
		</div>
	);
}
