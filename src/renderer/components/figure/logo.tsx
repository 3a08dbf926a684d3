import { MARK, MARK_PATHS } from "./mark.ts";

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
