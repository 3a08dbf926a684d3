import { useMemo } from "react";

/** Pictures of identities: the same text gives the same picture, on every machine. */

/** Levels 0 (empty) to 3 (full), row by row, `size` × `size`, mirrored left to right. */
export type Cells = readonly (readonly number[])[];

function mirrored(half: readonly number[], size: number): Cells {
	const width = Math.ceil(size / 2);
	return Array.from({ length: size }, (_, row) =>
		Array.from({ length: size }, (_, column) => half[row * width + Math.min(column, size - 1 - column)] ?? 0),
	);
}

/** The picture of a SHA-256: 8 × 8, each of the 32 bytes gives one mirrored pair of cells by its two highest bits. */
export function hashCells(hex: string): Cells {
	const bytes = Array.from({ length: 32 }, (_, index) =>
		Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
	);
	return mirrored(
		bytes.map((byte) => (Number.isNaN(byte) ? 0 : byte >> 6)),
		8,
	);
}

/** FNV-1a, then xorshift32: spreads an address, whose characters alone are not random (vanity addresses). */
function* spread(text: string): Generator<number> {
	let state = 0x811c9dc5;
	for (const char of text) {
		state ^= char.codePointAt(0) ?? 0;
		state = Math.imul(state, 0x01000193) >>> 0;
	}
	if (state === 0) state = 1;
	while (true) {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		state >>>= 0;
		yield state;
	}
}

export interface AddressPicture {
	readonly cells: Cells;
	/** Degrees. */
	readonly hue: number;
}

/** The picture of an address: 6 × 6 and a hue. The letter case of a hex address (its checksum) makes no difference. */
export function addressPicture(address: string): AddressPicture {
	const source = spread(/^0x/i.test(address) ? address.toLowerCase() : address);
	const next = () => source.next().value ?? 0;
	for (let warm = 0; warm < 8; warm++) next();
	const hue = next() % 360;
	const half = Array.from({ length: 18 }, () => [0, 0, 1, 3, 3][(next() >>> 8) % 5] ?? 0);
	return { cells: mirrored(half, 6), hue };
}

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
