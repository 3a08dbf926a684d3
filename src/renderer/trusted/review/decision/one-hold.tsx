import { Layers } from "lucide-react";
import type { ReviewView } from "../../../../ipc/review.ts";
import { headlineText, t } from "../../../../text/index.ts";

/** Maximum number of steps listed in full. More would push the decision out of view. */
const LISTED = 3;

export function OneHold({ steps, isOnDevice }: { steps: ReviewView["oneHold"]; isOnDevice: boolean }) {
	if (steps.length === 0) return null;
	const listed = steps.length > LISTED ? steps.slice(0, LISTED - 1) : steps;
	const more = steps.length - listed.length;
	return (
		<div className="mt-2 text-f2" data-one-hold={steps.length}>
			<p className="flex flex-wrap items-center gap-x-1.5">
				<Layers size={14} aria-hidden className="shrink-0 text-ink-3" />
				<b className="font-semibold">{t("trusted.review.one-hold", { count: steps.length })}</b>
				<span className="text-ink-2">
					{isOnDevice ? t("trusted.review.one-hold.device") : t("trusted.review.one-hold.words")}
				</span>
			</p>
			<ol className="mt-0.5 text-ink-2">
				{listed.map((headline, at) => (
					<li key={at} className="flex gap-1.5">
						<span className="num shrink-0 text-ink-3">{at + 1}.</span>
						<span className="min-w-0 truncate">{headlineText(headline)}</span>
					</li>
				))}
				{more > 0 && <li className="text-ink-3">{t("ui.and-more", { count: more })}</li>}
			</ol>
		</div>
	);
}
