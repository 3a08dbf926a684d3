import { describe, expect, it } from "vitest";
import { type PhraseDeps, phraseWaits } from "../../../../src/main/wallet/phrase.ts";
import { stub } from "../../../fixtures/stub.ts";

const app = (kind: string, phrasePositions: readonly number[] | null) =>
	stub<PhraseDeps>({ place: () => ({ kind }), vault: { status: () => ({ phrasePositions }) } });

describe("a new phrase on screen", () => {
	it.each(["phrase", "phraseCheck"])("holds the window while the vault waits for its check: %s", (kind) => {
		expect(phraseWaits(app(kind, [1, 5, 9]))).toBe(true);
	});

	it("lets go once the vault has forgotten it, and nothing else holds", () => {
		expect(phraseWaits(app("phraseCheck", null))).toBe(false);
		expect(phraseWaits(app("entry", [1, 5, 9]))).toBe(false);
	});
});
