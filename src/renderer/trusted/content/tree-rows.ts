import type { TypedNodeView } from "../../../ipc/review.ts";

/** The tree of typed data as rows, so that thousands of members are drawn only where they are seen. */

export interface TreeRow {
	readonly node: TypedNodeView;
	/** The places on the way to it: "0.3.2". Stays the same when main pushes the same tree again. */
	readonly path: string;
	/** 1 at the top. */
	readonly level: number;
	/** Among its siblings, counted from 1. */
	readonly at: number;
	readonly of: number;
	readonly branch: boolean;
	readonly open: boolean;
}

/** The rows that are in sight: the top, and the members of every branch that is open. Without recursion: trees are hostile. */
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

/** What is open at first: everything of a small tree, of a large one only as much as stays a page. */
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

/** The row to go to from the one at `from` by this key, and whether its branch turns; null for any other key. */
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
