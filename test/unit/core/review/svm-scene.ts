import { base58, base64 } from "@scure/base";
import { getAssociatedTokenAddressSync, TOKEN_PROGRAM_ID } from "@solana/spl-token";
import {
	PublicKey,
	SystemProgram,
	type TransactionInstruction,
	TransactionMessage,
	VersionedTransaction,
} from "@solana/web3.js";
import type { SvmAccountFacts, SvmFacts } from "../../../../src/core/chain/svm.ts";
import type { Comparison, ItemOpinion } from "../../../../src/core/decoded-transaction/opinion.ts";
import {
	type DecodedSvmTransaction,
	decodedSvmTransactionOf,
} from "../../../../src/core/decoded-transaction/svm/svm-decoded-transaction.ts";
import { effectsOf } from "../../../../src/core/effects/merge.ts";
import { svmStepEffects } from "../../../../src/core/effects/svm/step-effects.ts";
import { svmStepFacts } from "../../../../src/core/effects/svm/step-facts.ts";
import {
	type CounterpartyHistory,
	roleOf,
	type Uses,
} from "../../../../src/core/identities/counterparties.ts";
import type { Finding } from "../../../../src/core/risk/finding.ts";
import { gravestFirst } from "../../../../src/core/risk/finding.ts";
import { generalFindings } from "../../../../src/core/risk/general/index.ts";
import { stepFindings } from "../../../../src/core/risk/general/simulation.ts";
import type { ExecuteSvmRequest } from "../../../../src/service-api/action.ts";
import type { CommitView } from "../../../../src/service-api/commit.ts";
import type { BalanceChange, PipelineSimulation } from "../../../../src/service-api/simulation.ts";
import { WORDS } from "../risk/general/scene.ts";
import { fine, NOT_SIMULATED, user } from "./scene.ts";

/** Solana transactions, encoded with the ecosystem's own libraries, which our decoder doesn't use. */

/** Returns a test key: 32 bytes with the same value. */
export const key = (byte: number): PublicKey => new PublicKey(new Uint8Array(32).fill(byte));

export const ME = key(7);
export const YOU = key(8);
export const MINT = key(9);
export const PROGRAM = key(10);
export const MY_TOKENS = getAssociatedTokenAddressSync(MINT, ME, true);
export const YOUR_TOKENS = getAssociatedTokenAddressSync(MINT, YOU, true);
export const CLUSTER = "solana:devnet";
export const BLOCKHASH = base58.encode(new Uint8Array(32).fill(3));

export const text = (of: PublicKey) => of.toBase58();
export const short = (of: PublicKey) => `${text(of).slice(0, 6)}…${text(of).slice(-6)}`;

export const sending = (lamports: bigint, to = YOU, from = ME): TransactionInstruction =>
	SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });

/** Returns an unsigned v0 transaction of these instructions, in base64. */
export function built(instructions: readonly TransactionInstruction[], payer = ME): string {
	const message = new TransactionMessage({
		payerKey: payer,
		recentBlockhash: BLOCKHASH,
		instructions: [...instructions],
	}).compileToV0Message();
	return base64.encode(new VersionedTransaction(message).serialize());
}

const account = (data: SvmAccountFacts["data"], patch: Partial<SvmAccountFacts> = {}): SvmAccountFacts => ({
	owner: text(TOKEN_PROGRAM_ID),
	lamports: 2_039_280n,
	executable: false,
	size: 165,
	data,
	...patch,
});

export const wallet = (lamports = 10n ** 9n): SvmAccountFacts =>
	account({ kind: "other" }, { owner: text(SystemProgram.programId), lamports, size: 0 });

export const mint = (
	patch: Partial<Extract<SvmAccountFacts["data"], { kind: "mint" }>> = {},
): SvmAccountFacts =>
	account(
		{
			kind: "mint",
			decimals: 6,
			supply: 10n ** 15n,
			mintAuthority: null,
			freezeAuthority: null,
			extensions: [],
			symbol: "USDX",
			name: "Test Dollar",
			...patch,
		},
		{ size: 82 },
	);

export const tokens = (owner: PublicKey, amount = 0n, of = MINT): SvmAccountFacts =>
	account({
		kind: "token",
		mint: text(of),
		owner: text(owner),
		amount,
		delegate: null,
		delegatedAmount: 0n,
		closeAuthority: null,
		frozen: false,
	});

export const program = (): SvmAccountFacts =>
	account({ kind: "other" }, { executable: true, owner: text(key(99)), size: 36 });

export type Accounts = readonly (readonly [PublicKey, SvmAccountFacts | null])[];

const USUAL: Accounts = [
	[ME, wallet()],
	[YOU, wallet()],
	[MINT, mint()],
	[MY_TOKENS, tokens(ME, 41_000_000n)],
	[YOUR_TOKENS, tokens(YOU)],
];

export function svmFacts(patch: Partial<SvmFacts> = {}, accounts: Accounts = []): SvmFacts {
	return {
		genesis: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
		rightCluster: true,
		blockHeight: fine(1_000n),
		blockhashValid: fine(true),
		lamports: fine(10n ** 9n),
		fee: fine(5_000n),
		accounts: new Map([...USUAL, ...accounts].map(([of, value]) => [text(of), fine(value)])),
		rent: { wallet: fine(890_880n), token: fine(2_039_280n), mint: fine(1_461_600n) },
		...patch,
	};
}

export function svmSimulation(balanceChanges: readonly BalanceChange[] = []): PipelineSimulation {
	return {
		status: "passed",
		balanceChanges: [...balanceChanges],
		approvals: [],
		fees: [],
		warnings: [],
		guards: [],
		gas: null,
		logs: [],
	};
}

export const out = (asset: string, amount: bigint, more: Partial<BalanceChange> = {}): BalanceChange => ({
	asset,
	amount: amount.toString(),
	account: text(ME),
	direction: "out",
	...more,
});

/** Context of a transaction in a review. */
interface SceneFacts {
	/** Texts of the service and of the agent. */
	readonly texts: readonly string[];
	/** Whether earlier steps of the same action precede it. */
	readonly later: boolean;
	readonly opinion: ItemOpinion;
	readonly comparison: Comparison;
}

interface Scene {
	readonly facts?: SvmFacts | null;
	readonly simulation?: PipelineSimulation | null;
	readonly who?: ReturnType<typeof user>;
	readonly payer?: PublicKey;
	readonly more?: Partial<SceneFacts>;
	readonly lastHeight?: number;
}

const DEALT: CounterpartyHistory = new Map([[text(YOU), { paid: 1, allowed: 0, lastAt: 1_780_000_000_000 }]]);

/** Returns the roles in this history, on this cluster and from an earlier session. */
function usesOf(history: CounterpartyHistory): Uses {
	return new Map(
		[...history].map(([address, { paid, allowed }]) => {
			const roles = [
				...(paid > 0 ? [roleOf("paid", CLUSTER)] : []),
				...(allowed > 0 ? [roleOf("allowed", CLUSTER)] : []),
			];
			return [address, { sessionId: "before", roles: new Set(roles) }];
		}),
	);
}

export function me(patch: Partial<ReturnType<typeof user>> = {}) {
	const history = patch.counterparties ?? DEALT;
	return user({ accounts: [text(ME)], counterparties: history, uses: usesOf(history), ...patch });
}

function executeRequest(
	instructions: readonly TransactionInstruction[],
	simulation: PipelineSimulation,
	lastHeight?: number,
): ExecuteSvmRequest {
	const payer = text(ME);
	return {
		type: "execute_svm",
		transactions: [
			{
				payer,
				cluster: CLUSTER,
				version: "v0",
				instructions: instructions.map((each) => ({
					payer,
					cluster: CLUSTER,
					program_id: text(each.programId),
					data_base64: each.data.toString("base64"),
					description: "An instruction",
					kind: "transfer",
					accounts: each.keys.map(({ pubkey, isSigner, isWritable }) => ({
						pubkey: text(pubkey),
						is_signer: isSigner,
						is_writable: isWritable,
					})),
				})),
				recent_blockhash: BLOCKHASH,
				unsigned_transaction_base64: built(instructions),
				description: "What the service calls it",
				kind: "transfer",
				broadcaster: "wallet",
				...(lastHeight === undefined ? {} : { last_valid_block_height: lastHeight }),
			},
		],
		simulation,
	};
}

export function svmSubject(
	instructions: readonly TransactionInstruction[],
	scene: Scene = {},
): DecodedSvmTransaction {
	const { facts = svmFacts(), simulation = null, who = me(), payer = ME, lastHeight } = scene;
	const told = simulation === null ? null : executeRequest(instructions, simulation, lastHeight);
	const found = decodedSvmTransactionOf(
		{
			kind: "svm",
			signer: text(ME),
			chainRef: CLUSTER,
			broadcaster: "wallet",
			payload: { signer: text(ME), transaction_base64: built(instructions, payer) },
			lookups: [],
			transaction: told?.transactions[0] ?? null,
			simulation,
		},
		facts,
		who,
	);
	if (found === null) throw new Error("this transaction can't be decoded");
	return found;
}

export function svmFound(
	instructions: readonly TransactionInstruction[],
	scene: Scene = {},
): readonly Finding[] {
	const subject = svmSubject(instructions, scene);
	const {
		opinion = NOT_SIMULATED,
		comparison = { verdict: "unproven", effects: [] } as const,
		later = false,
		texts = [],
	} = scene.more ?? {};
	return gravestFirst(stepFindings(svmStepFacts(subject, { opinion, comparison, isLater: later, texts })));
}

/** Returns the finding with this id among the general rules' findings for one transaction. */
export function svmGeneral(
	id: string,
	instructions: readonly TransactionInstruction[],
	scene: Scene = {},
): Finding | undefined {
	const subject = svmSubject(instructions, scene);
	const { chainRef, signer, user: who } = subject;
	const step = svmStepEffects(
		subject,
		scene.more?.opinion ?? NOT_SIMULATED,
		scene.more?.later === true ? 1 : 0,
		"unproven",
	);
	const found = generalFindings(effectsOf([step], { chainRef, signer, user: who }), WORDS);
	return found.find((finding) => finding.id === id);
}

export function svmFinding(
	id: string,
	instructions: readonly TransactionInstruction[],
	scene: Scene = {},
): Finding | undefined {
	const one = svmFound(instructions, scene).find((finding) => finding.id === id);
	return one ?? svmGeneral(id, instructions, scene);
}

export function svmCommit(
	instructions: readonly TransactionInstruction[],
	simulation: PipelineSimulation,
	patch: Partial<CommitView> = {},
): CommitView {
	const request = executeRequest(instructions, simulation, 1_150);
	return {
		version: 1,
		commit_id: "commit-svm",
		thread_id: "session-1",
		stage_id: "svm:1",
		chain_family: "svm",
		chain_ref: CLUSTER,
		signer: text(ME),
		broadcaster: "wallet",
		state: "needs_signature",
		supported_transports: ["sign_and_broadcast"],
		transaction_id: null,
		failure_code: null,
		batch: null,
		review: { version: 1, revision: 1, digest: "digest-1", request, legs: [request] },
		wallet_attempt: null,
		action: {
			kind: "sign",
			payload: { kind: "svm_transaction", signer: text(ME), transaction_base64: built(instructions) },
		},
		...patch,
	};
}
