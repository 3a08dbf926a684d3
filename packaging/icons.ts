import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Creates the app's icon in each system's format, from the pictures that `draw-icons.ts` draws. */

export const ICON_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
type Size = (typeof ICON_SIZES)[number];

const png = (root: string, size: Size) => join(root, "resources", `icon-${size}.png`);

/** Returns the icon files by size for a Linux desktop's icon theme. */
export function iconFiles(root: string): readonly { readonly size: string; readonly file: string }[] {
	const drawn = ICON_SIZES.filter((size) => size <= 512).map((size) => ({
		size: `${size}x${size}`,
		file: png(root, size),
	}));
	return [...drawn, { size: "scalable", file: join(root, "resources", "icon.svg") }];
}

/** Returns a Windows icon: a directory and the PNG files. */
function ico(root: string): Buffer {
	const images = ([16, 24, 32, 48, 64, 128, 256] as const).map((size) => ({
		size,
		bytes: readFileSync(png(root, size)),
	}));
	const head = Buffer.alloc(6 + 16 * images.length);
	head.writeUInt16LE(1, 2);
	head.writeUInt16LE(images.length, 4);
	let offset = head.length;
	for (const [at, { size, bytes }] of images.entries()) {
		const entry = 6 + 16 * at;
		// 0 means 256.
		head.writeUInt8(size % 256, entry);
		head.writeUInt8(size % 256, entry + 1);
		head.writeUInt16LE(1, entry + 4);
		head.writeUInt16LE(32, entry + 6);
		head.writeUInt32LE(bytes.length, entry + 8);
		head.writeUInt32LE(offset, entry + 12);
		offset += bytes.length;
	}
	return Buffer.concat([head, ...images.map(({ bytes }) => bytes)]);
}

/** Apple's types for PNG images of each size. Some sizes have two: normal and double density. */
const ICNS: readonly (readonly [string, Size])[] = [
	["icp4", 16],
	["icp5", 32],
	["ic11", 32],
	["ic12", 64],
	["ic07", 128],
	["ic08", 256],
	["ic13", 256],
	["ic09", 512],
	["ic14", 512],
	["ic10", 1024],
];

/** Returns a macOS icon: each PNG file after its type and length. */
function icns(root: string): Buffer {
	const parts = ICNS.map(([name, size]) => {
		const bytes = readFileSync(png(root, size));
		const head = Buffer.alloc(8);
		head.write(name, 0, "latin1");
		head.writeUInt32BE(8 + bytes.length, 4);
		return Buffer.concat([head, bytes]);
	});
	const body = Buffer.concat(parts);
	const head = Buffer.alloc(8);
	head.write("icns", 0, "latin1");
	head.writeUInt32BE(8 + body.length, 4);
	return Buffer.concat([head, body]);
}

/** Writes icon.ico, icon.icns and the theme's icons (such as `48x48.png`) to a folder. */
export function writeIcons(root: string, to: string): void {
	mkdirSync(to, { recursive: true });
	writeFileSync(join(to, "icon.ico"), ico(root));
	writeFileSync(join(to, "icon.icns"), icns(root));
	for (const { size, file } of iconFiles(root))
		if (file.endsWith(".png")) writeFileSync(join(to, `${size}.png`), readFileSync(file));
}
