import clsx from "clsx";
import { Bot, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { AgentRow, AgentState, AgentsView, RemoteAgentRow } from "../../../ipc/agents.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Ago } from "../../components/countdown.tsx";
import { Empty } from "../../components/empty.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { partOf, useDesk, useDeskCommand } from "../../state/desk.tsx";
import { Bar } from "../home/bar.tsx";
import { AgentPage } from "./agent-page.tsx";
import { StopAllButton } from "./stop-agents.tsx";

const MARKS: Readonly<Record<AgentState | "muted", string>> = {
	unconfirmed: "rounded-full border border-ink-3",
	calling: "rounded-full bg-accent",
	connected: "rounded-full bg-in",
	idle: "rounded-full border border-ink-3",
	paused: "rounded-[2px] border-2 border-ink-3",
	muted: "rounded-[2px] border-2 border-ink-3",
};

function StateWord({ state, text }: { state: AgentState | "muted"; text: string }) {
	return (
		<span className="inline-flex min-w-0 items-center gap-2 text-f2">
			<i aria-hidden className={clsx("size-2 shrink-0", MARKS[state])} />
			<span className="min-w-0">{text}</span>
		</span>
	);
}

export function AgentsPage() {
	const { part, view } = useDesk();
	const [chosen, setChosen] = useState<string | null>(partOf(part, "agents"));
	const row = view.agents.local.find(({ id }) => id === chosen);
	return (
		<div className="h-full overflow-y-auto">
			<div className="mx-auto max-w-6xl px-6 py-5">
				{row === undefined ? (
					<AgentList agents={view.agents} onChoose={setChosen} />
				) : (
					<AgentPage key={row.id} row={row} onBack={() => setChosen(null)} />
				)}
			</div>
		</div>
	);
}

function AgentList({ agents, onChoose }: { agents: AgentsView; onChoose: (id: string) => void }) {
	const { local, remote } = agents;
	return (
		<>
			<Head agents={agents} />
			<Doors agents={agents} />
			<div className="mt-4 grid gap-4">
				{local.length > 0 && (
					<Table title={t("desk.agents.local")} showsSpent>
						{local.map((row) => (
							<LocalAgent key={row.id} row={row} onChoose={() => onChoose(row.id)} />
						))}
					</Table>
				)}
				{local.length === 0 && (
					<section aria-label={t("desk.agents.local")} className="card">
						<Empty icon={Bot} title={t("desk.agents.none")} action={<AddAgent />}>
							{t("desk.agents.never-signs")}
						</Empty>
					</section>
				)}
				{remote.length > 0 && (
					<Table title={t("desk.agents.remote")}>
						{remote.map((row) => (
							<RemoteAgent key={row.sessionIds.join(" ")} row={row} />
						))}
					</Table>
				)}
			</div>
			{local.length > 0 && (
				<p className="mt-3 px-4 text-f2 text-pretty text-ink-2">{t("desk.agents.never-signs")}</p>
			)}
		</>
	);
}

function Head({ agents: { local, remote } }: { agents: AgentsView }) {
	const count = local.length + remote.length;
	return (
		<div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
			<div className="min-w-0">
				<h1 className="text-f5 font-semibold tracking-tight">{t("desk.shell.items.agents")}</h1>
				{count > 0 && (
					<p className="text-f2 text-ink-2">
						{t("desk.agents.counts", { local: local.length, remote: remote.length })}
					</p>
				)}
			</div>
			{count > 0 && (
				<div className="flex flex-wrap items-center gap-2">
					<StopAllButton />
					{local.length > 0 && <AddAgent />}
				</div>
			)}
		</div>
	);
}

function AddAgent() {
	const command = useDeskCommand();
	return (
		<>
			<Button size="small" variant="primary" {...command.press("openAgent", { agentId: null })}>
				<Plus size={14} aria-hidden /> {t("ui.add-agent")}
			</Button>
			<Fault text={command.fault} className="basis-full" />
		</>
	);
}

function Doors({ agents: { doors, local, unknownCall } }: { agents: AgentsView }) {
	const command = useDeskCommand();
	const isOff = doors.socket === null && doors.http === null;
	const faults = [doors.socket?.fault ?? null, doors.http?.fault ?? null].filter((each) => each !== null);
	const open = () => void command.call("openTrusted", { screen: "agentDoors" });
	if ((!isOff || local.length === 0) && faults.length === 0 && unknownCall === null) return null;
	return (
		<div className="mt-4 grid gap-3">
			{isOff && local.length > 0 && (
				<Notice tone="caution">
					<Line text={t("desk.agents.doors-off")}>
						<Button size="small" busy={command.busy} onClick={open}>
							{t("desk.settings.turn-on")}
						</Button>
					</Line>
				</Notice>
			)}
			{faults.map((fault) => (
				<Notice key={textOf(fault)} tone="danger">
					<Line text={textOf(fault)}>
						<Button size="small" busy={command.busy} onClick={open}>
							{t("ui.change")}
						</Button>
					</Line>
				</Notice>
			))}
			{unknownCall !== null && <Notice tone="caution">{t("agents.wrong-secret")}</Notice>}
			<Fault text={command.fault} />
		</div>
	);
}

function Line({ text, children }: { text: string; children: ReactNode }) {
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
			<p className="min-w-0 flex-1 basis-64 text-pretty">{text}</p>
			{children}
		</div>
	);
}

/** Uses columns from medium width up. In narrower windows, each row becomes a block of lines. */
const COLUMNS =
	"mid:grid mid:grid-cols-[2rem_minmax(0,1fr)_8.5rem_minmax(7rem,12rem)_4.5rem_4.5rem] mid:items-center mid:gap-x-4";

function Table({
	title,
	showsSpent = false,
	children,
}: {
	title: string;
	showsSpent?: boolean;
	children: ReactNode;
}) {
	return (
		<section aria-label={title} className="card overflow-hidden">
			<div className={clsx("border-b border-line px-4 py-2 text-f1 text-ink-3", COLUMNS)}>
				<h2 className="mid:col-start-2">{title}</h2>
				<span aria-hidden className="hidden mid:block">
					{t("desk.agents.column.state")}
				</span>
				<span aria-hidden className="hidden mid:block">
					{showsSpent && t("desk.agents.spent-today")}
				</span>
				<span aria-hidden className="hidden text-right mid:block">
					{t("desk.agents.column.waiting")}
				</span>
				<span aria-hidden className="hidden text-right mid:block">
					{t("desk.agents.column.last-call")}
				</span>
			</div>
			<ul>{children}</ul>
		</section>
	);
}

const ROW =
	"relative flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2.5 not-first:border-t not-first:border-line-2 hover:bg-sunken";

function RowName({ children, second, onOpen }: { children: ReactNode; second: string; onOpen: () => void }) {
	return (
		<div className="min-w-0 flex-1 basis-40">
			<button
				type="button"
				onClick={onOpen}
				className="block max-w-full truncate rounded-sm text-left font-medium -outline-offset-1 after:absolute after:inset-0"
			>
				{children}
			</button>
			<p className="truncate text-f1 text-ink-2">{second}</p>
		</div>
	);
}

function Waiting({ count }: { count: number }) {
	return (
		<p className={clsx("text-f2 tabular-nums mid:text-right", count === 0 && "text-ink-3 max-mid:hidden")}>
			<span className="mid:hidden">{t("desk.agents.waiting", { count })}</span>
			<span className="max-mid:hidden">{count === 0 ? t("desk.agents.no-waiting") : count}</span>
		</p>
	);
}

function LocalAgent({ row, onChoose }: { row: AgentRow; onChoose: () => void }) {
	const { client, lastCallAt, name, spentToday, dayLimit, percent, state, waiting } = row;
	return (
		<li className={clsx(ROW, COLUMNS)}>
			<AppMark name={name} />
			<RowName second={`${t(`agents.client.${client}`)} · ${row.accounts.join(", ")}`} onOpen={onChoose}>
				{name}
			</RowName>
			<StateWord state={state} text={t(`agents.state.${state}`)} />
			<div className="basis-full mid:basis-auto">
				{spentToday === null ? (
					<p className="text-f2 text-ink-2">{t("ui.no-price")}</p>
				) : (
					<>
						<p className="flex flex-wrap justify-between gap-x-2 text-f2 tabular-nums">
							<span>{textOf(spentToday)}</span>
							<span className="text-ink-2">
								{dayLimit === null
									? t("desk.agents.no-limit")
									: t("desk.agents.of-limit", { most: textOf(dayLimit) })}
							</span>
						</p>
						{percent !== null && (
							<div className="mt-1">
								<Bar part={percent / 100} full={percent >= 100} />
							</div>
						)}
					</>
				)}
			</div>
			<Waiting count={waiting} />
			<p className="text-f2 text-ink-2 mid:text-right">
				{lastCallAt === null ? (
					<span className="text-ink-3">{t("desk.agents.no-call")}</span>
				) : (
					<Ago at={lastCallAt} />
				)}
			</p>
		</li>
	);
}

function RemoteAgent({ row }: { row: RemoteAgentRow }) {
	const { openSession } = useDesk();
	const { app, lastAt, muted, sessionIds, waiting } = row;
	const name = app ?? t("desk.agents.unnamed");
	return (
		<li className={clsx(ROW, COLUMNS)}>
			<AppMark name={name} />
			<RowName
				second={t("desk.agents.sessions", { count: sessionIds.length })}
				onOpen={() => openSession(sessionIds[0] ?? null)}
			>
				<Claim text={name} max={60} />
			</RowName>
			<StateWord
				state={muted ? "muted" : "connected"}
				text={muted ? t("desk.inbox.muted") : t("desk.agents.watching")}
			/>
			<span className="hidden mid:block" />
			<Waiting count={waiting} />
			<p className="text-f2 text-ink-2 mid:text-right">{lastAt !== null && <Ago at={lastAt} />}</p>
		</li>
	);
}
