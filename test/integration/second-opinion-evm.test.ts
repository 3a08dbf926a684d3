import { type Address, type Hex, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReviewView } from "../../src/ipc/review.ts";
import {
	COLLECTOR,
	type ContractName,
	deployMany,
	type ManyContracts,
	ROBBER,
	WHOLE,
} from "../chains/many-contracts.ts";
import { receiptOf } from "../chains/receipt.ts";
import { verdictTable } from "../fixtures/verdict-table.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { SOMEBODY } from "../mock-service/grammar.ts";
import { appAt } from "../support/at-world.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { sayingOne, tells } from "../support/saying.ts";

/**
 * Real contracts, honest and malicious, on one chain. The service simulates them truthfully, then falsely. Every lie
 * is refused or requires a typed word, under the name of its finding; honest requests need no word.
 */

const NOBODY = `0x${"0".repeat(40)}`;
const HUNDRED = 100n * WHOLE.eighteen;

const key = generatePrivateKey();
const me = privateKeyToAddress(key);
const folder = scratch();
const table = verdictTable("Second opinion, EVM");

let world: World;
let many: ManyContracts;
let person: Person;

beforeAll(async () => {
	world = await openWorld({ person: me });
	const { chain, demo } = world;
	await demo.fund(me);
	many = await deployMany(chain, me);
	await allowed("dollar", many.at.market, 500n * WHOLE.six);
	await allowed("euro", many.at.drain, HUNDRED);
	person = await openPerson({
		dataDir: folder.path,
		...appAt(world),
		key,
	});
});

afterAll(async () => {
	await person?.stop();
	await world?.close();
	folder.remove();
	table.print();
});

/** Returns the time in a week, in Unix seconds. */
const inAWeek = (): number => Math.floor(person.ports.clock.now() / 1_000) + 7 * 86_400;

/** Grants an earlier allowance from the user's account. */
async function allowed(token: ContractName, spender: Address, amount: bigint): Promise<void> {
	const { testClient, publicClient, walletClient } = world.chain;
	await testClient.impersonateAccount({ address: me });
	const hash = await walletClient({ address: me, type: "json-rpc" }).sendTransaction({
		to: many.at[token],
		data: many.data(token, "approve", [spender, amount]),
	});
	await receiptOf(publicClient, hash);
	await testClient.stopImpersonatingAccount({ address: me });
}

const to = (name: ContractName, data: Hex) => `call ${many.at[name]} with ${data}`;
const call = (name: ContractName, functionName: string, args: readonly unknown[] = []) =>
	to(name, many.data(name, functionName, args));
const exec = (target: Address, data: Hex, operation: 0 | 1, value = 0n) =>
	call("safe", "execTransaction", [target, value, data, operation, 0n, 0n, 0n, NOBODY, NOBODY, "0x"]);

const LOOKING = sayingOne("against.opinion.simulating", "against.opinion.asking");

/** Returns the review of this request after the second opinion. */
async function reviewed(sentence: string, before: () => Promise<void> = async () => {}): Promise<ReviewView> {
	const entry = await person.asked(sentence);
	await before();
	return await person.review(
		entry.id,
		({ opinion, approval }) =>
			opinion !== null && opinion.state !== "running" && !tells(approval.refusals, LOOKING),
	);
}

const grave = ({ findings }: ReviewView) =>
	findings.filter(({ severity }) => severity === "danger" || severity === "block");

/** Findings that don't depend on our own simulation. */
const OLDER = new Set(["rights", "unknown-call", "cost", "loss"]);

interface Lie {
	readonly what: string;
	readonly sentence: () => string;
	/** Id of the finding that must report the lie. */
	readonly by: string;
}

const SENT = () => call("dollar", "transfer", [SOMEBODY, 5n * WHOLE.six]);
const SWAP = () => call("market", "swap", [10n * WHOLE.six, 0n]);

const LIES: readonly Lie[] = [
	{
		what: "a transfer that is said to do nothing",
		sentence: () => `${SENT()}, hiding everything`,
		by: "declared-differs",
	},
	{
		what: "a transfer to somebody else than is said",
		sentence: () => `${SENT()}, naming ${ROBBER} as the recipient`,
		by: "declared-differs",
	},
	{
		what: "a transfer of ten times what is said",
		sentence: () => `${SENT()}, stating 10 percent of what leaves`,
		by: "declared-differs",
	},
	{
		what: "other decimals than the token has",
		sentence: () => `${SENT()}, stating 18 decimals`,
		by: "token-claims",
	},
	{
		what: "another symbol than the token has",
		sentence: () => `${SENT()}, stating the symbol USDC`,
		by: "token-claims",
	},
	{
		what: "a fee on top that is hidden",
		sentence: () => `${call("fee", "transfer", [SOMEBODY, HUNDRED])}, hiding what goes to ${COLLECTOR}`,
		by: "declared-differs",
	},
	{
		what: "a permission in a fallback, with an event",
		sentence: () => `${to("loudTrap", "0xdeadbeef")}, hiding the permission`,
		by: "declared-differs",
	},
	{
		what: "a permission in a fallback, the spender only in storage",
		sentence: () => to("quietTrap", "0xdeadbeef"),
		by: "declared-differs",
	},
	{
		what: "a permission in a fallback, the spender only in code",
		sentence: () => to("codedTrap", "0xdeadbeef"),
		by: "declared-differs",
	},
	{
		what: "a token that leaves without an event",
		sentence: () => call("lying", "refresh"),
		by: "declared-differs",
	},
	{
		what: "a token that never comes, with an event",
		sentence: () => call("lying", "claim"),
		by: "declared-differs",
	},
	{
		what: "another token drained by reentrancy",
		sentence: () =>
			`${call("hook", "transfer", [SOMEBODY, WHOLE.eighteen])}, hiding what leaves of ${many.at.euro}`,
		by: "declared-differs",
	},
	{
		what: "a swap that brings half of what is said",
		sentence: () => `${SWAP()}, stating 210 percent of what comes`,
		by: "declared-differs",
	},
	{
		what: "a swap that brings a tenth less than is said",
		sentence: () => `${SWAP()}, stating 112 percent of what comes`,
		by: "declared-differs",
	},
	{
		what: "a swap that is said to cost nothing",
		sentence: () => `${SWAP()}, hiding what leaves of ${many.at.dollar}`,
		by: "declared-differs",
	},
	{
		what: "a permission given through Permit2",
		sentence: () =>
			`${call("permitTwo", "approve", [many.at.dollar, many.at.market, 77n, 2_000_000_000])}, hiding the permission`,
		by: "declared-differs",
	},
	{
		what: "a permission a hundred times of what is said",
		sentence: () =>
			`${call("euro", "approve", [many.at.market, HUNDRED / 100n])}, stating 1 percent of the permission`,
		by: "declared-differs",
	},
	{
		what: "a permission for another spender than is said",
		sentence: () => `${call("euro", "approve", [ROBBER, HUNDRED])}, naming ${many.at.market} as the spender`,
		by: "declared-differs",
	},
	{
		what: "a contract of the person's that changes hands",
		sentence: () => call("strongbox", "collect"),
		by: "declared-differs",
	},
	{
		what: "a Safe taken over by a delegatecall",
		sentence: () => exec(many.at.takeOver, many.data("takeOver", "migrate", [ROBBER]), 1),
		by: "control",
	},
	{
		what: "a Safe that gets another owner",
		sentence: () => exec(many.at.safe, many.data("safe", "addOwnerWithThreshold", [ROBBER, 1n]), 0),
		by: "control",
	},
	{
		what: "an EIP-721 item that leaves",
		sentence: () => `${call("gallery", "transferFrom", [me, SOMEBODY, 7n])}, hiding everything`,
		by: "declared-differs",
	},
	{
		what: "another EIP-721 item than is said",
		sentence: () => `${call("gallery", "transferFrom", [me, SOMEBODY, 7n])}, stating item 8`,
		by: "declared-differs",
	},
	{
		what: "an operator of a whole collection",
		sentence: () => `${call("gallery", "setApprovalForAll", [ROBBER, true])}, hiding the permission`,
		by: "declared-differs",
	},
	{
		what: "a permission for one EIP-721 item",
		sentence: () => `${call("gallery", "approve", [ROBBER, 8n])}, hiding the permission`,
		by: "declared-differs",
	},
	{
		what: "ten times the EIP-1155 items that are said",
		sentence: () =>
			`${call("pantry", "safeTransferFrom", [me, SOMEBODY, 3n, 20n, "0x"])}, stating 10 percent of what leaves`,
		by: "declared-differs",
	},
	{
		what: "native coin that leaves with a call",
		sentence: () => `${to("strongbox", "0x")}, worth ${parseEther("0.5")} wei, hiding everything`,
		by: "declared-differs",
	},
];

const HONEST: readonly (readonly [what: string, sentence: () => string])[] = [
	["native coin", () => `send 0.01 ETH to ${SOMEBODY}`],
	["a token", SENT],
	["a token with an unused trap", () => call("loudTrap", "transfer", [SOMEBODY, HUNDRED / 100n])],
	["a token that lies in other calls", () => call("lying", "transfer", [SOMEBODY, HUNDRED / 100n])],
	["a swap", SWAP],
	["a swap, its price as of a block ago", () => `${SWAP()}, stating 102 percent of what comes`],
	["a permission for a contract", () => call("euro", "approve", [many.at.market, HUNDRED / 100n])],
	[
		"a permission given through Permit2",
		() => call("permitTwo", "approve", [many.at.dollar, many.at.market, 77n, inAWeek()]),
	],
	["a permission for one EIP-721 item", () => call("gallery", "approve", [many.at.market, 8n])],
];

/** Requests that are declared truthfully, but whose effects no byte of the call explains. */
const UNEXPLAINED: readonly (readonly [what: string, sentence: () => string])[] = [
	["a token with a fee on top", () => call("fee", "transfer", [SOMEBODY, HUNDRED])],
	["a token that pulls another one", () => call("hook", "transfer", [SOMEBODY, WHOLE.eighteen])],
];

/** Requests that are declared truthfully, but give an item to a stranger for good. */
const GIVEN: readonly (readonly [what: string, sentence: () => string])[] = [
	["an EIP-721 item", () => call("gallery", "transferFrom", [me, SOMEBODY, 7n])],
	["EIP-1155 items", () => call("pantry", "safeTransferFrom", [me, SOMEBODY, 3n, 20n, "0x"])],
];

/** Honest requests whose effects no simulation can see, because it can't read these contracts' storage. */
const UNSEEN: readonly (readonly [what: string, sentence: () => string])[] = [
	["an unreadable call without visible effects", () => call("strongbox", "count")],
	["a payment from a contract that only has a Safe's interface", () => exec(SOMEBODY, "0x", 0, 5n)],
];

describe("a lie in the service's simulation is caught by its name", () => {
	it.each(LIES)("$what: $by", async ({ what, sentence, by }) => {
		const review = await reviewed(sentence());
		const caught = !review.approval.possible || review.approval.word !== null;
		table.lie(
			what,
			caught,
			grave(review).map(({ id }) => id),
		);
		expect(grave(review).map(({ id }) => id)).toContain(by);
		expect(caught).toBe(true);
	});
});

describe("an honest request is approved without a typed word", () => {
	it.each(HONEST)("%s", async (what, sentence) => {
		const review = await reviewed(sentence());
		const said = review.findings.filter(({ severity }) => severity !== "info").map(({ id }) => id);
		const flagged = said.filter((id) => !OLDER.has(id));
		table.honest(what, flagged.length > 0, said);
		expect(flagged).toEqual([]);
		expect(review.approval).toMatchObject({ possible: true, word: null });
		expect(review.opinion?.state).not.toMatch(/differs|undeclared/);
	});

	it("a price that moves between the service's check and ours is a drift up to a limit", async () => {
		const small = await reviewed(SWAP(), () => many.send("market", "setRate", [490n]));
		expect(small.findings.map(({ id }) => id)).toContain("declared-differs");
		expect(small.approval).toMatchObject({ possible: true, word: null });
		const large = await reviewed(SWAP(), () => many.send("market", "setRate", [400n]));
		expect(grave(large).map(({ id }) => id)).toContain("declared-differs");
		await many.send("market", "setRate", [500n]);
	});
});

describe("an item that goes to a stranger requires a typed word, and both simulations agree that it goes", () => {
	it.each(GIVEN)("%s", async (_, sentence) => {
		const review = await reviewed(sentence());
		expect(review.opinion?.state).toBe("agrees");
		expect(grave(review).map(({ id }) => id)).toEqual(["loss"]);
		expect(review.approval).toMatchObject({ possible: true, word: expect.any(String) });
	});
});

describe("a declared loss that the call does not explain requires a typed word", () => {
	it.each(UNEXPLAINED)("%s", async (_, sentence) => {
		const review = await reviewed(sentence());
		expect(grave(review).map(({ id }) => id)).toContain("unexplained-loss");
		expect(review.approval).toMatchObject({ possible: true, word: expect.any(String) });
	});
});

describe("an unseen effect requires a typed word", () => {
	it.each(UNSEEN)("%s", async (_, sentence) => {
		const review = await reviewed(sentence());
		expect(review.opinion?.state).toBe("unseen");
		expect(grave(review).map(({ id }) => id)).toContain("unknown-call");
		expect(review.approval).toMatchObject({ possible: true, word: expect.any(String) });
	});
});

it("every lie and every honest request on EVM is counted", () => {
	expect(table.summary).toBe(
		`caught ${LIES.length} of ${LIES.length} lies, flagged 0 of ${HONEST.length} honest requests`,
	);
});
