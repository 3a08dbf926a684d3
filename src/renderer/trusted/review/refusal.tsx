import { RotateCw } from "lucide-react";
import type { ReviewView } from "../../../bridge/views.ts";
import { Button } from "../../components/button.tsx";
import { Fold } from "../../components/fold.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { plural } from "../../components/words.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { UnlockForm } from "../setup/unlock-form.tsx";
import { takesPassword } from "./sentences.ts";

/** In the place of Approve: why it can't be, and what there is to do. */
export function Refusal({ review, onReject }: { review: ReviewView; onReject: () => void }) {
	const { bridge } = useTrusted();
	const wish = useWish();
	const { approval, verdict, opinion } = review;
	const grave = verdict === "refused" || opinion?.state === "undeclared";
	const [main, ...more] = approval.refusals;
	const locked = takesPassword(review);
	return (
		<div className="mt-3 grid gap-3">
			<Fault words={wish.fault} />
			<Notice tone={grave ? "danger" : "caution"}>
				<p className="font-medium">{main ?? "This can’t be approved now."}</p>
				{more.length > 0 && (
					<Fold className="mt-1" title={plural(more.length, "more reason")}>
						<ul className="mt-1 grid gap-1 pl-5.5">
							{more.map((words) => (
								<li key={words}>{words}</li>
							))}
						</ul>
					</Fold>
				)}
			</Notice>
			{locked && <UnlockForm />}
			<div className="flex flex-wrap gap-2.5">
				{review.canReject && <Button onClick={onReject}>Reject…</Button>}
				{approval.canRetry && !locked && (
					<Button
						busy={wish.busy}
						onClick={() => void wish.send(() => bridge.call("retry", { entryId: review.entryId }))}
					>
						<RotateCw size={15} aria-hidden className={wish.busy ? "motion-turn" : ""} />
						{wish.busy ? "Reading again…" : "Read it again"}
					</Button>
				)}
				<Button
					look="quiet"
					className="ml-auto"
					onClick={() => void wish.send(() => bridge.call("openDesk", {}))}
				>
					Back to inbox
				</Button>
			</div>
		</div>
	);
}
