import clsx from "clsx";
import type { BatchStepRow } from "../../../bridge/views.ts";
import { Claim } from "../../components/claim.tsx";
import { ends } from "../../components/words.ts";
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
						Step {step.index + 1}
						{step.headline === null ? (
							<span className="num font-normal text-ink-3"> {ends(step.commitId)}</span>
						) : (
							<>
								: <Claim text={step.headline} max={200} />
							</>
						)}
						{step.here && " (this one)"}
						{step.source !== null && (
							<span className="block text-f1 font-normal text-ink-3">
								The service says: <Claim text={step.source} max={120} />
							</span>
						)}
					</span>
					<Claim text={standing(step, steps)} max={120} />
				</li>
			))}
		</ol>
	);
}
