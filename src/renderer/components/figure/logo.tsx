interface Point {
	readonly x: number;
	readonly y: number;
}

export const MARK = {
	size: 1024,
	/** `inset` is the distance from each edge, and `corner` the radius of the corners. */
	ground: { inset: 64, corner: 208, colour: "#2747c7" },
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

export const MARK_PATHS: readonly string[] = [
	`M${at(MARK.ring.from)}A${MARK.ring.radius} ${MARK.ring.radius} 0 1 1 ${at(MARK.ring.to)}`,
	`M${MARK.check.map(at).join("L")}`,
];

const { size: whole, ground, stroke, colour } = MARK;
const side = whole - 2 * ground.inset;

export function Logo({ size = 20 }: { size?: number }) {
	return (
		<svg
			width={size}
			height={size}
			viewBox={`${ground.inset} ${ground.inset} ${side} ${side}`}
			aria-hidden="true"
			className="shrink-0"
		>
			<rect
				x={ground.inset}
				y={ground.inset}
				width={side}
				height={side}
				rx={ground.corner}
				fill={ground.colour}
			/>
			<g fill="none" stroke={colour} strokeWidth={stroke} strokeLinecap="round" strokeLinejoin="round">
				{MARK_PATHS.map((path) => (
					<path key={path} d={path} />
				))}
			</g>
		</svg>
	);
}
