import { RotateCw } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ProgressView } from "../../../bridge/views.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import type { Tone } from "../../components/pill.tsx";
import { Section } from "../../components/section.tsx";
import { StepList } from "../../components/steps.tsx";
import { grouped } from "../../components/words.ts";
import { useAnnounce } from "../../state/announcer.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Fingerprint } from "../review/fingerprint.tsx";
import { endsOnChain, fundsWords } from "../review/sentences.ts";
import { DeviceSigning } from "./device-signing.tsx";
import { Legs } from "./legs.tsx";
import { Receipt } from "./receipt.tsx";
import { Replace } from "./replace.tsx";

const OUTCOMES: Readonly<
	Record<ProgressView["outcome"], { readonly tone: Exclude<Tone, "alarm">; readonly title: string }>
> = {
	moving: { tone: "accent", title: "On its way" },
	stuck: { tone: "caution", title: "Stuck" },
	confirmed: { tone: "in", title: "Confirmed" },
	failed: { tone: "danger", title: "Failed" },
	rejected: { tone: "quiet", title: "Rejected by you" },
	refused: { tone: "danger", title: "Refused" },
	expired: { tone: "quiet", title: "Expired" },
	replaced: { tone: "quiet", title: "Replaced by another transaction" },
	ended: { tone: "quiet", title: "Answered elsewhere" },
};

/** Nothing is on its way, or stuck, while a person and their device have not signed it. */
function isWaiting({ outcome, device }: Pick<ProgressView, "outcome" | "device">): boolean {
	return device !== null && (outcome === "moving" || outcome === "stuck");
}

/** A signature alone is answered, not confirmed: no chain has it. */
function outcomeTitle({
	outcome,
	steps,
	device,
}: Pick<ProgressView, "outcome" | "steps" | "device">): string {
	if (isWaiting({ outcome, device })) return "Waiting for your Ledger";
	return outcome === "confirmed" && !endsOnChain(steps) ? "Answered" : OUTCOMES[outcome].title;
}

/** An EVM transaction is in a block, a Solana one in a slot. */
function blockWords({ blockNumber, transactionId }: ProgressView): string | undefined {
	if (blockNumber === null) return undefined;
	return `${transactionId?.startsWith("0x") === true ? "block" : "slot"} ${grouped(blockNumber)}`;
}

/** After the approval: the steps, what is known and what is not, and at the end a receipt. */
export function ProgressScreen({ progress }: { progress: ProgressView }) {
	const { bridge } = useTrusted();
	const wish = useWish();
	const tone = isWaiting(progress) ? "accent" : OUTCOMES[progress.outcome].tone;
	const title = outcomeTitle(progress);
	useSpokenSteps(progress);
	return (
		<div className="relative flex h-full flex-col short:block short:overflow-y-auto">
			<main className="relative min-h-0 flex-1 gutter overflow-y-auto pt-5 pb-5 short:overflow-visible">
				<p className="truncate text-f2 text-ink-2">
					<Claim text={progress.session} max={80} />
				</p>
				<h1 tabIndex={-1} className="mt-1 text-f5 font-semibold tracking-tight text-balance wrap-anywhere">
					{progress.headline}
				</h1>
				<Notice tone={tone} className="mt-4">
					<p className="font-semibold">{title}</p>
					{/* What a person has to do stands below, beside the device. */}
					{!isWaiting(progress) && <p className="mt-0.5">{progress.words}</p>}
					<p className="mt-1.5 text-ink-2">{fundsWords(progress)}</p>
				</Notice>
				{progress.device !== null && <DeviceSigning signing={progress.device} />}
				<Legs legs={progress.legs} onChain={endsOnChain(progress.steps)} />
				<Section title="Steps">
					<div className="card">
						<StepList steps={progress.steps} />
					</div>
				</Section>
				<Replace progress={progress} />
				<Receipt rows={progress.receipt} />
				{progress.transactionId !== null && (
					<Section title="Transaction" aside={blockWords(progress)}>
						<div className="card flex items-start gap-1 px-3.5 py-2.5">
							<span className="num flex-1 text-f2 wrap-anywhere">{progress.transactionId}</span>
							<CopyButton text={progress.transactionId} what="the transaction id" />
						</div>
					</Section>
				)}
				<Section title="What you approved">
					<div className="card">
						<Fingerprint
							review={{ fingerprint: progress.fingerprint, digest: progress.digest, revision: null }}
						/>
					</div>
				</Section>
			</main>
			<footer className="shrink-0 border-t border-line bg-surface gutter py-3.5">
				<Fault words={wish.fault} className="mb-3" />
				<div className="flex justify-between gap-2.5">
					<Button
						look={progress.outcome === "moving" ? "plain" : "primary"}
						onClick={() => void wish.send(() => bridge.call("openDesk", {}))}
					>
						Back to inbox
					</Button>
					{progress.canRetry && (
						<Button
							busy={wish.busy}
							onClick={() => void wish.send(() => bridge.call("retry", { entryId: progress.entryId }))}
						>
							<RotateCw size={15} aria-hidden />{" "}
							{progress.outcome === "refused" ? "Review again" : "Try again"}
						</Button>
					)}
				</div>
			</footer>
		</div>
	);
}

/** Speaks each step once it is done, and the end. */
function useSpokenSteps(progress: ProgressView): void {
	const announce = useAnnounce();
	const done = progress.steps.filter((step) => step.state === "done").length;
	const last = useRef({ done, outcome: progress.outcome });
	useEffect(() => {
		const before = last.current;
		last.current = { done, outcome: progress.outcome };
		if (before.outcome !== progress.outcome) announce(`${outcomeTitle(progress)}. ${progress.words}`);
		else if (done > before.done)
			announce(progress.steps.findLast((step) => step.state === "done")?.name ?? "");
	}, [done, progress, announce]);
}
