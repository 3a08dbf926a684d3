import {
	AuthorityType,
	createApproveInstruction,
	createAssociatedTokenAccountIdempotentInstruction,
	createBurnCheckedInstruction,
	createCloseAccountInstruction,
	createMintToInstruction,
	createSetAuthorityInstruction,
	createTransferCheckedInstruction,
} from "@solana/spl-token";
import { PublicKey, StakeProgram, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { saying } from "../../../../support/saying.ts";
import { fine, missing } from "../../review/scene.ts";
import {
	key,
	ME,
	MINT,
	MY_TOKENS,
	me,
	mint,
	out,
	PROGRAM,
	program,
	sending,
	svmFacts,
	svmFinding,
	svmFound,
	svmGeneral,
	svmSimulation,
	text,
	tokens,
	wallet,
	YOU,
	YOUR_TOKENS,
} from "../../review/svm-scene.ts";

const GRAVE = { severity: "danger", needsWord: true };
const transfer = (amount = 5n, decimals = 6) =>
	createTransferCheckedInstruction(MY_TOKENS, MINT, YOUR_TOKENS, ME, amount, decimals);
const opening = createAssociatedTokenAccountIdempotentInstruction(ME, YOUR_TOKENS, YOU, MINT);
const stranger = new TransactionInstruction({ programId: PROGRAM, keys: [], data: Buffer.of(1) });

it("honest transfers get no finding", () => {
	expect(svmFound([sending(1_000_000n)])).toEqual([]);
	expect(svmFound([transfer()])).toEqual([]);
	const shown = svmSimulation([
		out(text(MINT), 5n, { counterparty: text(YOU), symbol: "USDX", decimals: 6 }),
	]);
	expect(svmFound([opening, transfer()], { simulation: shown })).toEqual([]);
});

describe("an unreadable instruction", () => {
	it("is found for an unknown program and for unreadable data of a known one", () => {
		expect(svmGeneral("unknown-program", [sending(1n), stranger])).toMatchObject({
			severity: "caution",
			text: saying("finding.unknown-program"),
		});
		const odd = new TransactionInstruction({
			programId: SystemProgram.programId,
			keys: [],
			data: Buffer.of(99),
		});
		expect(svmGeneral("unknown-program", [odd])?.text).toEqual(
			saying("finding.unknown-program.unread", { program: "System" }),
		);
	});
	it("is not found if every instruction is decoded", () => {
		expect(svmGeneral("unknown-program", [sending(1n), transfer()])).toBeUndefined();
	});
});

describe("a delegate", () => {
	const approving = (amount: bigint) => createApproveInstruction(MY_TOKENS, YOU, ME, amount);
	it("is a danger from a tenth of the account on, or without a limit", () => {
		expect(svmGeneral("rights", [approving(4_100_000n)])).toMatchObject({
			...GRAVE,
			text: saying("finding.rights", { amount: `4100000 ${text(MINT)}` }),
			stake: { kind: "address", address: text(YOU) },
		});
		expect(svmGeneral("rights", [approving(4_099_999n)])).toMatchObject({
			severity: "caution",
			needsWord: false,
		});
		expect(svmGeneral("rights", [approving(2n ** 64n - 1n)])).toMatchObject({
			text: saying("finding.rights.unlimited"),
			stake: { kind: "unlimited" },
		});
	});
	it("requires a typed word for any share of an account with an unknown balance", () => {
		const facts = svmFacts({}, [[MY_TOKENS, null]]);
		expect(svmGeneral("rights", [approving(1n)], { facts })).toMatchObject(GRAVE);
	});
	it("of all requires a typed word, whatever the user did with the delegate before", () => {
		const before = (kind: { paid: number; allowed: number }) =>
			me({ counterparties: new Map([[text(YOU), { ...kind, lastAt: 1 }]]) });
		const all = [approving(2n ** 64n - 1n)];
		expect(svmGeneral("rights", all, { who: before({ paid: 0, allowed: 1 }) })).toMatchObject(GRAVE);
		expect(svmGeneral("rights", all, { who: before({ paid: 9, allowed: 0 }) })).toMatchObject(GRAVE);
	});
	it("that is a contact is a caution", () => {
		const who = me({ labels: { [text(YOU)]: "Ana" } });
		expect(svmGeneral("rights", [approving(1n)], { who })).toMatchObject({
			severity: "caution",
			needsWord: false,
		});
	});
	it("is not found for zero, or for a transfer", () => {
		expect(svmGeneral("rights", [approving(0n)])).toBeUndefined();
		expect(svmGeneral("rights", [transfer()])).toBeUndefined();
	});
});

describe("control", () => {
	it.each([
		AuthorityType.AccountOwner,
		AuthorityType.CloseAccount,
		AuthorityType.MintTokens,
		AuthorityType.FreezeAccount,
	])("changes by setAuthority %s", (type) => {
		const changing = createSetAuthorityInstruction(MY_TOKENS, ME, type, YOU);
		expect(svmGeneral("control", [changing])).toMatchObject(GRAVE);
	});
	it("changes if a stake gets an authority", () => {
		const [authorize] = StakeProgram.authorize({
			stakePubkey: key(13),
			authorizedPubkey: ME,
			newAuthorizedPubkey: YOU,
			stakeAuthorizationType: { index: 1 },
		}).instructions;
		if (authorize === undefined) throw new Error("no instruction");
		expect(svmGeneral("control", [authorize])).toMatchObject(GRAVE);
	});
	it("does not change by a transfer", () => {
		expect(svmGeneral("control", [transfer(), sending(1n)])).toBeUndefined();
	});
});

describe("an emptied account", () => {
	const closing = (to: PublicKey) => createCloseAccountInstruction(MY_TOKENS, to, ME);
	it("is found if its SOL goes to somebody else, not if it returns", () => {
		expect(svmGeneral("elsewhere", [closing(key(60))])).toMatchObject(GRAVE);
		expect(svmGeneral("elsewhere", [closing(YOU)])).toMatchObject({ severity: "caution" });
		expect(svmGeneral("elsewhere", [closing(ME)])).toBeUndefined();
	});
});

describe("an own account handed over", () => {
	const assigning = (account: PublicKey) =>
		SystemProgram.assign({ accountPubkey: account, programId: PROGRAM });
	it("is found for the user's account, not for another", () => {
		expect(svmGeneral("control", [assigning(ME)])).toMatchObject(GRAVE);
		expect(svmGeneral("control", [assigning(key(50))])).toBeUndefined();
	});
});

describe("a durable nonce", () => {
	it("blocks wherever it is advanced", () => {
		const advance = SystemProgram.nonceAdvance({ noncePubkey: key(12), authorizedPubkey: ME });
		for (const all of [
			[advance, sending(1n)],
			[sending(1n), advance],
		])
			expect(svmFinding("durable-nonce", all)).toMatchObject({ severity: "block" });
	});
	it("is a danger if it is given away, and none if it returns", () => {
		const withdrawing = (to: PublicKey) =>
			SystemProgram.nonceWithdraw({ noncePubkey: key(12), authorizedPubkey: ME, toPubkey: to, lamports: 1 });
		expect(svmFinding("nonce-account", [withdrawing(YOU)])).toMatchObject(GRAVE);
		expect(svmFinding("nonce-account", [withdrawing(ME)])).toBeUndefined();
	});
});

describe("a mint's powers over its holders", () => {
	const having = (...extensions: string[]) => svmFacts({}, [[MINT, mint({ extensions })]]);
	it.each(["PermanentDelegate", "TransferHook", "TransferFeeConfig"])("is found for %s", (extension) => {
		const facts = having(extension);
		const minting = createMintToInstruction(MINT, MY_TOKENS, YOU, 5n);
		expect(svmGeneral("mint-powers", [minting], { facts })).toMatchObject({ severity: "caution" });
		// A holder who transfers the token owns it already.
		expect(svmGeneral("mint-powers", [transfer()], { facts })).toMatchObject({ severity: "info" });
	});
	it("blocks a non-transferable token's transfer", () => {
		expect(svmFinding("would-fail", [transfer()], { facts: having("NonTransferable") })).toMatchObject({
			severity: "block",
		});
	});
	it("is not found for harmless extensions or none", () => {
		expect(svmGeneral("mint-powers", [transfer()], { facts: having("MetadataPointer") })).toBeUndefined();
		expect(svmGeneral("mint-powers", [transfer()])).toBeUndefined();
	});
});

describe("look-alike", () => {
	const known = text(YOU);
	const bytes = YOU.toBytes();
	/** Another key with the same characters at both ends; only one in the middle differs. */
	const twin = (() => {
		for (const middle of ["2", "3", "4", "5", "6", "7"]) {
			const other = `${known.slice(0, 20)}${middle}${known.slice(21)}`;
			if (other !== known && new PublicKey(other).toBytes().length === bytes.length)
				return new PublicKey(other);
		}
		throw new Error("no twin");
	})();
	const who = me({ labels: { [known]: "Alice" } });
	it("is found for SOL and for the owner of a token account", () => {
		expect(svmFinding("look-alike", [sending(1n, twin)], { who })).toMatchObject({
			...GRAVE,
			text: saying("finding.look-alike.named", { name: "Alice" }),
		});
		const facts = svmFacts({}, [[YOUR_TOKENS, tokens(twin)]]);
		expect(svmFinding("look-alike", [transfer()], { who, facts })).toBeDefined();
	});
	it("is not found for the known address itself or for a stranger", () => {
		expect(svmFinding("look-alike", [sending(1n)], { who })).toBeUndefined();
		expect(svmFinding("look-alike", [sending(1n, key(77))], { who })).toBeUndefined();
	});
});

describe("a recipient", () => {
	const nobody = svmFacts({}, [[YOU, null]]);
	it("that does not exist yet is reported, and blocks if too little is sent to open it", () => {
		expect(svmFinding("recipient-new", [sending(890_880n)], { facts: nobody })).toMatchObject({
			severity: "info",
		});
		expect(svmFinding("would-fail", [sending(890_879n)], { facts: nobody })).toMatchObject({
			severity: "block",
			text: saying("finding.would-fail.new-account"),
		});
		const twice = [sending(500_000n), sending(500_000n)];
		expect(svmFinding("recipient-new", twice, { facts: nobody })).toMatchObject({ severity: "info" });
	});
	it("without a token account blocks, unless one is opened or may be opened before", () => {
		const facts = svmFacts({}, [[YOUR_TOKENS, null]]);
		expect(svmFinding("would-fail", [transfer()], { facts })).toMatchObject({ severity: "block" });
		expect(svmFinding("would-fail", [opening, transfer()], { facts })).toBeUndefined();
		expect(svmFinding("would-fail", [transfer()], { facts, more: { later: true } })).toMatchObject({
			severity: "caution",
		});
	});
	it("that exists, or is unknown, gets no finding", () => {
		expect(svmFinding("recipient-new", [sending(1n)])).toBeUndefined();
		expect(svmFinding("would-fail", [transfer()], { facts: null })).toBeUndefined();
	});
});

describe("lost funds", () => {
	it.each([
		["program", [[YOU, program()]] as const],
		["token", [[YOU, mint()]] as const],
		["other-token", [[YOU, tokens(key(20))]] as const],
	])("are found for SOL sent to %s", (what, accounts) => {
		const facts = svmFacts({}, accounts);
		expect(svmFinding("loss", [sending(1_000_000n)], { facts })).toMatchObject({
			...GRAVE,
			text: saying("finding.loss.stuck", { what }),
		});
	});
	it("are found for a program's tokens, and not for a user's", () => {
		expect(svmFinding("loss", [transfer()], { facts: svmFacts({}, [[YOU, program()]]) })).toBeDefined();
		expect(svmFinding("loss", [transfer()], { facts: svmFacts({}, [[YOU, wallet()]]) })).toBeUndefined();
		expect(svmFinding("loss", [sending(1n)])).toBeUndefined();
	});
});

describe("the blockhash", () => {
	it("blocks if the chain no longer accepts it", () => {
		const facts = svmFacts({ blockhashValid: fine(false) });
		expect(svmFinding("blockhash-dead", [sending(1n)], { facts })).toMatchObject({
			severity: "block",
			text: saying("finding.blockhash-dead"),
		});
		expect(svmFinding("blockhash-dead", [sending(1n)])).toBeUndefined();
		const silent = svmFacts({ blockhashValid: missing() });
		expect(svmFinding("blockhash-dead", [sending(1n)], { facts: silent })).toBeUndefined();
	});
	it("is reported shortly before its expiry, in seconds", () => {
		const simulation = svmSimulation([out("native", 1n)]);
		expect(svmFinding("blockhash-ending", [sending(1n)], { simulation, lastHeight: 1_050 })?.text).toEqual(
			saying("finding.blockhash-ending", { seconds: 20 }),
		);
		expect(svmFinding("blockhash-ending", [sending(1n)], { simulation, lastHeight: 1_150 })).toBeUndefined();
		expect(svmFinding("blockhash-ending", [sending(1n)])).toBeUndefined();
	});
});

describe("contradiction", () => {
	const native = (amount: bigint, more = {}) => svmSimulation([out("native", amount, more)]);
	it("blocks decimals that differ from the mint's, and another mint than the account's", () => {
		expect(svmFinding("would-fail", [transfer(5n, 9)])).toMatchObject({
			severity: "block",
			text: saying("finding.would-fail.decimals", { stated: 9, decimals: 6 }),
		});
		const facts = svmFacts({}, [[MY_TOKENS, tokens(ME, 50n, key(30))]]);
		expect(svmFinding("would-fail", [transfer()], { facts })).toMatchObject({ severity: "block" });
	});
	it("is found if the simulation hides an outflow", () => {
		const hidden = [
			svmSimulation(),
			native(4n),
			native(5n, { direction: "in" }),
			native(5n, { account: text(YOU) }),
			native(5n, { counterparty: text(key(60)) }),
		];
		for (const simulation of hidden)
			expect(svmFinding("declared-differs", [sending(5n)], { simulation })).toMatchObject(GRAVE);
		const otherMint = svmSimulation([out(text(key(30)), 5n)]);
		expect(svmFinding("declared-differs", [transfer()], { simulation: otherMint })).toMatchObject(GRAVE);
	});
	it("is found if one of two equal transfers is hidden", () => {
		const two = [sending(5n), sending(5n)];
		expect(svmFinding("declared-differs", two, { simulation: native(5n) })).toBeDefined();
		expect(svmFinding("declared-differs", two, { simulation: native(10n) })).toBeUndefined();
	});
	it("is found if the simulation hides an approval or a burn", () => {
		const simulation = svmSimulation();
		const approving = createApproveInstruction(MY_TOKENS, YOU, ME, 5n);
		expect(svmFinding("declared-differs", [approving], { simulation })).toBeDefined();
		const burning = createBurnCheckedInstruction(MY_TOKENS, MINT, ME, 5n, 6);
		expect(svmFinding("declared-differs", [burning], { simulation })).toBeDefined();
		const approvals = [
			{
				account: text(ME),
				spender: text(YOU),
				asset: text(MINT),
				kind: "allowance" as const,
				standard: "erc20" as const,
				amount: "5",
			},
		];
		expect(
			svmFinding("declared-differs", [approving], { simulation: { ...simulation, approvals } }),
		).toBeUndefined();
	});
	it("is not found if the simulation shows it, or for assets that stay with the user", () => {
		for (const more of [{}, { counterparty: text(YOU) }, { amount: "-5" }, { account: null }])
			expect(svmFinding("declared-differs", [sending(5n)], { simulation: native(5n, more) })).toBeUndefined();
		for (const account of [text(ME), text(MY_TOKENS)]) {
			const simulation = svmSimulation([out(text(MINT), 5n, { account, counterparty: text(YOUR_TOKENS) })]);
			expect(svmFinding("declared-differs", [transfer()], { simulation })).toBeUndefined();
		}
		const simulation = svmSimulation();
		expect(svmFinding("declared-differs", [sending(5n, ME)], { simulation })).toBeUndefined();
		expect(svmFinding("declared-differs", [sending(5n, MY_TOKENS)], { simulation })).toBeUndefined();
	});
});

describe("token claims", () => {
	const claiming = (claim: object) => ({
		simulation: svmSimulation([out(text(MINT), 5n), { ...out("native", 0n), ...claim }]),
	});
	it("are found if symbol or decimals differ from the chain, or SOL is miscounted", () => {
		for (const claim of [
			{ asset: text(MINT), symbol: "USDC" },
			{ asset: text(MINT), decimals: 9 },
			{ decimals: 6 },
		])
			expect(svmFinding("token-claims", [transfer()], claiming(claim))).toMatchObject(GRAVE);
	});
	it("are not found if they agree or are silent", () => {
		for (const claim of [{ asset: text(MINT), symbol: "USDX", decimals: 6 }, {}, { decimals: 9 }])
			expect(svmFinding("token-claims", [transfer()], claiming(claim))).toBeUndefined();
	});
});

describe("a token account with too little", () => {
	it("blocks, unless something may arrive before", () => {
		expect(svmFinding("would-fail", [transfer(41_000_001n)])).toMatchObject({ severity: "block" });
		expect(svmFinding("would-fail", [transfer(41_000_000n)])).toBeUndefined();
		expect(svmFinding("would-fail", [transfer(41_000_000n), transfer(1n)])).toMatchObject({
			severity: "block",
		});
		const gone = svmFacts({}, [[MY_TOKENS, null]]);
		expect(svmFinding("would-fail", [transfer(1n)], { facts: gone })).toMatchObject({ severity: "block" });
		expect(svmFinding("would-fail", [transfer(1n)], { facts: null })).toBeUndefined();
		expect(svmFinding("would-fail", [transfer(41_000_001n)], { more: { later: true } })).toMatchObject({
			severity: "caution",
		});
	});
});

it("a service text that imitates the app's voice is found", () => {
	expect(svmFinding("imitation", [sending(1n)], { more: { texts: ["Countersign says so"] } })).toBeDefined();
	expect(svmFinding("imitation", [sending(1n)], { more: { texts: ["Send 1 SOL"] } })).toBeUndefined();
});
