import clsx from "clsx";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Message, message } from "../../../core/localized-text.ts";
import { bandOf } from "../../../core/review/band.ts";
import type { BatchStepRow, ContentView, ReplacementView, ReviewView } from "../../../ipc/review.ts";
import type { EntryScreen } from "../../../ipc/windows.ts";
import { headlineText, t, textOf } from "../../../text/index.ts";
import { Button, CopyButton } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { ends, grouped } from "../../components/figures.ts";
import { Fault, Notice } from "../../components/notice.tsx";
import { DecisionBlocks } from "../../components/review/decision-blocks.tsx";
import type { MoneyEdits } from "../../components/review/money.tsx";
import { arrivalText, type OpinionState } from "../../components/review/sentences.ts";
import { NUM, rich } from "../../components/rich.tsx";
import { Fact, Facts, Section } from "../../components/section.tsx";
import { useAnnounce } from "../../state/announcer.tsx";
import { useKeyMap } from "../../state/keys.ts";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { SignedBelow, SignedFirst } from "../content/contents.tsx";
import { feePerGas } from "../content/data.tsx";
import { DecisionBar } from "./decision/decision-bar.tsx";
import { useReadingTime } from "./decision/use-reading-time.ts";
import { AllowanceEdit, PaymentEdit } from "./edit/edits.tsx";
import { FeeChoice, WithOpenEdits } from "./edit/fee-choice.tsx";
import { Folded } from "./folded.tsx";
import { AgentSays, Headline, ServiceSays } from "./headline.tsx";
import { Undeclared } from "./opinion.tsx";
import { Changed, DeviceReview, differing, Mismatch, Proof } from "./proof/proof.tsx";
import { VerdictBand } from "./proof/verdict-band.tsx";
import { Who } from "./who.tsx";

/**
 * Offers to add a daily limit. No password is needed, because a rule can only refuse. Once added, the review
 * no longer offers it.
 */
function DayLimit({ review: { entryId, dayLimit } }: { review: ReviewView }) {
	const command = useTrustedCommand();
	const [isAdded, setAdded] = useState(false);
	if (dayLimit === undefined && !isAdded) return null;
	const add = (most: string) => command.call("limitDay", { entryId, most }, () => setAdded(true));
	return (
		<section
			aria-label={t("day-limit.region")}
			className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-f2"
		>
			{isAdded || dayLimit === undefined ? (
				<p role="status" className="text-ink-2">
					{t("day-limit.added")}
				</p>
			) : (
				<>
					<p className="min-w-0 text-ink-2 wrap-anywhere">{textOf(dayLimit.text)}</p>
					<Button size="small" busy={command.busy} onClick={() => void add(dayLimit.most)}>
						{t("day-limit.add")}
					</Button>
				</>
			)}
			<Fault text={command.fault} className="basis-full" />
		</section>
	);
}

const STATUS_TEXTS: Readonly<Record<string, Message>> = {
	needs_signature: message("trusted.review.status.needs-signature"),
	awaiting_broadcast: message("trusted.review.status.awaiting-broadcast"),
	submitted: message("trusted.review.status.submitted"),
	confirmed: message("trusted.review.status.confirmed"),
	rejected: message("trusted.review.status.rejected"),
	failed: message("trusted.review.status.failed"),
	expired: message("trusted.review.status.expired"),
	unknown: message("trusted.review.status.unknown"),
};

const ENDED: ReadonlySet<string> = new Set(["rejected", "failed", "expired"]);

/** Shows a step as waiting if an earlier step isn't confirmed. Returns unknown states unchanged. */
export function stepStatus(step: BatchStepRow, steps: readonly BatchStepRow[]): string {
	if (step.state === "needs_signature") {
		const before = steps
			.filter((other) => other.index < step.index && other.state !== "confirmed")
			.sort((a, b) => a.index - b.index)
			.at(0);
		if (before !== undefined) {
			return ENDED.has(before.state)
				? t("trusted.review.step.blocked", { step: before.index + 1, state: before.state })
				: t("trusted.review.step.waiting", { step: before.index + 1 });
		}
	}
	return textOf(STATUS_TEXTS[step.state] ?? step.state);
}

export function batchSummary(steps: readonly BatchStepRow[]): string {
	const confirmed = steps.filter((step) => step.state === "confirmed").length;
	const over = steps.filter((step) => ENDED.has(step.state)).length;
	const waiting = steps.length - confirmed - over;
	return [
		confirmed > 0 ? t("trusted.review.batch.confirmed", { count: confirmed }) : null,
		waiting > 0 ? t("ui.count-waiting", { count: waiting }) : null,
		over > 0 ? t("trusted.review.batch.ended", { count: over }) : null,
	]
		.filter((part) => part !== null)
		.join(" · ");
}

export function Replaces({ of, contents }: { of: ReplacementView; contents: readonly ContentView[] }) {
	const [only] = contents;
	const own = only?.kind === "evm_transaction" ? only : null;
	return (
		<Section title={t("trusted.review.what-it-replaces")} aside={t("trusted.review.your-own-transaction")}>
			<div className="card">
				<p className="px-3.5 pt-2.5 font-medium wrap-anywhere">{headlineText(of.headline)}</p>
				<p className="px-3.5 pt-0.5 text-f2 text-pretty text-ink-2">{textOf(of.text)}</p>
				<Facts className="px-3.5 pt-2 pb-3">
					{own !== null && (
						<>
							<Fact name={t("trusted.review.fee-now")}>
								{rich("trusted.review.per-gas-most", NUM, { maxFee: feePerGas(own.maxFee) })}
							</Fact>
							<Fact name={t("ui.nonce")}>
								{rich("trusted.review.the-same", NUM, { nonce: grouped(own.nonce) })}
							</Fact>
						</>
					)}
					<Fact name={t("ui.transaction")}>
						<span className="flex items-start gap-1">
							<span className="num min-w-0 wrap-anywhere">{of.transactionId}</span>
							<span className="-my-0.5 inline-grid">
								<CopyButton text={of.transactionId} what={t("trusted.review.replaced.id")} />
							</span>
						</span>
					</Fact>
				</Facts>
			</div>
		</Section>
	);
}

function BatchSteps({ steps }: { steps: readonly BatchStepRow[] }) {
	return (
		<ol className="grid gap-1 text-f2">
			{steps.map((step) => (
				<li
					key={step.commitId}
					className={clsx("flex flex-wrap justify-between gap-x-3", step.here && "font-semibold text-accent")}
				>
					<span className="min-w-0 wrap-anywhere">
						{step.headline === null
							? rich(
									"trusted.review.batch.step.unknown",
									{ b: (text) => <span className="num font-normal text-ink-3">{text}</span> },
									{ step: step.index + 1, id: ends(step.commitId) },
								)
							: rich(
									"trusted.review.batch.step",
									{ headline: () => <Claim text={textOf(step.headline ?? "")} max={200} /> },
									{ step: step.index + 1 },
								)}
						{step.here && t("trusted.review.this-one")}
						{step.source !== null && (
							<span className="block text-f1 font-normal text-ink-3">
								{rich("trusted.review.the-service-says", {
									claim: () => <Claim text={step.source ?? ""} max={120} />,
								})}
							</span>
						)}
					</span>
					<Claim text={stepStatus(step, steps)} max={120} />
				</li>
			))}
		</ol>
	);
}

/** Announces changes to the review. A new revision also scrolls to the top, where its changes are listed. */
function useReviewChanges({ changed, revision, fingerprint, opinion }: ReviewView, toTop: () => void): void {
	const announce = useAnnounce();
	const changedCount = changed.length;
	useEffect(() => {
		if (changedCount === 0) return;
		toTop();
		announce(t("trusted.review.changed.restart"));
	}, [changedCount, revision, fingerprint, announce, toTop]);

	const opinionBefore = useRef<OpinionState | null>(null);
	const opinionState = opinion?.state ?? null;
	useEffect(() => {
		const text = arrivalText(opinionBefore.current, opinion);
		opinionBefore.current = opinionState;
		if (text !== null) announce(text);
	}, [opinion, opinionState, announce]);
}

function useReviewKeys(
	{ entryId, canReject }: Pick<ReviewView, "entryId" | "canReject">,
	queue: { readonly at: number; readonly of: number },
): void {
	const { view } = useTrusted();
	const keys = useTrustedCommand();
	// A request that has ended doesn't count as waiting.
	const hasOther = queue.of > Math.min(1, queue.at);
	const page = (direction: "next" | "previous") =>
		hasOther ? keys.call("showReview", { direction }) : false;
	useKeyMap(
		{
			j: () => void page("next"),
			k: () => void page("previous"),
			r: () => {
				if (!canReject) return false;
				return keys.call("rejectEntries", { entryIds: [entryId], reason: null });
			},
		},
		view.settings.singleKeys,
	);
}

/** Warns about problems with the RPC. The review's facts then come from the fallback RPC. */
function RpcNotes({ review }: { review: ReviewView }) {
	return (review.rpc?.notes ?? []).map((words) => (
		<Notice key={textOf(words)} tone="caution" alert className="mb-3">
			{textOf(words)}
		</Notice>
	));
}

/** The keys let the controls keep their state while main rebuilds the request. */
function editsOf(review: ReviewView): { edits?: MoneyEdits } {
	const { edit } = review;
	if (edit === undefined) return {};
	return {
		edits: {
			fee: edit.fee === null ? null : <FeeChoice key={review.entryId} review={review} fee={edit.fee} />,
			amount:
				edit.amount === null ? null : (
					<PaymentEdit key={review.entryId} review={review} amount={edit.amount} />
				),
			allowance: (index) => {
				const own = edit.allowances.find((each) => each.place === index);
				return own === undefined ? null : (
					<AllowanceEdit key={`${review.entryId} ${index}`} review={review} edit={own} />
				);
			},
		},
	};
}

type ShownReview = Omit<Extract<EntryScreen, { readonly screen: "review" }>, "screen">;

/** Lays out the review in reading order, with few tab stops between the headline and Approve. */
function EditableReview({
	review,
	ticket,
	offline,
	editing,
	allowOnce,
	exceptionUntil,
	queue,
}: ShownReview & { editing: boolean }) {
	const { bridge } = useTrusted();
	const top = useRef<HTMLDivElement>(null);
	const verdict = useRef<HTMLDivElement>(null);
	const headline = useRef<HTMLHeadingElement>(null);
	const parts = useMemo(() => [verdict, headline], []);
	const shown = useCallback(
		async (seen: string) => (await bridge.call("reviewShown", { ticket: seen })).ok,
		[bridge],
	);
	const band = bandOf(review);
	const toTop = useCallback(() => top.current?.scrollIntoView({ block: "start" }), []);
	const isRead = useReadingTime(ticket, `${band.tone} ${textOf(band.reason)}`, parts, shown, toTop);

	useReviewKeys(review, queue);
	useReviewChanges(review, toTop);

	const panel = useRef<HTMLDivElement>(null);
	const showDevice = useCallback(() => panel.current?.scrollIntoView({ block: "start" }), []);
	const { device } = review;
	// If the payload differs from the review, there is nothing to decide, so only the differing values are
	// shown.
	const differs = differing(review).length > 0;
	const decided = <DecisionBlocks review={review} band={band} {...editsOf(review)} />;
	return (
		<div
			className={clsx(
				"relative flex h-full flex-col short:block short:overflow-y-auto",
				device !== null && "@min-[66rem]:[--measure:70rem]",
			)}
		>
			<Who review={review} queue={queue} />
			<main
				data-region
				className={clsx(
					"gutter relative flex min-h-0 flex-1 scroll-pt-16 scroll-pb-48 flex-col overflow-x-clip overflow-y-auto short:min-h-full short:overflow-visible",
					// The device panel is next to the review if there is room, and otherwise below the
					// decision.
					device !== null &&
						"@min-[66rem]:grid @min-[66rem]:grid-cols-[minmax(0,1fr)_24rem] @min-[66rem]:grid-rows-[auto_auto_auto_1fr_auto] @min-[66rem]:gap-x-8",
				)}
			>
				<div ref={top} className="@min-[66rem]:col-span-2" />
				<VerdictBand band={band} ref={verdict} />
				<div className="min-w-0 shrink-0 pt-3">
					<RpcNotes review={review} />
					<Changed rows={review.changed} />
					<Headline review={review} ref={headline} />
					<Undeclared opinion={review.opinion} />
					{differs ? <Mismatch checks={review.checks} requestKind={review.requestKind} /> : decided}
				</div>
				<DecisionBar
					review={review}
					band={band}
					ticket={ticket}
					offline={offline}
					editing={editing}
					allowOnce={allowOnce}
					exceptionUntil={exceptionUntil}
					isRead={isRead}
					onUnread={toTop}
					onShowDevice={showDevice}
				/>
				<div className="order-1 min-w-0 shrink-0 pb-5">
					{differs && decided}
					<SignedFirst contents={review.contents} />
					<Proof review={review} />
					{review.proposal === undefined ? (
						<ServiceSays review={review} />
					) : (
						<AgentSays proposal={review.proposal} />
					)}
					<DayLimit key={review.entryId} review={review} />
					{review.replaces !== null && <Replaces of={review.replaces} contents={review.contents} />}
					{review.steps.length > 0 && (
						<Section title={t("trusted.review.steps-batch")} aside={batchSummary(review.steps)}>
							<div className="card px-3.5 py-2.5">
								<BatchSteps steps={review.steps} />
							</div>
						</Section>
					)}
				</div>
				{device !== null && (
					<div
						ref={panel}
						className="order-1 min-w-0 shrink-0 scroll-mt-4 @min-[66rem]:order-none @min-[66rem]:col-start-2 @min-[66rem]:row-span-2 @min-[66rem]:row-start-3"
					>
						<DeviceReview device={device} contents={review.contents} />
					</div>
				)}
				<div className="order-2 min-w-0 shrink-0 pb-5">
					<SignedBelow contents={review.contents} />
					<Folded review={review} />
				</div>
			</main>
		</div>
	);
}

export const ReviewScreen = (shown: ShownReview) => (
	<WithOpenEdits>{(editing) => <EditableReview {...shown} editing={editing} />}</WithOpenEdits>
);
