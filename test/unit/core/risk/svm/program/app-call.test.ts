import { getAssociatedTokenAddressSync, TOKEN_PROGRAM_ID } from "@solana/spl-token";
import { PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import data from "../../../../../../src/core/decode/svm/idl/data.json" with { type: "json" };
import type { LocalSimulation } from "../../../../../../src/core/decoded-transaction/opinion.ts";
import { svmHeadlineOf } from "../../../../../../src/core/describe/svm/headline.ts";
import { svmStepEffects } from "../../../../../../src/core/effects/svm/step-effects.ts";
import { verbatim } from "../../../../../../src/core/localized-text.ts";
import type { BalanceChange } from "../../../../../../src/service-api/simulation.ts";
import { outline } from "../../../../../support/outline.ts";
import { saying } from "../../../../../support/saying.ts";
import { NOT_SIMULATED } from "../../../review/scene.ts";
import {
	key,
	ME,
	MINT,
	MY_TOKENS,
	mint,
	out,
	svmFacts,
	svmGeneral,
	svmSimulation,
	svmSubject,
	text,
	tokens,
	wallet,
	YOU,
	YOUR_TOKENS,
} from "../../../review/svm-scene.ts";

const MARINADE = new PublicKey("MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD");
const MSOL = key(60);
const MY_MSOL = getAssociatedTokenAddressSync(MSOL, ME, true);
const YOUR_MSOL = getAssociatedTokenAddressSync(MSOL, YOU, true);
const OTHERS = [61, 62, 63, 64, 65, 66].map(key);

interface Unstake {
	readonly to?: PublicKey;
	readonly extra?: TransactionInstruction["keys"];
}

/** Marinade's liquid_unstake: 5 units of its token for SOL. */
function unstake({ to = ME, extra = [] }: Unstake = {}) {
	const changes = (pubkey: PublicKey | undefined) => ({
		pubkey: pubkey ?? ME,
		isSigner: false,
		isWritable: true,
	});
	const [state, leg, own, treasury] = OTHERS;
	return new TransactionInstruction({
		programId: MARINADE,
		keys: [
			...[state, MSOL, leg, own, treasury, MY_MSOL].map(changes),
			{ pubkey: ME, isSigner: true, isWritable: false },
			changes(to),
			{ pubkey: SystemProgram.programId, isSigner: false, isWritable: false },
			{ pubkey: TOKEN_PROGRAM_ID, isSigner: false, isWritable: false },
			...extra,
		],
		data: Buffer.concat([Buffer.from("1e1e77f0bfe30c10", "hex"), Buffer.from([5, 0, 0, 0, 0, 0, 0, 0])]),
	});
}

const facts = svmFacts({}, [
	[MSOL, mint()],
	[MY_MSOL, tokens(ME, 100n, MSOL)],
	[YOUR_MSOL, tokens(YOU, 0n, MSOL)],
	...OTHERS.map((each) => [each, wallet()] as const),
	[MARINADE, wallet()],
	[SystemProgram.programId, wallet()],
	[TOKEN_PROGRAM_ID, wallet()],
]);

const gains = (amount: bigint): BalanceChange => out("native", amount, { direction: "in" });
const FAIR = [out(text(MSOL), 5n), gains(7n)];

const ran = (changes: readonly BalanceChange[], more: Partial<LocalSimulation> = {}): LocalSimulation =>
	({
		state: "done",
		how: "simulateTransaction",
		at: 1n,
		simulation: svmSimulation(changes),
		controls: [],
		inner: [],
		codes: new Map(),
		allowances: [],
		gaps: [],
		hangsOnBlock: false,
		revert: null,
		...more,
	}) as LocalSimulation;

const found = (local: LocalSimulation, change: Unstake = {}, id = "app-call") =>
	svmGeneral(id, [unstake(change)], { facts, more: { opinion: { local, addressFacts: null } } });

describe("a known app's call", () => {
	it("is reported without a typed word if the user's own simulation shows the requested effects only", () => {
		expect(found(ran(FAIR))).toMatchObject({
			severity: "info",
			needsWord: false,
			text: saying("finding.app-call.upgrades"),
		});
	});
	it("is described with its offer and return", () => {
		const { text: headline, known } = svmHeadlineOf(svmSubject([unstake()], { facts }));
		expect(outline(headline)).toMatch(/^svm\.app\.unstake\(app: Marinade, .*, got: \[SOL\]\)\)$/);
		expect(known).toBe(true);
	});
	it.each<[string, LocalSimulation]>([
		["without our own simulation", { state: "impossible", why: "no_method", text: verbatim("None.") }],
		["if more leaves", ran([out(text(MSOL), 6n), gains(7n)])],
		["if something else leaves", ran([...FAIR, out(text(MINT), 1n)])],
		["if nothing comes back", ran([out(text(MSOL), 5n)])],
		["if the simulation shows nothing", ran([])],
		["if it fails", ran(FAIR, { revert: verbatim("It fails.") })],
		[
			"if an account gets another owner",
			ran(FAIR, {
				controls: [
					{ account: text(MY_TOKENS), what: "owner", before: text(ME), after: text(YOU), mine: true },
				],
			}),
		],
		[
			"if somebody may take from it later",
			ran(FAIR, {
				simulation: {
					...svmSimulation(FAIR),
					approvals: [
						{ account: text(ME), spender: text(YOU), asset: text(MINT), kind: "allowance", amount: "1" },
					] as never,
				},
			}),
		],
	])("requires a typed word %s", (_, own) => {
		expect(found(own)).toMatchObject({ severity: "danger", needsWord: true });
	});
	it("requires a typed word if the call gets another account of the user's", () => {
		const extra = [{ pubkey: YOUR_TOKENS, isSigner: false, isWritable: true }];
		const mine = [{ pubkey: MY_TOKENS, isSigner: false, isWritable: true }];
		// Marinade's interface has no further accounts, so the app doesn't decode the instruction at all.
		for (const more of [extra, mine]) {
			expect(found(ran(FAIR), { extra: more })).toBeUndefined();
			const judged = svmGeneral("unknown-program", [unstake({ extra: more })], { facts });
			expect(judged).toMatchObject({ severity: "danger" });
		}
	});
	it("requires a typed word for a stranger who gets the return, whatever is simulated", () => {
		expect(found(ran(FAIR), { to: YOU }, "app-recipient")).toMatchObject({
			...{ severity: "danger", needsWord: true },
			stake: { kind: "address", address: text(YOU) },
		});
	});
});

const WSOL = new PublicKey("So11111111111111111111111111111111111111112");
const MY_WSOL = getAssociatedTokenAddressSync(WSOL, ME, true);
const MAIN_MARKET = new PublicKey("7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF");
const FILLERS = Array.from({ length: 16 }, (_, at) => key(100 + at));

/** Builds a call with 8-byte integer arguments. Accounts that aren't in `places` are strangers'. */
function calls(name: string, args: readonly bigint[], places: Readonly<Record<string, PublicKey>>) {
	const [found] = data.programs.flatMap(({ id, instructions }) =>
		instructions.filter((each) => each.name === name).map((instruction) => ({ id, instruction })),
	);
	if (found === undefined) throw new Error(`there is no ${name}`);
	const { accounts, discriminator } = found.instruction;
	return new TransactionInstruction({
		programId: new PublicKey(found.id),
		keys: accounts.map((each, at) => ({
			pubkey: places[each.name] ?? FILLERS[at] ?? ME,
			isSigner: each.signer === true,
			isWritable: each.writable === true,
		})),
		data: Buffer.concat([
			Buffer.from(discriminator, "hex"),
			...args.map((each) => Buffer.from(new BigUint64Array([each]).buffer)),
		]),
	});
}

function judged(
	instructions: readonly TransactionInstruction[],
	changes: readonly BalanceChange[],
	wsol = tokens(ME, 100n, WSOL),
) {
	const more = { opinion: { local: ran(changes), addressFacts: null } };
	const all = svmFacts({}, [
		[MSOL, mint()],
		[WSOL, mint({ decimals: 9 })],
		[MINT, mint()],
		[MY_MSOL, tokens(ME, 1_000n, MSOL)],
		[MY_TOKENS, tokens(ME, 1_000n, MINT)],
		[MY_WSOL, wsol],
		...[...FILLERS, MAIN_MARKET].map((each) => [each, wallet()] as const),
	]);
	const found = (id: string) => svmGeneral(id, instructions, { facts: all, more });
	return found("elsewhere") ?? found("app-recipient") ?? found("app-call");
}

const MSOL_IN = { payer: ME, input_token_account: MY_MSOL, input_token_mint: MSOL };
const WSOL_OUT = { output_token_account: MY_WSOL, output_token_mint: WSOL };
const MSOL_OUT = { output_token_account: MY_MSOL, output_token_mint: MSOL };
const TOKENS_IN = { payer: ME, input_token_account: MY_TOKENS, input_token_mint: MINT };

describe("possible effects beyond the simulation", () => {
	it("require a typed word if an exact output may cost far more than now", () => {
		const costs = (most: bigint) =>
			judged(
				[calls("swap_base_output", [most, 7n], { ...MSOL_IN, ...WSOL_OUT })],
				[out(text(MSOL), 100n), gains(7n)],
			);
		expect(costs(110n)).toMatchObject({ severity: "info" });
		expect(costs(1_000n)).toMatchObject({ severity: "danger" });
	});
	it("require a typed word if a later swap would use the user's earlier holdings", () => {
		const chained = (least: bigint) =>
			judged(
				[
					calls("swap_base_input", [1_000n, least], { ...TOKENS_IN, ...MSOL_OUT }),
					calls("swap_base_input", [500n, 6n], { ...MSOL_IN, ...WSOL_OUT }),
				],
				[out(text(MINT), 1_000n), out(text(MSOL), 1n), gains(7n)],
			);
		expect(chained(495n)).toMatchObject({ severity: "info" });
		expect(chained(1n)).toMatchObject({ severity: "danger" });
	});
	it("require a typed word if unlisted tokens go for nothing, or for other unlisted ones", () => {
		const swap = calls("swap_base_input", [1_000n, 5n], { ...TOKENS_IN, ...MSOL_OUT });
		const came = out(text(MSOL), 5n, { direction: "in" });
		expect(judged([swap], [out(text(MINT), 1_000n), came])).toMatchObject({ severity: "danger" });
		const deposit = calls("deposit_reserve_liquidity_and_obligation_collateral", [9n], {
			...{ owner: ME, user_source_liquidity: MY_TOKENS, reserve_liquidity_mint: MINT },
		});
		expect(judged([deposit], [out(text(MINT), 9n)])).toMatchObject({ severity: "danger" });
	});
	it("require a typed word for SOL that arrives in an account that somebody else may close", () => {
		const swap = calls("swap_base_input", [100n, 7n], { ...MSOL_IN, ...WSOL_OUT });
		const changes = [out(text(MSOL), 100n), gains(7n)];
		const wsol = tokens(ME, 100n, WSOL);
		if (wsol.data.kind !== "token") throw new Error("no token account");
		const theirs = { ...wsol, data: { ...wsol.data, closeAuthority: text(YOU) } };
		expect(judged([swap], changes)).toMatchObject({ severity: "info" });
		expect(judged([swap], changes, theirs)).toMatchObject({
			...{ id: "app-recipient", severity: "danger" },
			stake: { kind: "address", address: text(YOU) },
		});
	});
});

describe("a debt", () => {
	const market = { lending_market: MAIN_MARKET };
	const borrow = calls("borrow_obligation_liquidity", [7n], {
		...{ ...market, owner: ME },
		...{ user_destination_liquidity: MY_WSOL, borrow_reserve_liquidity_mint: WSOL },
	});
	it("is reported, as no balance shows it", () => {
		const update = calls("refresh_reserve", [], market);
		for (const all of [[borrow], [update, borrow]])
			expect(judged(all, [gains(7n)])).toMatchObject({
				...{ id: "app-call", severity: "caution", needsWord: false },
				text: saying("finding.app-call.debt"),
			});
	});
	it("requires a typed word if far less arrives than is owed", () => {
		expect(judged([borrow], [gains(3n)])).toMatchObject({ severity: "danger" });
	});
	it("of another account can be paid by anybody, so that paying it requires a typed word", () => {
		const repay = calls("repay_obligation_liquidity", [7n], {
			...{ ...market, owner: ME, user_source_liquidity: MY_TOKENS, reserve_liquidity_mint: MINT },
		});
		expect(judged([repay], [out(text(MINT), 7n)])).toMatchObject({
			...{ id: "app-call", severity: "danger" },
			text: expect.objectContaining({ code: "sentences" }),
		});
	});
});

describe("a swap with a fee share", () => {
	const JUPITER = new PublicKey("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4");
	const program = data.programs.find(({ name }) => name === "Jupiter");
	const route = program?.instructions.find(({ name }) => name === "route_v2");
	const u16 = (value: number) => [value & 255, value >> 8];

	/** Builds a swap of 5 units for 7, with no slippage and an empty route. */
	function swapping(fee: number): TransactionInstruction {
		const keys = (route?.accounts ?? []).map(({ name, address, signer, writable }) => {
			const mine = { user_transfer_authority: ME, source_mint: MSOL, user_source_token_account: MY_MSOL };
			const known = Object.entries(mine).find(([each]) => each === name)?.[1];
			const pubkey = known ?? (address === undefined ? JUPITER : new PublicKey(address));
			return { pubkey, isSigner: signer === true, isWritable: writable === true };
		});
		const amounts = [5, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0];
		const args = [...amounts, ...u16(0), ...u16(fee), ...u16(0), 0, 0, 0, 0];
		const tag = Buffer.from(route?.discriminator ?? "", "hex");
		return new TransactionInstruction({
			programId: JUPITER,
			keys,
			data: Buffer.concat([tag, Buffer.from(args)]),
		});
	}

	it.each([
		[0, []],
		[300, [{ of: "swap", share: 300n, holder: null }]],
		[5_000, [{ of: "swap", share: 5_000n, holder: null }]],
	])("of %i hundredths of a percent is a cost", (fee, kept) => {
		const { costs } = svmStepEffects(svmSubject([swapping(fee)], { facts }), NOT_SIMULATED, 0, "unproven");
		expect(costs.flatMap(({ withheld }) => withheld)).toEqual(kept);
	});

	it("is described in the headline", () => {
		const { text: headline } = svmHeadlineOf(svmSubject([swapping(5_000)], { facts }));
		expect(outline(headline)).toMatch(/percent: 50\b/);
	});
});

describe("a proposal to a multisig", () => {
	const SQUADS = new PublicKey("SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf");
	const create = data.programs
		.find(({ name }) => name === "Squads")
		?.instructions.find(({ name }) => name === "vault_transaction_create");
	const VAULT = key(70);

	/**
	 * Builds a proposal that sends lamports from the vault to `to`, or calls an unknown program if `lamports` is
	 * `null`.
	 */
	function proposing(to: PublicKey, lamports: number | null): TransactionInstruction {
		const transfer = SystemProgram.transfer({ fromPubkey: VAULT, toPubkey: to, lamports: lamports ?? 0 });
		const called = lamports === null ? key(71) : SystemProgram.programId;
		const held = [
			...[1, 1, 1, 3, ...VAULT.toBytes(), ...to.toBytes(), ...called.toBytes()],
			...[1, 2, 2, 0, 1, transfer.data.length, 0, ...transfer.data, 0],
		];
		const args = [0, 0, held.length & 255, held.length >> 8, 0, 0, ...held, 0];
		return new TransactionInstruction({
			programId: SQUADS,
			keys: (create?.accounts ?? []).map(({ signer, writable }, at) => ({
				pubkey: signer === true ? ME : key(80 + at),
				isSigner: signer === true,
				isWritable: writable === true,
			})),
			data: Buffer.concat([Buffer.from(create?.discriminator ?? "", "hex"), Buffer.from(args)]),
		});
	}
	const found = (to: PublicKey, lamports: number | null) =>
		svmGeneral("proposal", [proposing(to, lamports)], { facts });

	it("is a danger if it pays a stranger, or makes an unreadable call", () => {
		expect(found(key(72), 900)).toMatchObject({ severity: "danger", needsWord: true });
		expect(found(key(72), null)).toMatchObject({ severity: "danger", needsWord: true });
	});

	it("is a caution if it pays an earlier recipient of the user's", () => {
		expect(found(YOU, 900)).toMatchObject({ severity: "caution", needsWord: false });
	});

	it("describes its effect in the headline", () => {
		const { text: headline } = svmHeadlineOf(svmSubject([proposing(YOU, 900)], { facts }));
		expect(outline(headline)).toMatch(/svm\.app\.proposes\(.*svm\.move/);
	});
});
