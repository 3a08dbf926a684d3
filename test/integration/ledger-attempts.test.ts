import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codesOf } from "../../src/core/localized-text.ts";
import type { ProgressView } from "../../src/ipc/signing.ts";
import { Caller } from "../mock-service/fixture.ts";
import { type LedgerPerson, openLedgerPerson } from "../support/ledger-person.ts";

/** Wallet attempts signed on a Ledger: how the user's yes or no on the device is reported to the service. */

const SOMEBODY = "0x00000000000000000000000000000000000c0FfE";
const SENTENCE = `send 0.01 ETH to ${SOMEBODY} by browser send`;

let here: LedgerPerson;
beforeAll(async () => {
	here = await openLedgerPerson();
});
afterAll(() => here?.close());

const viewOf = (entryId: string) => new Caller(here.world.service).commit(entryId.slice("commit:".length));

/** Final texts of an attempt without a signature. */
const ENDS: ReadonlySet<string> = new Set(["signing.declined.told", "signing.left-waiting"]);

const ended = (entryId: string, outcome: ProgressView["outcome"]) =>
	here.person.progress(entryId, outcome, ({ text }) => codesOf(text).some((code) => ENDS.has(code)));

/** Lists the reports of the entry's attempt, in order. */
async function reportsOf(entryId: string): Promise<unknown[]> {
	const { requests } = await here.world.service.control.records();
	return requests
		.filter(({ path }) => path.includes(entryId.slice("commit:".length)) && path.endsWith("/report"))
		.map(({ body }) => body);
}

describe("a wallet attempt on a Ledger", () => {
	it("is claimed, signed there once, sent and reported", async () => {
		const entry = await here.approved(SENTENCE);
		const { transactionId } = await here.confirmed(entry.id);
		expect(await reportsOf(entry.id)).toEqual([{ kind: "transaction", transaction_id: transactionId }]);
		expect(here.device.signed()).toHaveLength(1);
	});

	it("rejected there by its user is reported as rejected, and ends", async () => {
		here.device.person = { decide: "reject", afterMs: 0 };
		const signed = here.device.signed().length;
		const entry = await here.approved(SENTENCE);
		const end = await ended(entry.id, "rejected");
		expect(codesOf(end.text)).toEqual(["signing.declined.device", "signing.declined.told"]);
		expect(end).toMatchObject({ fundsMayHaveMoved: false, canRetry: false, transactionId: null });
		expect(await reportsOf(entry.id)).toEqual([{ kind: "rejected" }]);
		expect(await viewOf(entry.id)).toMatchObject({ state: "rejected", wallet_attempt: null });
		expect(here.device.signed()).toHaveLength(signed);
	});

	it("cancelled during the question is not reported, and never asked again", async () => {
		here.device.person = { decide: "wait", afterMs: 0 };
		const nonce = await here.mined();
		const entry = await here.approved(SENTENCE);
		await here.device.untilQuestion();
		expect(await here.person.callTrusted("cancelLedger", {})).toEqual({ ok: true });
		const end = await ended(entry.id, "refused");
		expect(codesOf(end.text)).toEqual(
			expect.arrayContaining(["signer.given-up.person", "signer.device-may-still-show"]),
		);
		expect(end).toMatchObject({ canRetry: false, transactionId: null });
		// A late yes on the device must have no effect.
		expect(here.device.approve()).toBe(true);
		expect(await viewOf(entry.id)).toMatchObject({ wallet_attempt: { state: "awaiting_wallet" } });
		expect(await reportsOf(entry.id)).toEqual([]);
		expect(await here.mined()).toBe(nonce);
	});
});
