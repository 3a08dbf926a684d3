import clsx from "clsx";
import { CircleDashed, ListTree, LoaderCircle, StickyNote, Wrench } from "lucide-react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { TaskItem, TaskState, TaskStep, ToolItem } from "../../../ipc/conversations.ts";
import { t, textOf } from "../../../text/index.ts";
import { duration } from "../../../text/time.ts";
import { TextButton } from "../../components/button.tsx";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { Fold } from "../../components/fold.tsx";
import { useNow } from "../../state/clock.tsx";
import { useOpenRow } from "./open-rows.tsx";
import { ValueView } from "./value-view.tsx";

const ICONS = { running: LoaderCircle, done: Wrench, ended: CircleDashed } as const;

export function ToolRow({ item }: { item: ToolItem }) {
	const row = useOpenRow(item.key);
	const Icon = ICONS[item.state];
	return (
		<Fold
			{...row}
			title={
				<span className="flex min-w-0 items-center gap-2">
					<Icon
						size={13}
						aria-hidden
						className={item.state === "running" ? "shrink-0 text-accent motion-turn" : "shrink-0 text-ink-3"}
					/>
					<Claim
						text={item.name === "" ? t("desk.session.a-tool") : item.name}
						max={80}
						className="num max-w-1/2 shrink-0 truncate"
					/>
					<span className="shrink-0 text-ink-3">{t(`desk.session.words.${item.state}`)}</span>
					<Claim text={item.preview} max={160} className="num min-w-0 truncate text-f1 text-ink-3" />
				</span>
			}
		>
			<div className="card mt-2 ml-5.5 grid gap-2 px-3 py-2">
				{item.note !== null && <ClaimBlock text={item.note} max={600} className="text-f2 text-ink-2" />}
				{item.args !== null && <ValueView label={t("ui.arguments")} value={item.args} />}
				{item.result === null ? (
					<p className="text-f2 text-ink-3">
						{item.state === "running" ? t("desk.session.no-result-yet") : t("desk.session.no-result-told")}
					</p>
				) : (
					<ValueView
						label={item.state === "done" ? t("desk.session.result") : t("desk.session.so-far")}
						value={item.result}
					/>
				)}
			</div>
		</Fold>
	);
}

export const TASK_STATES: Readonly<
	Record<TaskState, { readonly text: Message; readonly className: string; readonly means: Message | null }>
> = {
	running: { text: message("desk.session.task-states.running"), className: "text-accent", means: null },
	completed: { text: message("desk.session.task-states.completed"), className: "text-in", means: null },
	failed: {
		text: message("desk.session.task-states.failed"),
		className: "text-danger font-medium",
		means: message("desk.session.task-states.failed.means"),
	},
	stalled: {
		text: message("desk.session.task-states.stalled"),
		className: "text-caution font-medium",
		means: message("desk.session.task-states.stalled.means"),
	},
	cancelled: {
		text: message("desk.session.task-states.cancelled"),
		className: "text-ink-3",
		means: message("desk.session.task-states.cancelled.means"),
	},
	ended: {
		text: message("desk.session.words.ended"),
		className: "text-ink-3",
		means: message("desk.session.task-states.ended.means"),
	},
};

export function elapsedMs(
	task: Pick<TaskItem, "state" | "durationMs" | "elapsed" | "at">,
	now: number,
): number | null {
	if (task.durationMs !== null) return task.durationMs;
	if (task.state !== "running") return task.elapsed?.ms ?? null;
	const from = task.elapsed ?? { ms: 0, at: task.at };
	return from.ms + Math.max(0, now - from.at);
}

/**
 * Returns text such as "3 steps · 2 transactions staged · took 4.2 s". `null` if the service reported none of
 * these.
 */
export function endText({ reportedSteps: steps, staged, durationMs }: TaskItem): string | null {
	const parts = [
		steps === null ? null : t("desk.session.step-count", { count: steps }),
		staged === null || staged === 0 ? null : t("desk.session.transactions-staged", { count: staged }),
		durationMs === null ? null : t("desk.session.took", { duration: duration(durationMs) }),
	].filter((part) => part !== null);
	return parts.length === 0 ? null : parts.join(" · ");
}

const LAST_STEPS = 40;

/** A separate component, so that only this part re-renders every second. */
function Elapsed({ item }: { item: TaskItem }) {
	const ms = elapsedMs(item, useNow());
	// Shows whole seconds while the task is running.
	const shown = ms === null || item.durationMs !== null ? ms : Math.floor(ms / 1000) * 1000;
	return shown === null ? null : <span className="num shrink-0">{duration(shown)}</span>;
}

export function TaskRow({ item }: { item: TaskItem }) {
	const row = useOpenRow(item.key);
	const state = TASK_STATES[item.state];
	const running = item.state === "running";
	const Icon = running ? LoaderCircle : ListTree;
	const last = item.steps.at(-1);
	return (
		<div>
			<Fold
				{...row}
				title={
					<span className="flex min-w-0 items-center gap-2">
						<Icon
							size={13}
							aria-hidden
							className={clsx("shrink-0", running ? "text-accent motion-turn" : "text-ink-3")}
						/>
						<Claim
							text={item.label === "" ? t("desk.session.a-task") : item.label}
							max={120}
							className="min-w-24 truncate"
						/>
						<span className="flex min-w-0 items-baseline gap-2 text-ink-3">
							{item.app !== "" && <Claim text={item.app} max={40} className="hidden truncate mid:inline" />}
							<span className="shrink-0">
								{item.resumed && t("desk.session.resumed")}
								<span className={state.className}>{textOf(state.text)}</span>
							</span>
							{running && item.phase !== null && (
								<Claim text={item.phase} max={40} className="min-w-0 truncate" />
							)}
							<Elapsed item={item} />
						</span>
					</span>
				}
			>
				<TaskTree item={item} />
			</Fold>
			{running && !row.open && last !== undefined && (
				<p className="mt-0.5 ml-11 truncate text-f1 text-ink-3">
					<LastStep step={last} />
				</p>
			)}
		</div>
	);
}

function LastStep({ step }: { step: TaskStep }) {
	return step.kind === "note" ? (
		<Claim text={step.text} max={160} />
	) : (
		<>
			<Claim text={step.name} max={60} className="num" /> <Claim text={step.preview} max={120} />
		</>
	);
}

function TaskTree({ item }: { item: TaskItem }) {
	const all = useOpenRow(`${item.key}:all`);
	const hidden = all.open ? 0 : Math.max(0, item.steps.length - LAST_STEPS);
	const { means } = TASK_STATES[item.state];
	const ended = endText(item);
	return (
		<div className="mt-2 ml-1.5 grid gap-2 border-l border-line pl-4 text-f2">
			{item.steps.length === 0 && item.tools.length === 0 && item.message === null && (
				<p className="text-ink-3">{t("desk.session.no-step")}</p>
			)}
			{hidden > 0 && (
				<TextButton className="justify-self-start" onClick={() => all.onOpenChange(true)}>
					{t("desk.session.show-earlier-steps", { count: hidden })}
				</TextButton>
			)}
			{item.omitted > 0 && (
				<p className="text-f1 text-ink-3">{t("desk.session.steps-omitted", { count: item.omitted })}</p>
			)}
			<ol aria-label={t("ui.steps")} className="grid gap-1.5 empty:hidden">
				{item.steps.slice(hidden).map((step) => (
					<li key={step.seq}>
						<Step step={step} owner={item.key} />
					</li>
				))}
			</ol>
			{item.tools.map((tool) => (
				<ToolRow key={tool.key} item={tool} />
			))}
			{item.message !== null && item.message !== "" && (
				<ClaimBlock text={item.message} max={600} className="text-ink" />
			)}
			{means !== null && <p className="text-ink-2">{textOf(means)}</p>}
			{ended !== null && <p className="text-f1 text-ink-3">{ended}</p>}
		</div>
	);
}

function Step({ step, owner }: { step: TaskStep; owner: string }) {
	const row = useOpenRow(`${owner} ${step.seq}`);
	if (step.kind === "note")
		return (
			<div className="flex gap-2 text-ink-2">
				<StickyNote size={13} aria-label={t("desk.session.note")} className="mt-1 shrink-0 text-ink-3" />
				<ClaimBlock text={step.text} max={600} />
			</div>
		);
	return (
		<Fold
			{...row}
			title={
				<span className="flex min-w-0 items-center gap-2">
					<Claim text={step.name} max={80} className="num max-w-1/2 shrink-0 truncate" />
					<Claim text={step.preview} max={160} className="min-w-0 truncate text-ink-3" />
				</span>
			}
		>
			<div className="card mt-1.5 mb-1 ml-5.5 grid gap-2 px-3 py-2">
				<ValueView label={t("ui.arguments")} value={step.args} />
				{step.preview !== "" && (
					<div>
						<p className="text-f1 font-medium text-ink-3">{t("desk.session.result-service-shortened")}</p>
						<ClaimBlock text={step.preview} max={600} className="num mt-1 text-f1" />
					</div>
				)}
			</div>
		</Fold>
	);
}
