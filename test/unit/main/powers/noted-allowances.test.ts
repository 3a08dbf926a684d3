import { expect, it } from "vitest";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { AllowanceAges, UNKNOWN_AGE } from "../../../../src/main/powers/noted-allowances.ts";
import type { SeenAllowance } from "../../../../src/main/powers/seen-allowances.ts";
import { lowersAllowance } from "../../../../src/main/storage/same-nonce.ts";
import {
	approveData,
	CHAIN,
	commitOf,
	frozenOf,
	OTHER,
	SIGNER,
	simulation,
	TOKEN,
	VAULT,
} from "../../core/match/honest.ts";
import { evmLowering } from "../../core/match/revocations.ts";
import { user } from "../../core/review/scene.ts";
import { rowOf } from "../inbox/entries/rows.ts";

/** The age of a permission is known only if its grant was confirmed here. */

const ALLOWED: SeenAllowance = {
	chainRef: String(CHAIN),
	account: SIGNER.toLowerCase(),
	token: TOKEN.toLowerCase(),
	spender: VAULT.toLowerCase(),
	kind: "allowance",
	tokenId: "",
};

type Call = Parameters<typeof commitOf>[0];
const approve = (amount: bigint, spender: string = VAULT): Call => ({
	to: TOKEN,
	data: approveData(spender, amount),
});
const USE: Call = { to: VAULT, data: "0x47e7ef24" };

const row = (at: number, call: Call, change: Partial<JournalRow> = {}): JournalRow =>
	rowOf({
		id: `row-${at}`,
		frozen: frozenOf(commitOf(call)),
		state: "settled",
		outcome: "confirmed",
		approvedAt: at,
		...change,
	});

function agesOf(...rows: readonly JournalRow[]) {
	const ages = new AllowanceAges();
	const journal = { row: (id: string) => rows.find((each) => each.id === id) ?? null };
	for (const each of rows) ages.take(each, user(), lowersAllowance(journal, each));
	return ages;
}
const ageOf = (...rows: readonly JournalRow[]) => agesOf(...rows).of(ALLOWED);

it("the last use is the last approval here, and the last call of its spender from here", () => {
	expect(ageOf(row(1, approve(5n)))).toEqual({ approvedAt: 1, usedAt: null });
	expect(ageOf(row(4, USE), row(3, approve(9n)), row(2, USE), row(1, approve(5n)))).toEqual({
		approvedAt: 3,
		usedAt: 4,
	});
});

it("the last use is unknown if nothing here approved it, although it exists", () => {
	expect(ageOf()).toEqual(UNKNOWN_AGE);
	expect(ageOf(row(1, approve(5n, OTHER)))).toEqual(UNKNOWN_AGE);
	expect(ageOf(row(1, USE))).toEqual({ approvedAt: null, usedAt: 1 });
});

it("the last use is unknown if it was revoked here since: somebody else approved it again", () => {
	const [given, taken] = [row(1, approve(5n)), row(2, approve(0n))];
	expect(ageOf(given, taken)).toEqual(UNKNOWN_AGE);
	expect(ageOf(taken, given)).toEqual(UNKNOWN_AGE);
	expect(ageOf(row(3, approve(7n)), taken, given).approvedAt).toBe(3);
});

it("the last use stays as old as it was when an allowance is lowered, also at a higher fee", () => {
	const lowered = row(5, USE, { kind: "revocation", frozen: evmLowering() });
	const sped = row(6, approve(250n), { kind: "replacement", replaces: lowered.id });
	expect(ageOf(row(1, approve(5n)), lowered, sped)).toEqual({ approvedAt: 1, usedAt: null });
	expect(ageOf(lowered)).toEqual(UNKNOWN_AGE);
});

it("the last use counts nothing unconfirmed, and no step of an action twice", () => {
	expect(ageOf(row(1, approve(5n), { outcome: "failed" }))).toEqual(UNKNOWN_AGE);
	expect(ageOf(row(1, approve(5n), { outcome: null, state: "submitted" }))).toEqual(UNKNOWN_AGE);
	expect(ageOf(row(1, approve(5n), { kind: "leg" }))).toEqual(UNKNOWN_AGE);
});

it("the last use is that of its account, chain, token and spender only", () => {
	const ages = agesOf(row(1, approve(5n)), row(2, USE));
	for (const change of [{ chainRef: "1" }, { account: OTHER.toLowerCase() }])
		expect(ages.of({ ...ALLOWED, ...change })).toEqual(UNKNOWN_AGE);
	expect(ages.of({ ...ALLOWED, token: OTHER.toLowerCase() })).toEqual({ approvedAt: null, usedAt: 2 });
	expect(ages.of({ ...ALLOWED, kind: "permit2" }).approvedAt).toBeNull();
});

it("the last use relies on no simulation", () => {
	const frozen = frozenOf(commitOf(USE, simulation()));
	expect(ageOf(row(1, USE, { frozen }))).toEqual({ approvedAt: null, usedAt: 1 });
});
