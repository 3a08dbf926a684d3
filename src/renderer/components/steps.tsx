import clsx from "clsx";
import { Check, CircleDashed, LoaderCircle, Minus, X } from "lucide-react";
import type { ProgressStep, ProgressStepName } from "../../ipc/signing.ts";
import { t, textOf } from "../../text/index.ts";
import { clockTime } from "../../text/time.ts";

export const stepName = (name: ProgressStepName): string => t(`components.step-names.${name}`);

export function StepBar({
	steps,
	done,
	stopped = false,
}: {
	steps: readonly ProgressStepName[];
	done: number;
	stopped?: boolean;
}) {
	return (
		<span className="flex gap-1" aria-hidden>
			{steps.map((name, index) => (
				<span
					key={name}
					className={clsx(
						"h-1 flex-1 rounded-full",
						index < done ? "bg-accent" : "bg-line",
						index === done && !stopped && "bg-linear-to-r from-accent from-50% to-line to-50%",
					)}
				/>
			))}
		</span>
	);
}

const STYLES = {
	done: { icon: Check, look: "text-accent" },
	now: { icon: LoaderCircle, look: "text-accent" },
	todo: { icon: CircleDashed, look: "text-ink-3" },
	failed: { icon: X, look: "text-danger" },
	skipped: { icon: Minus, look: "text-ink-3" },
} as const;

export function StepMark({ state }: { state: ProgressStep["state"] }) {
	const { icon: Icon, look } = STYLES[state];
	return (
		<span className="mt-0.5 shrink-0">
			<Icon size={16} aria-hidden className={clsx(look, state === "now" && "motion-turn")} />
			<span className="sr-only">{t(`components.looks.${state}`)}: </span>
		</span>
	);
}

/** Returns the name of the last completed step, or of the first step if none is completed. */
export function stepReached(steps: readonly ProgressStepName[], done: number): string | null {
	const step = steps[Math.min(steps.length, Math.max(1, done)) - 1];
	return step === undefined ? null : stepName(step);
}

export function StepList({ steps }: { steps: readonly ProgressStep[] }) {
	return (
		<ol>
			{steps.map((step) => {
				const { icon: Icon, look } = STYLES[step.state];
				return (
					<li key={step.name} className="flex gap-3 px-3.5 py-2 not-first:border-t not-first:border-line-2">
						<Icon
							size={16}
							aria-hidden
							className={clsx("mt-0.5 shrink-0", look, step.state === "now" && "motion-turn")}
						/>
						<div className="min-w-0 flex-1">
							<span className={clsx(step.state === "todo" ? "text-ink-3" : "font-medium")}>
								{stepName(step.name)}
							</span>
							<span className="sr-only">: {t(`components.looks.${step.state}`)}</span>
							{step.note !== null && <p className="text-f2 text-ink-2 wrap-anywhere">{textOf(step.note)}</p>}
						</div>
						{step.at !== null && (
							<time className="num shrink-0 text-f2 text-ink-3">{clockTime(step.at)}</time>
						)}
					</li>
				);
			})}
		</ol>
	);
}
