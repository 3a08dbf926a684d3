import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ProposalView, ReviewView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { callerText } from "../../components/agent-texts.ts";
import { Claim } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";
import { rich } from "../../components/rich.tsx";
import { useIsTriage, useTrustedCommand } from "../../state/trusted.tsx";

/** Returns whether the user opened the review to revoke an allowance and chose to lower it instead. */
const isLowering = ({ edit }: ReviewView) =>
	edit?.allowances.some(({ isOwn, lowered }) => isOwn && lowered !== null) ?? false;

export function Who({
	review,
	queue,
}: {
	review: ReviewView;
	queue: { readonly at: number; readonly of: number };
}) {
	const { who, broadcaster, step, expiresAt, proposal } = review;
	const isTriage = useIsTriage();
	const own = ["replacement", "revocation", "transfer"].includes(review.requestKind);
	// Only the service creates requests for a committed Build.
	const asker = review.build === undefined ? t("ui.agent") : t("ui.service");
	return (
		<header
			data-region
			className="flex shrink-0 items-center gap-x-3 border-b border-line bg-surface gutter py-2.5"
		>
			<AppMark name={own ? t("trusted.review.you") : textOf(proposal?.agent ?? who.app ?? who.session)} />
			<div className="min-w-0 flex-1">
				<p className="line-clamp-2 text-f2 wrap-anywhere max-[24rem]:line-clamp-1">
					<b className="font-semibold">
						{own ? (
							t("trusted.review.you")
						) : proposal !== undefined ? (
							<Claim text={proposal.agent} max={60} />
						) : who.app === null ? (
							asker
						) : (
							<Claim text={who.app} max={40} />
						)}
					</b>{" "}
					{proposal !== undefined ? (
						<span className="text-ink-2">
							{proposal.reason === null
								? t("trusted.review.agent-asks")
								: rich("trusted.review.agent-asks.reason", {
										claim: () => <Claim text={proposal.reason ?? ""} max={SHORT_REASON_LENGTH} />,
									})}
						</span>
					) : review.build !== undefined ? (
						<span className="text-ink-2">{t("trusted.review.requested.build")}</span>
					) : review.requestKind === "revocation" ? (
						<span className="text-ink-2">
							{t(isLowering(review) ? "trusted.review.lower-link" : "trusted.review.revoke-link")}
						</span>
					) : review.requestKind === "transfer" ? (
						<span className="text-ink-2">{t("trusted.review.want-payment")}</span>
					) : (
						<span className="text-ink-2">
							{rich(own ? "trusted.review.transaction.session" : "trusted.review.requested.session", {
								session: () => <Claim text={who.session} max={80} />,
							})}
						</span>
					)}
				</p>
				<p className="flex flex-wrap gap-x-1 text-f1 text-ink-3">
					{expiresAt === null ? (
						<span>{t("trusted.review.no-expiry")}</span>
					) : (
						<span>{rich("trusted.review.expires", { time: () => <Countdown at={expiresAt} /> })}</span>
					)}
					{proposal === undefined ? (
						<span>· {textOf(broadcaster.text)}</span>
					) : (
						<AgentCalls proposal={proposal} />
					)}
					{step !== null && <span>{t("trusted.review.step-of", { at: step.at, of: step.of })}</span>}
					{broadcaster.route !== undefined && (
						<span className="max-[24rem]:sr-only">· {textOf(broadcaster.route)}</span>
					)}
				</p>
			</div>
			{queue.of > 1 && !isTriage && <Queue queue={queue} />}
		</header>
	);
}

/**
 * Maximum length of a reason that is shown next to the agent's name. A longer reason is shown in full below
 * the decision.
 */
export const SHORT_REASON_LENGTH = 80;

/** Shows how the agent reached Countersign, and how often it sent this request. */
function AgentCalls({ proposal: { requestCount, caller } }: { proposal: ProposalView }) {
	return (
		<>
			{requestCount > 1 && (
				<span className="text-ink">· {t("trusted.review.agent-asked", { count: requestCount })}</span>
			)}
			{caller !== null && (
				<span className="basis-full">
					{t(`agents.door.${caller.door}`)}, {callerText(caller)}
				</span>
			)}
		</>
	);
}

function Queue({ queue }: { queue: { readonly at: number; readonly of: number } }) {
	const command = useTrustedCommand();
	const show = (direction: "next" | "previous") => void command.call("showReview", { direction });
	const look =
		"grid size-6 place-items-center rounded-sm border border-line text-ink-2 hover:bg-sunken disabled:text-edge";
	return (
		<nav
			aria-label={t("trusted.review.waiting-reviews")}
			className="flex shrink-0 items-center gap-2 text-f1 text-ink-2"
		>
			<button
				type="button"
				aria-label={t("trusted.review.previous-review")}
				disabled={queue.at <= 1}
				onClick={() => show("previous")}
				className={look}
			>
				<ChevronLeft size={15} aria-hidden />
			</button>
			<span>
				{queue.at === 0
					? t("trusted.review.others-wait", { count: queue.of })
					: t("ui.of", { at: queue.at, of: queue.of })}
			</span>
			<button
				type="button"
				aria-label={t("trusted.review.next-review")}
				disabled={queue.at >= queue.of}
				onClick={() => show("next")}
				className={look}
			>
				<ChevronRight size={15} aria-hidden />
			</button>
		</nav>
	);
}
