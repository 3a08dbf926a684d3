import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { message, verbatim } from "../../../../../src/core/localized-text.ts";
import type { Intent } from "../../../../../src/core/match/frozen.ts";
import {
	CompletionError,
	completeAction,
	stillFits,
} from "../../../../../src/main/reviewing/facts/completing.ts";
import type { ActionRequest } from "../../../../../src/service-api/action.ts";
import { CHAIN, OTHER, request, transaction, VAULT } from "../../../core/match/honest.ts";
import {
	MINT,
	reviewedTransaction,
	SOL_TRANSFER,
	SVM_SIGNER,
	svmRequest,
	TOKEN_TRANSFER,
	transactionBase64,
} from "../../../core/match/honest-svm.ts";
import { signRequest } from "../../../core/match/typed-samples.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { complete, MATCHED, svmOf, verdictOf } from "./completed.ts";
import { fakeChains, TABLE_FACTS } from "./fake-chains.ts";

/** The app fills in missing fields, and the match accepts its choice. */

const evmOf = (intents: readonly Intent[]) =>
	intents.flatMap((each) => (each.kind === "evm_transaction" ? [each] : []));
const gasOf = (intents: readonly Intent[]) => evmOf(intents).map(({ transaction: tx }) => tx.gas_limit);

/** Returns a request of three calls with this gas. */
function steps(...gas: (string | null)[]): ActionRequest {
	const calls = [{}, { to: VAULT, data: "0x47e7ef24" }, { to: OTHER, data: "0x", value: "5" }];
	return request(gas.map((each, at) => transaction({ ...calls[at], gas: each, pending_tx_id: 41 + at })));
}

describe("the steps of an EVM action", () => {
	it("use the nonces from the chain's next one on, in order", async () => {
		const intents = evmOf(await complete(steps(null, null, null)));
		expect(intents.map(({ nonce }) => nonce)).toEqual([7, 8, 9]);
		expect(intents.map(({ transaction: tx }) => tx.to)).toEqual(
			[transaction().to, VAULT, OTHER].map((each) => each.toLowerCase()),
		);
	});

	it("have 1.5 times the gas that each used after the steps before it", async () => {
		const one = fakeChains();
		one.world.gas = [40_000n, 100_001n, 21_000n];
		expect(gasOf(await complete(steps(null, null, null), one))).toEqual([60_000, 150_001, 31_500]);
		expect(one.world.sequences).toHaveLength(1);
		expect(one.world.sequences[0]?.map(({ to, value }) => [to, value])).toEqual([
			[transaction().to.toLowerCase(), 0n],
			[VAULT.toLowerCase(), 0n],
			[OTHER.toLowerCase(), 5n],
		]);
	});

	it("keep the gas that the request states, to the unit, and query nothing if all is stated", async () => {
		const one = fakeChains();
		expect(gasOf(await complete(steps("60000", "210000"), one))).toEqual([60_000, 210_000]);
		expect(one.world.queries).not.toContain("gasOfSequence");
	});

	it("keep one's stated value and use another's simulated one", async () => {
		const one = fakeChains();
		one.world.gas = [40_000n, 80_000n];
		expect(gasOf(await complete(steps("45000", null), one))).toEqual([45_000, 120_000]);
	});

	it("are refused with the number of a failing one, and nothing is chosen for the others", async () => {
		const one = fakeChains();
		one.world.gas = [40_000n, null, 21_000n];
		await expect(complete(steps(null, null, null), one)).rejects.toMatchObject({
			name: "CompletionError",
			field: "gas",
			text: message("completing.would-fail.step", { step: "2" }),
		});
		one.world.gas = [null];
		await expect(complete(steps(null), one)).rejects.toThrow("completing.would-fail");
	});

	it("may cost up to twice the base fee plus the tip", async () => {
		const [only] = evmOf(await complete(steps(null)));
		expect(only?.transaction).toMatchObject({ max_fee_per_gas: "2030", max_priority_fee_per_gas: "30" });
	});

	it.each<[string, Parameters<typeof transaction>[0]]>([
		["target", { to: "vault.eth" }],
		["value", { value: "0x1" }],
		["value", { value: "1e18" }],
		["data", { data: "0x123" }],
	])("are refused if a %s can't be read", async (_, patch) => {
		const asked = request([transaction(), transaction(patch)]);
		await expect(complete(asked)).rejects.toMatchObject({
			field: "transactions",
			text: message("completing.unreadable.step", { step: "2" }),
		});
	});

	it("are refused if the sender is not an address", async () => {
		await expect(complete(request([transaction({ from: "me" })]))).rejects.toBeInstanceOf(CompletionError);
	});

	it.each([[["60000"]], [[null]], [[null, null, null]], [["60000", null]], [["60000", "210000", "21000"]]])(
		"are accepted by the match, with gas %j",
		async (gas) => {
			const asked = steps(...gas);
			expect(verdictOf(asked, await complete(asked))).toEqual(MATCHED);
		},
	);

	it("never pass the match if one of them has another chain or sender than the first", async () => {
		for (const patch of [{ chain_id: 1 }, { from: OTHER }]) {
			const asked = request([transaction(), transaction({ ...patch, pending_tx_id: 42 })]);
			expect(verdictOf(asked, await complete(asked)).verdict).toBe("refused");
		}
	});

	it("can't be completed while the chain can't be queried", async () => {
		const one = fakeChains();
		one.world.fault = new ChainError("unreachable", verbatim("Your RPC does not answer."));
		await expect(complete(steps(null), one)).rejects.toBe(one.world.fault);
	});
});

describe("an action's item to sign", () => {
	const text = { kind: "evm_personal" as const, message: "Sign in to the vault" };

	it("is signed as given, and no chain is queried about a text", async () => {
		const one = fakeChains();
		expect(await complete(signRequest(text), one)).toEqual([text]);
		expect(one.world.queries).toEqual([]);
	});

	it("is, for a Solana transaction, its unchanged bytes and its tables' lookups", async () => {
		const given = transactionBase64(TOKEN_TRANSFER);
		const asked = signRequest(
			{ kind: "svm_transaction", transaction_base64: given },
			{ signer: SVM_SIGNER, executionKind: "transaction" },
		);
		const only = svmOf(await complete(asked));
		expect(only.transaction_base64).toBe(given);
		expect(only.lookups).toEqual([
			expect.objectContaining({ table: TABLE_FACTS.table, readonly: [MINT.toBase58()] }),
		]);
	});
});

describe("an earlier completion", () => {
	const asked = actionOf(steps(null, null));
	async function chosen() {
		const one = fakeChains();
		const intents = await completeAction(asked, one.chains);
		return { ...one, fits: () => stillFits(intents, asked, one.chains) };
	}

	it("is valid while its first nonce is the next one and its fee covers the base fee", async () => {
		const one = await chosen();
		expect(await one.fits()).toBe(true);
		one.world.baseFee = 2_029n;
		expect(await one.fits()).toBe(true);
	});

	it("is invalid once the nonce moved, either way", async () => {
		const one = await chosen();
		for (const pending of [6, 8]) {
			one.world.pending = pending;
			expect(await one.fits()).toBe(false);
		}
	});

	it("is invalid once the base fee reached its maximum fee", async () => {
		const one = await chosen();
		one.world.baseFee = 2_030n;
		expect(await one.fits()).toBe(false);
	});

	it("is unknown while the chain can't be queried", async () => {
		const one = await chosen();
		one.world.fault = new ChainError("unreachable", verbatim("Your RPC does not answer."));
		await expect(one.fits()).rejects.toBe(one.world.fault);
	});

	it("is always valid if it only requests signatures, and never on Solana, if a fresh blockhash costs nothing", async () => {
		const { chains } = fakeChains();
		const text = { kind: "evm_personal" as const, message: "hello" };
		expect(await stillFits([text], actionOf(signRequest(text)), chains)).toBe(true);
		const sol = actionOf(svmRequest([reviewedTransaction(SOL_TRANSFER)]));
		expect(await stillFits(await completeAction(sol, chains), sol, chains)).toBe(false);
	});
});

it("a completed action has the chain that the request names", async () => {
	const [only] = evmOf(await complete(steps(null)));
	expect(only?.chain_id).toBe(CHAIN);
});
