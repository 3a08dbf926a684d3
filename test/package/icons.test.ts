import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { markSvg, pictures, pngOf, rowsOf } from "../../packaging/draw.ts";
import { ICON_SIZES } from "../../packaging/icons.ts";
import { root } from "../../scripts/lib/ensure.mjs";

/**
 * Tests that the committed pictures are equal to the drawn ones, pixel by pixel. Their compression may differ
 * between computers.
 */

const resources = join(root, "resources");
const drawn = pictures(ICON_SIZES);

/** Returns the chunks of a PNG by name. If there are several with the same name, returns the first. */
function chunksOf(png: Buffer): ReadonlyMap<string, Buffer> {
	const chunks = new Map<string, Buffer>();
	for (let at = 8; at < png.length; ) {
		const size = png.readUInt32BE(at);
		const name = png.toString("latin1", at + 4, at + 8);
		if (!chunks.has(name)) chunks.set(name, png.subarray(at + 8, at + 8 + size));
		at += 12 + size;
	}
	return chunks;
}

test.each([...drawn])("%s is drawn from the mark", (name, picture) => {
	const committed = chunksOf(readFileSync(join(resources, name)));
	expect([...committed.keys()]).toEqual(["IHDR", "IDAT", "IEND"]);
	expect(committed.get("IHDR")).toEqual(chunksOf(pngOf(picture)).get("IHDR"));
	expect(inflateSync(committed.get("IDAT") ?? Buffer.alloc(0)).equals(rowsOf(picture))).toBe(true);
});

test("the SVG is drawn from the mark, and there are no other pictures", () => {
	expect(readFileSync(join(resources, "icon.svg"), "utf8")).toBe(markSvg());
	const pngs = readdirSync(resources).filter((name) => /\.(png|svg)$/.test(name));
	expect(pngs.toSorted()).toEqual(["icon.svg", ...drawn.keys()].toSorted());
});

test("a tray picture has its own colours, and a gap around its badge", () => {
	const [plain, badged] = [drawn.get("tray-light@2x.png"), drawn.get("tray-light-waiting@2x.png")];
	const at = (of: typeof plain, x: number, y: number) => [
		...(of?.pixels.subarray((y * 32 + x) * 4, (y * 32 + x) * 4 + 4) ?? []),
	];
	expect(at(badged, 25, 25)).toEqual([0x2a, 0x4b, 0xd0, 255]);
	expect(at(plain, 4, 16)[3]).toBe(255);
	expect(at(badged, 4, 16)).toEqual(at(plain, 4, 16));
});
