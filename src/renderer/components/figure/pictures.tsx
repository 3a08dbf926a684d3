import { useMemo } from "react";
import { addressPicture, type Cells, hashCells } from "./picture.ts";

const OPACITY = [0, 0.28, 0.62, 1];

function Squares({ cells, fill }: { cells: Cells; fill: string }) {
	return cells.flatMap((row, y) =>
		row.map((level, x) =>
			level === 0 ? null : (
				<rect
					// The grid is fixed: the place is the identity.
					key={`${x}-${y}`}
					x={x}
					y={y}
					width={1}
					height={1}
					fill={fill}
					opacity={OPACITY[level]}
				/>
			),
		),
	);
}

/** The picture of a fingerprint, so that two can be told apart at a glance. Says nothing that the digits don't. */
export function HashPicture({ hex, size = 56 }: { hex: string; size?: number }) {
	const cells = useMemo(() => hashCells(hex), [hex]);
	return (
		<svg
			width={size}
			height={size}
			viewBox="0 0 8 8"
			shapeRendering="crispEdges"
			className="shrink-0 rounded-sm bg-sunken"
			aria-hidden="true"
		>
			<Squares cells={cells} fill="var(--accent)" />
		</svg>
	);
}

/** The picture of an address. */
export function Identicon({
	address,
	size = 20,
	square = false,
}: {
	address: string;
	size?: number;
	square?: boolean;
}) {
	const { cells, hue } = useMemo(() => addressPicture(address), [address]);
	return (
		<svg
			width={size}
			height={size}
			viewBox="-0.5 -0.5 7 7"
			shapeRendering="crispEdges"
			className={square ? "shrink-0 rounded-sm bg-sunken" : "shrink-0 rounded-full bg-sunken"}
			aria-hidden="true"
		>
			<Squares cells={cells} fill={`oklch(0.62 0.11 ${hue})`} />
		</svg>
	);
}
