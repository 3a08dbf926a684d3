import { expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { namedCheck } from "../../../../src/core/match/own-transaction.ts";

const check = namedCheck(message("match.transfer.differs"));
const statusOf = (named: unknown, payload: unknown) =>
	check("to", message("match.transfer.target"), named, payload).status;

it("a named value passes only if it could be read and is the payload's", () => {
	expect(statusOf("0x01", "0x01")).toBe("passed");
	expect(statusOf(1n, 1n)).toBe("passed");
	expect(statusOf("0x01", "0x02")).toBe("failed");
	expect(statusOf("0x01", null)).toBe("failed");
	// Two unreadable values don't count as equal.
	expect(statusOf(null, null)).toBe("failed");
});
