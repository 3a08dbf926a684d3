import clsx from "clsx";
import { CircleCheck, CircleHelp, OctagonAlert } from "lucide-react";
import type { ReviewView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Amount } from "../../components/amount.tsx";
import { Claim } from "../../components/claim.tsx";
import { CostLine } from "../../components/cost-line.tsx";
import { rich } from "../../components/rich.ts";
import { Section } from "../../components/section.tsx";

const COVERED = {
	yes: { icon: CircleCheck, look: "text-ink-2", mark: "text-in" },
	no: { icon: OctagonAlert, look: "font-medium text-danger", mark: "text-danger" },
	unknown: { icon: CircleHelp, look: "text-ink-2", mark: "text-caution" },
} as const;

/** What it costs at most in native units, what is likely, fees, and whether the balance covers it. */
export function Costs({ costs }: { costs: ReviewView["costs"] }) {
	if (costs === null)
		return (
			<p className="mt-4 text-f2 text-ink-3">{t("trusted.review.signature-costs-nothing-allows-above")}</p>
		);
	const { likely } = costs;
	const {
		icon: Icon,
		look,
		mark,
	} = COVERED[costs.covered.ok === null ? "unknown" : costs.covered.ok ? "yes" : "no"];
	return (
		<Section title={t("trusted.review.what-it-costs")}>
			<div className="card">
				<dl>
					<CostLine name={t("trusted.review.network-at-most")}>
						{costs.most === null ? (
							<span className="text-f2 text-ink-2">{t("trusted.review.not-stated")}</span>
						) : (
							<span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
								<Amount view={costs.most} exact className="font-semibold" />
								{likely !== null && (
									<span className="inline-flex items-baseline gap-1 text-f1 text-ink-3">
										{rich("trusted.review.likely", {}, { amount: () => <Amount view={likely} /> })}
									</span>
								)}
							</span>
						)}
					</CostLine>
					<CostLine name={t("trusted.review.service-fee")}>
						<span className="text-f2">{textOf(costs.serviceFee)}</span>
					</CostLine>
					{costs.fees.map((fee, index) => (
						// Fees of one simulation, drawn as they came: the place is the identity.
						<CostLine
							key={index}
							name={rich(
								"trusted.review.the-service-expects",
								{},
								{ claim: () => <Claim text={fee.kind} max={60} /> },
							)}
						>
							<Amount view={fee.amount} className="text-f2" />
						</CostLine>
					))}
				</dl>
				<div className={clsx("flex items-start gap-2 border-t border-line-2 px-3.5 py-1.5 text-f2", look)}>
					<Icon size={15} aria-hidden className={clsx("mt-0.5 shrink-0", mark)} />{" "}
					{textOf(costs.covered.words)}
				</div>
			</div>
		</Section>
	);
}
