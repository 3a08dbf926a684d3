import type { FlowNodeView, FlowRibbonView, FlowView } from "../../../ipc/review.ts";

export const MAP_WIDTH = 518;
export const MAP_HEIGHT = 196;

const COLUMNS = [
	{ x: 16, width: 116 },
	{ x: 204, width: 120 },
	{ x: 386, width: 116 },
] as const;

const WIDEST = 36;
const THINNEST = 3;
/** Uniform width of ribbons without a price, so that none of them looks more valuable than another. */
const EQUAL = 12;

interface PlacedNode {
	readonly node: FlowNodeView;
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

interface PlacedRibbon {
	readonly ribbon: FlowRibbonView;
	readonly path: string;
	/** Center of the label. */
	readonly x: number;
	readonly y: number;
	readonly hasRoom: boolean;
}

export interface PlacedMap {
	readonly nodes: readonly PlacedNode[];
	readonly ribbons: readonly PlacedRibbon[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function placeNodes(nodes: readonly FlowNodeView[]): readonly PlacedNode[] {
	return nodes.map((node, index) => {
		const column = nodes.flatMap((each, at) => (each.column === node.column ? [at] : []));
		const at = column.indexOf(index);
		const height = column.length > 3 ? 38 : 44;
		const gap = (MAP_HEIGHT - column.length * height) / (column.length + 1);
		const { x, width } = COLUMNS[node.column];
		return { node, x, y: gap + at * (height + gap), width, height };
	});
}

interface Sized {
	readonly ribbon: FlowRibbonView;
	readonly width: number;
}

/** Makes the ribbons thinner if, side by side, they are taller than a node. */
function sizedRibbons(ribbons: readonly FlowRibbonView[], nodes: readonly PlacedNode[]): readonly Sized[] {
	const wide = ribbons.map((ribbon) => ({
		ribbon,
		width: ribbon.share === null ? EQUAL : Math.max(THINNEST, ribbon.share * WIDEST),
	}));
	const fits = nodes.flatMap(({ height }, at) =>
		(["from", "to"] as const).map((side) => {
			const its = wide.filter(({ ribbon }) => ribbon[side] === at).map(({ width }) => width);
			const all = sum(its) + Math.max(0, its.length - 1) * 2;
			return all > height - 6 ? (height - 6) / all : 1;
		}),
	);
	const scale = Math.min(1, ...fits);
	return wide.map(({ ribbon, width }) => ({ ribbon, width: Math.max(2, width * scale) }));
}

/**
 * Returns the vertical offset of a ribbon's end on a node. Ribbons are stacked in the order of the nodes at
 * their other ends.
 */
function offsetOn(
	sized: readonly Sized[],
	nodes: readonly PlacedNode[],
	{ ribbon }: Sized,
	side: "from" | "to",
): number {
	const other = side === "from" ? "to" : "from";
	const its = sized
		.filter((each) => each.ribbon[side] === ribbon[side])
		.toSorted((left, right) => (nodes[left.ribbon[other]]?.y ?? 0) - (nodes[right.ribbon[other]]?.y ?? 0));
	const at = its.findIndex((each) => each.ribbon === ribbon);
	const height = nodes[ribbon[side]]?.height ?? 0;
	const total = sum(its.map(({ width }) => width)) + Math.max(0, its.length - 1) * 2;
	const before = sum(its.slice(0, at).map(({ width }) => width + 2));
	return (height - total) / 2 + before + (its[at]?.width ?? 0) / 2;
}

const TIP = 8;
const LABEL_HEIGHT = 16;

/** Draws a pointed end that shows the direction. */
function acrossPath(x1: number, y1: number, x2: number, y2: number, width: number): string {
	const half = width / 2;
	const end = x2 - TIP;
	const bend = (x1 + end) / 2;
	return [
		`M${x1} ${y1 - half}`,
		`C${bend} ${y1 - half} ${bend} ${y2 - half} ${end} ${y2 - half}`,
		...(width < TIP ? [`V${y2 - TIP / 2}`] : []),
		`L${x2} ${y2}`,
		...(width < TIP ? [`L${end} ${y2 + TIP / 2}`, `V${y2 + half}`] : [`L${end} ${y2 + half}`]),
		`C${bend} ${y2 + half} ${bend} ${y1 + half} ${x1} ${y1 + half}`,
		"Z",
	].join("");
}

function downPath(x: number, from: number, to: number, width: number): string {
	const half = width / 2;
	const isDown = to > from;
	const neck = isDown ? Math.max(from, to - TIP) : Math.min(from, to + TIP);
	const wing = Math.max(half, TIP / 2);
	return `M${x - half} ${from}V${neck}H${x - wing}L${x} ${to}L${x + wing} ${neck}H${x + half}V${from}Z`;
}

function placeRibbon(
	sized: readonly Sized[],
	nodes: readonly PlacedNode[],
	each: Sized,
): readonly PlacedRibbon[] {
	const { ribbon, width } = each;
	const [from, to] = [nodes[ribbon.from], nodes[ribbon.to]];
	if (from === undefined || to === undefined) return [];
	const isThin = width < 16;
	if (from.node.column === to.node.column) {
		const x = from.x + from.width / 2;
		const isDown = to.y > from.y;
		const [start, end] = isDown ? [from.y + from.height, to.y] : [from.y, to.y + to.height];
		const hasRoom = Math.abs(end - start) >= LABEL_HEIGHT;
		return [{ ribbon, path: downPath(x, start, end, width), x: x + 44, y: (start + end) / 2, hasRoom }];
	}
	const y1 = from.y + offsetOn(sized, nodes, each, "from");
	const y2 = to.y + offsetOn(sized, nodes, each, "to");
	const isBack = to.x < from.x;
	const [x1, x2] = isBack ? [from.x, to.x + to.width] : [from.x + from.width, to.x];
	// Puts the label of a long ribbon farther from the start, where a node's ribbons are close together.
	const isLong = to.node.column - from.node.column > 1;
	return [
		{
			ribbon,
			path: acrossPath(x1, y1, x2, y2, width),
			x: x1 + (x2 - x1) * (isLong ? 0.62 : 0.46),
			y: (isThin ? -10 : 0) + y1 + (y2 - y1) * (isLong ? 0.72 : 0.46),
			hasRoom: true,
		},
	];
}

/** Lays out the nodes and ribbons of the money map. All lengths are in CSS pixels. */
export function placeMap({ nodes, ribbons }: FlowView["map"]): PlacedMap {
	const placed = placeNodes(nodes);
	const sized = sizedRibbons(ribbons, placed);
	return { nodes: placed, ribbons: sized.flatMap((each) => placeRibbon(sized, placed, each)) };
}
