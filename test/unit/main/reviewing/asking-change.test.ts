import { describe, expect, it } from "vitest";
import { PROPOSED_CHANGES } from "../../../../src/core/review/change-requests.ts";
import { hasConversation, originOf } from "../../../../src/main/reviewing/asking-change.ts";
import { textOf } from "../../../../src/text/index.ts";
import { stub } from "../../../fixtures/stub.ts";

type Asking = Parameters<typeof hasConversation>;

const deps = stub<Asking[0]>({
	account: () => ({
		sessions: { list: () => [{ id: "session-1" }] },
		cohort: { isThread: (id: string) => id === "thread-1" },
	}),
});
const asks = (kind: string, sessionId: string) =>
	hasConversation(deps, stub<Asking[1]>({ asked: { kind }, sessionId }));

describe("a change can be asked for", () => {
	it("where a conversation is behind the request", () => {
		expect(asks("commit", "session-1")).toBe(true);
		expect(asks("action", "session-1")).toBe(true);
		expect(asks("commit", "session-2")).toBe(false);
		expect(asks("commit", "thread-1")).toBe(false);
		expect(asks("revocation", "session-1")).toBe(false);
	});

	it("in words that count as the user's own only where they wrote some of them", () => {
		const { text } = PROPOSED_CHANGES.exact;
		expect(originOf(textOf(text ?? ""))).toBe("app");
		expect(originOf(` ${textOf(text ?? "")} `)).toBe("app");
		expect(originOf(`${textOf(PROPOSED_CHANGES.lower.text ?? "")} 0.01 ETH`)).toBe("composer");
		expect(originOf("send it to Ben instead")).toBe("composer");
	});
});
