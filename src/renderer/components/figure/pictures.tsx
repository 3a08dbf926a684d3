import { useMemo } from "react";

/** Levels from 0 to 3, row by row. The right half mirrors the left. */
export type Cells = readonly (readonly number[])[];

function mirrored(half: readonly number[], size: number): Cells {
	const width = Math.ceil(size / 2);
	return Array.from({ length: size }, (_, row) =>
		Array.from({ length: size }, (_, column) => half[row * width + Math.min(column, size - 1 - column)] ?? 0),
	);
}

/** Uses two bits of each SHA-256 byte for a pair of mirrored cells. */
export function hashCells(hex: string): Cells {
	const bytes = Array.from({ length: 32 }, (_, index) =>
		Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
	);
	return mirrored(
		bytes.map((byte) => (Number.isNaN(byte) ? 0 : byte >> 6)),
		8,
	);
}

/**
 * Yields pseudorandom numbers with FNV-1a and xorshift32. The address is hashed, because anyone can choose
 * its characters (vanity addresses).
 */
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
	readonly hue: number;
}

/** Ignores the case of a hex address, which is only a checksum. */
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
				<rect key={`${x}-${y}`} x={x} y={y} width={1} height={1} fill={fill} opacity={OPACITY[level]} />
			),
		),
	);
}

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
