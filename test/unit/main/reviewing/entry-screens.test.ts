import { describe, expect, it } from "vitest";
import { hasConversation } from "../../../../src/main/reviewing/entry-screens.ts";
import { stub } from "../../../fixtures/stub.ts";

type Asking = Parameters<typeof hasConversation>;

const ACCOUNT: Asking[0] = {
	sessions: { list: () => [{ id: "session-1" }] },
	buildCommits: { isThread: (id: string) => id === "thread-1" },
};
const asks = (kind: string, sessionId: string) =>
	hasConversation(ACCOUNT, stub<Asking[1]>({ request: { kind }, sessionId }));

describe("a change can be requested", () => {
	it("if the request has a conversation", () => {
		expect(asks("commit", "session-1")).toBe(true);
		expect(asks("action", "session-1")).toBe(true);
		expect(asks("commit", "session-2")).toBe(false);
		expect(asks("commit", "thread-1")).toBe(false);
		expect(asks("revocation", "session-1")).toBe(false);
	});
});
