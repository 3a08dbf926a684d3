import { crc32, deflateSync } from "node:zlib";
import { MARK, MARK_PATHS } from "../src/renderer/components/figure/logo.tsx";

/**
 * Draws pictures of the mark from signed distances, without a browser, so that every computer produces the same
 * pixels. A test compares the files in `resources` with the result.
 */

type Colour = readonly [red: number, green: number, blue: number];

/** Returns the signed distance of a point from a shape, in the mark's units. Negative inside the shape. */
type Shape = (x: number, y: number) => number;

interface Layer {
	readonly shape: Shape;
	/** `null` erases the layers below. */
	readonly colour: Colour | null;
}

const length = (x: number, y: number) => Math.sqrt(x * x + y * y);

function colourOf(hex: string): Colour {
	const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16);
	return [part(1), part(3), part(5)];
}

/** Returns a rectangle with rounded corners. */
const box =
	(centreX: number, centreY: number, halfWidth: number, halfHeight: number, corner: number): Shape =>
	(x, y) => {
		const a = Math.abs(x - centreX) - halfWidth + corner;
		const b = Math.abs(y - centreY) - halfHeight + corner;
		return length(Math.max(a, 0), Math.max(b, 0)) + Math.min(Math.max(a, b), 0) - corner;
	};

const MIDDLE = MARK.size / 2;
const HALF = MIDDLE - MARK.ground.inset;
const ground = box(MIDDLE, MIDDLE, HALF, HALF, MARK.ground.corner);

const circle =
	(centreX: number, centreY: number, radius: number): Shape =>
	(x, y) =>
		length(x - centreX, y - centreY) - radius;

type Point = (typeof MARK.check)[number];

function distanceToSegment(x: number, y: number, a: Point, b: Point): number {
	const [dx, dy] = [b.x - a.x, b.y - a.y];
	const along = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy);
	const t = Math.min(1, Math.max(0, along));
	return length(x - a.x - t * dx, y - a.y - t * dy);
}

function distanceToRing(x: number, y: number): number {
	const { centre, radius, from, to } = MARK.ring;
	const [px, py] = [x - centre.x, y - centre.y];
	const isPast = (point: Point) => (point.x - centre.x) * py - (point.y - centre.y) * px > 0;
	// Outside the opening, which spans less than half of the ring, the distance is to the circle.
	if (!(isPast(to) && !isPast(from))) return Math.abs(length(px, py) - radius);
	return Math.min(length(x - from.x, y - from.y), length(x - to.x, y - to.y));
}

/** Returns the ring and the check mark with this stroke width, scaled from the centre. */
const strokes =
	(width: number, scale = 1): Shape =>
	(x, y) => {
		const middle = MARK.size / 2;
		const [u, v] = [middle + (x - middle) / scale, middle + (y - middle) / scale];
		const segments = MARK.check
			.slice(1)
			.map((end, before) => distanceToSegment(u, v, MARK.check[before] ?? end, end));
		return Math.min(distanceToRing(u, v), ...segments) * scale - width / 2;
	};

/** Number of samples per pixel in each direction. */
const SAMPLES = 4;

/** Renders layers to RGBA pixels with one byte per channel, row by row. */
function painted(size: number, layers: readonly Layer[]): Buffer {
	const pixels = Buffer.alloc(size * size * 4);
	const unit = MARK.size / size;
	const step = unit / SAMPLES;
	for (let row = 0; row < size; row += 1)
		for (let column = 0; column < size; column += 1) {
			let [red, green, blue, alpha] = [0, 0, 0, 0];
			for (const { shape, colour } of layers) {
				let covered = 0;
				for (let at = 0; at < SAMPLES * SAMPLES; at += 1) {
					const x = column * unit + ((at % SAMPLES) + 0.5) * step;
					const y = row * unit + (Math.floor(at / SAMPLES) + 0.5) * step;
					covered += Math.min(1, Math.max(0, 0.5 - shape(x, y) / step));
				}
				covered /= SAMPLES * SAMPLES;
				if (colour === null) alpha *= 1 - covered;
				else {
					const whole = covered + alpha * (1 - covered);
					const over = (above: number, below: number) =>
						whole === 0 ? 0 : (above * covered + below * alpha * (1 - covered)) / whole;
					[red, green, blue] = [over(colour[0], red), over(colour[1], green), over(colour[2], blue)];
					alpha = whole;
				}
			}
			const shown = Math.round(alpha * 255);
			const rgba = shown === 0 ? [0, 0, 0, 0] : [Math.round(red), Math.round(green), Math.round(blue), shown];
			pixels.set(rgba, (row * size + column) * 4);
		}
	return pixels;
}

function chunk(name: string, data: Uint8Array): Buffer {
	const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
	const frame = Buffer.alloc(8);
	frame.writeUInt32BE(data.length, 0);
	frame.writeUInt32BE(crc32(body), 4);
	return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export interface Picture {
	readonly size: number;
	readonly pixels: Buffer;
}

/** Returns the uncompressed data of a PNG: each row after a byte for “no filter”. */
export function rowsOf({ size, pixels }: Picture): Buffer {
	const rows = Array.from({ length: size }, (_, row) => [
		Buffer.from([0]),
		pixels.subarray(row * size * 4, (row + 1) * size * 4),
	]);
	return Buffer.concat(rows.flat());
}

export function pngOf(picture: Picture): Buffer {
	const head = Buffer.alloc(13);
	head.writeUInt32BE(picture.size, 0);
	head.writeUInt32BE(picture.size, 4);
	head.set([8, 6, 0, 0, 0], 8);
	return Buffer.concat([
		Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
		chunk("IHDR", head),
		chunk("IDAT", deflateSync(rowsOf(picture), { level: 9 })),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

/** Size of the mark in a system's tray, where it has no background: larger, and with thicker strokes. */
const BAR = { scale: 1.6, stroke: 128 };
/** Position and size of a badge, and the gap around it. */
const BADGE = { x: 784, y: 784, radius: 224, gap: 64, corner: 64, glyph: "#ffffff" };

const { x: BX, y: BY } = BADGE;
const round = (margin: number): Shape => circle(BX, BY, BADGE.radius + margin);
const square = (margin: number): Shape =>
	box(BX, BY, BADGE.radius + margin, BADGE.radius + margin, BADGE.corner + margin);

interface Badge {
	/** Returns the badge's outline, enlarged by this distance. */
	readonly shape: (margin: number) => Shape;
	readonly colour: string;
	readonly glyph: readonly Shape[];
}

/**
 * Badges by the word in a picture's name. They also differ in shape and symbol, because a template has only one
 * colour.
 */
const BADGES: Readonly<Record<string, Badge | null>> = {
	"": null,
	"-waiting": { shape: round, colour: "#2a4bd0", glyph: [] },
	"-danger": {
		shape: square,
		colour: "#b3261e",
		glyph: [box(BX, BY - 48, 40, 104, 40), circle(BX, BY + 128, 44)],
	},
	"-offline": { shape: round, colour: "#6f7784", glyph: [box(BX, BY, 128, 36, 36)] },
	"-paused": {
		shape: round,
		colour: "#6f7784",
		glyph: [box(BX - 64, BY, 32, 112, 16), box(BX + 64, BY, 32, 112, 16)],
	},
};

/** Colours of the tray's mark by the end of a picture's name. macOS colours templates itself. */
const INKS: Readonly<Record<string, string>> = {
	"-light": "#14171c",
	"-dark": "#eceef2",
	Template: "#000000",
};

/**
 * Returns the layers of a tray picture.
 * @param isTemplate whether it has only one colour, so that a badge's symbol is a hole
 */
function barLayers(ink: string, badge: Badge | null, isTemplate: boolean): readonly Layer[] {
	const mark: Layer = { shape: strokes(BAR.stroke, BAR.scale), colour: colourOf(ink) };
	if (badge === null) return [mark];
	const symbolColour = isTemplate ? null : colourOf(BADGE.glyph);
	return [
		mark,
		{ shape: badge.shape(BADGE.gap), colour: null },
		{ shape: badge.shape(0), colour: colourOf(isTemplate ? ink : badge.colour) },
		...badge.glyph.map((shape) => ({ shape, colour: symbolColour })),
	];
}

/** Returns all pictures in `resources` by file name. */
export function pictures(sizes: readonly number[]): ReadonlyMap<string, Picture> {
	const app: readonly Layer[] = [
		{ shape: ground, colour: colourOf(MARK.ground.colour) },
		{ shape: strokes(MARK.stroke), colour: colourOf(MARK.colour) },
	];
	const icons = sizes.map((size) => [`icon-${size}.png`, { size, pixels: painted(size, app) }] as const);
	const bars = Object.entries(INKS).flatMap(([end, ink]) =>
		Object.entries(BADGES).flatMap(([word, badge]) => {
			const isTemplate = end === "Template";
			const name = isTemplate ? `tray${word}${end}` : `tray${end}${word}`;
			const layers = barLayers(ink, badge, isTemplate);
			return [16, 32].map(
				(size) =>
					[`${name}${size === 32 ? "@2x" : ""}.png`, { size, pixels: painted(size, layers) }] as const,
			);
		}),
	);
	return new Map([...icons, ...bars]);
}

/** Returns the mark as an SVG, for desktops that support it. */
export function markSvg(): string {
	const { size, ground: under, stroke, colour } = MARK;
	const side = size - 2 * under.inset;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">
	<rect x="${under.inset}" y="${under.inset}" width="${side}" height="${side}" rx="${under.corner}" fill="${under.colour}" />
	<g fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round">
${MARK_PATHS.map((path) => `\t\t<path d="${path}" />\n`).join("")}	</g>
</svg>
`;
}
