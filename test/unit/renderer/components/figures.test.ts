import { describe, expect, it } from "vitest";
import {
	characterPairs,
	ends,
	grouped,
	groups,
	sharedEnds,
	wholeGroups,
} from "../../../../src/renderer/components/figures.ts";
import { ago, duration, timeLeft, timeLeftText } from "../../../../src/text/time.ts";

const NOW = 1_800_000_000_000;
const in_ = (seconds: number) => NOW + seconds * 1000;

describe("remaining time", () => {
	it("counts minutes and seconds below an hour, rounding up so that it never says 0:00 too early", () => {
		expect(timeLeft(in_(252), NOW)).toBe("4:12");
		expect(timeLeft(NOW + 1, NOW)).toBe("0:01");
		expect(timeLeft(in_(59.5), NOW)).toBe("1:00");
	});
	it("counts hours, then days", () => {
		expect(timeLeft(in_(3 * 3600 + 5 * 60), NOW)).toBe("3 h 05 min");
		expect(timeLeft(in_(49 * 3600), NOW)).toBe("2 days");
	});
	it("stays at zero afterwards", () => {
		expect(timeLeft(in_(-5), NOW)).toBe("0:00");
	});
	it("is said in words", () => {
		expect(timeLeftText(in_(252), NOW)).toBe("4 minutes 12 seconds");
		expect(timeLeftText(in_(60), NOW)).toBe("1 minute");
		expect(timeLeftText(in_(1), NOW)).toBe("1 second");
		expect(timeLeftText(in_(7200), NOW)).toBe("2 hours");
	});
});

describe("durations and digits", () => {
	it("show the time passed", () => {
		expect([2, 18, 240, 10_800, 200_000].map((s) => ago(NOW - s * 1000, NOW))).toEqual([
			"now",
			"18 s",
			"4 min",
			"3 h",
			"2 d",
		]);
	});
	it("treat a slightly fast clock as now", () => {
		expect(ago(in_(3), NOW)).toBe("now");
	});
	it("group digits in threes without a number in between, so that none is lost", () => {
		expect(grouped("115792089237316195423570985008687907853")).toBe(
			"115,792,089,237,316,195,423,570,985,008,687,907,853",
		);
		expect(grouped("0x12")).toBe("0x12");
	});
	it("group hex in fours", () => {
		expect(groups("7f3a91c204")).toEqual(["7f3a", "91c2", "04"]);
		expect(groups("")).toEqual([]);
	});
	it("show a duration", () => {
		expect([812, 12_300, 64_000].map(duration)).toEqual(["0.8 s", "12 s", "1 min 4 s"]);
	});
	it("keep both ends of a long text, and all of a short one", () => {
		expect(ends("0123456789abcdefghij", 4)).toBe("0123…ghij");
		expect(ends("short", 4)).toBe("short");
	});
});

describe("a whole address", () => {
	const ADDRESS = "0x6fF5693b99212Da76ad316178A184AB56D299b43";

	it("is in groups of four that yield it again", () => {
		const parts = wholeGroups(ADDRESS);
		expect(parts).toHaveLength(10);
		expect(parts[0]).toBe("0x6fF5");
		expect(parts.join("")).toBe(ADDRESS);
		const key = "GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB";
		expect(wholeGroups(key).join("")).toBe(key);
	});

	it("differs from another by its characters, in any case for EVM, case-sensitively for Solana", () => {
		expect(characterPairs("0xAb12", "0xaB13")).toEqual([false, false, false, false, false, true]);
		expect(characterPairs("GmaD", "Gmad")).toEqual([false, false, false, true]);
		expect(sharedEnds("0x4B7e000000D29c", "0x4b7E111111d29C")).toEqual({ first: 4, last: 4 });
		expect(sharedEnds("0xab", "0xAB")).toEqual({ first: 2, last: 2 });
	});
});
