/**
 * Geometry of Countersign's mark: a seal open on one side, and the stroke that closes it. Used by the windows
 * and by `packaging/draw-icons.ts` for all pictures in `resources`. Units of a 1024 square.
 */

interface Point {
	readonly x: number;
	readonly y: number;
}

export const MARK = {
	size: 1024,
	/** Background: distance from each side, and corner radius. */
	ground: { inset: 64, corner: 208, colour: "#2747c7" },
	/** Clockwise arc between two points. */
	ring: { centre: { x: 512, y: 512 }, radius: 244, from: { x: 753.6, y: 478 }, to: { x: 546, y: 270.4 } },
	check: [
		{ x: 404, y: 504 },
		{ x: 500, y: 600 },
		{ x: 744, y: 312 },
	] as readonly Point[],
	stroke: 76,
	colour: "#ffffff",
} as const;

const at = ({ x, y }: Point) => `${x} ${y}`;

/** SVG paths of both strokes. */
export const MARK_PATHS: readonly string[] = [
	`M${at(MARK.ring.from)}A${MARK.ring.radius} ${MARK.ring.radius} 0 1 1 ${at(MARK.ring.to)}`,
	`M${MARK.check.map(at).join("L")}`,
];
