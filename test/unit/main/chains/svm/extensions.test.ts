import { ExtensionType } from "@solana/spl-token";
import { describe, expect, it } from "vitest";
import { scaled } from "../../../../../src/core/format/scale.ts";
import { scalingOf } from "../../../../../src/main/chains/svm/extensions.ts";

const NOW = 1_800_000_000n;

function extension(type: ExtensionType, size: number, write: (view: DataView) => void) {
	const data = new Uint8Array(size);
	write(new DataView(data.buffer));
	return { type, name: ExtensionType[type] ?? "", data };
}

const scaledUi = (factor: number, at: bigint, later: number) =>
	extension(ExtensionType.ScaledUiAmountConfig, 56, (view) => {
		view.setFloat64(32, factor, true);
		view.setBigInt64(40, at, true);
		view.setFloat64(48, later, true);
	});

const YEAR = 31_556_736n;
const interest = (start: bigint, before: number, updated: bigint, since: number) =>
	extension(ExtensionType.InterestBearingConfig, 52, (view) => {
		view.setBigInt64(32, start, true);
		view.setInt16(40, before, true);
		view.setBigInt64(42, updated, true);
		view.setInt16(50, since, true);
	});

const nowOf = (...extensions: Parameters<typeof scalingOf>[0]) => {
	const now = scalingOf(extensions, NOW)?.now ?? null;
	return now === null ? null : scaled(10n ** 12n, now, "down");
};

describe("Token-2022's scaled amounts", () => {
	it("use the current factor, and report the announced one", () => {
		expect(nowOf(scaledUi(10, NOW + 1n, 20))).toBe(10n ** 13n);
		const next = scalingOf([scaledUi(10, NOW + 1n, 20)], NOW)?.next;
		expect(next?.atSeconds).toBe(NOW + 1n);
		expect(next?.scale == null ? null : scaled(1n, next.scale, "down")).toBe(20n);
	});

	it("use the new factor from its second on", () => {
		expect(nowOf(scaledUi(10, NOW, 20))).toBe(2n * 10n ** 13n);
		expect(scalingOf([scaledUi(10, NOW, 20)], NOW)?.next).toBeNull();
	});

	it("are none at a factor of one", () => {
		expect(scalingOf([scaledUi(1, 0n, 1)], NOW)).toBeNull();
		expect(scalingOf([], NOW)).toBeNull();
	});

	it("can't be read from an invalid factor, short data, or without the time", () => {
		const unread = { now: null, next: null };
		expect(scalingOf([scaledUi(Number.NaN, 0n, Number.NaN)], NOW)).toEqual(unread);
		const short = extension(ExtensionType.ScaledUiAmountConfig, 40, () => {});
		expect(scalingOf([short], NOW)).toEqual(unread);
		expect(scalingOf([scaledUi(10, 0n, 10)], -1n)).toEqual(unread);
	});
});

describe("Token-2022's interest", () => {
	it("grows at every moment: 7 % for ten years, and the earlier rate's interest", () => {
		expect(nowOf(interest(NOW - 10n * YEAR, 0, NOW - 10n * YEAR, 700))).toBe(2_013_752_707_470n);
		expect(nowOf(interest(NOW - 10n * YEAR, 700, NOW, 0))).toBe(2_013_752_707_470n);
		expect(nowOf(interest(NOW - YEAR, -10_000, NOW, 0))).toBe(367_879_441_171n);
	});

	it("can't be read if its times are out of order", () => {
		expect(nowOf(interest(NOW, 700, NOW - 1n, 700))).toBeNull();
		expect(nowOf(interest(NOW, 700, NOW + 1n, 700))).toBeNull();
	});
});
