import { RotateCw } from "lucide-react";
import { useEffect, useRef } from "react";
import { message } from "../../../core/message.ts";
import type { ProgressView } from "../../../ipc/signing.ts";
import { t, textOf } from "../../../text/index.ts";
import { duration } from "../../../text/time.ts";
import { Button } from "../../components/button.tsx";
import { groups } from "../../components/figures.ts";
import { Fold } from "../../components/fold.tsx";
import { Fault } from "../../components/notice.tsx";
import { endsOnChain } from "../../components/review/sentences.ts";
import { StepList, stepName } from "../../components/steps.tsx";
import { useAnnounce } from "../../state/announcer.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { Fingerprint } from "../review/proof/fingerprint.tsx";
import { Asked } from "./asked.tsx";
import { DeviceSigning } from "./device-signing.tsx";
import { Left } from "./left.tsx";
import { Legs } from "./legs.tsx";
import { Changed, Outcome } from "./outcome.tsx";
import { isOpen, outcomeTitle } from "./outcomes.ts";
import { Receipt } from "./receipt.tsx";
import { Transaction } from "./transaction.tsx";
import { Waiting } from "./waiting.tsx";

/** Told to the agent with the rejection. */
const NOT_SENT = message("trusted.progress.given-wallet-neither-signed-nor");

/** As many groups of the fingerprint as are read at a glance. */
const GROUPS = 4;

/** After the approval: the outcome first, then what changed, and at the end how it went and what proves it. */
export function ProgressScreen({ progress, waiting }: { progress: ProgressView; waiting: number }) {
	useSpokenSteps(progress);
	return (
		<div className="relative flex h-full flex-col short:block short:overflow-y-auto">
			<Asked progress={progress} />
			<main className="relative min-h-0 flex-1 gutter overflow-y-auto pt-5 pb-5 short:overflow-visible">
				<Outcome progress={progress} />
				{isOpen(progress) && <Waiting progress={progress} />}
				{progress.device !== null && <DeviceSigning signing={progress.device} />}
				<Changed result={progress.result} />
				<Left progress={progress} />
				<Legs legs={progress.legs} onChain={endsOnChain(progress.steps)} />
				<Receipt rows={progress.receipt} />
				<Transaction progress={progress} />
				<Folds progress={progress} />
			</main>
			<Ending progress={progress} waiting={waiting} />
		</div>
	);
}

/** From the approval to the last step that is done, in ms; null where none is. */
function took({ steps, approvedAt }: ProgressView): number | null {
	const last = Math.max(...steps.map(({ at }) => at ?? 0));
	return last > approvedAt ? last - approvedAt : null;
}

/** How it went, step by step, and what was approved: each in one line that opens. */
function Folds({ progress }: { progress: ProgressView }) {
	const { steps, fingerprint, digest } = progress;
	const passed = isOpen(progress) ? null : took(progress);
	return (
		<div className="mt-4 border-b border-line *:border-t *:border-line">
			<section aria-label={t("trusted.progress.steps")}>
				<Fold
					className="py-2.5"
					title={t("trusted.progress.timeline")}
					aside={
						passed === null
							? t("trusted.progress.steps-done", {
									done: steps.filter(({ state }) => state === "done").length,
									count: steps.length,
								})
							: t("trusted.progress.took", { time: duration(passed) })
					}
				>
					<StepList steps={steps} />
				</Fold>
			</section>
			<section aria-label={t("trusted.progress.what-you-approved")}>
				<Fold
					className="py-2.5"
					title={t("trusted.progress.proof")}
					aside={<span className="num">{groups(fingerprint).slice(0, GROUPS).join(" ")}</span>}
				>
					<Fingerprint review={{ fingerprint, digest, revision: null }} />
				</Fold>
			</section>
		</div>
	);
}

function Ending({ progress, waiting }: { progress: ProgressView; waiting: number }) {
	const { bridge } = useTrusted();
	const command = useCommand();
	const { entryId, outcome } = progress;
	const hasNext = waiting > 0 && !isOpen(progress);
	return (
		<footer className="shrink-0 border-t border-line bg-surface gutter py-3.5">
			<Fault text={command.fault} className="mb-3" />
			<div className="flex flex-wrap justify-between gap-2.5">
				<Button
					look={outcome === "moving" || hasNext ? "plain" : "primary"}
					onClick={() => void command.send(() => bridge.call("openDesk", {}))}
				>
					{t("trusted.progress.back-to-inbox")}
				</Button>
				{progress.canReportUnsent === true && (
					<Button
						busy={command.busy}
						onClick={() =>
							void command.send(() => bridge.call("reject", { entryId, reason: textOf(NOT_SENT) }))
						}
					>
						{t("trusted.progress.tell-service-not-sent")}
					</Button>
				)}
				{progress.canRetry && (
					<Button
						busy={command.busy}
						onClick={() => void command.send(() => bridge.call("retry", { entryId }))}
					>
						<RotateCw size={15} aria-hidden />{" "}
						{outcome === "refused" || outcome === "withdrawn"
							? t("trusted.progress.review-again")
							: t("trusted.progress.try-again")}
					</Button>
				)}
				{hasNext && (
					<Button
						look="primary"
						className="min-w-32"
						onClick={() => void command.send(() => bridge.call("showReview", { direction: "next" }))}
					>
						{t("trusted.progress.next", { count: waiting })}
					</Button>
				)}
			</div>
		</footer>
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
		if (before.outcome !== progress.outcome) announce(`${outcomeTitle(progress)}. ${textOf(progress.text)}`);
		else if (done > before.done)
			announce(
				progress.steps.flatMap(({ name, state }) => (state === "done" ? stepName(name) : [])).at(-1) ?? "",
			);
	}, [done, progress, announce]);
}
