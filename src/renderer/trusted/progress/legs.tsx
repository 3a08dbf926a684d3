import clsx from "clsx";
import { Check, CircleDashed, Clock, LoaderCircle, type LucideIcon, Minus, Pause, X } from "lucide-react";
import type { LegView } from "../../../bridge/views.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Section } from "../../components/section.tsx";
import { ends } from "../../components/words.ts";

const STATES: Readonly<
	Record<LegView["state"], { readonly icon: LucideIcon; readonly look: string; readonly words: string }>
> = {
	waiting: { icon: CircleDashed, look: "text-ink-3", words: "waiting" },
	signing: { icon: LoaderCircle, look: "text-accent motion-turn", words: "being signed" },
	signed: { icon: Clock, look: "text-accent", words: "signed, not sent yet" },
	submitted: { icon: LoaderCircle, look: "text-accent motion-turn", words: "sent, waits for its block" },
	confirmed: { icon: Check, look: "text-in", words: "confirmed" },
	failed: { icon: X, look: "text-danger", words: "failed" },
	skipped: { icon: Minus, look: "text-ink-3", words: "skipped" },
	held: { icon: Pause, look: "text-caution", words: "signed, and kept back" },
};

/** "2 of 3 confirmed". */
function summary(legs: readonly LegView[]): string {
	return `${legs.filter((leg) => leg.state === "confirmed").length} of ${legs.length} confirmed`;
}

/** The transactions or payloads of one answer, each with where it stands. */
export function Legs({ legs, onChain }: { legs: readonly LegView[]; onChain: boolean }) {
	if (legs.length === 0) return null;
	return (
		<Section title="One by one" aside={onChain ? summary(legs) : `${legs.length} in order`}>
			<ol className="card">
				{legs.map((leg) => (
					<Leg key={leg.at} leg={leg} onChain={onChain} />
				))}
			</ol>
		</Section>
	);
}

function Leg({ leg, onChain }: { leg: LegView; onChain: boolean }) {
	const { icon: Icon, look, words } = STATES[leg.state];
	// A signature alone is in no block: nothing confirms it.
	const said = leg.state === "confirmed" && !onChain ? "signed" : words;
	return (
		<li className="flex gap-3 px-3.5 py-2 not-first:border-t not-first:border-line-2">
			<Icon size={16} aria-hidden className={clsx("mt-0.5 shrink-0", look)} />
			<div className="min-w-0 flex-1">
				<p className="font-medium wrap-anywhere">
					<span className="font-normal text-ink-3">{leg.at}.</span> {leg.headline}
				</p>
				<p className={clsx("text-f2", leg.state === "failed" ? "text-danger" : "text-ink-2")}>
					{said}
					{leg.words !== null && <span className="text-ink-2 wrap-anywhere"> · {leg.words}</span>}
				</p>
			</div>
			{leg.transactionId !== null && (
				<span className="flex shrink-0 items-start gap-1 text-f2">
					<span className="num text-ink-2">{ends(leg.transactionId, 6)}</span>
					<span className="-my-0.5 inline-grid">
						<CopyButton text={leg.transactionId} what={`the hash of transaction ${leg.at}`} />
					</span>
				</span>
			)}
		</li>
	);
}
