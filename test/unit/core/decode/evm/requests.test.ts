import { describe, expect, it } from "vitest";
import { contractsOf } from "../../../../../src/core/decode/evm/contracts.ts";
import { decodeEvm } from "../../../../../src/core/decode/evm/decode-evm.ts";
import { claimedMeaning, isUnderstood } from "../../../../../src/core/decode/evm/leaves.ts";
import { headlineOf } from "../../../../../src/core/describe/evm/headline.ts";
import { payeesOf } from "../../../../../src/core/effects/evm/mentions.ts";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import { outline } from "../../../../support/outline.ts";
import { commitOf, SIGNER } from "../../match/honest.ts";
import { callOf } from "../../review/calls.ts";
import { user } from "../../review/scene.ts";
import { finding, GRAVE } from "../../risk/evm/scene.ts";

const VAULT = "0x4444444444444444444444444444444444444444";
const THIEF = "0x7411f74411f74411f74411f74411f74411f74411";
const ME = SIGNER.toLowerCase();
const who = user({ counterparties: new Map(), uses: new Map() });

type Row = readonly [signature: string, args: (other: string) => readonly unknown[], text: string];

/** Calls that credit their result to the address that `args` receives. */
const GETS: readonly Row[] = [
	[
		"function requestDeposit(uint256 assets, address controller, address owner)",
		(other) => [90n, other, SIGNER],
		"request-deposit(what: [act.base-units(amount: 90)], app: act.app-about(app: an ERC-7540 vault, about: act.vault.asset))",
	],
	[
		"function requestRedeem(uint256 shares, address controller, address owner)",
		(other) => [90n, other, SIGNER],
		"request(what: [act.base-units(amount: 90)], app: act.app-about(app: an ERC-7540 vault, about: act.vault.shares))",
	],
	[
		"function deposit(uint256 assets, address receiver, address controller)",
		(other) => [90n, other, SIGNER],
		"claim(what: act.claim.what, app: act.app-about(app: an ERC-7540 vault, about: act.vault.base-units(amount: 90)))",
	],
	[
		"function mint(uint256 shares, address receiver, address controller)",
		(other) => [90n, other, SIGNER],
		"claim(what: [act.base-units(amount: 90)], app: act.app-about(app: an ERC-7540 vault, about: act.vault.shares))",
	],
	[
		"function claimCancelDepositRequest(uint256 requestId, address receiver, address controller)",
		(other) => [0n, other, SIGNER],
		"claim(what: act.claim.what, app: act.app-about(app: an ERC-7540 vault, about: act.vault.cancelled))",
	],
	[
		"function claimCancelRedeemRequest(uint256 requestId, address receiver, address controller)",
		(other) => [0n, other, SIGNER],
		"claim(what: act.claim.what, app: act.app-about(app: an ERC-7540 vault, about: act.vault.cancelled))",
	],
];
const CANCELS: readonly Row[] = [
	[
		"function cancelDepositRequest(uint256 requestId, address controller)",
		(other) => [0n, other],
		"cancel(what: act.vault.deposit-request, app: an ERC-7540 vault)",
	],
	[
		"function cancelRedeemRequest(uint256 requestId, address controller)",
		(other) => [0n, other],
		"cancel(what: act.vault.redeem-request, app: an ERC-7540 vault)",
	],
];

function read(data: Hex) {
	const decoded = decodeEvm({ to: VAULT, value: 0n, data }, undefined, contractsOf("8453"));
	const { text } = headlineOf({ decoded, facts: null, user: who, chainRef: "8453", signer: SIGNER });
	return { decoded, text: outline(text) };
}

describe("a vault with requests for deposit and withdrawal", () => {
	it("is displayed as a guess, and stays as unreadable as any unknown call", () => {
		for (const [signature, args, sentence] of [...GETS, ...CANCELS]) {
			const data = callOf(signature, args(SIGNER));
			const { decoded, text } = read(data);
			expect(isUnderstood(decoded)).toBe(false);
			expect(text.replace(/0x\w{6}…\w{6}/, "0x")).toBe(
				`call.like(app: an ERC-7540 vault, told: act.${sentence})`,
			);
			expect(finding("unknown-call", commitOf({ to: VAULT, data }), { who })).toMatchObject(GRAVE);
			expect(finding("elsewhere", commitOf({ to: VAULT, data }), { who })).toBeUndefined();
		}
	});

	it("names every recipient besides the caller", () => {
		for (const [signature, args] of GETS) {
			const data = callOf(signature, args(THIEF));
			const { decoded, text } = read(data);
			expect(payeesOf({ as: ME, decoded })).toEqual([THIEF]);
			expect(text).toMatch(/, to: \[?0x7411F7…F74411\]?\)+$/i);
			const view = commitOf({ to: VAULT, data });
			expect(finding("elsewhere", view, { who })).toMatchObject({
				...GRAVE,
				stake: { kind: "address", address: THIEF },
			});
			const knowing = { ...who, labels: { [THIEF]: "Mira" } };
			expect(finding("elsewhere", view, { who: knowing })).toBeUndefined();
		}
	});

	it("names the owner of a request that is another account's", () => {
		for (const [signature, args] of CANCELS) {
			const { text, decoded } = read(callOf(signature, args(THIEF)));
			expect(claimedMeaning(decoded)).toMatchObject({ kind: "act", what: "cancel", owner: THIEF });
			expect(text).toMatch(/told: act\.out-of\(.*, owner: 0x7411F7…F74411\)\)$/i);
		}
	});

	it("is not decoded with one byte more or less", () => {
		for (const [signature, args] of [...GETS, ...CANCELS]) {
			const data = callOf(signature, args(SIGNER));
			for (const each of [`${data}00`, data.slice(0, -2)] as readonly Hex[])
				expect(read(each).decoded.meaning).not.toHaveProperty("like");
		}
	});

	it("requires a typed word if an operator is set, by the same four bytes as for multi-tokens", () => {
		const data = callOf("function setOperator(address operator, bool approved)", [THIEF, true]);
		expect(finding("rights", commitOf({ to: VAULT, data }), { who })).toMatchObject(GRAVE);
	});
});
