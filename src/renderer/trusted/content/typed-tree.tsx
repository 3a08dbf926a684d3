import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import type { TypedNodeView } from "../../../ipc/review.ts";
import { t } from "../../../text/index.ts";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { turned } from "../../state/sets.ts";

interface TreeRow {
	readonly node: TypedNodeView;
	/** Indexes such as "0.3.2". They stay the same across pushes of the tree. */
	readonly path: string;
	readonly level: number;
	readonly at: number;
	readonly of: number;
	readonly branch: boolean;
	readonly open: boolean;
}

/** Iterative, because recursion over a hostile tree could exhaust the stack. */
export function treeRows(tree: readonly TypedNodeView[], open: ReadonlySet<string>): readonly TreeRow[] {
	const rows: TreeRow[] = [];
	const levels: { nodes: readonly TypedNodeView[]; next: number; prefix: string }[] = [
		{ nodes: tree, next: 0, prefix: "" },
	];
	for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
		const node = level.nodes[level.next];
		if (node === undefined) {
			levels.pop();
			continue;
		}
		const path = `${level.prefix}${level.next}`;
		level.next += 1;
		const branch = node.children.length > 0;
		const isOpen = branch && open.has(path);
		rows.push({
			node,
			path,
			level: levels.length,
			at: level.next,
			of: level.nodes.length,
			branch,
			open: isOpen,
		});
		if (isOpen) levels.push({ nodes: node.children, next: 0, prefix: `${path}.` });
	}
	return rows;
}

const FEW = 60;

/** Opens a small tree completely, and a large one up to about one page. */
export function firstOpen(tree: readonly TypedNodeView[]): ReadonlySet<string> {
	const open = new Set<string>();
	let seen = tree.length;
	const queue = tree.map((node, index) => ({ node, path: String(index) }));
	for (let at = 0; at < queue.length; at += 1) {
		const item = queue[at];
		if (item === undefined || item.node.children.length === 0) continue;
		seen += item.node.children.length;
		if (seen > FEW) break;
		open.add(item.path);
		for (const [index, node] of item.node.children.entries())
			queue.push({ node, path: `${item.path}.${index}` });
	}
	return open;
}

/** Returns `null` for keys that have no effect in a tree. */
export function treeStep(
	rows: readonly TreeRow[],
	from: number,
	key: string,
): { readonly to: number; readonly turn: "open" | "close" | null } | null {
	const row = rows[from];
	if (row === undefined) return null;
	const last = rows.length - 1;
	switch (key) {
		case "ArrowDown":
			return { to: Math.min(last, from + 1), turn: null };
		case "ArrowUp":
			return { to: Math.max(0, from - 1), turn: null };
		case "Home":
			return { to: 0, turn: null };
		case "End":
			return { to: last, turn: null };
		case "ArrowRight":
			if (!row.branch) return { to: from, turn: null };
			return row.open ? { to: Math.min(last, from + 1), turn: null } : { to: from, turn: "open" };
		case "ArrowLeft": {
			if (row.open) return { to: from, turn: "close" };
			const parent = row.path.slice(0, Math.max(0, row.path.lastIndexOf(".")));
			const to = rows.findIndex((other) => other.path === parent);
			return { to: to === -1 ? from : to, turn: null };
		}
		case "Enter":
		case " ":
			return row.branch ? { to: from, turn: row.open ? "close" : "open" } : { to: from, turn: null };
		default:
			return null;
	}
}

const ROW = 30;
const DEEPEST_INDENT = 9;

export function TypedTree({ label, tree }: { label: string; tree: readonly TypedNodeView[] }) {
	const id = useId();
	const scroller = useRef<HTMLDivElement>(null);
	const [open, setOpen] = useState(() => firstOpen(tree));
	const [active, setActive] = useState(0);
	const [keyed, setKeyed] = useState(false);
	const rows = useMemo(() => treeRows(tree, open), [tree, open]);
	const at = Math.min(active, rows.length - 1);
	const virtual = useVirtualizer({
		count: rows.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => ROW,
		getItemKey: (index) => rows[index]?.path ?? index,
		overscan: 6,
	});

	const turn = (path: string, opened: boolean) => setOpen((held) => turned(held, [path], opened));
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.target !== event.currentTarget) return;
		const step = treeStep(rows, at, event.key);
		const row = rows[at];
		if (step === null || row === undefined) return;
		event.preventDefault();
		if (step.turn !== null) turn(row.path, step.turn === "open");
		setActive(step.to);
		virtual.scrollToIndex(step.to);
		scroller.current?.scrollIntoView({ block: "nearest" });
	};

	if (rows.length === 0)
		return <p className="px-3.5 py-2 text-f2 text-ink-2">{t("trusted.content.no-members")}</p>;
	return (
		<div
			ref={scroller}
			role="tree"
			aria-label={label}
			tabIndex={0}
			aria-activedescendant={`${id}-${at}`}
			onKeyDown={onKeyDown}
			onFocus={(event) => setKeyed(event.currentTarget.matches(":focus-visible"))}
			onBlur={() => setKeyed(false)}
			className="isolate max-h-72 overflow-y-auto outline-offset-[-2px]"
		>
			{/* Stacked below the scroll container's focus ring. */}
			<div role="presentation" className="relative -z-10" style={{ height: virtual.getTotalSize() }}>
				{virtual.getVirtualItems().map((item) => {
					const row = rows[item.index];
					if (row === undefined) return null;
					return (
						<Row
							key={item.key}
							id={`${id}-${item.index}`}
							index={item.index}
							row={row}
							start={item.start}
							active={keyed && item.index === at}
							measure={virtual.measureElement}
							onTurn={() => {
								setActive(item.index);
								if (row.branch) turn(row.path, !row.open);
							}}
						/>
					);
				})}
			</div>
		</div>
	);
}

function Row({
	id,
	index,
	row,
	start,
	active,
	measure,
	onTurn,
}: {
	id: string;
	index: number;
	row: TreeRow;
	start: number;
	active: boolean;
	measure: (element: HTMLElement | null) => void;
	onTurn: () => void;
}) {
	const { node, level, branch, open } = row;
	return (
		// biome-ignore lint/a11y/useFocusableInteractive: the tree holds the focus and names the row that is active
		// biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys for all of its rows
		<div
			ref={measure}
			id={id}
			data-index={index}
			role="treeitem"
			aria-level={level}
			aria-posinset={row.at}
			aria-setsize={row.of}
			aria-expanded={branch ? open : undefined}
			aria-selected={active}
			onClick={onTurn}
			className={clsx(
				"absolute top-0 left-0 flex w-full items-start gap-1.5 py-1 pr-3.5 text-f2",
				index > 0 && "border-t border-line-2",
				active ? "bg-accent-soft" : branch && "hover:bg-ground",
			)}
			style={{
				transform: `translateY(${start}px)`,
				paddingLeft: `${0.75 + Math.min(level - 1, DEEPEST_INDENT) * 0.9}rem`,
			}}
		>
			<ChevronRight
				size={13}
				aria-hidden
				className={clsx("mt-1 shrink-0 text-ink-3", !branch && "invisible", open && "rotate-90")}
			/>
			<div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
				<span className="wrap-anywhere">
					<Claim text={node.name} max={80} className={branch ? "font-medium" : "text-ink-2"} />{" "}
					<Claim text={node.type} max={60} className="num text-f1 text-ink-3" />
				</span>
				{branch ? (
					!open && (
						<span className="text-f1 text-ink-3">
							{t("components.members", { count: node.children.length })}
						</span>
					)
				) : node.value === null ? (
					<span className="text-f1 text-ink-3">{t("trusted.content.empty")}</span>
				) : (
					<ClaimBlock text={node.value} max={300} className="num" />
				)}
			</div>
		</div>
	);
}
