import { describe, expect, it } from "vitest";
import { notQueried } from "../../../../src/core/chain/chain-error.ts";
import { headlineOf } from "../../../../src/core/describe/evm/headline.ts";
import { type AmountParam, type Message, message, verbatim } from "../../../../src/core/localized-text.ts";
import { describeClaims } from "../../../../src/core/signed-messages/claim-rows.ts";
import { saying } from "../../../support/saying.ts";
import { commitOf, OTHER, TOKEN, transferData, VAULT } from "../match/honest.ts";
import { execTransaction } from "../review/calls.ts";
import { facts, fine, subject, user } from "../review/scene.ts";
import { CONTRACT, SAFE } from "../risk/evm/scene.ts";
import { ATTESTED, KEEPER, type PublishedOptions, publishedFacts, stowCommit, stowData } from "./scene.ts";

const told = (view = stowCommit(), published: PublishedOptions = {}, chain = facts()) => {
	const about = subject(view, chain, user(), publishedFacts(published));
	const [claim] = describeClaims(about);
	return { headline: headlineOf(about), claims: describeClaims(about), claim };
};

const amount = (raw: bigint, decimals: number, symbol: string): Message => {
	const told: AmountParam = { amount: { raw: String(raw), decimals, symbol, checked: true } };
	return message("claim.amount", { amount: told });
};

describe("a contract's descriptor of a call", () => {
	it("gives the headline of an otherwise unknown call, attributed to its author, and the call stays unknown", () => {
		const { headline } = told();
		expect(headline.known).toBe(false);
		expect(headline.text).toEqual(
			message("call.claimed", {
				claim: message("claim.words", { claimant: "Vault Makers", intent: "Do it" }),
				where: "0xb2b2b2…b2b2b2",
			}),
		);
	});

	it("never hides other effects", () => {
		const { headline, claim } = told(stowCommit(stowData(), 1_500_000_000_000_000_000n));
		expect(headline.text).toEqual(
			saying("call.and-sends", {
				amount: { amount: { raw: "1500000000000000000", decimals: 18, symbol: "ETH", checked: true } },
			}),
		);
		expect(claim?.rows[0]).toMatchObject({
			kind: "ours",
			value: amount(1_500_000_000_000_000_000n, 18, "ETH"),
		});
	});

	it("is displayed with our own units and names, with everything it omits, and with full addresses", () => {
		const { claim } = told();
		expect(claim).toMatchObject({
			claimant: "Vault Makers",
			vouched: message("claim.not-audited"),
			isVouched: false,
		});
		expect(claim?.rows.map(({ kind, label, value, open }) => [kind, label, value, open])).toEqual([
			["said", "Amount", amount(25_000_000n, 6, "TUSD"), true],
			["said", "Beneficiary", OTHER, true],
			["left_out", "keeper", expect.stringMatching(/^0x4b4b4b/i), true],
		]);
		expect(claim?.rows.at(-1)?.address).toBe(KEEPER);
	});

	it("shows base units of an unknown token", () => {
		const { claim } = told(stowCommit(stowData(7n, KEEPER)));
		expect(claim?.rows[0]?.value).toMatchObject({
			code: "claim.amount",
			params: { amount: { amount: { raw: "7", decimals: null, checked: false } } },
		});
	});

	it("shows hidden values like omitted ones", () => {
		const fields = [{ path: "keeper", label: "Nothing to see", format: "addressName", visible: "never" }];
		const { claim } = told(stowCommit(), { fields });
		expect(claim?.rows.map(({ kind, label }) => [kind, label])).toEqual([
			["left_out", "token"],
			["left_out", "amount"],
			["left_out", "to"],
			["left_out", message("claim.label.hidden", { label: "keeper" })],
		]);
	});

	it("does not present its own texts as signed content", () => {
		const fields = [{ value: "0 ETH, free", label: "Costs" }];
		expect(told(stowCommit(), { fields }).claim?.rows[0]).toMatchObject({
			kind: "adds",
			value: "0 ETH, free",
		});
	});

	it("reports bytes after its end", () => {
		const { claim } = told(stowCommit(stowData(25_000_000n, TOKEN, "c0ffee")));
		expect(claim?.rows[0]).toMatchObject({
			kind: "ours",
			value: { code: "claim.tail", params: { count: 3 } },
		});
	});

	it("is not used for calls we decode, for other contracts, or for other functions", () => {
		expect(told(commitOf({ to: VAULT, data: transferData(OTHER, 1n) })).claims).toEqual([]);
		expect(told(stowCommit(), { at: OTHER }).claims).toEqual([]);
		expect(told(stowCommit("0x12345678")).claims).toEqual([]);
	});

	it("is displayed for a proxy only if we read its implementation, with a note", () => {
		const implementation = OTHER.toLowerCase();
		const behind = (code: typeof CONTRACT) => told(stowCommit(), { at: OTHER, codes: { [VAULT]: code } });
		expect(behind(CONTRACT).claims).toEqual([]);
		const { claim, headline } = behind({ ...CONTRACT, implementation });
		expect(claim?.proxyOf).toBe(implementation);
		expect(headline.text).toEqual(
			saying("call.claimed.proxy", { where: "0xb2b2b2…b2b2b2", implementation: "0x2B5AD5…cCD6cF" }),
		);
	});

	it("is displayed for inner calls too", () => {
		const view = commitOf({ to: OTHER, data: execTransaction({ to: VAULT, data: stowData() }) });
		const { headline, claim } = told(view, { codes: { [OTHER]: SAFE } });
		expect(headline.text).toEqual(saying("call.claimed", { where: "0xb2b2b2…b2b2b2" }));
		expect(claim?.target).toBe(VAULT.toLowerCase());
	});

	it("is not displayed for code that runs in another account's name", () => {
		const view = commitOf({
			to: OTHER,
			data: execTransaction({ to: VAULT, data: stowData(), operation: 1 }),
		});
		expect(told(view, { codes: { [OTHER]: SAFE } }).claims).toEqual([]);
	});
});

describe("the attester of a descriptor", () => {
	const vouched = (revoked?: PublishedOptions["revoked"]) =>
		told(stowCommit(), { more: ATTESTED, ...(revoked === undefined ? {} : { revoked }) }).claim;

	it("is named unless the attestation was revoked", () => {
		expect(vouched(fine(0n))).toMatchObject({
			isVouched: true,
			vouched: message("claim.audited", { who: "0x3846c3a30e62075fa916216b35ef04b8f53931f6" }),
		});
	});

	it("is unchecked if no RPC answers", () => {
		for (const none of [undefined, notQueried(verbatim("Down."))])
			expect(vouched(none)).toMatchObject({
				isVouched: true,
				vouched: { code: "claim.audited.unchecked" },
			});
	});

	it("is dropped after a revocation", () => {
		expect(vouched(fine(1_790_000_000n))).toMatchObject({
			isVouched: false,
			vouched: { code: "claim.not-audited.revoked" },
		});
	});
});
