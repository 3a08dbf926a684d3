import clsx from "clsx";
import { Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { type Message, message } from "../../../core/localized-text.ts";
import { t, textOf } from "../../../text/index.ts";
import { Claim } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { Modal } from "../../components/dialog.tsx";
import { TokenMark } from "../../components/figure/token-mark.tsx";
import { Kbd } from "../../components/kbd.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { type PaletteActs, type PaletteItem, paletteItems } from "./palette-items.ts";
import { type MatchGroup, type PaletteMatch, ranked, type TitleMark } from "./rank.ts";

const TITLES: Readonly<Record<MatchGroup<PaletteItem>["kind"], Message>> = {
	recent: message("desk.palette.kind.recent"),
	waiting: message("desk.palette.kind.waiting"),
	action: message("desk.palette.kind.action"),
	session: message("desk.shell.items.sessions"),
	agent: message("desk.shell.items.agents"),
	place: message("desk.palette.kind.place"),
};

const MAX_TITLE = 120;

/** Finds requests, sessions, agents, actions and pages. It can open a review but never approve it. */
export function Palette({
	acts,
	initial,
	recent,
	onChosen,
	onClose,
}: {
	acts: PaletteActs;
	/** Query that the user typed before the palette opened. */
	initial: string;
	/** IDs of items chosen before, most recent first. */
	recent: readonly string[];
	onChosen: (id: string) => void;
	onClose: () => void;
}) {
	const { view } = useDesk();
	const command = useCommand();

	const list = useRef<HTMLDivElement>(null);
	const [query, setQuery] = useState(initial);
	const [chosen, setChosen] = useState(0);
	const id = useId();

	const groups = ranked(paletteItems(view, acts), query, recent);
	const matches = groups.flatMap((group) => group.matches);
	const at = Math.min(chosen, matches.length - 1);
	const optionId = (index: number) => `${id}-${index}`;
	useLayoutEffect(() => {
		list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
	});
	const open = async ({ item }: PaletteMatch<PaletteItem>) => {
		const outcome = await command.send(async () => (await item.run()) ?? { ok: true as const });
		if (outcome?.ok !== true) return;
		onChosen(item.id);
		onClose();
	};
	const onKey = (event: KeyboardEvent) => {
		const count = matches.length;
		const moves: Readonly<Record<string, number>> = {
			ArrowDown: (at + 1) % Math.max(1, count),
			ArrowUp: (at - 1 + count) % Math.max(1, count),
			PageDown: Math.min(count - 1, at + 8),
			PageUp: Math.max(0, at - 8),
		};
		const next = moves[event.key];
		if (next !== undefined) {
			event.preventDefault();
			setChosen(next);
		} else if (event.key === "Enter") {
			event.preventDefault();
			const match = matches[at];
			if (match !== undefined) void open(match);
		}
	};
	let index = -1;
	return (
		<Modal
			aria-label={t("desk.palette.title")}
			onClose={onClose}
			// The dialog itself is the target only if the user clicks its backdrop.
			onPointerDown={({ target, currentTarget }) => {
				if (target === currentTarget) onClose();
			}}
			className="card mx-auto mt-24 mb-auto max-h-[calc(100%-8rem)] w-[min(40rem,calc(100%-2rem))] overflow-hidden p-0 text-ink short:mt-4 short:max-h-[calc(100%-2rem)] open:flex open:flex-col"
		>
			<div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-5">
				<Search size={18} aria-hidden className="shrink-0 text-ink-3" />
				<input
					role="combobox"
					aria-label={t("desk.palette.title")}
					aria-expanded={matches.length > 0}
					aria-controls={`${id}-list`}
					aria-autocomplete="list"
					aria-activedescendant={matches.length > 0 ? optionId(at) : undefined}
					placeholder={t("desk.palette.placeholder")}
					spellCheck={false}
					autoComplete="off"
					maxLength={200}
					value={query}
					onChange={({ target }) => {
						setQuery(target.value);
						setChosen(0);
					}}
					onKeyDown={onKey}
					className="min-w-0 flex-1 bg-transparent text-f4 outline-none"
				/>
				<span role="status" className="shrink-0 text-f2 text-ink-2 max-mid:sr-only">
					{query.trim() === "" ? "" : t("desk.palette.results", { count: matches.length })}
				</span>
				<Kbd look="row" of="Esc" />
			</div>
			<div ref={list} className="min-h-0 flex-1 overflow-y-auto">
				<Fault text={command.fault} className="m-3" />
				{matches.length === 0 && <p className="px-5 py-4 text-f2 text-ink-2">{t("desk.palette.nothing")}</p>}
				<div id={`${id}-list`} role="listbox" aria-label={t("desk.palette.title")}>
					{groups.map((group) => (
						// biome-ignore lint/a11y/useSemanticElements: a listbox may contain groups, and no fieldsets
						<div
							key={group.kind}
							role="group"
							aria-labelledby={`${id}-${group.kind}`}
							className="p-2 not-first:border-t not-first:border-line"
						>
							<p id={`${id}-${group.kind}`} className="px-3 py-1 text-f1 text-ink-3">
								{textOf(TITLES[group.kind])}
							</p>
							{group.matches.map((match) => {
								index += 1;
								const own = index;
								return (
									<Option
										key={match.item.id}
										id={optionId(own)}
										match={match}
										isChosen={own === at}
										onPoint={() => setChosen(own)}
										onOpen={() => void open(match)}
									/>
								);
							})}
						</div>
					))}
				</div>
			</div>
			<p className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-sunken px-5 py-2 text-f1 text-ink-2 short:hidden">
				<span className="flex items-center gap-1">
					<Kbd look="row" of="↑" /> <Kbd look="row" of="↓" /> {t("desk.palette.choose")}
				</span>
				<span className="flex items-center gap-1">
					<Kbd look="row" of="↵" /> {t("desk.palette.open")}
				</span>
				<span className="ml-auto">{t("desk.palette.never-approves")}</span>
			</p>
		</Modal>
	);
}

function Option({
	id,
	match: { item, marks },
	isChosen,
	onPoint,
	onOpen,
}: {
	id: string;
	match: PaletteMatch<PaletteItem>;
	isChosen: boolean;
	onPoint: () => void;
	onOpen: () => void;
}) {
	const { icon: Icon, mark, title, detail, reason, aside, expiresAt } = item;
	return (
		// The combobox handles the keys.
		// biome-ignore lint/a11y/useKeyWithClickEvents: see above
		<div
			id={id}
			role="option"
			aria-selected={isChosen}
			tabIndex={-1}
			onPointerMove={onPoint}
			onClick={onOpen}
			className={clsx(
				"grid min-h-10 grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-3 rounded-md px-3 py-1",
				isChosen && "bg-accent-soft",
			)}
		>
			{mark === undefined ? (
				<Icon size={16} aria-hidden className="mx-auto text-ink-3" />
			) : (
				<TokenMark mark={mark} className="size-6" />
			)}
			<span className="min-w-0">
				<span className="block truncate">
					<Marked text={title.slice(0, MAX_TITLE)} marks={marks} isClaim={item.isClaim} />
				</span>
				{detail !== "" && (
					<span className="block truncate text-f1 text-ink-2">
						{reason != null && (
							<b className={clsx("font-semibold", reason.isDanger ? "text-danger" : "text-caution")}>
								{reason.text}
								{" · "}
							</b>
						)}
						<Claim text={detail} max={MAX_TITLE} />
					</span>
				)}
			</span>
			<span className="flex gap-2 text-f2 whitespace-nowrap text-ink-2">
				{aside}
				{expiresAt !== null && <Countdown alone at={expiresAt} />}
			</span>
		</div>
	);
}

/**
 * Highlights the matches. Untrusted parts are rendered as claims, so that hidden characters are made visible.
 */
function Marked({ text, marks, isClaim }: { text: string; marks: readonly TitleMark[]; isClaim: boolean }) {
	const shown = (part: string): ReactNode => (isClaim ? <Claim text={part} max={MAX_TITLE} /> : part);
	const edges = [0, ...marks.flat(), text.length];
	return edges.slice(1).map((end, index) => {
		const part = text.slice(edges[index], end);
		if (part === "") return null;
		return index % 2 === 0 ? (
			<span key={index}>{shown(part)}</span>
		) : (
			<mark
				key={index}
				className="bg-transparent font-semibold text-inherit shadow-[inset_0_-2px_0_var(--accent)]"
			>
				{shown(part)}
			</mark>
		);
	});
}
