import { useId, useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { PowerLogs, PowersView } from "../../../ipc/powers.ts";
import { t, textOf } from "../../../text/index.ts";
import { monthText } from "../../../text/time.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useDeskCommand } from "../../state/desk.tsx";
import { turned } from "../../state/sets.ts";
import { Bar } from "../home/bar.tsx";

const MAX_NAMED = 2;

type Read = PowerLogs & { readonly first: number };

const wasRead = (logs: PowerLogs): logs is Read => logs.first !== null;

function sinceText({ first, firstAt }: Read): string {
	return firstAt === null ? t("desk.powers.logs.since.block", { block: first }) : monthText(firstAt);
}

/** Returns the source of the list, such as "Your RPC, logs since Jan 2024". */
export function sourceText({ logs }: PowersView): string {
	const read = logs.filter(wasRead);
	const [only] = read;
	const source =
		only === undefined
			? t("desk.powers.logs.unread")
			: logs.length === 1
				? t("desk.powers.logs.since", { since: sinceText(only) })
				: t("desk.powers.logs.since.several", { count: read.length, all: logs.length });
	return t("desk.powers.own-rpc", { logs: source });
}

/** Warns that there may be permissions that aren't listed. */
export function UnreadLogs({ logs }: { logs: PowersView["logs"] }) {
	const unread = logs.filter((each) => !wasRead(each)).map(({ chain }) => chain.name);
	if (unread.length === 0) return null;
	return (
		<p className="text-f1 text-pretty text-ink-3">
			{t("desk.powers.logs.missing", { networks: unread.join(", ") })}
		</p>
	);
}

function blocksText(failed: PowerLogs["failed"]): string {
	const named = failed.slice(0, MAX_NAMED).map((range) => t("desk.powers.logs.blocks", range));
	const more = failed.length - named.length;
	const blocks = named.join(", ");
	return more === 0 ? blocks : t("desk.powers.logs.more-failed", { blocks, count: more });
}

/** Shows the progress and results of a scan: the logs that were read, failures, and why it stopped. */
export function LogNotes({ logs }: { logs: PowersView["logs"] }) {
	const stop = useDeskCommand();
	const again = useDeskCommand();
	const read = logs.filter(wasRead);
	const reading = logs.filter(({ isReading }) => isReading);
	const failed = read.filter((each) => each.failed.length > 0 && !each.isReading);
	const stopped = logs.filter(({ fault, isReading }) => fault !== null && !isReading);
	if (reading.length === 0 && failed.length === 0 && stopped.length === 0) return null;
	return (
		<div className="grid gap-2">
			{reading.length > 0 && (
				<section
					aria-label={t("desk.powers.logs.reading")}
					className="card flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5"
				>
					<ul className="grid min-w-0 flex-1 basis-64 gap-1.5">
						{reading.map((each) => (
							<li key={each.chain.id} className="text-f2">
								<Progress logs={each} />
							</li>
						))}
					</ul>
					<Button size="small" {...stop.press("stopPowerLogs", {})}>
						{t("desk.powers.logs.stop")}
					</Button>
					<Fault text={stop.fault} className="basis-full" />
				</section>
			)}
			{failed.map((each) => (
				<Notice key={`failed ${each.chain.id}`} tone="caution">
					{t("desk.powers.logs.failed", { network: each.chain.name, blocks: blocksText(each.failed) })}
				</Notice>
			))}
			{stopped.map((each) => (
				<Notice key={`stopped ${each.chain.id}`} tone="caution">
					<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
						<p className="min-w-0 flex-1 basis-64">
							{t("desk.powers.logs.partly", {
								network: each.chain.name,
								fault: each.fault === null ? "" : textOf(each.fault),
							})}
						</p>
						<Button size="small" {...again.press("refreshPowers", {})}>
							{t("desk.powers.logs.again")}
						</Button>
					</div>
				</Notice>
			))}
			<Fault text={again.fault} />
		</div>
	);
}

function Progress({ logs: { blocks, chain, read } }: { logs: PowerLogs }) {
	const part = blocks === 0 ? 0 : read / blocks;
	return (
		<>
			<p role="status" className="mb-1 tabular-nums">
				{t("desk.powers.logs.progress", {
					network: chain.name,
					percent: Math.floor(part * 100),
					blocks,
				})}
			</p>
			<Bar part={part} full={false} />
		</>
	);
}

const STARTS = ["year", "years", "all", "block"] as const;
type Start = (typeof STARTS)[number];

const DAYS = { year: 365, years: 3 * 365 } as const;

function fromOf(start: Start, block: string) {
	if (start === "all") return { block: 0 };
	if (start !== "block") return { days: DAYS[start] };
	return /^\d{1,15}$/.test(block) ? { block: Number(block) } : null;
}

export function ReadLogs({ logs }: { logs: PowersView["logs"] }) {
	const [isOpen, setOpen] = useState(false);
	if (logs.length === 0) return null;
	return (
		<>
			<Button size="small" onClick={() => setOpen(true)}>
				{t("desk.powers.logs.button")}
			</Button>
			{isOpen && <ReadLogsDialog logs={logs} onClose={() => setOpen(false)} />}
		</>
	);
}

function ReadLogsDialog({ logs, onClose }: { logs: PowersView["logs"]; onClose: () => void }) {
	const command = useDeskCommand();
	const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(logs.map(({ chain }) => chain.id)));
	const [start, setStart] = useState<Start>("year");
	const [block, setBlock] = useState("");
	const hint = useId();
	const from = fromOf(start, block);
	const toggle = (id: string) => setChosen((before) => turned(before, [id], !before.has(id)));
	const read = async () => {
		if (from === null) return;
		await command.call("readPowerLogs", { chains: [...chosen], from }, onClose);
	};
	return (
		<Dialog title={t("desk.powers.logs")} onClose={onClose}>
			<p className="text-f2 text-pretty text-ink-2">{t("desk.powers.logs.lead")}</p>
			<fieldset className="mt-4">
				<legend className="mb-1.5 text-f2 font-medium">{t("ui.networks")}</legend>
				<div className="flex flex-wrap gap-x-4 gap-y-1">
					{logs.map(({ chain }) => (
						<label key={chain.id} className="flex min-h-6 items-center gap-2 text-f3">
							<input
								type="checkbox"
								checked={chosen.has(chain.id)}
								onChange={() => toggle(chain.id)}
								className="size-4 accent-accent"
							/>
							{chain.name}
						</label>
					))}
				</div>
			</fieldset>
			<div className="mt-4">
				<p className="mb-1.5 text-f2 font-medium">{t("desk.powers.logs.from")}</p>
				<Segmented
					label={t("desk.powers.logs.from")}
					value={start}
					options={STARTS.map((value) => ({ value, text: message(`desk.powers.logs.from.${value}`) }))}
					onChoose={setStart}
				/>
				{start === "block" && (
					<>
						<input
							inputMode="numeric"
							aria-label={t("desk.powers.logs.from.block-number")}
							aria-describedby={hint}
							placeholder={t("desk.powers.logs.from.block-number")}
							value={block}
							onChange={({ target }) => setBlock(target.value.replaceAll(/\D/g, ""))}
							className="num mt-2 block h-10 w-48 rounded-md border border-edge bg-surface px-3"
						/>
						<p id={hint} className="mt-1 text-f1 text-ink-2">
							{t("desk.powers.logs.from.block-hint")}
						</p>
					</>
				)}
			</div>
			<Fault text={command.fault} className="mt-3" />
			<div className="mt-5 flex justify-end">
				<Button
					variant="primary"
					disabled={chosen.size === 0 || from === null}
					busy={command.busy}
					onClick={() => void read()}
				>
					{t("desk.powers.logs.start")}
				</Button>
			</div>
		</Dialog>
	);
}
