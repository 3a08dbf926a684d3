import {
	AuthorityType,
	createAssociatedTokenAccountIdempotentInstruction,
	createCloseAccountInstruction,
	createInitializeAccount3Instruction,
	createSetAuthorityInstruction,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import { type PublicKey, StakeProgram, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { bytesToHex } from "viem/utils";
import { describe, expect, it } from "vitest";
import type {
	Comparison,
	ControlChange,
	InnerCall,
	LocalSimulation,
} from "../../../../../src/core/decoded-transaction/opinion.ts";
import { comparisonOf } from "../../../../../src/core/effects/compare/compare.ts";
import type { ApprovalChange, BalanceChange } from "../../../../../src/service-api/simulation.ts";
import {
	key,
	ME,
	MINT,
	MY_TOKENS,
	PROGRAM,
	sending,
	svmFacts,
	svmSimulation,
	svmSubject,
	text,
	wallet,
	YOU,
	YOUR_TOKENS,
} from "../../review/svm-scene.ts";

const WRAPPED = "So11111111111111111111111111111111111111112";
const RENT = 2_039_280n;

const moves = (
	direction: "in" | "out",
	asset: string,
	amount: bigint,
	more: Partial<BalanceChange> = {},
): BalanceChange => ({
	account: text(ME),
	asset,
	amount: amount.toString(),
	direction,
	...more,
});

type Done = Extract<LocalSimulation, { state: "done" }>;

interface Ours {
	readonly balanceChanges?: readonly BalanceChange[];
	readonly approvals?: readonly ApprovalChange[];
	readonly controls?: readonly ControlChange[];
}

function ran({ balanceChanges = [], approvals = [], controls = [] }: Ours): Done {
	return {
		state: "done",
		how: "simulateTransaction",
		at: 77n,
		simulation: { ...svmSimulation(balanceChanges), approvals: [...approvals] },
		controls,
		inner: [],
		codes: new Map(),
		allowances: [],
		gaps: [],
		hangsOnBlock: false,
		revert: null,
	};
}

type Told = Parameters<typeof svmSubject>;

function compared(
	theirs: readonly BalanceChange[],
	ours: Ours,
	instructions: Told[0] = [sending(5n)],
	scene: Told[1] = {},
): Comparison {
	return comparisonOf(svmSubject(instructions, { simulation: svmSimulation(theirs), ...scene }), ran(ours));
}

describe("Solana: outflows and inflows", () => {
	it("treat a token account and its owner as equal, and SOL in each of its spellings", () => {
		const theirs = [
			moves("out", "SOL", 5n),
			moves("out", text(MINT), 9n, { account: text(MY_TOKENS), counterparty: text(YOUR_TOKENS) }),
		];
		const ours = [moves("out", "native", 5n), moves("out", text(MINT), 9n, { counterparty: text(YOU) })];
		expect(compared(theirs, { balanceChanges: ours }).verdict).toBe("agrees");
	});

	it("reveal undeclared SOL, even one lamport", () => {
		const ours = [moves("out", "native", 6n, { counterparty: text(YOU) })];
		expect(compared([moves("out", "native", 5n)], { balanceChanges: ours }).verdict).toBe("undeclared");
	});

	it("may omit the rent of plainly opened accounts, and no more", () => {
		const opening = [
			createAssociatedTokenAccountIdempotentInstruction(ME, YOUR_TOKENS, YOU, MINT),
			sending(5n),
		];
		const facts = svmFacts({}, [[YOUR_TOKENS, null]]);
		const leaving = (lamports: bigint) => ({ balanceChanges: [moves("out", "native", lamports)] });
		const theirs = [moves("out", "native", 5n)];
		expect(compared(theirs, leaving(5n + RENT), opening, { facts }).verdict).toBe("agrees");
		expect(compared(theirs, leaving(6n + RENT), opening, { facts }).verdict).toBe("undeclared");
		expect(compared(theirs, leaving(5n + RENT), opening).verdict).toBe("undeclared");
	});

	describe("rent of an account that a program opens", () => {
		const MINE_TOO = key(70);
		const strange = new TransactionInstruction({
			programId: PROGRAM,
			keys: [{ pubkey: ME, isSigner: true, isWritable: true }],
			data: Buffer.from([1]),
		});
		const called = (instruction: TransactionInstruction): InnerCall => ({
			under: 0,
			depth: 1,
			kind: "instruction",
			from: "",
			to: text(instruction.programId),
			value: 0n,
			data: bytesToHex(new Uint8Array(instruction.data)),
			accounts: instruction.keys.map(({ pubkey }) => text(pubkey)),
		});
		const opens = (owner: PublicKey, lamports = RENT, payer = ME, space = 165) => [
			SystemProgram.createAccount({
				fromPubkey: payer,
				newAccountPubkey: MINE_TOO,
				lamports: Number(lamports),
				space,
				programId: TOKEN_PROGRAM_ID,
			}),
			createInitializeAccount3Instruction(MINE_TOO, MINT, owner),
		];
		const verdict = (
			inner: readonly TransactionInstruction[],
			ours: readonly BalanceChange[],
			theirs: readonly BalanceChange[] = [moves("out", "native", 5n)],
		) => {
			const own = ran({ balanceChanges: ours });
			const subject = svmSubject([strange], { simulation: svmSimulation(theirs) });
			return comparisonOf(subject, { ...own, inner: inner.map(called) }).verdict;
		};
		const paid = moves("out", text(MINT), 9n, { counterparty: text(YOU) });

		it("is a difference, and no loss, for the user's own account and for the stated recipient", () => {
			expect(verdict(opens(ME), [moves("out", "native", 5n + RENT)])).toBe("differs");
			const ours = [
				moves("out", "native", 5n),
				moves("out", "native", RENT, { counterparty: text(YOU) }),
				paid,
			];
			expect(verdict(opens(YOU), ours, [moves("out", "native", 5n), paid])).toBe("differs");
			expect(verdict(opens(ME, (RENT * 310n) / 293n, ME, 182), [moves("out", "native", 5n + RENT)])).toBe(
				"differs",
			);
		});

		it("is undeclared for anybody else, beyond the rent, and if it goes elsewhere", () => {
			const leaving = [moves("out", "native", 5n + RENT)];
			const one = [moves("out", "native", 6n + RENT)];
			const stranger = [
				moves("out", "native", 5n),
				moves("out", "native", RENT, { counterparty: text(key(66)) }),
			];
			const closing = createCloseAccountInstruction(MINE_TOO, key(66), ME);
			const giving = createSetAuthorityInstruction(MINE_TOO, ME, AuthorityType.CloseAccount, key(66));
			for (const [inner, ours] of [
				[[], leaving],
				[opens(key(66)), leaving],
				[opens(YOU), leaving],
				[opens(key(66)), stranger],
				[opens(ME), one],
				[opens(ME), stranger],
				[opens(ME, RENT + 1n), [moves("out", "native", 6n + RENT)]],
				[opens(ME, RENT, YOU), leaving],
				[opens(ME).slice(0, 1), leaving],
				[opens(ME).slice(1), leaving],
				[[...opens(ME), closing], leaving],
				[[...opens(ME), giving], leaving],
			] as const)
				expect(verdict(inner, ours)).toBe("undeclared");
		});
	});

	it("counts wrapped SOL as SOL: wrapping it loses nothing", () => {
		const ours = [moves("out", "native", 500n), moves("in", WRAPPED, 500n)];
		expect(compared([], { balanceChanges: ours }).verdict).toBe("unseen");
		expect(compared([], { balanceChanges: [moves("out", WRAPPED, 500n)] }).verdict).toBe("undeclared");
	});
});

describe("Solana: SOL in a program's account", () => {
	const KEPT = key(60);
	const STRANGER = key(66);
	const from = (account: PublicKey, to?: PublicKey) =>
		moves("out", "native", 6n, {
			account: text(account),
			...(to === undefined ? {} : { counterparty: text(to) }),
		});
	const verdict = (theirs: readonly BalanceChange[], ours: readonly BalanceChange[], ...told: Told) =>
		compared(theirs, { balanceChanges: ours }, ...told).verdict;

	it("goes to its withdrawer, whichever of the two the service names", () => {
		const nonce = SystemProgram.createNonceAccount({
			fromPubkey: ME,
			noncePubkey: KEPT,
			authorizedPubkey: YOU,
			lamports: 6,
		}).instructions;
		for (const named of [KEPT, YOU])
			expect(verdict([from(ME, named)], [from(ME, YOU)], nonce), text(named)).toBe("agrees");
		expect(verdict([from(ME, KEPT)], [from(ME, STRANGER)], nonce)).toBe("undeclared");
	});

	describe("of the user's own", () => {
		const withdraw = (to: PublicKey) =>
			StakeProgram.withdraw({ stakePubkey: KEPT, authorizedPubkey: ME, toPubkey: to, lamports: 6 })
				.instructions;
		const data = { kind: "stake", staker: text(ME), withdrawer: text(ME), lockup: null } as const;
		const scene = { facts: svmFacts({}, [[KEPT, { ...wallet(), data }]]) };
		const come = moves("in", "native", 6n);

		it("is the user's loss if the service names another recipient", () => {
			expect(verdict([from(KEPT, YOU)], [from(ME, YOU)], withdraw(YOU), scene)).toBe("agrees");
			expect(verdict([from(KEPT, STRANGER)], [from(ME, YOU)], withdraw(YOU), scene)).toBe("undeclared");
		});

		it("is no loss if the service names no recipient, or the user", () => {
			for (const stated of [from(KEPT), from(KEPT, ME)])
				expect(verdict([stated], [from(ME, YOU)], withdraw(YOU), scene)).toBe("undeclared");
			expect(verdict([from(KEPT, ME), come], [come], withdraw(ME), scene)).toBe("agrees");
			expect(verdict([from(KEPT, ME), come], [from(ME, YOU)], withdraw(ME), scene)).toBe("undeclared");
		});
	});

	it("covers SOL only: no such account holds tokens", () => {
		const data = { kind: "stake", staker: text(ME), withdrawer: text(ME), lockup: null } as const;
		const facts = svmFacts({}, [[KEPT, { ...wallet(), data }]]);
		const leaving = (account: PublicKey) =>
			moves("out", text(MINT), 6n, { account: text(account), counterparty: text(YOU) });
		expect(verdict([leaving(ME)], [leaving(ME)], [sending(6n)], { facts })).toBe("agrees");
		expect(verdict([leaving(KEPT)], [leaving(ME)], [sending(6n)], { facts })).toBe("undeclared");
	});

	it("is no loss for a user without authority over the account", () => {
		const facts = svmFacts({}, [
			[
				KEPT,
				{
					...wallet(),
					data: { kind: "stake", staker: text(ME), withdrawer: text(STRANGER), lockup: null },
				},
			],
		]);
		expect(verdict([from(KEPT, YOU)], [from(ME, YOU)], [sending(6n)], { facts })).toBe("undeclared");
	});
});

describe("Solana: control", () => {
	const given: ControlChange = {
		account: text(MY_TOKENS),
		what: "owner",
		before: text(ME),
		after: text(key(66)),
		mine: true,
	};
	const setting = (to: number) =>
		createSetAuthorityInstruction(MY_TOKENS, ME, AuthorityType.AccountOwner, key(to));

	it("reveals a hidden SetAuthority", () => {
		const found = compared([], { controls: [given] });
		expect(found.verdict).toBe("undeclared");
		expect(found.effects[0]).toMatchObject({ kind: "control", other: text(key(66)) });
	});

	it("leaves a SetAuthority in the payload to its own finding, and reports any other", () => {
		expect(compared([], { controls: [given] }, [setting(66)]).verdict).toBe("agrees");
		expect(compared([], { controls: [given] }, [setting(67)]).verdict).toBe("undeclared");
		expect(compared([], { controls: [{ ...given, what: "close" }] }, [setting(66)]).verdict).toBe(
			"undeclared",
		);
	});

	it("reveals a delegate that the service omits", () => {
		const approval: ApprovalChange = {
			account: text(MY_TOKENS),
			spender: text(key(66)),
			asset: text(MINT),
			kind: "allowance",
			standard: "erc20",
			amount: "5",
			approved: true,
		};
		expect(compared([], { approvals: [approval] }).verdict).toBe("undeclared");
	});
});
