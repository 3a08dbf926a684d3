import { PublicKey, SystemProgram, type TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import type { DevicePlan } from "../../../../src/core/decoded-transaction/device-plan.ts";
import { devicePlanOf } from "../../../../src/core/device/plans.ts";
import type { Intent } from "../../../../src/core/match/frozen.ts";
import { readSvmTransaction, writeSvmTransaction } from "../../../../src/core/match/svm/transaction.ts";
import { deviceObstacles } from "../../../../src/core/review/approval.ts";
import { SVM_USER } from "../../../attacks/case.ts";
import { CASES } from "../../../attacks/cases/index.ts";
import { approveData, TOKEN, transferData, VAULT } from "../match/honest.ts";
import { permit } from "../match/typed-samples.ts";
import { built, YOU } from "../review/svm-scene.ts";
import { deviceFacts, ETHEREUM_ACCOUNT, intentOf, recordingsOf, transfer } from "./recorded.ts";

/**
 * Measures how many of the agents' requests a Ledger signs with blind signing off, with and without Ledger's
 * descriptions.
 */

const MAINNET = 1;
const LOCAL = 31337;

/**
 * Builds a transaction that uses these lookup tables. With any table, a Ledger needs blind signing, so the addresses
 * in it don't matter.
 */
function svmIntent(instructions: readonly TransactionInstruction[], lookups: readonly string[]): Intent {
	const transaction = readSvmTransaction(built(instructions, new PublicKey(SVM_USER)));
	const named = lookups.map((table) => ({ table, writableIndexes: [0], readonlyIndexes: [] }));
	const transaction_base64 = writeSvmTransaction({ ...transaction, lookups: named });
	return { kind: "svm_transaction", signer: SVM_USER, transaction_base64, lookups: [] };
}

/** Returns the payload of each step that the Ledger would be asked to sign. */
function intentsOf({ ask }: (typeof CASES)[number]): readonly Intent[] {
	switch (ask.form) {
		case "svm":
			return [ask.instructions, ...(ask.more ?? [])].map((each) => svmIntent(each, ask.lookups ?? []));
		case "evm":
			return ask.steps.map(({ to, value = 0n, data = "0x" }) =>
				transfer({ chain_id: MAINNET, to, value: value.toString(), data }),
			);
		case "typed":
			return [{ kind: "evm_typed_data", typed_data: { ...ask.typedData } }];
		case "personal":
			return [{ kind: "evm_personal", message: ask.text }];
		default:
			return [];
	}
}

const isSolana = ([first]: readonly Intent[]) => first?.kind.startsWith("svm_") === true;
const asked = CASES.map((each) => ({ kind: each.kind, intents: intentsOf(each) })).filter(
	({ intents }) => intents.length > 0,
);
const ofEthereum = asked.filter(({ intents }) => !isSolana(intents));
const ofSolana = asked.filter(({ intents }) => isSolana(intents));

const canSign = ({ sight, needsBlindSigning, acceptsRawMessages }: DevicePlan) =>
	sight !== "impossible" && (!needsBlindSigning || acceptsRawMessages);

/**
 * Facts about a device with blind signing off; `descriptors` accepts Ledger's signed descriptions of tokens and typed data.
 */
const facts = (descriptors: boolean) =>
	deviceFacts("1.22.0", false, {
		app: { version: "1.22.0", blindSigning: false, refusesDescriptors: !descriptors },
	});
const SOLANA = deviceFacts("1.9.0", false, { path: "m/44'/501'/0'" });

const plansOf = (intents: readonly Intent[], descriptors: boolean) =>
	intents.map((intent) =>
		intent.kind.startsWith("svm_")
			? devicePlanOf(intent, SVM_USER, SOLANA)
			: devicePlanOf(intent, ETHEREUM_ACCOUNT, facts(descriptors)),
	);
const signed = (requests: readonly (readonly Intent[])[], descriptors: boolean) =>
	requests.filter((intents) => plansOf(intents, descriptors).every(canSign)).length;

/** Builds the requests of `npm run demo -- --ledger` for a token on a network. */
function demo(chain_id: number, token: string, permit: Intent): readonly (readonly Intent[])[] {
	const call = (data: string) => transfer({ chain_id, to: token, value: "0", data });
	return [
		[transfer({ chain_id, value: "50000000000000000" })],
		[call(approveData(VAULT, 100n)), transfer({ chain_id, to: VAULT, value: "0", data: "0x12345678" })],
		[permit],
		[transfer({ chain_id, value: "10000000000000000" }), call(transferData(VAULT, 5n))],
		[{ kind: "evm_personal", message: "hello from both of us" }],
		[
			svmIntent(
				[SystemProgram.transfer({ fromPubkey: new PublicKey(SVM_USER), toPubkey: YOU, lamports: 5 })],
				[],
			),
		],
	];
}

const PERMIT = recordingsOf("ethereum-1.22.0-nanox-clear").find(({ name }) => name === "Permit, USDC");
const USDC_PERMIT = PERMIT === undefined ? null : intentOf(PERMIT);
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

describe("requests that a Ledger signs with blind signing off", () => {
	it.each(["honest", "attack"] as const)(
		"are more numerous with Ledger’s descriptions than without: %s",
		(kind) => {
			const own = ofEthereum.filter((each) => each.kind === kind).map(({ intents }) => intents);
			const [before, after] = [signed(own, false), signed(own, true)];
			console.log(
				`${kind} requests of the corpus: ${before} of ${own.length} before, ${after} of ${own.length} with descriptions`,
			);
			expect(after).toBeGreaterThan(before);
		},
	);

	it.each(["honest", "attack"] as const)("are the Solana requests with predicted pages: %s", (kind) => {
		const own = ofSolana.filter((each) => each.kind === kind).map(({ intents }) => intents);
		const foretold = own.filter((intents) =>
			plansOf(intents, true).every((plan) => canSign(plan) && plan.pages.length > 0),
		).length;
		const may = signed(own, true);
		console.log(
			`${kind} requests of the corpus on Solana: ${foretold} of ${own.length} with each page foretold, ${may - foretold} more that may be signed so`,
		);
		expect(foretold).toBeGreaterThan(0);
		expect(may).toBeLessThan(own.length);
	});

	it("are all honest typed requests but one, mostly through Raw messages", () => {
		const typed = ofEthereum
			.filter(({ kind }) => kind === "honest")
			.flatMap(({ intents }) => (intents.some(({ kind }) => kind === "evm_typed_data") ? [intents] : []));
		const plans = typed.map((intents) => plansOf(intents, true));
		const approvable = plans.filter((each) => deviceObstacles(each, facts(true), "evm").length === 0).length;
		console.log(
			`honest typed requests of the corpus with blind signing off: ${approvable} of ${typed.length} approvable`,
		);
		expect(typed.length - approvable).toBe(1);
	});

	it("are all of the demo’s except the swap, if Ledger signed its token", () => {
		if (USDC_PERMIT === null) throw new Error("a recording is missing");
		const own = demo(LOCAL, TOKEN, { kind: "evm_typed_data", typed_data: { ...permit() } });
		const known = demo(MAINNET, USDC, USDC_PERMIT);
		const [before, after] = [signed(own, true), signed(known, true)];
		console.log(
			`requests of the demo: ${before} of ${own.length} with its own token, ${signed(known, false)} with USDC before, ${after} with descriptions`,
		);
		expect([before, signed(known, false), after]).toEqual([4, 4, 5]);
	});
});
