import { base58 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { APP_TABLES } from "../../../../../../src/core/decode/svm/apps/index.ts";
import { decodeInnerSvm, decodeSvm } from "../../../../../../src/core/decode/svm/decode-svm.ts";
import data from "../../../../../../src/core/decode/svm/idl/data.json" with { type: "json" };
import type { AppMeaning, AppPart } from "../../../../../../src/core/decode/svm/meaning.ts";
import { message } from "../../../../../../src/core/localized-text.ts";
import type { SvmAccount } from "../../../../../../src/core/match/svm/resolve.ts";

const u8 = (value: number) => [value];
const le = (bytes: number) => (value: bigint | number) =>
	Array.from({ length: bytes }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 255n));
const [u16, u32, u64] = [le(2), le(4), le(8)];

const programOf = (name: string) => {
	const program = data.programs.find((each) => each.name === name);
	if (program === undefined) throw new Error(`there is no ${name}`);
	return program;
};

/** Builds a call with a distinct key for each account, except for fixed addresses and those in `wanted`. */
function callOf(
	app: string,
	name: string,
	args: readonly number[],
	wanted: Readonly<Record<string, string>> = {},
) {
	const program = programOf(app);
	const instruction = program.instructions.find((each) => each.name === name);
	if (instruction === undefined) throw new Error(`${app} has no ${name}`);
	const key = (at: number) => base58.encode(new Uint8Array(32).fill(at + 1));
	const accounts = instruction.accounts.map(
		(each, at): SvmAccount => ({
			pubkey: each.address ?? wanted[each.name] ?? key(at),
			signer: each.signer === true,
			writable: each.writable === true,
			from: "static",
		}),
	);
	const tag = instruction.discriminator.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
	const places = new Map(instruction.accounts.map((each, at) => [each.name, accounts[at]?.pubkey ?? ""]));
	return {
		instruction: { programId: program.id, accounts, data: Uint8Array.from([...tag, ...args]) },
		at: (account: string) => places.get(account) ?? "",
	};
}

const meaningOf = ({ instruction }: ReturnType<typeof callOf>) => decodeSvm(instruction, 0)[0]?.meaning;
const app = (name: string, act: AppMeaning["act"], more: Partial<AppMeaning> = {}) => ({
	...{ kind: "app", app: name, act, gives: [], gets: [], keeps: [], rulers: [], booked: false, open: null },
	...{ fee: 0n, position: null, proposed: [], about: null },
	...more,
});
const part = (
	account: string,
	mint: string | null,
	amount: bigint | null,
	bound: AppPart["bound"] = "exact",
) => ({
	...{ account, mint, amount, bound },
});

/** Jupiter route with one step that swaps the whole amount on Raydium. */
const PLAN = [...u32(1), 7, 100, 0, 1];
const PLAN_V2 = [...u32(1), 7, ...u16(10_000), 0, 1];
const AMOUNTS = [...u64(1_000), ...u64(500)];

describe("Jupiter", () => {
	it("swaps for at least the quoted amount less the slippage, for the named account", () => {
		const args = [...PLAN, ...AMOUNTS, ...u16(100), 0];
		const call = callOf("Jupiter", "route", args);
		expect(meaningOf(call)).toMatchObject({
			act: "swap",
			gives: [part(call.at("user_source_token_account"), null, 1_000n)],
			gets: [part(call.at("destination_token_account"), call.at("destination_mint"), 495n, "least")],
		});
	});
	it("pays out to the user's account if no other is named", () => {
		const { id } = programOf("Jupiter");
		const wanted = { destination_token_account: id };
		const call = callOf("Jupiter", "route", [...PLAN, ...AMOUNTS, ...u16(100), 0], wanted);
		expect(meaningOf(call)).toMatchObject({ gets: [{ account: call.at("user_destination_token_account") }] });
	});
	it("costs at most the quoted amount plus the slippage for an exact output", () => {
		const args = [...u8(3), ...AMOUNTS, ...u16(33), ...u16(0), ...u16(0), ...PLAN_V2];
		const call = callOf("Jupiter", "shared_accounts_exact_out_route_v2", args);
		expect(meaningOf(call)).toEqual(
			app("Jupiter", "swap", {
				gives: [part(call.at("source_token_account"), call.at("source_mint"), 502n, "most")],
				gets: [part(call.at("destination_token_account"), call.at("destination_mint"), 1_000n)],
			}),
		);
	});
	it("is unknown with a slippage of more than 100 %", () => {
		expect(meaningOf(callOf("Jupiter", "route", [...PLAN, ...AMOUNTS, ...u16(10_001), 0]))).toEqual({
			kind: "unknown",
			reason: "data",
		});
	});
	it("is unknown with a step outside its interface, and with any byte removed or added", () => {
		const whole = [...PLAN, ...AMOUNTS, ...u16(100), 0];
		const odd = [...u32(1), 250, ...whole.slice(5)];
		const cut = whole.map((_, at) => whole.slice(0, at));
		for (const args of [odd, [...whole, 0], ...cut])
			expect(meaningOf(callOf("Jupiter", "route", args))).toEqual({ kind: "unknown", reason: "data" });
	});
	it("is decoded as an inner instruction, without the account rights", () => {
		const { instruction } = callOf("Jupiter", "route", [...PLAN, ...AMOUNTS, ...u16(100), 0]);
		const accounts = instruction.accounts.map((each) => ({ ...each, signer: false, writable: false }));
		expect(decodeInnerSvm({ ...instruction, accounts }, 0)[0]?.meaning.kind).toBe("app");
		expect(decodeSvm({ ...instruction, accounts }, 0)[0]?.meaning.kind).toBe("unknown");
	});
});

describe("a pool", () => {
	it("of Orca swaps in the stated direction, and by its exact side", () => {
		const args = (isInput: number, aToB: number) => [...AMOUNTS, ...Array(16).fill(0), isInput, aToB];
		const there = callOf("Orca Whirlpools", "swap", args(1, 1));
		const [a, b] = [there.at("token_owner_account_a"), there.at("token_owner_account_b")];
		expect(meaningOf(there)).toMatchObject({
			gives: [part(a, null, 1_000n)],
			gets: [part(b, null, 500n, "least")],
		});
		expect(meaningOf(callOf("Orca Whirlpools", "swap", args(0, 0)))).toMatchObject({
			gives: [part(b, null, 500n, "most")],
			gets: [part(a, null, 1_000n)],
		});
	});
	it("of Raydium's AMM is decoded with and without its target orders", () => {
		const call = callOf("Raydium AMM", "swap_base_in", AMOUNTS);
		expect(call.instruction.accounts).toHaveLength(18);
		const shorter = { ...call.instruction, accounts: call.instruction.accounts.toSpliced(4, 1) };
		for (const instruction of [call.instruction, shorter])
			expect(decodeSvm(instruction, 0)[0]?.meaning).toMatchObject({
				gives: [part(call.at("user_source"), null, 1_000n)],
				gets: [part(call.at("user_destination"), null, 500n, "least")],
			});
	});
	it("of Raydium's CPMM costs at most the stated amount for an exact output", () => {
		const call = callOf("Raydium CPMM", "swap_base_output", AMOUNTS);
		expect(meaningOf(call)).toMatchObject({
			gives: [part(call.at("input_token_account"), call.at("input_token_mint"), 1_000n, "most")],
			gets: [part(call.at("output_token_account"), call.at("output_token_mint"), 500n)],
		});
	});
	it("of Raydium's CLMM withdraws two tokens for at least the stated amounts", () => {
		const call = callOf("Raydium CLMM", "decrease_liquidity_v2", [...Array(16).fill(1), ...AMOUNTS]);
		expect(meaningOf(call)).toMatchObject({
			act: "withdraw",
			gets: [
				part(call.at("recipient_token_account_0"), call.at("vault_0_mint"), 1_000n, "least"),
				part(call.at("recipient_token_account_1"), call.at("vault_1_mint"), 500n, "least"),
			],
		});
	});
});

const MAIN_MARKET = "7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF";
const JITO = "Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb";

describe("an earning deposit", () => {
	it("is one in Kamino's books only in its makers' market", () => {
		const name = "deposit_reserve_liquidity_and_obligation_collateral";
		const call = callOf("Kamino Lend", name, u64(70), { lending_market: MAIN_MARKET });
		expect(meaningOf(call)).toEqual(
			app("Kamino Lend", "deposit", {
				gives: [part(call.at("user_source_liquidity"), call.at("reserve_liquidity_mint"), 70n)],
				keeps: [call.at("obligation")],
				booked: true,
			}),
		);
		expect(meaningOf(callOf("Kamino Lend", name, u64(70)))).toMatchObject({ booked: false });
	});
	it("has no amount if Kamino takes all", () => {
		const call = callOf("Kamino Lend", "repay_obligation_liquidity", u64(2n ** 64n - 1n));
		expect(meaningOf(call)).toMatchObject({ gives: [{ amount: null }] });
	});
	it("is SOL for mSOL at Marinade", () => {
		const call = callOf("Marinade", "deposit", u64(5));
		expect(meaningOf(call)).toMatchObject({
			act: "stake",
			gives: [part(call.at("transfer_from"), "native", 5n)],
			gets: [part(call.at("mint_to"), call.at("msol_mint"), null)],
		});
	});
	it("is named Jito only in Jito's own pool", () => {
		const name = "deposit_sol_with_slippage";
		const jito = callOf("SPL Stake Pool", name, AMOUNTS, { stake_pool: JITO });
		expect(meaningOf(jito)).toMatchObject({
			...{ app: "Jito", booked: true },
			gives: [part(jito.at("funding_account"), "native", 1_000n)],
			gets: [part(jito.at("destination"), jito.at("pool_mint"), 500n, "least")],
		});
		expect(meaningOf(callOf("SPL Stake Pool", name, AMOUNTS))).toMatchObject({
			...{ app: "SPL Stake Pool", booked: false },
		});
	});
});

describe("the recipient of an app's instruction", () => {
	it("is the owner of the account that receives a unique item", () => {
		const call = callOf("Metaplex Token Metadata", "Transfer", [0, ...u64(1), 0]);
		expect(meaningOf(call)).toMatchObject({
			act: "transfer",
			gets: [part(call.at("destination"), call.at("mint"), 1n)],
			rulers: [call.at("destinationOwner")],
		});
	});
	it("is the delegate of Metaplex, the new owner of a debt, or the new member of Squads", () => {
		const delegate = callOf("Metaplex Token Metadata", "Delegate", [6, ...u64(1)]);
		expect(meaningOf(delegate)).toMatchObject({ act: "delegate", rulers: [delegate.at("delegate")] });
		const somebody = base58.encode(new Uint8Array(32).fill(99));
		const bytes = Array(32).fill(99);
		for (const [name, call, args] of [
			["Kamino Lend", "initiate_obligation_ownership_transfer", bytes],
			["Squads", "multisig_add_member", [...bytes, 7, 0]],
		] as const)
			expect(meaningOf(callOf(name, call, args))).toMatchObject({ act: "control", rulers: [somebody] });
	});
	it("is unknown for a vote in Squads: the proposal is stored elsewhere", () => {
		expect(meaningOf(callOf("Squads", "proposal_approve", [0]))).toMatchObject({
			act: "approve",
			open: message("svm.open.decided-elsewhere"),
		});
	});
});

it("is named for each bundled instruction separately", () => {
	const bundled = data.programs.map(({ name, instructions }) => [
		name,
		[...new Set(instructions.map((each) => each.name))].toSorted(),
	]);
	const read = Object.entries(APP_TABLES).map(([name, table]) => [name, Object.keys(table).toSorted()]);
	expect(Object.fromEntries(read)).toEqual(Object.fromEntries(bundled));
});

describe("SPL Governance", () => {
	const YES = [0, ...u32(1), 0, 100];
	const about = (args: readonly number[]) => {
		const meaning = meaningOf(callOf("SPL Governance", "cast_vote", args));
		return meaning?.kind === "app" ? [meaning.act, meaning.about?.code] : meaning;
	};

	it("votes for, against or for a portion of a proposal", () => {
		expect(about(YES)).toEqual(["vote", "act.vote.for"]);
		expect(about([1])).toEqual(["vote", "act.vote.against"]);
		expect(about([2])).toEqual(["vote", "act.vote.abstain"]);
		expect(about([3])).toEqual(["vote", "act.vote.against"]);
		expect(about([0, ...u32(2), 0, 60, 0, 40])).toEqual(["vote", "act.vote.what"]);
	});

	it("is unknown with an undefined vote, and with any byte removed or added", () => {
		const cut = YES.map((_, at) => YES.slice(0, at));
		for (const args of [[4], [...YES, 0], ...cut])
			expect(about(args)).toEqual({ kind: "unknown", reason: "data" });
	});

	it("is unknown with more accounts than its weight records", () => {
		const { instruction } = callOf("SPL Governance", "cast_vote", YES);
		const more = Array.from(
			{ length: 3 },
			() => ({ pubkey: "x", signer: false, writable: true, from: "static" }) as const,
		);
		expect(
			decodeSvm({ ...instruction, accounts: [...instruction.accounts, ...more] }, 0)[0]?.meaning.kind,
		).toBe("unknown");
	});
});
