/**
 * Draws the number for the Windows taskbar button, which requires an image. A red square indicates danger,
 * and a blue circle is normal.
 */

export interface Bitmap {
	readonly width: number;
	readonly height: number;
	readonly pixels: Buffer;
}

export const SIDE = 16;

type Colour = readonly [number, number, number];
const ACCENT: Colour = [0x27, 0x47, 0xc7];
const DANGER: Colour = [0xb3, 0x26, 0x1e];
const INK: Colour = [0xff, 0xff, 0xff];
const ROUND = SIDE / 2;
const SQUARE = 3;

const GLYPH_WIDTH = 5;
const GLYPHS: Readonly<Record<string, readonly string[]>> = {
	1: ["..#..", ".##..", "..#..", "..#..", "..#..", "..#..", ".###."],
	2: [".###.", "#...#", "....#", "...#.", "..#..", ".#...", "#####"],
	3: [".###.", "#...#", "....#", "..##.", "....#", "#...#", ".###."],
	4: ["...#.", "..##.", ".#.#.", "#..#.", "#####", "...#.", "...#."],
	5: ["#####", "#....", "####.", "....#", "....#", "#...#", ".###."],
	6: [".###.", "#....", "#....", "####.", "#...#", "#...#", ".###."],
	7: ["#####", "....#", "...#.", "..#..", "..#..", "..#..", "..#.."],
	8: [".###.", "#...#", "#...#", ".###.", "#...#", "#...#", ".###."],
	9: [".###.", "#...#", "#...#", ".####", "....#", "....#", ".###."],
	"+": [".....", "..#..", "..#..", "#####", "..#..", "..#..", "....."],
};

/** Two digits are unreadable at this size. */
const textOf = (count: number): string => (count > 9 ? "9+" : String(count));

function coverage(x: number, y: number, side: number, radius: number): number {
	const inset = side / 2 - radius;
	const outside = (at: number) => Math.max(0, Math.abs(at + 0.5 - side / 2) - inset);
	return Math.min(1, Math.max(0, radius - Math.hypot(outside(x), outside(y)) + 0.5));
}

function isInk(text: string, x: number, y: number, scale: number): boolean {
	const width = text.length * (GLYPH_WIDTH + 1) - 1;
	const [column, row] = [
		Math.floor(x / scale) - Math.ceil((SIDE - width) / 2),
		Math.floor(y / scale) - Math.ceil((SIDE - 7) / 2),
	];
	if (column < 0 || column >= width) return false;
	const glyph = GLYPHS[text[Math.floor(column / (GLYPH_WIDTH + 1))] ?? ""];
	return glyph?.[row]?.[column % (GLYPH_WIDTH + 1)] === "#";
}

export function overlayBitmap(count: number, isDanger: boolean, scale: number): Bitmap {
	const side = SIDE * scale;
	const text = textOf(count);
	const ground = isDanger ? DANGER : ACCENT;
	const radius = (isDanger ? SQUARE : ROUND) * scale;
	const pixels = Buffer.alloc(side * side * 4);
	for (let y = 0; y < side; y += 1)
		for (let x = 0; x < side; x += 1) {
			const alpha = coverage(x, y, side, radius);
			const [red, green, blue] = isInk(text, x, y, scale) ? INK : ground;
			const bytes = [blue, green, red, 255].map((part) => Math.round(part * alpha));
			pixels.set(bytes, (y * side + x) * 4);
		}
	return { width: side, height: side, pixels };
}
