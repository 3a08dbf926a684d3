import clsx from "clsx";
import type { BatchStepRow } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Claim } from "../../components/claim.tsx";
import { ends } from "../../components/figures.ts";
import { rich } from "../../components/rich.ts";
import { standing } from "./batch.ts";

/** The members of the batch, each with where it stands. */
export function BatchSteps({ steps }: { steps: readonly BatchStepRow[] }) {
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
									{ step: step.index + 1, id: ends(step.commitId) },
									{ b: (text) => <span className="num font-normal text-ink-3">{text}</span> },
								)
							: rich(
									"trusted.review.batch.step",
									{ step: step.index + 1 },
									{ headline: () => <Claim text={textOf(step.headline ?? "")} max={200} /> },
								)}
						{step.here && t("trusted.review.this-one")}
						{step.source !== null && (
							<span className="block text-f1 font-normal text-ink-3">
								{rich(
									"trusted.review.the-service-says",
									{},
									{ claim: () => <Claim text={step.source ?? ""} max={120} /> },
								)}
							</span>
						)}
					</span>
					<Claim text={standing(step, steps)} max={120} />
				</li>
			))}
		</ol>
	);
}
