import type { ReviewView } from "../../../ipc/review.ts";
import { headlineText, t } from "../../../text/index.ts";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { rich } from "../../components/rich.ts";
import { unknownWords } from "./sentences.ts";

/** One sentence from our own decoding; below it what the service says, marked as such. */
export function Headline({ review }: { review: ReviewView }) {
	const [first, ...others] = review.serviceSays;
	return (
		<>
			<h1 tabIndex={-1} className="text-f5 font-semibold tracking-tight text-balance wrap-anywhere">
				{headlineText(review.headline)}
			</h1>
			{!review.headlineKnown && <p className="mt-1.5 text-f2 text-caution">{unknownWords(review)}</p>}
			{review.subject === "action" && (
				<p className="mt-1.5 text-f2 text-ink-2">{t("trusted.review.request-described-service-only-no")}</p>
			)}
			{first !== undefined && (
				<div className="mt-1.5 text-f2 text-ink-2">
					{others.length === 0 && first.length <= 160 && !first.includes("\n") ? (
						<p>
							{rich(
								"trusted.review.the-service-says.quoted",
								{},
								{
									b: (text) => <span className="text-ink-3">{text}</span>,
									claim: () => <Claim text={first} />,
								},
							)}
						</p>
					) : (
						<>
							<p>{t("trusted.review.the-service-says.lead")}</p>
							{review.serviceSays.map((says, index) => (
								<ClaimBlock
									key={index}
									text={says}
									max={240}
									className="mt-1 border-l-2 border-line pl-3 text-ink-3"
								/>
							))}
						</>
					)}
				</div>
			)}
		</>
	);
}
