import clsx from "clsx";
import type { FlowStepView } from "../../../ipc/review.ts";
import { textOf } from "../../../text/index.ts";
import { Amount } from "../amount.tsx";
import { Claim } from "../claim.tsx";

export function FlowSteps({ steps }: { steps: readonly FlowStepView[] }) {
	return steps.map((step, index) => (
		<li
			key={index}
			className={clsx(
				"grid min-h-8 grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-2 px-4 py-1 text-f2",
				step.isOutlier && "bg-danger-soft shadow-[inset_4px_0_0_var(--danger)]",
			)}
		>
			<span className="text-ink-3 tabular-nums">{step.at}</span>
			<span className={clsx("wrap-anywhere", step.isOutlier && "font-medium text-danger")}>
				<Claim text={textOf(step.text)} max={200} />
			</span>
			{step.amount !== null && (
				<span className="flex flex-wrap justify-end gap-x-2 text-right">
					<Amount view={step.amount} exact="spoken" className="font-semibold" />
					{step.amount.fiat !== undefined && (
						<span className="text-ink-2 min-[30rem]:min-w-20">{textOf(step.amount.fiat)}</span>
					)}
				</span>
			)}
		</li>
	));
}
