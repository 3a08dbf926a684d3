import {
	AuthorityType,
	createApproveInstruction,
	createCloseAccountInstruction,
	createInitializeAccount3Instruction,
	createMintToInstruction,
	createSetAuthorityInstruction,
	createTransferCheckedInstruction,
	NATIVE_MINT,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import { SystemProgram, type TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { svmChangesOf } from "../../../../../src/core/describe/svm/changes.ts";
import { svmHeadlineOf } from "../../../../../src/core/describe/svm/headline.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { outline } from "../../../../support/outline.ts";
import {
	key,
	ME,
	MINT,
	MY_TOKENS,
	me,
	mint,
	out,
	sending,
	short,
	svmFacts,
	svmFinding,
	svmGeneral,
	svmSimulation,
	svmSubject,
	text,
	tokens,
	YOU,
	YOUR_TOKENS,
} from "../../review/svm-scene.ts";

/** Solana transactions that are built to hide what they take. */

const SOL = 10n ** 9n;
/** A token account whose private key someone else has, but whose tokens belong to the signer. */
const TRAP = key(41);
const trapped = svmFacts({}, [
	[NATIVE_MINT, mint({ decimals: 9, symbol: "SOL" })],
	[TRAP, tokens(ME, 0n, NATIVE_MINT)],
]);
const silent = svmSimulation();
const closing = (to = ME, authority = ME) => createCloseAccountInstruction(TRAP, to, authority);
const making = (lamports: bigint, programId = TOKEN_PROGRAM_ID): TransactionInstruction =>
	SystemProgram.createAccount({
		fromPubkey: ME,
		newAccountPubkey: TRAP,
		lamports: Number(lamports),
		space: 165,
		programId,
	});
const owning = (owner: typeof ME, of = NATIVE_MINT) => createInitializeAccount3Instruction(TRAP, of, owner);
const paying = (destination = TRAP) =>
	createTransferCheckedInstruction(MY_TOKENS, MINT, destination, ME, 40_000_000n, 6);

const contradiction = (instructions: readonly TransactionInstruction[], facts = trapped) =>
	svmFinding("declared-differs", instructions, { facts, simulation: silent });
const headline = (instructions: readonly TransactionInstruction[], facts = trapped) =>
	outline(svmHeadlineOf(svmSubject(instructions, { facts })).text);

describe("a list of payments", () => {
	it("shows a stranger's largest payment first, before contacts and rights of contacts", () => {
		const contact = { ...me(), labels: { [text(YOU)]: "Ada" } };
		const allowed = createApproveInstruction(MY_TOKENS, YOU, ME, 1n);
		const payments = Array.from({ length: 9 }, () => sending(SOL, YOU));
		const all = [allowed, allowed, allowed, ...payments, sending(2n, key(42)), sending(SOL / 2n, key(43))];
		const told = outline(svmHeadlineOf({ ...svmSubject(all), user: contact }).text);
		expect(told).toContain(
			`headline.and-more(told: headline.then(told: headline.then(told: svm.send(amount: 0.5 SOL, to: ${short(key(43))})`,
		);
		expect(told).toContain(short(key(42)));
	});
});

describe("a transfer to the user's own account", () => {
	it("stays theirs if it is closed only afterwards", () => {
		expect(contradiction([sending(SOL, TRAP), closing()])).toBeUndefined();
		expect(contradiction([making(SOL), owning(ME), closing()], svmFacts())).toBeUndefined();
	});

	it("leaves if the account was closed before: the holder of its key takes it", () => {
		const instructions = [closing(), sending(100n * SOL, TRAP)];
		expect(contradiction(instructions)).toMatchObject({ severity: "danger", needsWord: true });
		expect(headline(instructions)).toContain(`svm.send(amount: 100 SOL, to: ${short(TRAP)})`);
	});

	it("leaves if the account is created again and never opened", () => {
		const instructions = [making(SOL), owning(ME), closing(), making(100n * SOL, SystemProgram.programId)];
		expect(contradiction(instructions, svmFacts())).toMatchObject({ needsWord: true });
		expect(headline(instructions, svmFacts())).toContain("100 SOL");
	});

	it("leaves if the account is reopened for somebody else", () => {
		const instructions = [closing(), making(2_039_280n), owning(YOU, MINT), paying()];
		const facts = svmFacts({}, [[TRAP, tokens(ME, 0n, MINT)]]);
		expect(contradiction(instructions, facts)).toMatchObject({ needsWord: true });
		expect(headline(instructions, facts)).toContain(`svm.send(amount: 40 USDX, to: ${short(YOU)})`);
	});

	it("leaves if another step gives the account away", () => {
		const given = createSetAuthorityInstruction(TRAP, ME, AuthorityType.AccountOwner, YOU);
		expect(contradiction([sending(SOL, TRAP), given])).toMatchObject({ needsWord: true });
	});

	it("leaves if somebody else may close the account", () => {
		const mine = tokens(ME, 0n, NATIVE_MINT);
		if (mine.data.kind !== "token") throw new Error("not a token account");
		const facts = svmFacts({}, [[TRAP, { ...mine, data: { ...mine.data, closeAuthority: text(YOU) } }]]);
		expect(contradiction([sending(SOL, TRAP)], facts)).toMatchObject({ needsWord: true });
		expect(contradiction([sending(SOL, TRAP)])).toBeUndefined();
	});

	it("leaves if somebody else controls the account that is closed to the signer in the end", () => {
		const facts = svmFacts({}, [[TRAP, tokens(YOU, 0n, NATIVE_MINT)]]);
		const moved = createTransferCheckedInstruction(TRAP, NATIVE_MINT, key(42), YOU, SOL, 9);
		expect(contradiction([sending(SOL, TRAP), moved, closing(ME, YOU)], facts)).toMatchObject({
			needsWord: true,
		});
	});
});

describe("a payment by the signer from an account other than their own key", () => {
	it("leaves the user too if the account is derived from theirs, or has several signers", () => {
		const derived = SystemProgram.transfer({
			fromPubkey: TRAP,
			basePubkey: ME,
			toPubkey: YOU,
			lamports: SOL,
			seed: "savings",
			programId: SystemProgram.programId,
		});
		expect(contradiction([derived], svmFacts())).toMatchObject({ needsWord: true });
		const shared = createTransferCheckedInstruction(TRAP, MINT, YOUR_TOKENS, key(43), 5n, 6, [ME]);
		const facts = svmFacts({}, [[TRAP, tokens(key(43), 50n, MINT)]]);
		expect(contradiction([shared], facts)).toMatchObject({ needsWord: true });
	});
});

describe("a headline without room for every step", () => {
	const small = [1n, 2n, 3n].map((lamports) => sending(lamports, ME));

	it("names outflows and rights before harmless steps", () => {
		expect(headline([...small, sending(5n * SOL, YOU)])).toMatch(
			/^(?:headline\.[a-z-]+\(told: )+svm\.send\(amount: 5 SOL, .*, count: 1\)$/,
		);
		const minted = createMintToInstruction(MINT, YOUR_TOKENS, ME, 5_000_000n);
		expect(headline([...small, minted])).toMatch(
			/^(?:headline\.[a-z-]+\(told: )+svm\.mint\(amount: 5 USDX, /,
		);
	});

	it("keeps the chain's order if all steps fit", () => {
		expect(headline([sending(1n, ME), sending(5n * SOL, YOU)])).toMatch(/, next: svm\.send\(amount: 5 SOL, /);
	});
});

describe("a transaction that is only signed", () => {
	it("shows its instructions' outflows, since no other source does", () => {
		const changes = svmChangesOf(svmSubject([sending(SOL, YOU), paying(YOUR_TOKENS)]));
		expect(changes.rows).toMatchObject([
			{
				asset: "native",
				mine: true,
				direction: "out",
				amount: { amount: { raw: SOL } },
				counterparty: text(YOU),
			},
			{
				asset: text(MINT),
				mine: true,
				direction: "out",
				amount: { amount: { raw: 40_000_000n, symbol: "USDX" } },
				counterparty: text(YOU),
			},
		]);
		expect(changes.claim.text).toEqual(message("changes.nobody.decoded"));
	});
});

describe("the source of the changes", () => {
	const claim = (more: Parameters<typeof svmSimulation>[0] = []) =>
		svmChangesOf(
			svmSubject([sending(SOL)], { simulation: svmSimulation([out("native", SOL), ...(more ?? [])]) }),
		).claim.text;

	it("is the service alone as soon as something is stated to come in", () => {
		expect(claim()).toEqual(message("changes.service.decoded"));
		expect(claim([{ asset: text(MINT), amount: "9000000", direction: "in" }])).toEqual(
			message("changes.service.what-comes"),
		);
	});
});

describe("data space in one's own account", () => {
	it("is a danger: the account could never send again", () => {
		const allocate = (account: typeof ME) => SystemProgram.allocate({ accountPubkey: account, space: 1 });
		expect(svmGeneral("control", [allocate(ME)])).toMatchObject({ severity: "danger", needsWord: true });
		expect(svmGeneral("control", [allocate(TRAP)])).toBeUndefined();
	});
});
