import type { JournalRow } from "../../../../../src/core/journal/types.ts";
import { UnreadableRecord } from "../../../../../src/core/journal/unreadable.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";

/** Journal rows, by default of an action in progress. */

/** Time of the rows, in Unix ms. */
export const ROW_AT = 1_790_000_000_000;

export function rowOf(patch: Partial<JournalRow> = {}): JournalRow {
	return {
		kind: "action",
		scope: "staging/person-1",
		entryId: "action:session-1/action-1",
		sessionId: "session-1",
		intentId: "action:action-1",
		headline: "Allow 25 TUSD",
		chainRef: "8453",
		signer: "0x00",
		nonce: null,
		replaces: null,
		broadcaster: "wallet",
		fingerprint: "f".repeat(64),
		digest: "",
		revision: 3,
		frozen: new UnreadableRecord("frozen", "a test does not look into it"),
		predicted: null,
		id: "row-1",
		parent: null,
		place: 0,
		state: "submitted",
		live: true,
		signedKey: "a",
		reportKey: "b",
		transport: "sign_and_broadcast",
		attemptId: null,
		signature: null,
		transactionId: null,
		dead: false,
		answer: null,
		outcome: null,
		text: verbatim("As the journal says."),
		receipt: null,
		approvedAt: ROW_AT,
		...patch,
	};
}
