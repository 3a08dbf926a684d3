import clsx from "clsx";
import { Check, CircleDashed, Clock, LoaderCircle, type LucideIcon, Minus, Pause, X } from "lucide-react";
import { type Message, message } from "../../../core/message.ts";
import type { LegView } from "../../../ipc/signing.ts";
import { headlineText, t, textOf } from "../../../text/index.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { ends } from "../../components/figures.ts";
import { Section } from "../../components/section.tsx";

const STATES: Readonly<
	Record<LegView["state"], { readonly icon: LucideIcon; readonly look: string; readonly text: Message }>
> = {
	waiting: { icon: CircleDashed, look: "text-ink-3", text: message("trusted.progress.states.waiting") },
	signing: {
		icon: LoaderCircle,
		look: "text-accent motion-turn",
		text: message("trusted.progress.states.signing"),
	},
	signed: { icon: Clock, look: "text-accent", text: message("trusted.progress.states.signed") },
	submitted: {
		icon: LoaderCircle,
		look: "text-accent motion-turn",
		text: message("trusted.progress.states.submitted"),
	},
	confirmed: { icon: Check, look: "text-in", text: message("trusted.progress.states.confirmed") },
	failed: { icon: X, look: "text-danger", text: message("trusted.progress.states.failed") },
	skipped: { icon: Minus, look: "text-ink-3", text: message("trusted.progress.states.skipped") },
	held: { icon: Pause, look: "text-caution", text: message("trusted.progress.states.held") },
};

/** "2 of 3 confirmed". */
function summary(legs: readonly LegView[]): string {
	return t("trusted.progress.of-confirmed", {
		confirmed: legs.filter((leg) => leg.state === "confirmed").length,
		count: legs.length,
	});
}

/** Transactions or payloads of one answer with their states. */
export function Legs({ legs, onChain }: { legs: readonly LegView[]; onChain: boolean }) {
	if (legs.length === 0) return null;
	return (
		<Section
			title={t("trusted.progress.one-by-one")}
			aside={onChain ? summary(legs) : t("trusted.progress.in-order", { count: legs.length })}
		>
			<ol className="card">
				{legs.map((leg) => (
					<Leg key={leg.at} leg={leg} onChain={onChain} />
				))}
			</ol>
		</Section>
	);
}

function Leg({ leg, onChain }: { leg: LegView; onChain: boolean }) {
	const { icon: Icon, look, text } = STATES[leg.state];
	// A signature alone is in no block, so nothing confirms it.
	const shown = leg.state === "confirmed" && !onChain ? "signed" : text;
	return (
		<li className="flex gap-3 px-3.5 py-2 not-first:border-t not-first:border-line-2">
			<Icon size={16} aria-hidden className={clsx("mt-0.5 shrink-0", look)} />
			<div className="min-w-0 flex-1">
				<p className="font-medium wrap-anywhere">
					<span className="font-normal text-ink-3">{leg.at}.</span> {headlineText(leg.headline)}
				</p>
				<p className={clsx("text-f2", leg.state === "failed" ? "text-danger" : "text-ink-2")}>
					{textOf(shown)}
					{leg.text !== null && <span className="text-ink-2 wrap-anywhere"> · {textOf(leg.text)}</span>}
				</p>
			</div>
			{leg.transactionId !== null && (
				<span className="flex shrink-0 items-start gap-1 text-f2">
					<span className="num text-ink-2">{ends(leg.transactionId, 6)}</span>
					<span className="-my-0.5 inline-grid">
						<CopyButton
							text={leg.transactionId}
							what={t("trusted.progress.hash-transaction", { at: leg.at })}
						/>
					</span>
				</span>
			)}
		</li>
	);
}
