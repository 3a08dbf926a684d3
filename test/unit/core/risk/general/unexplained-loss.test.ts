import {
	createApproveInstruction,
	createCloseAccountInstruction,
	createTransferCheckedInstruction,
} from "@solana/spl-token";
import { TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import type {
	DecodedEvmTransaction,
	User,
} from "../../../../../src/core/decoded-transaction/decoded-transaction.ts";
import type { InnerCall, LocalSimulation } from "../../../../../src/core/decoded-transaction/opinion.ts";
import type { DecodedSvmTransaction } from "../../../../../src/core/decoded-transaction/svm/svm-decoded-transaction.ts";
import { effectsOf } from "../../../../../src/core/effects/merge.ts";
import { unaccountedIn } from "../../../../../src/core/effects/unaccounted.ts";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import { unexplainedLoss } from "../../../../../src/core/risk/general/unexplained.ts";
import type { BalanceChange } from "../../../../../src/service-api/simulation.ts";
import {
	approval,
	dai,
	friend,
	me,
	moves,
	ownSimulation,
	simulated,
	subjectDeclaring,
	thief,
	token,
	vault,
} from "../../effects/compare/compare-scene.ts";
import { stepEffects } from "../../effects/scene.ts";
import { OTHER, SIGNER, TOKEN, VAULT } from "../../match/honest.ts";
import { callOf, MULTISEND, multiSend } from "../../review/calls.ts";
import { NOT_SIMULATED, user } from "../../review/scene.ts";
import {
	MINT,
	ME as MY_KEY,
	MY_TOKENS,
	PROGRAM,
	sending,
	out as svmOut,
	svmSimulation,
	svmSubject,
	text,
	YOU,
	YOUR_TOKENS,
} from "../../review/svm-scene.ts";
import { GRAVE, inner as innerCall } from "../evm/scene.ts";
import { evidenceOf } from "./scene.ts";

const ZERO = `0x${"0".repeat(40)}`;

/** Returns the findings for one step of a request. */
function judged(subject: DecodedEvmTransaction | DecodedSvmTransaction, local: LocalSimulation, step = 0) {
	const { chainRef, signer, user: owner } = subject;
	const unaccounted = unaccountedIn({ subject, opinion: { ...NOT_SIMULATED, local }, step });
	const effects = effectsOf([stepEffects({ unaccounted })], { chainRef, signer, user: owner });
	return unexplainedLoss(evidenceOf(effects));
}

interface Call {
	readonly to?: string;
	readonly value?: bigint;
	readonly data?: Hex;
}

const call = (signature: string, args: readonly unknown[] = [], to = VAULT): Call => ({
	to,
	data: callOf(`function ${signature}`, args),
});

const found = (
	{ to = VAULT, value = 0n, data = "0x" }: Call,
	changes: readonly BalanceChange[],
	who: User = user(),
) => {
	const balanceChanges = [...changes];
	const subject = subjectDeclaring(simulated({ balanceChanges }), { call: { to, value, data }, who });
	return judged(subject, ownSimulation({ balanceChanges }));
};

const lost = (amount: bigint, asset = dai, counterparty: string = thief) =>
	moves("out", asset, amount, { counterparty });
const came = (amount: bigint, asset = dai) => moves("in", asset, amount);

describe("a call that should move nothing", () => {
	it.each([
		["revokes", call("approve(address spender, uint256 amount)", [OTHER, 0n])],
		["lends votes", call("delegate(address delegatee)", [SIGNER])],
		["takes over control", call("acceptOwnership()")],
		["claims", call("getReward()")],
		["ends Permit2's permissions", call("lockdown((address token, address spender)[] approvals)", [[]])],
		["votes", call("castVote(uint256 proposalId, uint8 support)", [1n, 1])],
		["sends nothing", call("transfer(address to, uint256 amount)", [OTHER, 0n])],
	])("%s, and takes something: a danger, for any amount", (_, made) => {
		expect(found(made, [lost(100n)])).toMatchObject({
			...GRAVE,
			id: "unexplained-loss",
			stake: { kind: "address", address: thief },
		});
		expect(found(made, [])).toBeNull();
		expect(found(made, [came(5n)])).toBeNull();
	});

	it("names the called contract's owner if there is no counterparty", () => {
		const { stake } = found(call("acceptOwnership()"), [moves("out", dai, 100n)]) ?? {};
		expect(stake).toEqual({ kind: "address", address: vault });
	});
});

describe("a call's named amounts", () => {
	const sends = (amount: bigint) => call("transfer(address to, uint256 amount)", [OTHER, amount], TOKEN);
	it("explain as much of the same asset, except for a token's rounding", () => {
		expect(found(sends(1_000n), [lost(1_000n, token, friend)])).toBeNull();
		expect(found(sends(1_000n), [lost(1_002n, token, friend)])).toBeNull();
		expect(found(sends(1_000n), [lost(2_000n, token, friend)])).toMatchObject(GRAVE);
		expect(found(sends(0n), [lost(2n, token, friend)])).toMatchObject(GRAVE);
		expect(found(sends(1_000n), [lost(1_000n, dai, friend)])).toMatchObject(GRAVE);
	});
	it("explain the recipient's gain, less the token's fee", () => {
		expect(found(sends(1_000n), [lost(700n, token, friend), lost(300n, token)])).toBeNull();
		expect(found(sends(1_000n), [lost(300n, token, friend), lost(700n, token)])).toMatchObject(GRAVE);
	});
	it("explain the signer's own outflow, not another account's", () => {
		const savings = { account: friend };
		const who = { accounts: [me, friend] };
		const balanceChanges = [moves("out", token, 1_000n, { ...savings, counterparty: thief })];
		const { user, ...subject } = subjectDeclaring(simulated({ balanceChanges }), {
			call: { to: TOKEN, data: sends(1_000n).data ?? "0x" },
		});
		const mine = { ...subject, user: { ...user, ...who } };
		expect(judged(mine, ownSimulation({ balanceChanges }))).toMatchObject(GRAVE);
	});
	it("explain coin that is sent, of which some may come back", () => {
		const pays = { to: VAULT, value: 500n, data: call("acceptOwnership()").data ?? "0x" } as const;
		expect(found(pays, [lost(500n, "native", vault)])).toBeNull();
		expect(found(pays, [lost(500n, "native", vault), came(100n, "native")])).toBeNull();
		expect(found(pays, [lost(500n, "native", vault), lost(1_000n)])).toMatchObject(GRAVE);
	});
	it("explain a vault's one asset, and not a second one", () => {
		const deposits = call("deposit(uint256 assets, address receiver)", [1_000n, SIGNER]);
		expect(found(deposits, [lost(1_000n, dai, vault), came(990n, vault)])).toBeNull();
		expect(found(deposits, [lost(1_001_000n, dai, vault)])).toMatchObject(GRAVE);
		expect(found(deposits, [lost(1_000n, dai, vault), lost(900n, token)])).toMatchObject(GRAVE);
	});
	it("explain nothing that a vault takes for new shares", () => {
		const mints = call("mint(uint256 shares, address receiver)", [1_000n, SIGNER]);
		expect(found(mints, [lost(1_000n, dai, vault)])).toMatchObject(GRAVE);
	});
	it("explain an item by its number", () => {
		const gives = call("safeTransferFrom(address from, address to, uint256 tokenId)", [SIGNER, OTHER, 7n]);
		const item = (tokenId: string) => moves("out", vault, 1n, { tokenId, counterparty: friend });
		expect(found(gives, [item("7")])).toBeNull();
		expect(found(gives, [item("8")])).toMatchObject(GRAVE);
		const burns = call("burn(uint256 amountOrId)", [0n]);
		expect(found(burns, [item("0")])).toBeNull();
		expect(found(burns, [item("1")])).toMatchObject(GRAVE);
	});
});

describe("a call that resembles an application's", () => {
	const withdraws = call("withdraw(address asset, uint256 amount, address to)", [TOKEN, 500n, SIGNER]);
	it("burns receipts, and gives nobody anything", () => {
		expect(found(withdraws, [lost(500n, dai, ZERO), came(500n, token)])).toBeNull();
		expect(found(withdraws, [lost(500n, dai, thief), came(500n, token)])).toMatchObject(GRAVE);
		expect(found(withdraws, [moves("out", dai, 500n), came(500n, token)])).toMatchObject(GRAVE);
	});
	it("explains its named deposit", () => {
		const supplies = call("supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)", [
			TOKEN,
			500n,
			SIGNER,
			0,
		]);
		expect(found(supplies, [lost(500n, token, vault)])).toBeNull();
		expect(found(supplies, [lost(500n, dai, vault)])).toMatchObject(GRAVE);
	});
});

describe("an unreadable call", () => {
	const unread = { to: VAULT, data: `0x12345678${"0".repeat(64)}` } as const;
	const held = 41_000_000n;

	it("requires a typed word for a hundredth of a holding or more without a return", () => {
		expect(found(unread, [lost(held / 100n, token)])).toMatchObject({ ...GRAVE, id: "unexplained-loss" });
		expect(found(unread, [lost(held / 100n - 1n, token)])).toBeNull();
		expect(found(unread, [lost(1n)])).toMatchObject(GRAVE);
	});

	it("is left to the rules on exchanges, contacts and items", () => {
		expect(found(unread, [lost(held, token), came(1n)])).toBeNull();
		const knowing = user({ labels: { [friend]: "Ana" } });
		expect(found(unread, [lost(held, token, friend)], knowing)).toBeNull();
		expect(found(unread, [lost(held, token, friend), lost(1n, token)], knowing)).toMatchObject(GRAVE);
		expect(found(unread, [moves("out", token, 1n, { tokenId: "7" })])).toBeNull();
	});

	it("is left to the rules on whole requests after earlier steps", () => {
		const balanceChanges = [lost(held, token)];
		const subject = subjectDeclaring(simulated({ balanceChanges }), { call: unread });
		expect(judged(subject, ownSimulation({ balanceChanges }))).toMatchObject(GRAVE);
		expect(judged(subject, ownSimulation({ balanceChanges }), 1)).toBeNull();
	});
});

describe("an unreadable call next to a readable one", () => {
	const takes = call("delegate(address delegatee)", [SIGNER]);
	const odd = { to: OTHER, data: `0x12345678${"0".repeat(64)}` as const };
	const batch = multiSend([{ to: VAULT, data: takes.data ?? "0x" }, odd]);
	const running = (inner: readonly Partial<InnerCall>[]) => {
		const balanceChanges = [lost(100n), came(1n, vault)];
		const made = subjectDeclaring(simulated({ balanceChanges }), { call: { to: MULTISEND, data: batch } });
		const own = ownSimulation({ balanceChanges });
		return judged(made, { ...own, inner: inner.map((each) => innerCall(each)) });
	};
	const oddCall = { to: friend, data: odd.data, depth: 1 };
	it("is left to its own rules if it may move the outflow", () => {
		expect(running([])).toBeNull();
		expect(running([oddCall, { to: dai, depth: 2 }])).toBeNull();
		expect(running([oddCall, { to: thief, depth: 2 }, { to: dai, depth: 3 }])).toBeNull();
	});
	it("explains nothing that it does not touch", () => {
		expect(running([{ to: vault, depth: 1 }, { to: dai, depth: 2 }, oddCall])).toMatchObject(GRAVE);
		expect(running([oddCall, { to: vault, depth: 1 }, { to: dai, depth: 2 }])).toMatchObject(GRAVE);
	});
});

it("says nothing about effects missing in our own simulation", () => {
	const revokes = call("approve(address spender, uint256 amount)", [OTHER, 0n], TOKEN);
	const subject = subjectDeclaring(simulated(), { call: { to: TOKEN, data: revokes.data ?? "0x" } });
	expect(judged(subject, ownSimulation({ balanceChanges: [lost(100n)] }))).toMatchObject(GRAVE);
	expect(judged(subject, NOT_SIMULATED.local)).toBeNull();
});

describe("a new right of somebody else", () => {
	const approves = (amount: bigint) =>
		call("approve(address spender, uint256 amount)", [OTHER, amount], TOKEN);
	const granted = ({ to = TOKEN, data = "0x" }: Call, ...approvals: ReturnType<typeof approval>[]) =>
		judged(subjectDeclaring(simulated({ approvals }), { call: { to, data } }), ownSimulation({ approvals }));
	it("is explained by an approval of the same amount and token to the same spender", () => {
		expect(granted(approves(100n), approval(friend, 100n))).toBeNull();
		expect(granted(approves(100n), approval(friend, 200n))).toMatchObject(GRAVE);
		expect(granted(approves(100n), approval(thief, 100n))).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: thief },
		});
		expect(granted(approves(100n), approval(friend, 100n, { asset: dai }))).toMatchObject(GRAVE);
		expect(granted(call("delegate(address delegatee)", [SIGNER], TOKEN), approval(friend, 1n))).toMatchObject(
			GRAVE,
		);
	});
	it("is no loss if it is the user's own, or ends", () => {
		expect(granted(approves(0n), approval(me, 5n))).toBeNull();
		expect(granted(approves(0n), approval(friend, 0n))).toBeNull();
	});
});

it("reports a loss of control if the transaction's effects are unknown", () => {
	const controls = [{ account: vault, what: "owner" as const, before: me, after: thief, mine: true }];
	const silent = subjectDeclaring(null, { call: { to: VAULT, data: call("getReward()").data ?? "0x" } });
	expect(judged(silent, ownSimulation({}, controls))).toMatchObject({
		...GRAVE,
		stake: { kind: "address", address: thief },
	});
	const gives = call("transferOwnership(address newOwner)", [thief]);
	const plain = subjectDeclaring(null, { call: { to: VAULT, data: gives.data ?? "0x" } });
	expect(judged(plain, ownSimulation({}, controls))).toBeNull();
});

describe("on Solana", () => {
	const transfer = createTransferCheckedInstruction(MY_TOKENS, MINT, YOUR_TOKENS, MY_KEY, 5n, 6);
	const foundSvm = (instructions: readonly TransactionInstruction[], changes: readonly BalanceChange[]) => {
		const simulation = svmSimulation(changes);
		const subject = svmSubject(instructions, { simulation });
		return judged(subject, { ...ownSimulation(), how: "simulateTransaction", simulation });
	};
	it("compares outflows with the instructions", () => {
		expect(foundSvm([transfer], [svmOut(text(MINT), 5n)])).toBeNull();
		expect(foundSvm([transfer], [svmOut(text(MINT), 500n)])).toMatchObject({
			...GRAVE,
			id: "unexplained-loss",
		});
		expect(foundSvm([transfer], [svmOut("native", 500n)])).toMatchObject(GRAVE);
		expect(foundSvm([sending(500n)], [svmOut("native", 500n)])).toBeNull();
		expect(foundSvm([sending(500n)], [svmOut("native", 501_000n)])).toMatchObject(GRAVE);
	});
	it("explains the rent of a closed account", () => {
		const closing = createCloseAccountInstruction(MY_TOKENS, YOU, MY_KEY);
		expect(foundSvm([closing], [svmOut("native", 2_039_280n)])).toBeNull();
	});
	it("compares a delegate's right with the instructions", () => {
		const delegated = (amount: bigint) => {
			const approvals = [approval(text(YOU), amount, { account: text(MY_KEY), asset: text(MINT) })];
			const simulation = { ...svmSimulation(), approvals };
			const approving = createApproveInstruction(MY_TOKENS, YOU, MY_KEY, 10n);
			const subject = svmSubject([approving], { simulation });
			return judged(subject, { ...ownSimulation(), how: "simulateTransaction", simulation });
		};
		expect(delegated(10n)).toBeNull();
		expect(delegated(11n)).toMatchObject(GRAVE);
	});
	it("leaves unreadable programs to their own rules", () => {
		const unread = (...keys: TransactionInstruction["keys"]) =>
			new TransactionInstruction({ programId: PROGRAM, keys, data: Buffer.of(1) });
		const signed = unread({ pubkey: MY_KEY, isSigner: true, isWritable: true });
		expect(foundSvm([transfer, signed], [svmOut(text(MINT), 500n)])).toBeNull();
		expect(foundSvm([transfer, unread()], [svmOut(text(MINT), 500n)])).toMatchObject(GRAVE);
	});
});
