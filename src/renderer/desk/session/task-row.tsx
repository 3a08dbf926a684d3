import clsx from "clsx";
import type { TranscriptItem } from "../../../bridge/views.ts";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { Fold } from "../../components/fold.tsx";
import { duration } from "../../components/words.ts";

type Task = Extract<TranscriptItem, { kind: "task" }>;

const STATES: Readonly<Record<Task["state"], { readonly words: string; readonly look: string }>> = {
	running: { words: "running", look: "text-accent" },
	completed: { words: "completed", look: "text-ink-3" },
	failed: { words: "failed", look: "text-danger" },
	stalled: { words: "stalled", look: "text-caution" },
	cancelled: { words: "cancelled", look: "text-ink-3" },
};

/** A task of an app, folded; opens to its steps and last words. */
export function TaskRow({ item }: { item: Task }) {
	const state = STATES[item.state];
	return (
		<Fold
			title={
				<span className="flex min-w-0 items-center gap-2">
					<Claim text={item.label} max={120} className="truncate" />
					<span className="flex shrink-0 gap-1 text-ink-3">
						<Claim text={item.app} max={40} /> ·
						<span className={clsx(state.look, item.state === "failed" && "font-medium")}>{state.words}</span>
						{item.state === "running" && item.phase !== null && (
							<>
								· <Claim text={item.phase} max={40} />
							</>
						)}
						{item.durationMs !== null && <>· {duration(item.durationMs)}</>}
					</span>
				</span>
			}
		>
			<div className="card mt-2 ml-5.5 grid gap-2 px-3 py-2 text-f2">
				{item.steps.length === 0 && item.message === null && (
					<p className="text-ink-3">It has not told of any step.</p>
				)}
				<ol className="grid gap-1.5">
					{item.steps.map((step, index) => (
						// Steps are only ever added at the end.
						<li key={index} className="grid grid-cols-[1.25rem_1fr]">
							<span className="text-ink-3">{index + 1}</span>
							<span>
								<Claim text={step.title} max={160} />
								<ClaimBlock text={step.detail} max={400} className="text-ink-3" />
							</span>
						</li>
					))}
				</ol>
				{item.message !== null && <ClaimBlock text={item.message} max={600} className="text-ink-2" />}
			</div>
		</Fold>
	);
}
