import { ComputeBudgetProgram, PublicKey, VersionedTransaction } from "@solana/web3.js";
import { hashMessage, hashTypedData, serializeTransaction } from "viem";
import {
	type Frozen,
	type FrozenAction,
	type FrozenActionLike,
	type FrozenCommit,
	intentsOf,
	type SvmLookup,
} from "../../src/core/match/frozen.ts";
import type { ActionRequest, SignablePayload } from "../../src/service-api/action.ts";
import type { EvmTransactionPayload } from "../../src/service-api/commit.ts";
import { hex } from "../unit/core/match/honest.ts";
import type { Json } from "./mutate.ts";

/**
 * Normalizes a review and the signed content to texts that are equal if both mean the same. Uses only viem
 * and @solana/web3.js, and no code of the app.
 */

type Given = FrozenCommit["payload"] | FrozenAction["intents"][number];

const low = (text: string) => text.toLowerCase();

interface CallFacts {
	readonly chain: number | string;
	readonly from: string;
	readonly to: string;
	readonly value: string | null | undefined;
	readonly data: string | null | undefined;
}

const callText = ({ chain, from, to, value, data }: CallFacts): string =>
	["call", String(chain), low(from), low(to), BigInt(value ?? 0).toString(), low(data ?? "0x")].join(" ");

const evmText = ({ chain_id, signer, transaction: { to, value, data } }: EvmTransactionPayload): string =>
	callText({ chain: chain_id, from: signer, to, value, data });

interface Step {
	readonly program: string;
	readonly accounts: readonly string[];
	readonly data: string;
}

const stepsText = (payer: string, steps: readonly Step[]): string =>
	[
		"instructions",
		payer,
		...steps.map(({ program, accounts, data }) => `${program}(${accounts.join(",")})${data}`),
	].join(" ");

/** Returns true for a compute-budget instruction, which does not change the effect. */
const isBudget = ({ program }: Step) => program === ComputeBudgetProgram.programId.toBase58();

function svmText(base64: string, lookups: readonly SvmLookup[]): string {
	const { message } = VersionedTransaction.deserialize(Buffer.from(base64, "base64"));
	const keys = (list: readonly string[]) => list.map((each) => new PublicKey(each));
	const lookupKeys = {
		writable: lookups.flatMap(({ writable }) => keys(writable)),
		readonly: lookups.flatMap(({ readonly }) => keys(readonly)),
	};
	const all = message.getAccountKeys({ accountKeysFromLookups: lookupKeys });
	const at = (index: number) => all.get(index)?.toBase58() ?? "?";
	const steps = message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
		program: at(programIdIndex),
		accounts: accountKeyIndexes.map(at),
		data: Buffer.from(data).toString("base64"),
	}));
	return stepsText(
		at(0),
		steps.filter((step) => !isBudget(step)),
	);
}

function messageText(payload: Exclude<SignablePayload, { kind: "svm_transaction" }>): string {
	switch (payload.kind) {
		case "evm_personal":
			return `personal ${hashMessage(payload.message)}`;
		case "evm_typed_data":
			return `typed ${typedDigest(JSON.parse(JSON.stringify(payload.typed_data))) ?? JSON.stringify(payload.typed_data)}`;
		case "svm_message":
			return `message ${JSON.stringify(payload)}`;
	}
}

function givenText(given: Given, lookups: readonly SvmLookup[]): string {
	switch (given.kind) {
		case "evm_transaction":
			return evmText(given);
		case "svm_transaction":
			return svmText(
				given.transaction_base64,
				"lookups" in given && Array.isArray(given.lookups) ? given.lookups : lookups,
			);
		case "user_operation":
			return "user operation";
		default:
			return messageText(given);
	}
}

/**
 * Returns one text for each signed item: its effect and its signer.
 * @throws Error if the libraries can't parse it
 */
export function signedMeaning(frozen: Frozen): readonly string[] {
	const lookups = "lookups" in frozen ? (frozen.lookups ?? []) : [];
	return intentsOf(frozen).map((given) => givenText(given, lookups));
}

function requestTexts(request: ActionRequest): readonly string[] {
	switch (request.type) {
		case "execute_evm":
			return request.transactions.map(({ chain_id, from, to, value, data }) =>
				callText({ chain: chain_id, from, to, value, data }),
			);
		case "execute_svm":
			return request.transactions.map(({ payer, instructions }) =>
				stepsText(
					payer,
					instructions
						.map(({ program_id, accounts, data_base64 }) => ({
							program: program_id,
							accounts: accounts.map(({ pubkey }) => pubkey),
							data: data_base64,
						}))
						.filter((step) => !isBudget(step)),
				),
			);
		case "sign":
			return request.payloads.map((payload) =>
				payload.kind === "svm_transaction" ? svmText(payload.transaction_base64, []) : messageText(payload),
			);
	}
}

/** Returns one text for each item that the review shows; for a batch, only the text of this member. */
export function reviewedMeaning(frozen: FrozenCommit | FrozenActionLike): readonly string[] {
	const texts = requestTexts(frozen.request);
	if (!("batch" in frozen) || frozen.batch === null) return texts;
	const own = texts.length === 1 ? texts[0] : texts[frozen.batch.index];
	return own === undefined ? [] : [own];
}

/** Returns the signed bytes without the blockhash, or the content of a message. */
export function signedBytes(frozen: Frozen): readonly string[] {
	return intentsOf(frozen).map((given) => {
		if (given.kind === "evm_transaction") {
			const { to, value, data, gas_limit, max_fee_per_gas, max_priority_fee_per_gas } = given.transaction;
			return serializeTransaction({
				type: "eip1559",
				chainId: given.chain_id,
				nonce: given.nonce,
				to: hex(low(to)),
				value: BigInt(value),
				data: hex(low(data)),
				gas: BigInt(gas_limit),
				maxFeePerGas: BigInt(max_fee_per_gas),
				maxPriorityFeePerGas: BigInt(max_priority_fee_per_gas),
			});
		}
		if (given.kind === "svm_transaction") {
			const { message } = VersionedTransaction.deserialize(Buffer.from(given.transaction_base64, "base64"));
			message.recentBlockhash = PublicKey.default.toBase58();
			return Buffer.from(message.serialize()).toString("base64");
		}
		return JSON.stringify(given);
	});
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null;

/** Lists the names of members that some struct declares as bool. */
function truthValues(typed: Json): ReadonlySet<unknown> {
	const types: unknown = isObject(typed) ? typed["types"] : undefined;
	const members = isObject(types) ? Object.values(types).flat() : [];
	return new Set(
		members.flatMap((each) => (isObject(each) && each["type"] === "bool" ? [each["name"]] : [])),
	);
}

/** Replaces EIP-712's aliases by their types, which have the same values but a different type hash. */
export const withoutAliases = (typed: Json): Json =>
	JSON.parse(JSON.stringify(typed), (name, value) =>
		name === "type" && typeof value === "string" ? value.replace(/^(u?int)(?=$|\[)/, "$1256") : value,
	);

/**
 * Adapts typed data to viem, which checks the checksum of mixed-case addresses, rejects numbers as booleans,
 * and omits a chain id that is a string.
 */
function asViemReads(typed: Json): unknown {
	const truths = truthValues(typed);
	const lower: unknown = JSON.parse(JSON.stringify(typed), (name, value) => {
		if (truths.has(name) && (value === 0 || value === 1)) return value === 1;
		if (typeof value !== "string") return value;
		// A chain id with 40 hex digits is not an address.
		if (name === "chainId" && /^(0x[0-9a-fA-F]+|[0-9]+)$/.test(value)) return BigInt(value);
		return /^0x[0-9a-fA-F]{40}$/.test(value) ? low(value) : value;
	});
	return lower;
}

/** Returns the EIP-712 digest by viem; `null` if viem can't read it. */
export function typedDigest(typed: Json): string | null {
	try {
		return hashTypedData(asViemReads(typed) as Parameters<typeof hashTypedData>[0]);
	} catch {
		return null;
	}
}
