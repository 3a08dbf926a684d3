import type { Ref } from "react";
import type { ProposalView, ReviewView } from "../../../ipc/review.ts";
import { headlineText, t, textOf } from "../../../text/index.ts";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { rich } from "../../components/rich.tsx";
import { Fact, Facts } from "../../components/section.tsx";
import { Unbroken } from "../../components/text/unbroken.tsx";
import { SHORT_REASON_LENGTH } from "./who.tsx";

export function Headline({ review, ref }: { review: ReviewView; ref: Ref<HTMLHeadingElement> }) {
	return (
		<>
			<h1
				ref={ref}
				tabIndex={-1}
				data-glance="headline"
				className="text-f5 font-semibold tracking-tight text-balance wrap-anywhere max-[24rem]:text-f4"
			>
				<Unbroken text={headlineText(review.headline)} />
			</h1>
			<p className="mt-1 flex flex-wrap items-center gap-2 text-ink-2">
				{review.fiat !== undefined && (
					<>
						<span data-glance="worth" className="text-ink">
							{textOf(review.fiat)}
						</span>
						<span className="text-ink-3">{t("trusted.preview.on")}</span>
					</>
				)}
				<span className="rounded-full border border-line px-2 text-f1 font-medium">
					{textOf(review.chain.name)}
				</span>
				{review.slippage !== undefined && (
					<span data-glance="slippage" className="rounded-full border border-line px-2 text-f1 font-medium">
						{textOf(review.slippage)}
					</span>
				)}
			</p>
		</>
	);
}

/** Shows the reason that the agent gives, and the resource that an x402 payment pays for. */
export function AgentSays({ proposal: { payment, reason } }: { proposal: ProposalView }) {
	const isLong = reason !== null && (reason.length > SHORT_REASON_LENGTH || reason.includes("\n"));
	if (!isLong && payment === null) return null;
	return (
		<div className="mt-3 grid gap-2 text-f2 text-ink-2">
			{payment !== null && (
				<div className="card px-3.5 py-2.5">
					<p className="mb-1.5">{t("trusted.review.agent-payment")}</p>
					<Facts>
						{payment.host !== "" && (
							<Fact name={t("trusted.review.agent-payment.host")}>
								<Claim text={payment.host} max={120} />
							</Fact>
						)}
						<Fact name={t("trusted.review.agent-payment.resource")}>
							<Claim text={payment.resource} max={400} />
						</Fact>
						{payment.description !== "" && (
							<Fact name={t("trusted.review.agent-payment.description")}>
								<Claim text={payment.description} max={400} />
							</Fact>
						)}
					</Facts>
				</div>
			)}
			{isLong && (
				<>
					<p>{t("trusted.review.agent-says")}</p>
					<ClaimBlock text={reason} max={240} className="border-l-2 border-line pl-3 text-ink-3" />
				</>
			)}
		</div>
	);
}

export function ServiceSays({ review }: { review: Pick<ReviewView, "serviceSays" | "requestKind"> }) {
	const [first, ...others] = review.serviceSays;
	const described = review.requestKind === "action";
	if (first === undefined && !described) return null;
	return (
		<div className="mt-3 grid gap-1 text-f2 text-ink-2">
			{described && <p>{t("trusted.review.described-only")}</p>}
			{first !== undefined &&
				(others.length === 0 && first.length <= 160 && !first.includes("\n") ? (
					<p>
						{rich("trusted.review.the-service-says.quoted", {
							b: (text) => <span className="text-ink-3">{text}</span>,
							claim: () => <Claim text={first} />,
						})}
					</p>
				) : (
					<>
						<p>{t("trusted.review.the-service-says.lead")}</p>
						{review.serviceSays.map((says, index) => (
							<ClaimBlock
								key={index}
								text={says}
								max={240}
								className="border-l-2 border-line pl-3 text-ink-3"
							/>
						))}
					</>
				))}
		</div>
	);
}
