import clsx from "clsx";
import { Check, CircleDashed, Clock, LoaderCircle, type LucideIcon, Minus, Pause, X } from "lucide-react";
import type { SignedItemView } from "../../../ipc/signing.ts";
import { headlineText, t, textOf } from "../../../text/index.ts";
import { CopyButton } from "../../components/button.tsx";
import { ends } from "../../components/figures.ts";
import { Section } from "../../components/section.tsx";

const STATES: Readonly<
	Record<SignedItemView["state"], { readonly icon: LucideIcon; readonly className: string }>
> = {
	waiting: { icon: CircleDashed, className: "text-ink-3" },
	signing: { icon: LoaderCircle, className: "text-accent motion-turn" },
	signed: { icon: Clock, className: "text-accent" },
	submitted: { icon: LoaderCircle, className: "text-accent motion-turn" },
	confirmed: { icon: Check, className: "text-in" },
	failed: { icon: X, className: "text-danger" },
	unsigned: { icon: Minus, className: "text-caution" },
	skipped: { icon: Minus, className: "text-ink-3" },
	held: { icon: Pause, className: "text-caution" },
};

function summary(items: readonly SignedItemView[]): string {
	return t("trusted.progress.of-confirmed", {
		confirmed: items.filter((item) => item.state === "confirmed").length,
		count: items.length,
	});
}

export function SignedItems({ items, onChain }: { items: readonly SignedItemView[]; onChain: boolean }) {
	if (items.length === 0) return null;
	return (
		<Section
			title={t("trusted.progress.one-by-one")}
			aside={onChain ? summary(items) : t("trusted.progress.in-order", { count: items.length })}
		>
			<ol className="card">
				{items.map((item) => (
					<SignedItem key={item.at} item={item} onChain={onChain} />
				))}
			</ol>
		</Section>
	);
}

function SignedItem({ item, onChain }: { item: SignedItemView; onChain: boolean }) {
	const { icon: Icon, className } = STATES[item.state];
	// A plain signature isn't in any block, so nothing confirms it.
	const shown =
		item.state === "confirmed" && !onChain ? "signed" : t(`trusted.progress.states.${item.state}`);
	return (
		<li className="flex gap-3 px-3.5 py-2 not-first:border-t not-first:border-line-2">
			<Icon size={16} aria-hidden className={clsx("mt-0.5 shrink-0", className)} />
			<div className="min-w-0 flex-1">
				<p className="font-medium wrap-anywhere">
					<span className="font-normal text-ink-3">{item.at}.</span> {headlineText(item.headline)}
				</p>
				<p className={clsx("text-f2", item.state === "failed" ? "text-danger" : "text-ink-2")}>
					{shown}
					{item.text !== null && <span className="text-ink-2 wrap-anywhere"> · {textOf(item.text)}</span>}
				</p>
			</div>
			{item.transactionId !== null && (
				<span className="flex shrink-0 items-start gap-1 text-f2">
					<span className="num text-ink-2">{ends(item.transactionId, 6)}</span>
					<span className="-my-0.5 inline-grid">
						<CopyButton
							text={item.transactionId}
							what={t("trusted.progress.hash-transaction", { at: item.at })}
						/>
					</span>
				</span>
			)}
		</li>
	);
}
