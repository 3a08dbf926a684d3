import { describe, expect, it } from "vitest";
import type { MentionedToken } from "../../../../../src/core/effects/effects.ts";
import type { Scale } from "../../../../../src/core/format/scale.ts";
import { scaledAmount } from "../../../../../src/core/risk/general/token-names.ts";
import { effects } from "../../effects/scene.ts";
import { evidenceOf, mentionedToken } from "./scene.ts";

const NOW = 1_800_000_000;
const times = (numerator: bigint, denominator = 1n): Scale => ({ numerator, denominator });
const judged = (scaled: MentionedToken["scaled"], nowMs: number | null = NOW * 1_000) =>
	scaledAmount(evidenceOf(effects({ tokens: [mentionedToken({ scaled })] }), undefined, nowMs));
const found = (now: Scale | null, next: { scale: Scale | null; atSeconds: bigint } | null = null) =>
	judged({ symbol: "XS", scaling: { now, next } });
const inSeconds = (seconds: number) => BigInt(NOW + seconds);

describe("a token with scaled amounts", () => {
	it("is reported without alarm", () => {
		expect(found(times(10n))).toMatchObject({ severity: "info", needsWord: false });
	});

	it("is a caution if its factor, or the next one, can't be read", () => {
		expect(found(null)?.severity).toBe("caution");
		expect(found(times(10n), { scale: null, atSeconds: inSeconds(60) })?.severity).toBe("caution");
	});

	it("is a caution if its factor changes later, or slightly", () => {
		expect(found(times(10n), { scale: times(20n), atSeconds: inSeconds(3_601) })?.severity).toBe("caution");
		expect(found(times(10n), { scale: times(1_099n, 100n), atSeconds: inSeconds(60) })?.severity).toBe(
			"caution",
		);
	});

	it("is a danger if its factor changes much before a signature has landed", () => {
		for (const next of [times(11n), times(9n), times(100n)])
			expect(found(times(10n), { scale: next, atSeconds: inSeconds(3_600) })).toMatchObject({
				severity: "danger",
				needsWord: true,
			});
	});

	it("is not reported without a factor", () => {
		expect(judged(null)).toBeNull();
	});

	it("is a danger if its factor changes much, and the time is unknown", () => {
		const next = { scale: times(20n), atSeconds: inSeconds(1_000_000) };
		expect(judged({ symbol: "XS", scaling: { now: times(10n), next } }, null)).toMatchObject({
			severity: "danger",
		});
	});
});
