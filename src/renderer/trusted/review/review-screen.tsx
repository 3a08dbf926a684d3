import clsx from "clsx";
import { useCallback, useEffect, useRef } from "react";
import type { ReviewView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Section } from "../../components/section.tsx";
import { useAnnounce } from "../../state/announcer.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { SignedBelow, SignedFirst } from "../content/contents.tsx";
import { ApprovalList } from "./approval-list.tsx";
import { Asked } from "./asked.tsx";
import { batchSummary } from "./batch.ts";
import { BatchSteps } from "./batch-steps.tsx";
import { Changed } from "./changed.tsx";
import { Changes } from "./changes.tsx";
import { Checks } from "./checks.tsx";
import { Costs } from "./costs.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { DeviceReview } from "./device-review.tsx";
import { Folded } from "./folded.tsx";
import { Headline } from "./headline.tsx";
import { Replaces } from "./replaces.tsx";
import { arrivalWords, type OpinionState } from "./sentences.ts";
import { useWake } from "./use-wake.ts";
import { Verdict } from "./verdict.tsx";
import { Who } from "./who.tsx";

/** The review: who asks, what changes, what is allowed, does it match; then one decision. */
export function ReviewScreen({
	review,
	ticket,
	wakeMs,
	queue,
}: {
	review: ReviewView;
	ticket: string | null;
	wakeMs: number;
	queue: { readonly at: number; readonly of: number };
}) {
	const { bridge } = useTrusted();
	const content = useRef<HTMLDivElement>(null);
	const announce = useAnnounce();
	const shown = useCallback(
		async (seen: string) => (await bridge.call("reviewShown", { ticket: seen })).ok,
		[bridge],
	);
	const awake = useWake(ticket, wakeMs, content, shown);

	// What changed is on top: bring it into sight, and say so.
	const scroller = useRef<HTMLElement>(null);
	const changedCount = review.changed.length;
	const { revision, fingerprint } = review;
	useEffect(() => {
		if (changedCount === 0) return;
		scroller.current?.firstElementChild?.scrollIntoView({ block: "start" });
		announce(t("trusted.review.review-changed-since-looked-nothing"));
	}, [changedCount, revision, fingerprint, announce]);

	// The second opinion comes by itself, after the review: its arrival is said.
	const { opinion } = review;
	const opinionBefore = useRef<OpinionState | null>(null);
	const opinionState = opinion?.state ?? null;
	useEffect(() => {
		const words = arrivalWords(opinionBefore.current, opinion);
		opinionBefore.current = opinionState;
		if (words !== null) announce(words);
	}, [opinion, opinionState, announce]);

	// A new ticket is a new question, and Approve wakes only by the headline in sight: it is read from the top.
	useEffect(() => {
		if (ticket !== null) scroller.current?.firstElementChild?.scrollIntoView({ block: "start" });
	}, [ticket]);

	const panel = useRef<HTMLDivElement>(null);
	const showDevice = useCallback(() => panel.current?.scrollIntoView({ block: "start" }), []);
	const { device } = review;
	return (
		<div
			className={clsx(
				"relative flex h-full flex-col short:block short:overflow-y-auto",
				device !== null && "wide:[--measure:70rem]",
			)}
		>
			<Who review={review} queue={queue} />
			<main
				ref={scroller}
				className={clsx(
					"gutter relative min-h-0 flex-1 scroll-pt-4 overflow-y-auto pt-4 pb-5 short:overflow-visible",
					// Beside the review where there is room; else below the four answers.
					device !== null &&
						"wide:grid wide:grid-cols-[minmax(0,1fr)_24rem] wide:grid-rows-[auto_1fr] wide:gap-x-8",
				)}
			>
				<div className="min-w-0">
					<Changed rows={review.changed} />
					<div ref={content}>
						<Headline review={review} />
					</div>
					<Asked asked={review.asked} />
					<Verdict review={review} />
					{review.steps.length > 0 && (
						<Section title={t("trusted.review.steps-batch")} aside={batchSummary(review.steps)}>
							<div className="card px-3.5 py-2.5">
								<BatchSteps steps={review.steps} />
							</div>
						</Section>
					)}
					{review.replaces !== null && <Replaces of={review.replaces} contents={review.contents} />}
					<SignedFirst contents={review.contents} />
					<Changes
						rows={review.changes}
						claim={textOf(review.changesClaim)}
						sent={review.costs !== null}
						understood={review.headlineKnown}
						replaces={review.replaces?.purpose ?? null}
					/>
					<ApprovalList rows={review.allows} understood={review.headlineKnown} />
					<Costs costs={review.costs} />
					<Checks review={review} />
				</div>
				{device !== null && (
					<div
						ref={panel}
						className="min-w-0 scroll-mt-4 wide:col-start-2 wide:row-span-2 wide:row-start-1 wide:-mt-4"
					>
						<DeviceReview device={device} contents={review.contents} />
					</div>
				)}
				<div className="min-w-0">
					<SignedBelow contents={review.contents} />
					<Folded review={review} />
				</div>
			</main>
			<DecisionBar review={review} ticket={ticket} awake={awake} onShowDevice={showDevice} />
		</div>
	);
}
