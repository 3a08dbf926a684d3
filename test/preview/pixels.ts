import { inflateSync } from "node:zlib";

export interface Picture {
	readonly width: number;
	readonly height: number;
	/** Returns a pixel's red, green and blue. */
	at(x: number, y: number): readonly [red: number, green: number, blue: number];
}

/** Undoes a PNG row's filter: `left`, `up` and `corner` are the bytes of the neighbouring pixels. */
const FILTERS: readonly ((left: number, up: number, corner: number) => number)[] = [
	() => 0,
	(left) => left,
	(_, up) => up,
	(left, up) => (left + up) >> 1,
	(left, up, corner) => {
		const guess = left + up - corner;
		const toLeft = Math.abs(guess - left);
		const toUp = Math.abs(guess - up);
		const toCorner = Math.abs(guess - corner);
		return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
	},
];

/** Reads a PNG as Chromium writes screenshots: eight bits a channel, not interlaced, with or without alpha. */
export function readPicture(png: Buffer): Picture {
	const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
	const [depth, colours, interlace] = [png[24], png[25], png[28]];
	if (depth !== 8 || interlace !== 0 || (colours !== 2 && colours !== 6))
		throw new Error("not a PNG as screenshots are");
	const parts: Buffer[] = [];
	for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
		if (png.toString("latin1", at + 4, at + 8) === "IDAT")
			parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
	const packed = inflateSync(Buffer.concat(parts));
	const channels = colours === 6 ? 4 : 3;
	const stride = width * channels;
	const pixels = Buffer.alloc(stride * height);
	for (let row = 0; row < height; row++) {
		const filter = FILTERS[packed[row * (stride + 1)] ?? 0];
		if (filter === undefined) throw new Error("a PNG row has an unknown filter");
		const start = row * stride;
		for (let byte = 0; byte < stride; byte++) {
			const left = byte < channels ? 0 : (pixels[start + byte - channels] ?? 0);
			const up = row === 0 ? 0 : (pixels[start - stride + byte] ?? 0);
			const corner = row === 0 || byte < channels ? 0 : (pixels[start - stride + byte - channels] ?? 0);
			pixels[start + byte] = ((packed[row * (stride + 1) + 1 + byte] ?? 0) + filter(left, up, corner)) & 0xff;
		}
	}
	return {
		width,
		height,
		at(x, y) {
			const start = y * stride + x * channels;
			return [pixels[start] ?? 0, pixels[start + 1] ?? 0, pixels[start + 2] ?? 0];
		},
	};
}
