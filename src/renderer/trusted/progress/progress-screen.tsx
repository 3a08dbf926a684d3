import clsx from "clsx";
import { ExternalLink, RotateCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { PowerRow } from "../../../ipc/powers.ts";
import type { ProgressView } from "../../../ipc/signing.ts";
import type { DeviceSigningView } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { dateTime, duration } from "../../../text/time.ts";
import { Address } from "../../components/address.tsx";
import { Amount } from "../../components/amount.tsx";
import { Button, CopyButton } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";
import { grouped, groups } from "../../components/figures.ts";
import { Fold } from "../../components/fold.tsx";
import { Fault } from "../../components/notice.tsx";
import { endsOnChain } from "../../components/review/sentences.ts";
import { rich } from "../../components/rich.tsx";
import { Section } from "../../components/section.tsx";
import { StepList, StepMark, stepName } from "../../components/steps.tsx";
import { useAnnounce } from "../../state/announcer.tsx";
import { useKeyMap } from "../../state/keys.ts";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { modelName } from "../device/condition.ts";
import { Sight, ToCompare } from "../device/device-plan.tsx";
import { DeviceStatus } from "../device/device-status.tsx";
import { GiveUp } from "../device/give-up.tsx";
import { Fingerprint } from "../review/proof/fingerprint.tsx";
import { Changed, Outcome } from "./outcome.tsx";
import { isOpen, outcomeTitle } from "./outcomes.ts";
import { Receipt, ReceiptReceivers } from "./receipt.tsx";
import { SignedItems } from "./signed-items.tsx";
import { Waiting } from "./waiting.tsx";

function isAsking({ steps }: DeviceSigningView): boolean {
	return steps.some((step) => step.name === "confirm" && step.state === "now");
}

function DeviceSigning({ signing }: { signing: DeviceSigningView }) {
	const announce = useAnnounce();
	const { plan, device } = signing;
	const text = textOf(signing.text);
	useEffect(() => announce(text), [announce, text]);
	const asking = isAsking(signing);
	return (
		<Section title={t("ui.on-your-ledger")} aside={modelName(signing.model)}>
			<div className="card *:not-first:border-t *:not-first:border-line-2">
				<div className="px-3.5 py-3">
					<ol className="grid grid-cols-2 gap-x-4 gap-y-1.5 mid:grid-cols-[repeat(4,auto)] max-[24rem]:grid-cols-1">
						{signing.steps.map((step) => (
							<li key={step.name} className="flex items-start gap-2 text-f2">
								<StepMark state={step.state} />
								<span className={clsx(step.state === "now" ? "font-semibold" : "text-ink-2")}>
									{t(`trusted.progress.device-steps.${step.name}`)}
								</span>
							</li>
						))}
					</ol>
					<p className="mt-2.5 font-medium text-pretty wrap-anywhere">{text}</p>
					{signing.canCancel && (
						<div className="mt-2.5">
							<GiveUp what={t("trusted.progress.the-approval")} asking={asking} explained={asking} />
						</div>
					)}
				</div>
				{/* "Ready" would contradict the text that says what is missing. */}
				{!asking && device.condition !== "ready" && <DeviceStatus device={device} brief />}
				{plan !== null && (
					<div>
						{plan.sight !== "clear" && <Sight plan={plan} />}
						{plan.pages.length > 0 && (
							<h3 className="px-3.5 pt-3 text-f2 font-semibold">
								{asking ? t("trusted.progress.device.pages") : t("trusted.progress.ledger-show-order")}
							</h3>
						)}
						<ToCompare plan={plan} />
					</div>
				)}
			</div>
		</Section>
	);
}

function blockText({ blockNumber, transactionId }: ProgressView): string | undefined {
	if (blockNumber === null) return undefined;
	const number = grouped(blockNumber);
	return transactionId?.startsWith("0x") === true
		? t("trusted.progress.in-block", { number })
		: t("trusted.progress.in-slot", { number });
}

function Transaction({ progress }: { progress: ProgressView }) {
	const command = useTrustedCommand();
	const { transactionId, explorer, entryId } = progress;
	if (transactionId === null) return null;
	return (
		<Section title={t("ui.transaction")} aside={blockText(progress)}>
			<div className="card px-4 py-2.5">
				<div className="flex items-start gap-1">
					<span className="num flex-1 text-f2 wrap-anywhere">{transactionId}</span>
					<CopyButton text={transactionId} what={t("ui.transaction-id")} />
				</div>
				{explorer !== null && (
					<Button size="small" className="mt-2 max-w-full" {...command.press("openExplorer", { entryId })}>
						<span className="min-w-0 text-left whitespace-normal wrap-anywhere">
							{t("ui.view-on", { explorer })}
						</span>{" "}
						<ExternalLink size={14} aria-hidden className="shrink-0" />
					</Button>
				)}
				<Fault text={command.fault} className="mt-2" />
			</div>
		</Section>
	);
}

function Left({ progress }: { progress: Pick<ProgressView, "entryId" | "left"> }) {
	if (progress.left.length === 0) return null;
	return (
		<Section title={t("trusted.progress.left.title")} aside={t("trusted.progress.left.by-the-chain")}>
			<ul className="card *:not-first:border-t *:not-first:border-line-2" data-progress="left">
				{progress.left.map((row) => (
					<LeftRow key={row.id} row={row} entryId={progress.entryId} />
				))}
			</ul>
		</Section>
	);
}

const WITHOUT_AMOUNT: Readonly<Partial<Record<PowerRow["kind"], Message>>> = {
	operator: message("trusted.progress.left.every-item"),
	token: message("trusted.progress.left.one-item"),
};

function LeftRow({ row, entryId }: { row: PowerRow; entryId: string }) {
	const command = useTrustedCommand();
	const alarming = row.unlimited || row.kind === "operator";
	const symbol = row.symbol ?? row.token.short;
	const whole = WITHOUT_AMOUNT[row.kind] ?? message("ui.unlimited");
	return (
		<li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 px-4 py-2.5">
			<div className="min-w-0">
				<p className={clsx("font-semibold wrap-anywhere", alarming && "text-danger")}>
					{row.amount === null ? (
						<>
							{textOf(whole)} <Claim text={symbol} max={24} />
						</>
					) : (
						<Amount view={row.amount} exact="spoken" />
					)}
				</p>
				<p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-f2 text-ink-2">
					{t("trusted.progress.left.spender")} <Address view={row.spender} size={15} />
				</p>
			</div>
			<Button
				size="small"
				{...command.press("revokeLeft", { entryId, id: row.id })}
				aria-label={t("trusted.progress.left.revoke-row", { symbol, spender: row.spender.short })}
			>
				{row.revoking === null ? t("ui.revoke") : t("trusted.progress.left.show-revoking")}
			</Button>
			<Fault text={command.fault} className="col-span-2" />
		</li>
	);
}

function ProgressHeader({
	progress: { app, isLocal, session, network, approvedAt, signedWith },
}: {
	progress: Pick<ProgressView, "app" | "isLocal" | "session" | "network" | "approvedAt" | "signedWith">;
}) {
	// The app's title for a local session already says who started it.
	const isTitled = !isLocal || typeof session === "string";
	const who = isLocal ? t("trusted.review.you") : app;
	return (
		<header className="flex shrink-0 items-center gap-x-3 border-b border-line bg-surface gutter py-2.5">
			<AppMark name={who ?? textOf(session)} />
			<div className="min-w-0 flex-1">
				<p className="truncate text-f2">
					<b className="font-semibold">
						<Claim text={isTitled ? (who ?? session) : session} max={40} />
					</b>
					{isTitled && who !== null && (
						<span className="text-ink-2">
							{" "}
							{rich("trusted.review.requested.session", { session: () => <Claim text={session} max={80} /> })}
						</span>
					)}
				</p>
				<p className="truncate text-f1 text-ink-3">
					{network !== null && `${textOf(network)} · `}
					{t("trusted.progress.approved-at", { time: dateTime(approvedAt) })}
				</p>
			</div>
			{signedWith !== null && (
				<p className="max-w-2/5 text-right text-f1 text-balance text-ink-3">{textOf(signedWith)}</p>
			)}
		</header>
	);
}

const NOT_SENT = message("trusted.progress.wallet.unsigned");

const GROUPS = 4;

export function ProgressScreen({ progress, waiting }: { progress: ProgressView; waiting: number }) {
	useSpokenSteps(progress);
	return (
		<div className="relative flex h-full flex-col short:block short:overflow-y-auto">
			<ProgressHeader progress={progress} />
			<main className="relative min-h-0 flex-1 gutter overflow-y-auto pt-5 pb-5 short:overflow-visible">
				<Outcome progress={progress} />
				{isOpen(progress) && <Waiting progress={progress} />}
				{progress.device !== null && <DeviceSigning signing={progress.device} />}
				<Changed result={progress.result} />
				<Left progress={progress} />
				<SignedItems items={progress.items} onChain={endsOnChain(progress.steps)} />
				<ReceiptReceivers {...progress} />
				<Receipt rows={progress.receipt} />
				<Transaction progress={progress} />
				<Folds progress={progress} />
			</main>
			<Ending progress={progress} waiting={waiting} />
		</div>
	);
}

/** Returns the time in ms from the approval to the last completed step, or `null` if no step is completed. */
function took({ steps, approvedAt }: ProgressView): number | null {
	const last = Math.max(...steps.map(({ at }) => at ?? 0));
	return last > approvedAt ? last - approvedAt : null;
}

function Folds({ progress }: { progress: ProgressView }) {
	const { steps, fingerprint, digest } = progress;
	const passed = isOpen(progress) ? null : took(progress);
	return (
		<div className="mt-4 border-b border-line *:border-t *:border-line">
			<section aria-label={t("ui.steps")}>
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
					title={t("ui.proof")}
					aside={<span className="num">{groups(fingerprint).slice(0, GROUPS).join(" ")}</span>}
				>
					<Fingerprint review={{ fingerprint, digest, revision: null }} />
				</Fold>
			</section>
		</div>
	);
}

function Ending({ progress, waiting }: { progress: ProgressView; waiting: number }) {
	const { view } = useTrusted();
	const command = useTrustedCommand();
	const [isAsked, setAsked] = useState(false);
	const { entryId, outcome } = progress;
	const hasNext = waiting > 0 && !isOpen(progress);
	const next = () => void command.call("showReview", { direction: "next" });
	const onNext = () => {
		if (isOpen(progress)) return false;
		setAsked(true);
		return hasNext ? next() : undefined;
	};
	useKeyMap({ j: onNext, k: onNext }, view.settings.singleKeys);
	return (
		<footer className="shrink-0 border-t border-line bg-surface gutter py-3.5">
			<Fault text={command.fault} className="mb-3" />
			<p role="status" className="mb-3 text-f2 text-ink-2 empty:hidden">
				{isAsked && !hasNext && t("trusted.progress.nothing-waits")}
			</p>
			<div className="flex flex-wrap justify-between gap-2.5">
				<Button
					variant={outcome === "moving" || hasNext ? "plain" : "primary"}
					onClick={() => void command.call("openDesk", {})}
				>
					{t("ui.back.inbox")}
				</Button>
				{progress.canReportUnsent === true && (
					<Button {...command.press("reject", { entryId, reason: textOf(NOT_SENT) })}>
						{t("trusted.progress.report-unsent")}
					</Button>
				)}
				{progress.canRetry && (
					<Button {...command.press("retry", { entryId })}>
						<RotateCw size={15} aria-hidden />{" "}
						{outcome === "refused" || outcome === "withdrawn" ? t("ui.review-again") : t("ui.try-again")}
					</Button>
				)}
				{hasNext && (
					<Button variant="primary" className="min-w-32" onClick={next}>
						{t("trusted.progress.next", { count: waiting })}
					</Button>
				)}
			</div>
		</footer>
	);
}

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
