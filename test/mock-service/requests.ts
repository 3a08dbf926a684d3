import { randomBytes, randomUUID } from "node:crypto";
import { PublicKey, SystemProgram } from "@solana/web3.js";
import {
	type Address,
	getAddress,
	keccak256,
	maxUint256,
	parseEther,
	parseGwei,
	serializeTransaction,
} from "viem";
import { createSiweMessage } from "viem/siwe";
import type {
	ActionRequest,
	Broadcaster,
	SignablePayload,
	SignRequest,
} from "../../src/service-api/action.ts";
import type { ChainAccess } from "./chain-access.ts";
import type { Said } from "./commit-store.ts";
import type { Intent } from "./evm-build.ts";
import { evmRequest } from "./offers.ts";
import { operationHash } from "./operations.ts";
import { Problem } from "./problem.ts";
import type { RequestedPayload, RequestSentence, SvmSend, SvmShape } from "./request-sentences.ts";
import { compileUnsigned, SVM_STRANGER, type SvmAccess } from "./svm-build.ts";
import { offerSvm } from "./svm-offers.ts";
import { STRANGER, THIEF } from "./twists.ts";
import {
	delegationData,
	orderData,
	permit2Data,
	permitData,
	type TypedData,
	type TypedDataParts,
} from "./typed-data.ts";

/** Creates an action's request from a sentence. */

export interface RequestParts {
	readonly access: ChainAccess;
	readonly svm: SvmAccess | null;
	readonly said: Said;
	readonly sentence: RequestSentence;
	/** The number of each transaction in the service. */
	readonly stages: readonly number[];
	/** Unix seconds. */
	readonly expiresAt: number | null;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** Thrown if the request can't be prepared; the message is for the user. */
export class RequestError extends Error {
	override readonly name = "CantAsk";
}

/** @throws CantAsk if the turn names no such account */
export function evmPerson({ evm }: Said): Address {
	if (evm === null) throw new RequestError("I don't know which account is yours. Choose one first.");
	return getAddress(evm);
}

/** @throws CantAsk if the service has no Solana chain, or the turn names no account there */
export function svmPerson(
	svm: SvmAccess | null,
	said: Said,
): { readonly access: SvmAccess; readonly payer: string } {
	if (svm === null) throw new RequestError("I have no Solana chain here.");
	if (said.svm === null)
		throw new RequestError("I don't know which Solana account is yours. Choose one first.");
	return { access: svm, payer: said.svm };
}

export function factorOf({ round }: Said): bigint {
	return 2n ** BigInt(round);
}

function multiply(intent: Intent, factor: bigint): Intent {
	return intent.amount === maxUint256 ? intent : { ...intent, amount: intent.amount * factor };
}

const revisedText = (text: string, { round }: Said) => (round === 0 ? text : `${text} (revised ${round})`);

/** Returns a serialized transaction that is presented as a message. */
function transactionAsMessage(chainId: number): string {
	return serializeTransaction({
		chainId,
		type: "eip1559",
		nonce: 0,
		to: THIEF,
		value: parseEther("1"),
		gas: 21_000n,
		maxFeePerGas: parseGwei("2"),
		maxPriorityFeePerGas: parseGwei("1"),
	});
}

async function svmTransactionAsMessage(access: SvmAccess, payer: string): Promise<string> {
	const from = new PublicKey(payer);
	const { blockhash } = await access.connection.getLatestBlockhash();
	const transfer = SystemProgram.transfer({
		fromPubkey: from,
		toPubkey: new PublicKey(randomBytes(32)),
		lamports: 1_000_000_000n,
	});
	const shape = { version: "legacy", table: false, preserveBlockhash: false } as const;
	const { message } = compileUnsigned(from, blockhash, [transfer], shape, []);
	return Buffer.from(message.serialize()).toString("base64");
}

function signInText(parts: RequestParts, signer: Address): string {
	const { access, now, expiresAt } = parts;
	return createSiweMessage({
		domain: "ledger-desk.example",
		address: signer,
		statement: revisedText("Sign in to the ledger desk.", parts.said),
		uri: "https://ledger-desk.example/login",
		version: "1",
		chainId: access.chain.chainId,
		nonce: randomBytes(8).toString("hex"),
		issuedAt: new Date(now),
		...(expiresAt === null ? {} : { expirationTime: new Date(expiresAt * 1000) }),
	});
}

interface PreparedPayload {
	readonly payload: SignablePayload;
	readonly description: string;
	readonly more: Partial<SignRequest>;
}

async function typedOf(
	parts: RequestParts,
	kind: RequestedPayload["kind"],
	amount: bigint,
): Promise<TypedData> {
	const { access, sentence, said, now } = parts;
	const { chainId } = access.chain;
	const typed: TypedDataParts = {
		access,
		owner: sentence.twist === "lie_owner" ? STRANGER : evmPerson(said),
		amount: amount * factorOf(said),
		deadline: Math.floor(now / 1000) + (sentence.twist === "lie_deadline" ? -3_600 : 3_600),
		chainId: sentence.twist === "lie_chain" ? chainId + 1 : chainId,
	};
	if (kind === "permit2") return permit2Data(typed);
	if (kind === "order") return orderData(typed);
	return kind === "delegation" ? delegationData(typed) : await permitData(typed);
}

function operationOf(parts: RequestParts): PreparedPayload {
	const signer = evmPerson(parts.said);
	const { chainId, router } = parts.access.chain;
	const stage = parts.stages[0] ?? 0;
	const calls = [{ to: router, value: "0", data: "0x" }];
	const request = {
		type: "execute_evm" as const,
		transactions: [
			{ chain_id: chainId, from: signer, label: "", kind: "call", ...calls[0], to: router, data: "0x" },
		],
		simulation: { ...NOTHING, status: "passed" as const },
	};
	return {
		payload: { kind: "evm_personal", message: operationHash(request, signer, BigInt(stage)) },
		description: "Authorize a smart-account operation",
		more: {
			executionKind: "erc4337",
			broadcaster: "hosted",
			operationId: `op_${stage}`,
			executor: router,
			callsDigest: keccak256(`0x${Buffer.from(JSON.stringify(calls)).toString("hex")}`),
			calls,
			sponsorship: "none",
			maxNetworkFee: "900000000000000",
		},
	};
}

const NOTHING = {
	balanceChanges: [],
	approvals: [],
	fees: [],
	warnings: [],
	guards: [],
	gas: null,
	logs: [],
};

const TYPED_WORDS = {
	permit: "Permit the router to take DEMO",
	permit2: "Permit the router to take DEMO by Permit2",
	order: "Sell DEMO by an order",
	delegation: "Delegate your account",
};

async function preparePayload(parts: RequestParts, wanted: RequestedPayload): Promise<PreparedPayload> {
	const { sentence, said, access } = parts;
	const isTransaction = sentence.twist === "lie_message";
	const plain = (message: string, description: string): PreparedPayload => ({
		payload: {
			kind: "evm_personal",
			message: isTransaction ? transactionAsMessage(access.chain.chainId) : message,
		},
		description,
		more: {},
	});
	switch (wanted.kind) {
		case "text":
			return plain(revisedText(wanted.text, said), "Sign a message");
		case "bytes":
			return plain(`${wanted.hex}${"01".repeat(said.round)}`, "Sign bytes");
		case "sign_in":
			return plain(signInText(parts, evmPerson(said)), "Prove control of this wallet");
		case "operation":
			return operationOf(parts);
		case "permit":
		case "permit2":
		case "order":
		case "delegation": {
			const typed_data = await typedOf(parts, wanted.kind, "amount" in wanted ? wanted.amount : 0n);
			const description = TYPED_WORDS[wanted.kind];
			return {
				payload: { kind: "evm_typed_data", typed_data },
				description,
				more: { requestKind: wanted.kind },
			};
		}
		case "svm_text": {
			const { access: svm, payer } = svmPerson(parts.svm, said);
			const text = Buffer.from(revisedText(wanted.text, said), "utf8").toString("base64");
			const message_base64 = isTransaction ? await svmTransactionAsMessage(svm, payer) : text;
			return { payload: { kind: "svm_message", message_base64 }, description: "Sign a message", more: {} };
		}
		case "svm_transaction": {
			const { payload, request } = await svmOffer(parts, wanted, "venue", true);
			const description = request.transactions[0]?.description ?? "Sign a transaction";
			return {
				payload: { kind: "svm_transaction", transaction_base64: payload },
				description,
				more: { executionKind: "transaction", broadcaster: "venue" },
			};
		}
	}
}

async function svmOffer(
	parts: RequestParts,
	{ send, shape }: { readonly send: SvmSend; readonly shape: SvmShape },
	broadcaster: Broadcaster,
	withBytes: boolean,
) {
	const { access, payer } = svmPerson(parts.svm, parts.said);
	const { twist } = parts.sentence;
	const factor = factorOf(parts.said);
	const offer = { access, payer, broadcaster, send, shape, twist, factor };
	return await offerSvm(offer, parts.stages[0] ?? 0, withBytes);
}

async function signRequestOf(parts: RequestParts, wanted: readonly RequestedPayload[]): Promise<SignRequest> {
	const { access, sentence, said, expiresAt } = parts;
	const prepared = await Promise.all(wanted.map((each) => preparePayload(parts, each)));
	const [first] = prepared;
	if (first === undefined) throw new Problem(422, "unprocessable", "There is nothing to sign.");
	const isSvm = first.payload.kind === "svm_message" || first.payload.kind === "svm_transaction";
	const svm = isSvm ? svmPerson(parts.svm, said) : null;
	const person = svm === null ? evmPerson(said) : svm.payer;
	const signer = sentence.twist === "lie_signer" && svm === null ? STRANGER : person;
	return {
		type: "sign",
		requestId: `sgr_${randomUUID()}`,
		chainFamily: svm === null ? "evm" : "svm",
		executionKind: "message",
		signer,
		...(svm === null ? { chainId: access.chain.chainId } : { cluster: svm.access.svm.cluster }),
		description: first.description,
		payloads: prepared.map(({ payload }) => payload),
		broadcaster: "wallet",
		...(expiresAt === null ? {} : { expiresAt: String(expiresAt) }),
		...first.more,
	};
}

/**
 * Creates a request to execute on Solana. "execute as built" adds the bytes to sign, which may contain a lie.
 */
async function executeSvmOf(
	parts: RequestParts,
	subject: { readonly send: SvmSend; readonly shape: SvmShape; readonly asBuilt: boolean },
): Promise<ActionRequest> {
	const { request, payload } = await svmOffer(parts, subject, "wallet", subject.asBuilt);
	const bytes = subject.asBuilt ? { unsigned_transaction_base64: payload } : {};
	const payer = parts.sentence.twist === "lie_signer" ? { payer: SVM_STRANGER.toBase58() } : {};
	const transactions = request.transactions.map((transaction) => ({ ...transaction, ...payer, ...bytes }));
	return { ...request, transactions };
}

/**
 * Adds an unknown member to the signed content: to a record that the interface text closes, or to a payload.
 */
function withUnknown(request: ActionRequest): ActionRequest {
	const surprise = { surprise_member: 1 };
	return request.type === "sign"
		? { ...request, payloads: request.payloads.map((payload) => ({ ...payload, ...surprise })) }
		: { ...request, ...surprise };
}

/** @throws CantAsk, Problem */
export async function requestOf(parts: RequestParts): Promise<ActionRequest> {
	const { subject, twist } = parts.sentence;
	const request = await plainRequestOf(parts, subject);
	return twist === "unknown_member" ? withUnknown(request) : request;
}

async function plainRequestOf(
	parts: RequestParts,
	subject: RequestSentence["subject"],
): Promise<ActionRequest> {
	const { access, sentence, said, stages, expiresAt } = parts;
	switch (subject.kind) {
		case "execute_evm":
		case "operation_commit": {
			const { twist } = sentence;
			const sample: Intent = { kind: "approve", spender: "router", amount: parseEther("1") };
			const unscaled = subject.kind === "execute_evm" ? subject.intents : [sample];
			const intents = unscaled.map((intent) => multiply(intent, factorOf(said)));
			const [intent] = intents;
			if (intent === undefined) throw new RequestError("There is nothing to prepare.");
			const broadcaster = subject.kind === "execute_evm" ? "wallet" : "hosted";
			const base = { ...access, signer: evmPerson(said), broadcaster, intent, expiresAt } as const;
			return await evmRequest(
				{ ...base, twist: subject.kind === "execute_evm" ? twist : null },
				intents,
				stages,
			);
		}
		case "execute_svm":
			return await executeSvmOf(parts, subject);
		case "sign":
			return await signRequestOf(parts, subject.wanted);
		case "svm_commit": {
			const shape = { ...subject, asBuilt: true };
			return await executeSvmOf(parts, shape);
		}
	}
}

/** Returns how many transaction numbers a subject needs. */
export function transactionCountOf(subject: RequestSentence["subject"]): number {
	return subject.kind === "execute_evm" ? subject.intents.length : 1;
}
