import {
	AuthorityType,
	createApproveInstruction,
	createCloseAccountInstruction,
	createSetAuthorityInstruction,
	createSyncNativeInstruction,
	createTransferCheckedInstruction,
	getAssociatedTokenAddressSync,
	NATIVE_MINT,
} from "@solana/spl-token";
import {
	Authorized,
	Lockup,
	type PublicKey,
	StakeProgram,
	SystemProgram,
	TransactionInstruction,
} from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import type { Effects } from "../../../../../src/core/effects/effects.ts";
import { effectsOf } from "../../../../../src/core/effects/merge.ts";
import { svmStepEffects } from "../../../../../src/core/effects/svm/step-effects.ts";
import {
	grantsOf,
	leavingOf,
	permissionAmounts,
	recipientsOf,
	stepFlows,
} from "../../../../../src/core/review/policy/policy-amounts.ts";
import {
	decodedMovement,
	decodedRight,
	effects,
	FRIEND,
	ITEM,
	KNOWN,
	ME as OWNER,
	observedMovement,
	SAVINGS,
	type StepInput,
	THIEF,
	TREASURY,
	USDC,
} from "../../effects/scene.ts";
import {
	key,
	ME,
	MINT,
	MY_TOKENS,
	mint,
	PROGRAM,
	sending,
	svmFacts,
	svmSubject,
	text,
	tokens,
	YOU,
	YOUR_TOKENS,
} from "../svm-scene.ts";

/** Amounts, recipients and permissions that the user's rules count. */

const UNDECLARED = { movements: [], rights: [], undeclared: [] };

function counted(list: Effects, isWhole = list.shownBy[0] === "bytes") {
	const isOwn = (address: string) => list.parties.get(address)?.relation === "own";
	const flows = stepFlows(list, UNDECLARED, 0, isOwn);
	const leaving = leavingOf(flows);
	return {
		leaving: Object.fromEntries(leaving),
		recipients: recipientsOf(flows, leaving, isWhole),
		grants: grantsOf(flows),
		permitted: Object.fromEntries(permissionAmounts(flows)),
		shownBy: list.shownBy[0],
	};
}

const written = (step: StepInput) => counted(effects(step));

const STAKE = key(13);
const WSOL = getAssociatedTokenAddressSync(NATIVE_MINT, ME, true);
const YOUR_WSOL = getAssociatedTokenAddressSync(NATIVE_MINT, YOU, true);
const WRAPPED = svmFacts({}, [
	[WSOL, tokens(ME, 0n, NATIVE_MINT)],
	[YOUR_WSOL, tokens(YOU, 0n, NATIVE_MINT)],
	[NATIVE_MINT, mint({ decimals: 9 })],
]);

/** Returns the amounts according to the bytes, without a simulation. */
function read(all: readonly TransactionInstruction[], facts = svmFacts()) {
	const subject = svmSubject(all, { facts });
	const step = svmStepEffects(subject, { local: { state: "none" }, addressFacts: null }, 0, "unproven");
	return counted(
		effectsOf([step], { chainRef: subject.chainRef, signer: subject.signer, user: subject.user }),
	);
}

const withdraw = (to: PublicKey) =>
	StakeProgram.withdraw({ stakePubkey: STAKE, authorizedPubkey: ME, toPubkey: to, lamports: 6 }).instructions;
const initialize = (withdrawer: PublicKey, lockup?: Lockup) =>
	StakeProgram.initialize({
		stakePubkey: STAKE,
		authorized: new Authorized(ME, withdrawer),
		...(lockup === undefined ? {} : { lockup }),
	});
const nonce = (toPubkey: PublicKey) =>
	SystemProgram.nonceWithdraw({ noncePubkey: key(12), authorizedPubkey: ME, toPubkey, lamports: 3 });

describe("the facts of a Solana transaction for the user's rules", () => {
	it("include all of a stake that only the user controls", () => {
		const delegate = StakeProgram.delegate({ stakePubkey: STAKE, authorizedPubkey: ME, votePubkey: key(15) });
		for (const all of [[initialize(ME)], delegate.instructions, withdraw(ME), [nonce(ME)]])
			expect(read(all)).toMatchObject({ shownBy: "bytes", recipients: [] });
	});

	it("are incomplete if somebody gets a right, or SOL of an uncounted amount", () => {
		const rent = new TransactionInstruction({
			programId: PROGRAM,
			keys: [{ pubkey: ME, isSigner: true, isWritable: true }],
			data: Buffer.of(1),
		});
		for (const each of [
			initialize(YOU),
			initialize(ME, new Lockup(9, 0, YOU)),
			createSetAuthorityInstruction(MY_TOKENS, ME, AuthorityType.AccountOwner, YOU),
			SystemProgram.nonceAuthorize({ noncePubkey: key(12), authorizedPubkey: ME, newAuthorizedPubkey: YOU }),
			rent,
		])
			expect(read([each]).shownBy).not.toBe("bytes");
	});

	it("name every recipient of an account's holdings, for any amount", () => {
		for (const all of [withdraw(YOU), [nonce(YOU)], [createCloseAccountInstruction(MY_TOKENS, YOU, ME)]])
			expect(read(all)).toMatchObject({ shownBy: "simulation", recipients: [text(YOU)] });
	});

	it("name the owner of a token account, and the recipient of SOL", () => {
		const transfer = createTransferCheckedInstruction(MY_TOKENS, MINT, YOUR_TOKENS, ME, 5n, 6);
		expect(read([transfer, sending(1n, key(41))])).toMatchObject({
			shownBy: "bytes",
			recipients: [text(YOU), text(key(41))],
			leaving: { [text(MINT)]: 5n, native: 1n },
		});
	});

	it("count wrapped SOL as SOL: wrapping it takes nothing, handing it on does", () => {
		const wrap = [sending(7n, WSOL), createSyncNativeInstruction(WSOL)];
		expect(read(wrap, WRAPPED)).toMatchObject({ leaving: {}, recipients: [] });
		const handOn = createTransferCheckedInstruction(WSOL, NATIVE_MINT, YOUR_WSOL, ME, 5n, 9);
		expect(read([...wrap, handOn], WRAPPED)).toMatchObject({
			leaving: { native: 5n },
			recipients: [text(YOU)],
		});
		expect(read([handOn], WRAPPED).leaving).toEqual({ native: 5n });
	});

	it("count staked SOL once it is somebody else's", () => {
		expect(read(withdraw(YOU)).leaving).toEqual({ native: 6n });
		expect(read(withdraw(ME)).leaving).toEqual({});
		const authorize = StakeProgram.authorize({
			stakePubkey: STAKE,
			authorizedPubkey: ME,
			newAuthorizedPubkey: YOU,
			stakeAuthorizationType: { index: 1 },
		}).instructions;
		const given = read(authorize);
		expect(given).toMatchObject({ recipients: [text(YOU)], grants: [{ spender: text(YOU) }] });
		expect(given.shownBy).not.toBe("bytes");
	});

	it("count a permission as a permission", () => {
		const approve = createApproveInstruction(MY_TOKENS, YOU, ME, 4n);
		expect(read([approve])).toMatchObject({
			leaving: {},
			permitted: { [text(MINT)]: 4n },
			grants: [{ spender: text(YOU), token: text(MINT), unlimited: false }],
			recipients: [],
		});
	});
});

describe("outflows", () => {
	const usdc = USDC.address ?? "";

	it("are sums over a step, the larger of the bytes and our simulation", () => {
		const parts = [
			decodedMovement({ asset: USDC, amount: 3n }),
			decodedMovement({ asset: USDC, amount: 4n, to: FRIEND }),
		];
		expect(written({ movements: parts }).leaving).toEqual({ [usdc]: 7n });
		expect(written({ movements: [...parts, observedMovement({ asset: USDC, amount: 6n })] }).leaving).toEqual(
			{
				[usdc]: 7n,
			},
		);
		expect(written({ movements: [...parts, observedMovement({ asset: USDC, amount: 9n })] }).leaving).toEqual(
			{
				[usdc]: 9n,
			},
		);
	});

	it("are bounded by our simulation if the bytes set no bound, and unbounded if it shows nothing of them", () => {
		const open = { ...decodedMovement({ asset: USDC }), least: 0n, most: null };
		expect(written({ movements: [open] }).leaving).toEqual({ [usdc]: null });
		expect(written({ movements: [open, observedMovement({ asset: USDC, amount: 9n })] }).leaving).toEqual({
			[usdc]: 9n,
		});
		expect(written({ movements: [open, observedMovement({ amount: 9n })] }).leaving).toEqual({
			[usdc]: null,
			native: 9n,
		});
	});

	it("include accounts that the signature moves, and transfers to another account of the user's", () => {
		expect(
			written({ controlled: [TREASURY], movements: [decodedMovement({ from: TREASURY, amount: 5n })] })
				.leaving,
		).toEqual({ native: 5n });
		expect(written({ movements: [decodedMovement({ to: SAVINGS, amount: 5n })] }).leaving).toEqual({
			native: 5n,
		});
	});

	it("exclude an item, which no limit applies to", () => {
		expect(written({ movements: [decodedMovement({ asset: ITEM, amount: 1n })] }).leaving).toEqual({
			[ITEM.address]: null,
		});
	});
});

describe("recipients", () => {
	it("are those who get a position or a contract's payout, although it leaves the contract", () => {
		const position = { kind: "position", address: KNOWN, item: null } as const;
		const given = decodedMovement({ from: KNOWN, to: THIEF, asset: position, amount: 1n });
		expect(written({ movements: [decodedMovement({ to: KNOWN }), given] }).recipients).toEqual([
			KNOWN,
			THIEF,
		]);
		const nft = decodedMovement({ from: OWNER, to: THIEF, asset: { ...position, item: "7" }, amount: 1n });
		expect(written({ movements: [nft] }).recipients).toEqual([THIEF]);
		const drawn = decodedMovement({ to: KNOWN, asset: position });
		expect(written({ movements: [drawn, decodedMovement({ from: KNOWN, to: OWNER })] }).recipients).toEqual(
			[],
		);
		const kept = decodedMovement({ from: KNOWN, to: OWNER, asset: position, amount: 1n });
		expect(written({ movements: [decodedMovement({ to: KNOWN }), kept] }).recipients).toEqual([KNOWN]);
	});

	it("are unknown if a position is filled and its owner is unknown", () => {
		const position = { kind: "position", address: KNOWN, item: "7" } as const;
		const filled = { ...decodedMovement({ from: KNOWN, asset: position }), to: null };
		expect(written({ movements: [decodedMovement({ to: KNOWN }), filled] }).recipients).toBeNull();
	});

	it("include those who get control, or may move all of a contract's holdings", () => {
		const scopes = [
			{ kind: "control", over: OWNER, what: "code" },
			{ kind: "everything", at: KNOWN },
		] as const;
		for (const scope of scopes)
			expect(written({ rights: [decodedRight({ scope, extent: null })] }).recipients).toEqual([THIEF]);
		expect(written({ rights: [decodedRight()] }).recipients).toEqual([]);
	});

	it("are unknown if our simulation shows an outflow to nobody, unless the bytes name them all", () => {
		const hidden = { ...observedMovement({ asset: USDC }), to: null };
		expect(written({ movements: [hidden], shownBy: "simulation" }).recipients).toBeNull();
		const named = [decodedMovement({ asset: USDC, to: FRIEND }), hidden];
		expect(written({ movements: named, shownBy: "bytes" }).recipients).toEqual([FRIEND]);
	});
});

describe("permissions", () => {
	it("are everything if an operator may move all of a contract's holdings", () => {
		const all = written({
			rights: [decodedRight({ scope: { kind: "everything", at: KNOWN }, extent: null })],
		});
		expect(all.grants).toEqual([{ spender: THIEF, token: KNOWN, unlimited: true }]);
		expect(all.permitted).toEqual({ [KNOWN]: null });
	});

	it("exclude one that is revoked, and control that stays the user's", () => {
		const kept = decodedRight({ holder: SAVINGS, scope: { kind: "control", over: OWNER, what: "code" } });
		expect(written({ rights: [kept, decodedRight({ extent: 0n })] }).grants).toEqual([]);
		expect(written({ rights: [decodedRight({ holder: SAVINGS })] }).grants).toMatchObject([
			{ spender: SAVINGS },
		]);
	});

	it("exclude the rest of a reduced one, although our simulation shows it", () => {
		const rest = decodedRight({ extent: 60n, isRest: true });
		expect(written({ rights: [rest, decodedRight({ extent: 60n, basis: "observed" })] })).toMatchObject({
			grants: [],
			permitted: {},
		});
		expect(written({ rights: [decodedRight({ extent: null }), rest] }).grants).toEqual([
			{ spender: THIEF, token: USDC.address, unlimited: true },
		]);
		const other = decodedRight({ holder: FRIEND, extent: 5n, basis: "observed" });
		expect(written({ rights: [rest, other] }).grants).toEqual([
			{ spender: FRIEND, token: USDC.address, unlimited: false },
		]);
	});

	it("include a single use by signature", () => {
		const once = decodedMovement({ asset: USDC, amount: 9n, basis: "permitted" });
		expect(written({ movements: [once] })).toMatchObject({
			grants: [{ spender: THIEF, token: USDC.address, unlimited: false }],
			recipients: [THIEF],
			leaving: { [USDC.address ?? ""]: 9n },
		});
	});
});
