import { describe, expect, it } from "vitest";
import { isNewPhrase } from "../../../../src/main/wallet/phrase.ts";

const holds = (kind: string, phrasePositions: number[] | null) =>
	isNewPhrase({ kind } as Parameters<typeof isNewPhrase>[0], { phrasePositions });

describe("a new phrase on screen", () => {
	it.each(["phrase", "phraseCheck"])("holds the window while the vault waits for its check: %s", (kind) => {
		expect(holds(kind, [1, 5, 9])).toBe(true);
	});

	it("lets go once the vault has forgotten it, and nothing else holds", () => {
		expect(holds("phraseCheck", null)).toBe(false);
		expect(holds("entry", [1, 5, 9])).toBe(false);
	});
});
