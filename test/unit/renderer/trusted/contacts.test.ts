import { describe, expect, it } from "vitest";
import { counterpartyText } from "../../../../src/renderer/trusted/contacts/contacts-screen.tsx";

const NOW = 10 * 24 * 3_600_000;
const dealings = (paid: number, allowed: number, lastAt: number | null) =>
	counterpartyText({ paid, allowed, lastAt }, NOW);

describe("the use of an address", () => {
	it("is shown with kind, number and last date", () => {
		expect(dealings(1, 0, NOW)).toBe("Paid once, last just now");
		expect(dealings(2, 0, NOW - 3 * 24 * 3_600_000)).toBe("Paid twice, last 3 d ago");
		expect(dealings(0, 1, NOW - 3_600_000)).toBe("Approved once, last 1 h ago");
		expect(dealings(7, 3, NOW - 60_000)).toBe("Paid 7 times, approved 3 times, last 1 min ago");
	});

	it("is reported as none if there was none", () => {
		expect(dealings(0, 0, null)).toBe("Never paid with Countersign");
	});
});
