import { createApproveInstruction, createTransferCheckedInstruction } from "@solana/spl-token";
import { expect, it } from "vitest";
import type { CodeFacts } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { NO_HISTORY } from "../../../../../src/core/identities/counterparties.ts";
import type { Finding } from "../../../../../src/core/risk/finding.ts";
import type { CommitView } from "../../../../../src/service-api/commit.ts";
import {
	approveData,
	batchCommit,
	commit,
	commitOf,
	OTHER,
	SIGNER,
	simulation,
	TOKEN,
	transferData,
	VAULT,
} from "../../match/honest.ts";
import * as samples from "../../match/typed-samples.ts";
import { facts, fine, tokenFacts, user } from "../../review/scene.ts";
import {
	ME,
	MINT,
	MY_TOKENS,
	me,
	out,
	sending,
	svmFound,
	svmSimulation,
	text,
	YOUR_TOKENS,
} from "../../review/svm-scene.ts";
import { analyzeTyped, typedFindings } from "../../signed-messages/scene.ts";
import { ACCOUNT, addressFactsOf, CONTRACT, comparing, found, general, simulated } from "./scene.ts";

/** Honest requests of every kind: their news is shown, but none of it hinders the user. */

/** Rules that must report nothing above `info` for an honest request, whatever its amounts and parties. */
const MINE: ReadonlySet<string> = new Set([
	"rights",
	"fresh-contract",
	"first-time",
	"raised-approval",
	"control",
	"look-alike",
	"no-program",
	"imitation",
	"domain-own-account",
	"domain-no-code",
	"domain-contract",
	"deadline-far",
	"far-end",
	"held-signature",
]);

const grave = (findings: readonly Finding[]) =>
	findings
		.filter(({ id, severity }) => MINE.has(id) && severity !== "info")
		.map(({ id, text }) => `${id}: ${text}`);

const codes: Readonly<Record<string, CodeFacts>> = {
	[TOKEN]: CONTRACT,
	[VAULT]: { ...CONTRACT, fresh: null },
	[OTHER]: ACCOUNT,
	[SIGNER]: ACCOUNT,
	[samples.FILLER]: CONTRACT,
	[samples.REACTOR]: CONTRACT,
};

const opinion = { local: simulated(), addressFacts: addressFactsOf(codes) };
const agreeing = { ...comparing("agrees"), opinion };

const told = (asset: string, amount: bigint, counterparty: string) =>
	simulation({
		approvals: [],
		balanceChanges: [{ account: SIGNER, asset, amount: amount.toString(), direction: "out", counterparty }],
	});

/** Generates the same numbers in each run: the upper halves of a 64-bit linear congruential generator. */
function numbersFrom(seed: bigint) {
	let state = seed;
	return (below: bigint): bigint => {
		let wide = 0n;
		for (let at = 0; at < 6; at += 1) {
			state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
			wide = (wide << 32n) | (state >> 32n);
		}
		return wide % below;
	};
}

/** Half of 41 TUSD and of 1 ETH: the maximum that an honest request may send without a typed word. */
const HALF = { token: 20_500_000n, wei: 5n * 10n ** 17n };

/** Returns one honest request of each kind. */
function honestOf(number: (below: bigint) => bigint): readonly CommitView[] {
	const somebody = () => `0x${(number(2n ** 160n - 2n ** 100n) + 2n ** 100n).toString(16).padStart(40, "0")}`;
	const [wei, amount] = [number(HALF.wei) + 1n, number(HALF.token) + 1n];
	const [paid, sent] = [somebody(), somebody()];
	return [
		commit(),
		batchCommit(0),
		batchCommit(1),
		commitOf({ to: paid, value: wei }, told("native", wei, paid)),
		commitOf({ to: TOKEN, data: transferData(sent, amount) }, told(TOKEN, amount, sent)),
		commitOf({ to: TOKEN, data: approveData(VAULT, amount) }),
		commitOf({ to: VAULT, data: "0x12345678", value: wei }, told("native", wei, VAULT)),
	];
}

it("an honest EVM request gets no caution from any of these rules", () => {
	const number = numbersFrom(41n);
	for (let run = 0; run < 60; run += 1) {
		const chain = facts({}, [tokenFacts({ allowance: fine(number(10n ** 9n)) })]);
		for (const view of honestOf(number))
			for (const who of [user(), user({ counterparties: NO_HISTORY })])
				expect(
					grave([
						...found(view, { who, chain, more: agreeing }),
						...general(view, { who, chain, more: agreeing }),
					]),
				).toEqual([]);
	}
});

it("no rule reports on unknown facts", () => {
	const running = { local: { state: "running" as const }, addressFacts: null };
	for (const view of [commit(), commitOf({ to: TOKEN, data: transferData(OTHER, 1n) })])
		expect(grave(found(view, { more: { ...comparing("running"), opinion: running } }))).toEqual([]);
});

it("an honest Solana request gets no caution from any of these rules", () => {
	const number = numbersFrom(7n);
	const addressFacts = addressFactsOf({ [text(MINT)]: ACCOUNT });
	const more = { ...comparing("agrees"), opinion: { local: simulated(), addressFacts } };
	for (let run = 0; run < 30; run += 1) {
		const [amount, sol] = [number(HALF.token) + 1n, number(5n * 10n ** 8n) + 1n];
		const simulation = svmSimulation([out("native", sol), out(text(MINT), amount)]);
		const pays = [
			sending(sol),
			createTransferCheckedInstruction(MY_TOKENS, MINT, YOUR_TOKENS, ME, amount, 6),
		];
		const approvals = [createApproveInstruction(MY_TOKENS, YOUR_TOKENS, ME, amount)];
		for (const who of [me(), me({ counterparties: NO_HISTORY })]) {
			expect(grave(svmFound(pays, { who, simulation, more }))).toEqual([]);
			expect(grave(svmFound(approvals, { who, more }))).toEqual([]);
		}
	}
});

it("an honest signature gets no caution from any of these rules", () => {
	const kinds = [
		samples.permit(),
		samples.permitSingle(),
		samples.permitTransfer(),
		samples.permitBatchTransfer(),
		samples.uniswapOrder(),
		samples.seaportOrder(),
		samples.cowOrder(),
		samples.safeTransaction(),
		samples.safeTransaction({ data: transferData(OTHER, 5n) }),
		samples.safeTransaction({ data: approveData(VAULT, 5n) }),
		samples.authorization("TransferWithAuthorization", { value: "20499999" }),
		samples.authorization("ReceiveWithAuthorization", { value: "20499999" }),
	];
	for (const typed of kinds)
		for (const who of [user(), user({ counterparties: NO_HISTORY })]) {
			const contract = String(typed.domain["verifyingContract"]);
			const addressFacts = addressFactsOf({ ...codes, [contract]: CONTRACT });
			const around = { user: who, addressFacts };
			const all = [...analyzeTyped(typed, around).findings, ...typedFindings(typed, around)];
			expect(grave(all), typed.primaryType).toEqual([]);
		}
});
