import { RotateCw } from "lucide-react";
import { useEffect, useRef } from "react";
import { type Message, message } from "../../../core/message.ts";
import type { ProgressView } from "../../../ipc/signing.ts";
import { headlineText, t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import type { Tone } from "../../components/pill.tsx";
import { Section } from "../../components/section.tsx";
import { StepList, stepName } from "../../components/steps.tsx";
import { grouped } from "../../components/words.ts";
import { useAnnounce } from "../../state/announcer.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { Fingerprint } from "../review/fingerprint.tsx";
import { endsOnChain, fundsWords } from "../review/sentences.ts";
import { DeviceSigning } from "./device-signing.tsx";
import { Legs } from "./legs.tsx";
import { Receipt } from "./receipt.tsx";
import { Replace } from "./replace.tsx";

const OUTCOMES: Readonly<
	Record<ProgressView["outcome"], { readonly tone: Exclude<Tone, "alarm">; readonly title: Message }>
> = {
	moving: { tone: "accent", title: message("trusted.progress.outcomes.moving.title") },
	stuck: { tone: "caution", title: message("trusted.progress.outcomes.stuck.title") },
	confirmed: { tone: "in", title: message("trusted.progress.outcomes.confirmed.title") },
	failed: { tone: "danger", title: message("trusted.progress.outcomes.failed.title") },
	rejected: { tone: "quiet", title: message("trusted.progress.outcomes.rejected.title") },
	refused: { tone: "danger", title: message("trusted.progress.outcomes.refused.title") },
	expired: { tone: "quiet", title: message("trusted.progress.outcomes.expired.title") },
	replaced: { tone: "quiet", title: message("trusted.progress.outcomes.replaced.title") },
	unanswered: { tone: "caution", title: message("trusted.progress.outcomes.unanswered.title") },
	ended: { tone: "quiet", title: message("trusted.progress.outcomes.ended.title") },
};

/** Told to the agent with the rejection. */
const NOT_SENT = message("trusted.progress.given-wallet-neither-signed-nor");

/** Nothing is on its way, or stuck, while a user and their device have not signed it. */
function isWaiting({ outcome, device }: Pick<ProgressView, "outcome" | "device">): boolean {
	return device !== null && (outcome === "moving" || outcome === "stuck");
}

/** A signature alone is answered, not confirmed: no chain has it. */
function outcomeTitle({
	outcome,
	steps,
	device,
}: Pick<ProgressView, "outcome" | "steps" | "device">): string {
	if (isWaiting({ outcome, device })) return t("trusted.progress.waiting-ledger");
	return outcome === "confirmed" && !endsOnChain(steps)
		? t("trusted.progress.answered")
		: textOf(OUTCOMES[outcome].title);
}

/** An EVM transaction is in a block, a Solana one in a slot. */
function blockWords({ blockNumber, transactionId }: ProgressView): string | undefined {
	if (blockNumber === null) return undefined;
	const number = grouped(blockNumber);
	return transactionId?.startsWith("0x") === true
		? t("trusted.progress.in-block", { number })
		: t("trusted.progress.in-slot", { number });
}

/** After the approval: the steps, what is known and what is not, and at the end a receipt. */
export function ProgressScreen({ progress }: { progress: ProgressView }) {
	const { bridge } = useTrusted();
	const command = useCommand();
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
					{headlineText(progress.headline)}
				</h1>
				<Notice tone={tone} className="mt-4">
					<p className="font-semibold">{title}</p>
					{/* What a user has to do stands below, beside the device. */}
					{!isWaiting(progress) && <p className="mt-0.5">{textOf(progress.words)}</p>}
					<p className="mt-1.5 text-ink-2">{fundsWords(progress)}</p>
				</Notice>
				{progress.device !== null && <DeviceSigning signing={progress.device} />}
				<Legs legs={progress.legs} onChain={endsOnChain(progress.steps)} />
				<Section title={t("trusted.progress.steps")}>
					<div className="card">
						<StepList steps={progress.steps} />
					</div>
				</Section>
				<Replace progress={progress} />
				<Receipt rows={progress.receipt} />
				{progress.transactionId !== null && (
					<Section title={t("trusted.progress.transaction")} aside={blockWords(progress)}>
						<div className="card flex items-start gap-1 px-3.5 py-2.5">
							<span className="num flex-1 text-f2 wrap-anywhere">{progress.transactionId}</span>
							<CopyButton text={progress.transactionId} what={t("trusted.progress.the-transaction-id")} />
						</div>
					</Section>
				)}
				<Section title={t("trusted.progress.what-you-approved")}>
					<div className="card">
						<Fingerprint
							review={{ fingerprint: progress.fingerprint, digest: progress.digest, revision: null }}
						/>
					</div>
				</Section>
			</main>
			<footer className="shrink-0 border-t border-line bg-surface gutter py-3.5">
				<Fault words={command.fault} className="mb-3" />
				<div className="flex flex-wrap justify-between gap-2.5">
					<Button
						look={progress.outcome === "moving" ? "plain" : "primary"}
						onClick={() => void command.send(() => bridge.call("openDesk", {}))}
					>
						{t("trusted.progress.back-to-inbox")}
					</Button>
					{progress.canTellUnsent === true && (
						<Button
							busy={command.busy}
							onClick={() =>
								void command.send(() =>
									bridge.call("reject", { entryId: progress.entryId, reason: textOf(NOT_SENT) }),
								)
							}
						>
							{t("trusted.progress.tell-service-not-sent")}
						</Button>
					)}
					{progress.canRetry && (
						<Button
							busy={command.busy}
							onClick={() => void command.send(() => bridge.call("retry", { entryId: progress.entryId }))}
						>
							<RotateCw size={15} aria-hidden />{" "}
							{progress.outcome === "refused"
								? t("trusted.progress.review-again")
								: t("trusted.progress.try-again")}
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
		if (before.outcome !== progress.outcome) announce(`${outcomeTitle(progress)}. ${textOf(progress.words)}`);
		else if (done > before.done)
			announce(
				progress.steps.flatMap(({ name, state }) => (state === "done" ? stepName(name) : [])).at(-1) ?? "",
			);
	}, [done, progress, announce]);
}
