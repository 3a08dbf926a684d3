import clsx from "clsx";
import { Ban, LoaderCircle, TriangleAlert, Undo2, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { ProgressStep, ProgressStepName, ProgressView } from "../../../ipc/signing.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { fundsText } from "../../components/review/sentences.ts";
import { useNow } from "../../state/clock.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { outcomeTitle, waitsForDevice } from "./outcomes.ts";

type StageName = "checked" | "signed" | "handed" | "sent" | "answered" | "chain";

const STAGE_OF: Readonly<Record<ProgressStepName, StageName>> = {
	matched: "checked",
	claimed: "checked",
	signed: "signed",
	recorded: "signed",
	handed_in: "handed",
	submitted: "sent",
	reported: "sent",
	answered: "answered",
	confirmed: "chain",
};

export interface Stage {
	readonly name: Message;
	readonly done: boolean;
}

/** Groups steps into stages. A stage is done once all of its steps are. */
function stagesOf(steps: readonly Pick<ProgressStep, "name" | "state">[]): readonly Stage[] {
	const names = [...new Set(steps.map(({ name }) => STAGE_OF[name]))];
	let isReached = true;
	return names.map((name) => {
		isReached &&= steps.every((step) => STAGE_OF[step.name] !== name || step.state === "done");
		return { name: message(`trusted.progress.stage.${name}`), done: isReached };
	});
}

export function Waiting({ progress }: { progress: ProgressView }) {
	const { steps, outcome, offline, text } = progress;
	const stuck = outcome === "stuck" && !waitsForDevice(progress);
	const Icon = stuck || offline ? TriangleAlert : LoaderCircle;
	return (
		<section aria-label={t("trusted.progress.what-can-happen")} className="card mt-4 p-4">
			<div className="flex items-start gap-3">
				<Icon
					size={20}
					aria-hidden
					className={clsx("mt-0.5 shrink-0", stuck || offline ? "text-caution" : "text-accent motion-turn")}
				/>
				<div className="min-w-0 flex-1">
					<p className="font-semibold" data-progress="title" data-glance="band">
						{outcomeTitle(progress)}
					</p>
					{/* While the request is waiting for the device, the device's panel below shows the next step. */}
					{!waitsForDevice(progress) && (
						<p className="mt-0.5 text-f2 text-pretty wrap-anywhere">
							{offline ? t("trusted.progress.offline.words") : textOf(text)}
						</p>
					)}
					{stuck && !offline && <p className="mt-0.5 text-f2 text-ink-2">{fundsText(progress)}</p>}
				</div>
				<Passed since={progress.approvedAt} />
			</div>
			<Bar stages={stagesOf(steps)} />
			<Ways progress={progress} />
		</section>
	);
}

function Passed({ since }: { since: number }) {
	const seconds = Math.max(0, Math.floor((useNow() - since) / 1000));
	const hours = Math.floor(seconds / 3600);
	const minutes = Math.floor((seconds % 3600) / 60);
	const two = (count: number) => String(count).padStart(2, "0");
	return (
		<span className="num shrink-0 text-f2 text-ink-2" role="timer">
			{hours > 0 ? `${hours}:${two(minutes)}` : minutes}:{two(seconds % 60)}
		</span>
	);
}

function Bar({ stages }: { stages: readonly Stage[] }) {
	const done = stages.filter((stage) => stage.done).length;
	const last = stages[Math.max(0, done - 1)];
	return (
		<div
			role="img"
			aria-label={t("trusted.progress.bar", { done, count: stages.length, stage: last?.name ?? "" })}
			className="mt-3 flex gap-1.5"
		>
			{stages.map((stage, at) => (
				<span key={stage.name.code} className="min-w-0 flex-1">
					<span className={clsx("block h-1 rounded-full", stage.done ? "bg-accent" : "bg-line")} />
					<span
						className={clsx(
							"mt-1 block text-f1 wrap-anywhere",
							at === done - 1 ? "font-semibold text-ink" : "text-ink-3",
						)}
					>
						{textOf(stage.name)}
					</span>
				</span>
			))}
		</div>
	);
}

const WAYS: Readonly<Record<"speed_up" | "cancel", { readonly icon: typeof Ban; readonly text: Message }>> = {
	speed_up: { icon: Zap, text: message("trusted.progress.ways.speed-up.button") },
	cancel: { icon: Ban, text: message("trusted.progress.ways.cancel.button") },
};

/** *Speed up* and *Cancel* each open their own review. */
function Ways({ progress }: { progress: ProgressView }) {
	const command = useTrustedCommand();
	const { entryId, canWithdraw, canReplace, replaceFees } = progress;
	if (!canWithdraw && canReplace.length === 0) return null;
	return (
		<>
			<div className="mt-3 flex flex-wrap gap-2 *:flex-1">
				{canWithdraw && (
					<Button {...command.press("withdraw", { entryId })}>
						<Undo2 size={16} aria-hidden /> {t("trusted.progress.withdraw")}
					</Button>
				)}
				{canReplace.map((purpose) => {
					const { icon: Icon, text } = WAYS[purpose];
					const fee = replaceFees[purpose];
					return (
						<Button key={purpose} {...command.press("replace", { entryId, purpose })}>
							<Icon size={16} aria-hidden /> {textOf(text)}
							{fee !== undefined && (
								<Price>
									{t("trusted.progress.ways.from", {
										amount: fee.fiat ?? message("outcome.amount", { amount: fee.text, symbol: fee.unit }),
									})}
								</Price>
							)}
						</Button>
					);
				})}
			</div>
			<Fault text={command.fault} className="mt-2" />
			<p className="mt-2 text-f1 text-pretty text-ink-3">
				{canWithdraw ? t("trusted.progress.withdraw.free") : t("trusted.progress.ways.words")}
			</p>
		</>
	);
}

const Price = ({ children }: { children: ReactNode }) => (
	<span className="font-normal text-ink-2">{children}</span>
);
