import { describe, expect, it } from "vitest";
import type { MessageItem } from "../../../../src/core/decoded-transaction/signed-item.ts";
import { messageQuestion } from "../../../../src/core/signed-messages/message-analysis.ts";
import { saying } from "../../../support/saying.ts";
import { CHAIN, SIGNER, TOKEN } from "../match/honest.ts";
import { permit, permitSingle, signRequest, type Typed } from "../match/typed-samples.ts";
import { fine, tokenFacts } from "../review/scene.ts";
import { typedFindings } from "./scene.ts";

/** Chain queries about a signature, and their interpretation. */

function leg(typed: Typed): MessageItem {
	const intent = { kind: "evm_typed_data" as const, typed_data: { ...typed } };
	return { kind: "message", signer: SIGNER, chainRef: String(CHAIN), intent, request: signRequest(intent) };
}

const value = (typed: Typed) => BigInt(String(typed.message["value"]));
const raised = (typed: Typed, allowance: bigint) => {
	const token = tokenFacts({ allowance: fine(allowance) });
	const facts = { tokens: new Map([[TOKEN.toLowerCase(), token]]) };
	return typedFindings(typed, { facts }).find(({ id }) => id === "raised-approval");
};

describe("a permit for an existing spender", () => {
	it("is queried with its spender", () => {
		expect(messageQuestion(leg(permit()))).toMatchObject({
			request: { tokens: [{ spender: String(permit().message["spender"]).toLowerCase() }] },
		});
	});

	it("is reported if it raises the allowance, and not otherwise", () => {
		const most = value(permit());
		expect(raised(permit(), most - 1n)).toMatchObject({
			severity: "info",
			text: saying("finding.raised-approval"),
		});
		for (const now of [0n, most, most + 1n]) expect(raised(permit(), now)).toBeUndefined();
	});

	it("is ignored for Permit2, whose permissions are in another book", () => {
		expect(messageQuestion(leg(permitSingle()))).toMatchObject({
			request: { tokens: expect.arrayContaining([expect.objectContaining({ spender: null })]) },
		});
		expect(raised(permitSingle(), 1n)).toBeUndefined();
	});
});
