import clsx from "clsx";
import { useCallback, useMemo, useRef } from "react";
import { bandOf } from "../../../core/review/band.ts";
import type { ReviewView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Asked } from "../../components/review/asked.tsx";
import { Money } from "../../components/review/money.tsx";
import { PartyCards } from "../../components/review/party-cards.tsx";
import { Section } from "../../components/section.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { SignedBelow, SignedFirst } from "../content/contents.tsx";
import { batchSummary } from "./batch.ts";
import { BatchSteps } from "./batch-steps.tsx";
import { DecisionBar } from "./decision/decision-bar.tsx";
import { Replaces } from "./decision/replaces.tsx";
import { useWake } from "./decision/use-wake.ts";
import { Folded } from "./folded.tsx";
import { Headline, ServiceSays } from "./headline.tsx";
import { Undeclared } from "./opinion.tsx";
import { Changed } from "./proof/changed.tsx";
import { DeviceReview } from "./proof/device-review.tsx";
import { differing, Mismatch } from "./proof/mismatch.tsx";
import { Proof } from "./proof/proof.tsx";
import { VerdictBand } from "./proof/verdict-band.tsx";
import { RpcNotes } from "./rpc-notes.tsx";
import { useReviewKeys } from "./use-review-keys.ts";
import { useReviewNews } from "./use-review-news.ts";
import { Who } from "./who.tsx";

/**
 * The review, as it is read: is anything wrong, what is done, who gets it, what is left, what it costs; then one
 * decision. What proves it stands below. The decision comes before the proof for the keyboard too: few stops lead from
 * the headline to Approve.
 */
export function ReviewScreen({
	review,
	ticket,
	offline,
	allowOnce,
	exceptionUntil,
	wakeMs,
	queue,
}: {
	review: ReviewView;
	ticket: string | null;
	offline: boolean;
	allowOnce: string | null;
	exceptionUntil: number | null;
	wakeMs: number;
	queue: { readonly at: number; readonly of: number };
}) {
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
	const awake = useWake(ticket, `${band.tone} ${textOf(band.reason)}`, wakeMs, parts, shown, toTop);

	useReviewKeys(review, queue);
	useReviewNews(review, toTop);

	const panel = useRef<HTMLDivElement>(null);
	const showDevice = useCallback(() => panel.current?.scrollIntoView({ block: "start" }), []);
	const { device } = review;
	// Where it is not what was reviewed there is nothing to decide: the two values alone stand first.
	const differs = differing(review).length > 0;
	const decided = (
		<>
			<PartyCards parties={review.parties} />
			<Asked asked={review.asked} band={band} />
			<Money review={review} isBlocked={band.tone === "blocked"} />
		</>
	);
	return (
		<div
			className={clsx(
				"relative flex h-full flex-col short:block short:overflow-y-auto",
				device !== null && "wide:[--measure:70rem]",
			)}
		>
			<Who review={review} queue={queue} />
			<main
				data-region
				className={clsx(
					"gutter relative flex min-h-0 flex-1 scroll-pt-16 scroll-pb-48 flex-col overflow-x-clip overflow-y-auto short:min-h-full short:overflow-visible",
					// Beside the review where there is room; else below the decision.
					device !== null &&
						"wide:grid wide:grid-cols-[minmax(0,1fr)_24rem] wide:grid-rows-[auto_auto_auto_1fr_auto] wide:gap-x-8",
				)}
			>
				<div ref={top} className="wide:col-span-2" />
				<VerdictBand band={band} ref={verdict} />
				<div className="min-w-0 shrink-0 pt-3">
					<RpcNotes review={review} />
					<Changed rows={review.changed} />
					<Headline review={review} ref={headline} />
					<Undeclared opinion={review.opinion} />
					{differs ? <Mismatch checks={review.checks} /> : decided}
				</div>
				<DecisionBar
					review={review}
					band={band}
					ticket={ticket}
					offline={offline}
					allowOnce={allowOnce}
					exceptionUntil={exceptionUntil}
					awake={awake}
					onUnread={toTop}
					onShowDevice={showDevice}
				/>
				<div className="order-1 min-w-0 shrink-0 pb-5">
					{differs && decided}
					<SignedFirst contents={review.contents} />
					<Proof review={review} />
					<ServiceSays review={review} />
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
						className="order-1 min-w-0 shrink-0 scroll-mt-4 wide:order-none wide:col-start-2 wide:row-span-2 wide:row-start-3"
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
