import clsx from "clsx";
import { ArrowLeft, Ban, Check, Clock, Pause, Play, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { chainName } from "../../../core/chain/names.ts";
import { AGENT_NOTIFY_LEVELS } from "../../../core/identities/agents.ts";
import { message } from "../../../core/localized-text.ts";
import type { AgentPageView, AgentRequestRow, AgentRow, AgentState } from "../../../ipc/agents.ts";
import { t, textOf } from "../../../text/index.ts";
import { clockTime } from "../../../text/time.ts";
import { callerText } from "../../components/agent-texts.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Claim } from "../../components/claim.tsx";
import { Ago } from "../../components/countdown.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill, type Tone } from "../../components/pill.tsx";
import { Fact, Facts } from "../../components/section.tsx";
import { useNow } from "../../state/clock.tsx";
import { type DeskCommand, useDesk, useDeskCommand } from "../../state/desk.tsx";
import { Bar } from "../home/bar.tsx";
import { SpendingCard, startOfDay, wholeDollars } from "./spending-card.tsx";
import { StopAgent } from "./stop-agents.tsx";

const TONES: Readonly<Record<AgentState, Tone>> = {
	unconfirmed: "quiet",
	calling: "accent",
	connected: "in",
	idle: "quiet",
	paused: "caution",
};

/** Reloads the agent whenever the agents or requests change. */
function useAgent(agentId: string): AgentPageView | null {
	const { bridge, view } = useDesk();
	const { agents, inbox } = view;
	const [agent, setAgent] = useState<AgentPageView | null>(null);
	useEffect(() => {
		let isCurrent = true;
		bridge.call("loadAgent", { agentId }).then(
			(answer) => {
				if (isCurrent) setAgent(answer);
			},
			// The next change triggers another attempt.
			() => {},
		);
		return () => {
			isCurrent = false;
		};
	}, [bridge, agentId, agents, inbox]);
	return agent;
}

export function AgentPage({ row, onBack }: { row: AgentRow; onBack: () => void }) {
	const agent = useAgent(row.id);
	const command = useDeskCommand();
	return (
		<>
			<Button variant="quiet" size="small" className="-ml-3" onClick={onBack}>
				<ArrowLeft size={14} aria-hidden /> {t("desk.agents.all")}
			</Button>
			<Head row={row} agent={agent} command={command} />
			<Fault text={command.fault} className="mt-3" />
			<StateNote row={row} agent={agent} />
			{agent === null ? (
				<p aria-busy="true" role="status" className="mt-4 text-f2 text-ink-2">
					{t("desk.agents.loading")}
				</p>
			) : (
				<>
					<Counts agent={agent} />
					<div className="mt-3 grid gap-3 wide:grid-cols-[minmax(0,1fr)_24rem]">
						<SpendingCard agent={agent} />
						<Limits agent={agent} />
						<Lately agent={agent} />
						<Sharing agent={agent} />
					</div>
				</>
			)}
		</>
	);
}

function Head({ row, agent, command }: { row: AgentRow; agent: AgentPageView | null; command: DeskCommand }) {
	const { id, name, state } = row;
	const isPaused = state === "paused";
	const isDoubted = isPaused && agent !== null && agent.pausedAt === null;
	const isConfirmed = state !== "unconfirmed" && state !== "calling";
	return (
		<div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
			<div className="flex min-w-0 items-center gap-3">
				<AppMark name={name} className="size-12 text-f4 max-mid:hidden" />
				<div className="min-w-0">
					<div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
						<h1 className="min-w-0 text-f5 font-semibold tracking-tight wrap-anywhere">{name}</h1>
						<Pill tone={TONES[state]}>
							{isPaused && <Pause size={12} aria-hidden />}
							{t(`agents.state.${state}`)}
						</Pill>
					</div>
					<p className="flex flex-wrap gap-x-1.5 text-f2 text-ink-2">
						<span>{t(`agents.client.${row.client}`)}</span>
						{agent !== null && (
							<span>· {t("desk.agents.added", { at: { at: agent.addedAt, style: "day" } })}</span>
						)}
						{agent !== null && agent.lastCall !== null && <span>· {callerText(agent.lastCall)}</span>}
						{row.lastCallAt !== null && (
							<span>
								· {t("desk.agents.last-call")} <Ago at={row.lastCallAt} whole />
							</span>
						)}
					</p>
				</div>
			</div>
			<div className="flex flex-wrap gap-2">
				{isConfirmed && !isDoubted && (
					<Button
						size="small"
						variant={isPaused ? "primary" : "plain"}
						{...command.press(isPaused ? "resumeAgent" : "pauseAgent", { agentId: id })}
					>
						{isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
						{isPaused ? t("ui.resume") : t("desk.agents.pause")}
					</Button>
				)}
				{isConfirmed && <StopAgent agent={row} />}
			</div>
		</div>
	);
}

function StateNote({ row, agent }: { row: AgentRow; agent: AgentPageView | null }) {
	const { go } = useDesk();
	const now = useNow();
	const command = useDeskCommand();
	const { id, state, waiting } = row;
	if (state === "paused" && agent !== null && agent.pausedAt === null)
		return (
			<Note icon={<TriangleAlert size={16} aria-hidden className="text-caution" />}>
				<p className="min-w-0 flex-1 basis-64 text-f2 text-pretty">{t("desk.agents.doubted")}</p>
				<Button size="small" {...command.press("openTrusted", { screen: "rules" })}>
					{t("desk.agents.doubted.check")}
				</Button>
				<Fault text={command.fault} className="basis-full" />
			</Note>
		);
	if (state === "paused")
		return (
			<Note icon={<Pause size={16} aria-hidden className="text-caution" />}>
				<p className="min-w-0 flex-1 basis-64 text-f2 text-pretty">
					<b className="font-semibold">
						{agent === null || agent.pausedAt === null
							? t("desk.agents.paused")
							: t("desk.agents.paused-at", {
									at: {
										at: agent.pausedAt,
										style: agent.pausedAt >= startOfDay(now) ? "time" : "minute",
									},
								})}
					</b>{" "}
					<span className="text-ink-2">
						{t("desk.agents.paused-new")} {waiting > 0 && t("desk.agents.paused-waiting", { count: waiting })}
					</span>
				</p>
				{waiting > 0 && (
					<Button size="small" onClick={() => go("inbox")}>
						{t("desk.agents.review", { count: waiting })}
					</Button>
				)}
			</Note>
		);
	if (state !== "unconfirmed" && state !== "calling") return null;
	const isCalling = state === "calling";
	return (
		<Note icon={<Clock size={16} aria-hidden className={isCalling ? "text-accent" : "text-ink-3"} />}>
			<p className="min-w-0 flex-1 basis-64 text-f2 text-pretty">
				{isCalling ? t("desk.agents.first-call") : t("desk.agents.first-call.none")}
				<Fault text={command.fault} className="mt-2" />
			</p>
			<Button
				size="small"
				variant={isCalling ? "primary" : "plain"}
				{...command.press("openAgent", { agentId: id })}
			>
				{isCalling ? t("desk.agents.first-call.check") : t("ui.change")}
			</Button>
		</Note>
	);
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
	return (
		<div className="card mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
			{icon}
			{children}
		</div>
	);
}

function Counts({ agent: { waiting, week } }: { agent: AgentPageView }) {
	const refused = week.rejected + week.refused;
	return (
		<dl className="card mt-3 grid grid-cols-2 overflow-hidden mid:grid-cols-4">
			<Count
				name={t("desk.agents.week.asked")}
				count={week.requestCount}
				note={week.repeats > 0 ? t("desk.agents.week.repeats", { count: week.repeats }) : null}
			/>
			<Count name={t("desk.agents.week.signed")} count={week.signed} note={null} />
			<Count
				name={t("desk.agents.week.refused")}
				count={refused}
				note={
					refused > 0 ? t("desk.agents.week.refused-by", { you: week.rejected, limits: week.refused }) : null
				}
			/>
			<Count name={t("desk.agents.column.waiting")} count={waiting} note={null} />
		</dl>
	);
}

function Count({ name, count, note }: { name: string; count: number; note: string | null }) {
	return (
		<div className="-mt-px -ml-px border-t border-l border-line-2 px-4 py-2.5">
			<dt className="text-f2 text-ink-2">{name}</dt>
			<dd>
				<span className="text-f4 font-semibold tabular-nums">{count}</span>
				{note !== null && <span className="block text-f1 text-ink-2">{note}</span>}
			</dd>
		</div>
	);
}

function CardHead({ title, children }: { title: string; children?: ReactNode }) {
	return (
		<header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-line px-4 py-1.5">
			<h2 className="text-f3 font-semibold">{title}</h2>
			{children}
		</header>
	);
}

function Limits({ agent }: { agent: AgentPageView }) {
	const command = useDeskCommand();
	const { limits, spentToday, percent, dayLimit } = agent;
	return (
		<section aria-label={t("desk.agents.limits")} className="card">
			<CardHead title={t("desk.agents.limits")}>
				<Button
					size="small"
					variant="quiet"
					className="-mr-3"
					{...command.press("openTrusted", { screen: "rules" })}
				>
					{t("ui.change")}
				</Button>
			</CardHead>
			<Fault text={command.fault} className="m-3" />
			<ul className="grid text-f2">
				<Limit name={t("desk.agents.limits.once")} cents={limits.once} />
				<Limit name={t("desk.agents.limits.day")} cents={limits.day}>
					{dayLimit !== null && percent !== null && (
						<>
							<Bar part={percent / 100} full={percent >= 100} />
							{spentToday !== null && (
								<span className="mt-1 block text-f1 text-ink-2 tabular-nums">
									{t("desk.agents.limits.spent", { spent: textOf(spentToday) })}
								</span>
							)}
						</>
					)}
				</Limit>
			</ul>
			<p className="border-t border-line-2 px-4 py-2 text-f1 text-ink-2">
				{t("desk.agents.limits.password")}
			</p>
		</section>
	);
}

function Limit({ name, cents, children }: { name: string; cents: string | null; children?: ReactNode }) {
	return (
		<li className="px-4 py-2.5 not-first:border-t not-first:border-line-2">
			<p className="flex justify-between gap-3">
				<span>{name}</span>
				<span className={clsx("tabular-nums", cents === null ? "text-ink-2" : "font-semibold")}>
					{cents === null ? t("desk.agents.no-limit") : wholeDollars(BigInt(cents))}
				</span>
			</p>
			{children !== undefined && <div className="mt-1.5">{children}</div>}
		</li>
	);
}

const OUTCOMES = {
	waiting: { icon: Clock, look: "text-accent" },
	signed: { icon: Check, look: "text-ink-3" },
	refused: { icon: Ban, look: "text-danger" },
} as const;

function Lately({ agent: { requests } }: { agent: AgentPageView }) {
	const { go } = useDesk();
	return (
		<section aria-label={t("desk.agents.lately")} className="card overflow-hidden">
			<CardHead title={t("desk.agents.lately")}>
				<Button size="small" variant="quiet" className="-mr-3" onClick={() => go("activity")}>
					{t("desk.agents.activity")}
				</Button>
			</CardHead>
			{requests.length === 0 ? (
				<p className="px-4 py-3 text-f2 text-ink-2">{t("desk.agents.lately.none")}</p>
			) : (
				<ul className="max-h-96 overflow-y-auto">
					{requests.map((request) => (
						<Request key={request.entryId} request={request} />
					))}
				</ul>
			)}
		</section>
	);
}

function Request({ request }: { request: AgentRequestRow }) {
	const command = useDeskCommand();
	const { at, chain, entryId, headline, outcome, state, fiat } = request;
	const { icon: Icon, look } = OUTCOMES[outcome];
	return (
		<li className="relative flex items-center gap-3 px-4 py-2 not-first:border-t not-first:border-line-2 hover:bg-sunken">
			<Icon size={16} aria-hidden className={clsx("shrink-0", look)} />
			<div className="min-w-0 flex-1">
				<button
					type="button"
					onClick={() => void command.call("openReview", { entryId })}
					className="block max-w-full truncate rounded-sm text-left text-f2 font-medium -outline-offset-1 after:absolute after:inset-0"
				>
					<Claim text={headline} max={120} />
				</button>
				<p className="truncate text-f1 text-ink-2">
					{textOf(state)} {clockTime(at).slice(0, 5)}
					{chain !== "" && ` · ${chain}`}
				</p>
				<Fault text={command.fault} className="mt-1" />
			</div>
			{fiat !== null && <span className="shrink-0 text-f2 tabular-nums">{textOf(fiat)}</span>}
		</li>
	);
}

function Sharing({ agent }: { agent: AgentPageView }) {
	const { view } = useDesk();
	const open = useDeskCommand();
	const notify = useDeskCommand();
	const { accounts, id, lastCall, maxPerHour, maxWaiting, networks, rules } = agent;
	const nameOf = (ref: string) =>
		view.settings.chains.find(({ chainId }) => chainId === ref)?.name ?? chainName(ref);
	return (
		<section aria-label={t("desk.agents.sharing")} className="card">
			<CardHead title={t("desk.agents.sharing")}>
				<Button size="small" variant="quiet" className="-mr-3" {...open.press("openAgent", { agentId: id })}>
					{t("ui.change")}
				</Button>
			</CardHead>
			<Facts className="px-4 py-3">
				<Fact name={t("ui.accounts")}>{accounts.join(", ")}</Fact>
				<Fact name={t("ui.networks")}>
					{networks.length === 0 ? t("desk.agents.sharing.every-network") : networks.map(nameOf).join(", ")}
				</Fact>
				<Fact name={t("desk.agents.sharing.at-once")}>
					{t("ui.request-limits", { waiting: maxWaiting, hour: maxPerHour })}
				</Fact>
				<Fact name={t("ui.rules")}>
					{t("desk.agents.sharing.rule-counts", { own: rules.scoped, all: rules.all })}
				</Fact>
				{lastCall !== null && (
					<Fact name={t("ui.connects-through")}>{t(`agents.door.${lastCall.door}`)}</Fact>
				)}
			</Facts>
			<Fault text={open.fault} className="mx-4 mb-3" />
			<div className="grid gap-1.5 border-t border-line-2 px-4 py-3">
				<span className="text-f2">{t("desk.agents.notify")}</span>
				<Segmented
					label={t("desk.agents.notify")}
					value={agent.notify}
					options={AGENT_NOTIFY_LEVELS.map((value) => ({
						value,
						text: message(`desk.agents.notify.${value}`),
					}))}
					disabled={notify.busy}
					onChoose={(level) => void notify.call("setAgentNotify", { agentId: id, level })}
				/>
				<Fault text={notify.fault} />
			</div>
		</section>
	);
}
