import { describe, expect, it } from "vitest";
import { intentsOf } from "../../../../../../src/core/match/frozen.ts";
import { devicePayloadOf } from "../../../../../../src/main/wallet/signers/ledger/payload.ts";
import { evmMessages, givenTransactions, userOperation } from "../../../../vault/payloads.ts";

/** Checks that hold on their own, although the match before them refuses the same. */

const HASH = `0x${"5c".repeat(32)}`;

function of(frozen: Parameters<typeof devicePayloadOf>[0]) {
	const [intent] = intentsOf(frozen);
	if (intent === undefined) throw new Error("nothing to sign");
	return devicePayloadOf(frozen, intent, null);
}

describe("a question to a device", () => {
	it("is not a bare hash, unless that was approved as one", () => {
		const hash = evmMessages([{ kind: "evm_personal", message: HASH }]);
		const { blind: _, ...operation } = userOperation();
		expect(of(hash)).toMatchObject({ ok: false, field: "blind" });
		expect(of(operation)).toMatchObject({ ok: false, field: "blind" });
		const asked = { ok: true, payload: { kind: "evm_personal", message: HASH } };
		expect(of({ ...hash, blind: true })).toEqual(asked);
		expect(of(userOperation())).toEqual(asked);
	});

	it("is one hash at a time", () => {
		const two = structuredClone(userOperation());
		if (two.payload.kind === "user_operation") two.payload.requests.push(...two.payload.requests);
		expect(of(two)).toMatchObject({ ok: false, field: "requests" });
	});

	it("is refused, not thrown, if the bytes can't be read", () => {
		expect(of(givenTransactions(["AAAA"]))).toMatchObject({ ok: false });
	});
});
