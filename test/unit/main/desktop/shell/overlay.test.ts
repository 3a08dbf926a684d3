import { describe, expect, it } from "vitest";
import { overlayBitmap, SIDE } from "../../../../../src/main/desktop/shell/overlay.ts";

/** Draws each row as text: white ink, background, or nothing. */
function drawn(count: number, isDanger: boolean, scale = 1): readonly string[] {
	const { width, height, pixels } = overlayBitmap(count, isDanger, scale);
	return Array.from({ length: height }, (_, y) =>
		Array.from({ length: width }, (__, x) => {
			const [blue = 0, green = 0, red = 0, alpha = 0] = pixels.subarray((y * width + x) * 4);
			if (alpha < 128) return " ";
			return Math.min(blue, green, red) > 200 ? "#" : ".";
		}).join(""),
	);
}

describe("the taskbar overlay", () => {
	it("has the number in the middle of a circle", () => {
		expect(drawn(2, false)).toEqual([
			"     ......     ",
			"   ..........   ",
			"  ............  ",
			" .............. ",
			" .............. ",
			".......###......",
			"......#...#.....",
			"..........#.....",
			".........#......",
			"........#.......",
			".......#........",
			" .....#####.... ",
			" .............. ",
			"  ............  ",
			"   ..........   ",
			"     ......     ",
		]);
	});

	it("is a square if something is dangerous, in another colour", () => {
		expect(drawn(2, true)[1]).toBe("................");
		const middle = (isDanger: boolean) => {
			const { pixels } = overlayBitmap(2, isDanger, 1);
			const at = (8 * SIDE + 1) * 4;
			return [...pixels.subarray(at, at + 4)];
		};
		expect([middle(false), middle(true)]).toEqual([
			[0xc7, 0x47, 0x27, 255],
			[0x1e, 0x26, 0xb3, 255],
		]);
	});

	it("differs for each number up to nine, and is one for all larger numbers", () => {
		const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => drawn(count, false).join("\n"));
		expect(new Set(all).size).toBe(10);
		expect(drawn(500, false)).toEqual(drawn(10, false));
	});

	it("is as sharp on a screen of double density", () => {
		const [once, twice] = [drawn(7, true), drawn(7, true, 2)];
		const ink = (rows: readonly string[]) => rows.join("").replaceAll(/[^#]/g, "").length;
		expect(twice).toHaveLength(2 * SIDE);
		expect(ink(twice)).toBe(4 * ink(once));
	});
});
