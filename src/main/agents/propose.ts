import { getAddress } from "viem/utils";
import type { Proposed } from "../../agents-process/protocol.ts";
import { ChainError } from "../../core/chain/chain-error.ts";
import { readBytes, readChainRef, readUint } from "../../core/format/numeral.ts";
import { isZero, readKey } from "../../core/format/svm-wire.ts";
import { CanonicalError } from "../../core/match/canonical.ts";
import { hashOf } from "../../core/match/fingerprint.ts";
import { svmMessageBytes } from "../../core/match/message/bytes.ts";
import { resolveSvm } from "../../core/match/svm/resolve.ts";
import { readSvmTransaction, SvmBytesError, signersOf } from "../../core/match/svm/transaction.ts";
import { typedDataHashes } from "../../core/match/typed-data/reading.ts";
import type { AssembledSvmInstruction } from "../../service-api/action.ts";
import { NOT_DECLARED } from "../../service-api/simulation.ts";
import { textOf } from "../../text/index.ts";
import { parseStrictJson } from "../service/strict-json.ts";
import {
	type Conversion,
	type ConversionFault,
	type ConversionParts,
	type Converted,
	evmAddress,
	fault,
	type ReadLookups,
	signRequestOf,
} from "./conversion.ts";
import { paymentRequest } from "./payment.ts";

/**
 * Turns an agent's proposal into an ActionRequest. Everything displayed comes from decoding. The request has
 * no label, description or simulation, because the agent would have written them.
 */

const familyOf = (proposed: Proposed): "evm" | "svm" => {
	switch (proposed.kind) {
		case "evm_calls":
		case "typed_data":
		case "payment":
			return "evm";
		case "svm_transaction":
		case "svm_instructions":
			return "svm";
		case "message":
			return proposed.family;
	}
};

function readAccount(proposed: Proposed): string | null {
	if (familyOf(proposed) === "svm") return readKey(proposed.from) === null ? null : proposed.from;
	const address = evmAddress(proposed.from);
	return address === null ? null : getAddress(address);
}

interface TypedDataRead {
	readonly typed: Record<string, unknown>;
	readonly chainId: number | null;
}

const TYPED_MEMBERS: ReadonlySet<string> = new Set(["domain", "types", "primaryType", "message"]);

function readTypedData(text: string): TypedDataRead | ConversionFault {
	let value: unknown;
	try {
		value = parseStrictJson(text);
	} catch {
		return fault("typedData: no JSON, or JSON that two programs could read differently");
	}
	if (typeof value !== "object" || value === null || Array.isArray(value)) return fault("typedData");
	const other = Object.keys(value).find((key) => !TYPED_MEMBERS.has(key));
	if (other !== undefined) return fault(`typedData: unknown member ${other.slice(0, 40)}`);
	const read = typedDataHashes(value);
	if (!read.ok) return fault(`typedData.${read.field}: ${textOf(read.text)}`.slice(0, 400));
	const chainId = read.domain.chainId === null ? null : readChainRef(String(read.domain.chainId));
	if (read.domain.chainId !== null && chainId === null) return fault("typedData.domain.chainId");
	return { typed: { ...value }, chainId };
}

/** Normalizes a proposal to recognize repeats. */
function spelled(proposed: Proposed, from: string): unknown {
	const lower = (text: string) => (text.startsWith("0x") ? text.toLowerCase() : text);
	switch (proposed.kind) {
		case "evm_calls":
			return {
				...proposed,
				from,
				calls: proposed.calls.map(({ to, value, data }) => ({ to: lower(to), value, data: lower(data) })),
			};
		case "payment": {
			const { asset, payTo } = proposed.payment;
			return {
				...proposed,
				from,
				payment: { ...proposed.payment, asset: lower(asset), payTo: lower(payTo) },
			};
		}
		case "svm_transaction":
		case "svm_instructions":
		case "typed_data":
		case "message":
			return { ...proposed, from };
	}
}

/** x402 payments only go to web servers, and the user sees the host. */
function isWebAddress(text: string): boolean {
	const protocol = URL.canParse(text) ? new URL(text).protocol : null;
	return protocol === "https:" || protocol === "http:";
}

function chainOf(proposed: Proposed): string | null | ConversionFault {
	switch (proposed.kind) {
		case "evm_calls":
			return readChainRef(proposed.chain) === null ? fault("chain") : proposed.chain;
		case "payment":
			if (!isWebAddress(proposed.payment.resource)) return fault("payment.resource");
			return readChainRef(proposed.payment.network) === null
				? fault("payment.network")
				: proposed.payment.network;
		case "svm_transaction":
		case "svm_instructions":
			return proposed.cluster;
		case "typed_data": {
			const read = readTypedData(proposed.typedData);
			if ("ok" in read) return read;
			return read.chainId === null ? null : String(read.chainId);
		}
		case "message":
			return null;
	}
}

/** Reads the signer and the chain, without querying an RPC. */
export function readProposed(agentId: string, proposed: Proposed): Conversion | ConversionFault {
	const from = readAccount(proposed);
	if (from === null) return fault("from");
	const chain = chainOf(proposed);
	if (chain !== null && typeof chain !== "string") return chain;
	try {
		const fold = hashOf({ agent: agentId, proposed: spelled(proposed, from) });
		return { ok: true, from, chain, needsChain: proposed.kind === "typed_data", fold };
	} catch (cause) {
		if (cause instanceof CanonicalError) return fault(cause.path.slice(0, 100));
		throw cause;
	}
}

type ProposedOf<Kind extends Proposed["kind"]> = Extract<Proposed, { kind: Kind }>;

const converted = (request: object): Converted => ({
	ok: true,
	request: JSON.stringify(request),
	payment: null,
	end: null,
});

function evmCalls(
	{ calls }: ProposedOf<"evm_calls">,
	{ from, chain }: Conversion,
): Converted | ConversionFault {
	const transactions = [];
	for (const [at, call] of calls.entries()) {
		const to = evmAddress(call.to);
		const value = readUint(call.value);
		const data = readBytes(call.data);
		if (to === null) return fault(`calls[${at}].to`);
		if (value === null) return fault(`calls[${at}].value`);
		if (data === null) return fault(`calls[${at}].data`);
		transactions.push({
			chain_id: Number(chain),
			from,
			to: getAddress(to),
			data,
			label: "",
			kind: "",
			value: value.toString(),
		});
	}
	return converted({ type: "execute_evm", transactions, simulation: NOT_DECLARED });
}

const instructionOf = (
	cluster: string,
	payer: string,
	{ programId, accounts, dataBase64 }: ProposedOf<"svm_instructions">["instructions"][number],
): AssembledSvmInstruction => ({
	payer,
	cluster,
	program_id: programId,
	data_base64: dataBase64,
	description: "",
	kind: "",
	accounts: accounts.map(({ pubkey, isSigner, isWritable }) => ({
		pubkey,
		is_signer: isSigner,
		is_writable: isWritable,
	})),
});

const isBase64 = (text: string): boolean => Buffer.from(text, "base64").toString("base64") === text;

function svmInstructions(
	proposed: ProposedOf<"svm_instructions">,
	{ from }: Conversion,
): Converted | ConversionFault {
	const { cluster, instructions, lookupTables } = proposed;
	for (const [at, { accounts, dataBase64, programId }] of instructions.entries()) {
		if (readKey(programId) === null) return fault(`instructions[${at}].programId`);
		if (accounts.some(({ pubkey }) => readKey(pubkey) === null)) return fault(`instructions[${at}].accounts`);
		if (!isBase64(dataBase64)) return fault(`instructions[${at}].dataBase64`);
	}
	if (lookupTables.some((table) => readKey(table) === null)) return fault("lookupTables");
	const transaction = {
		payer: from,
		cluster,
		version: "v0",
		instructions: instructions.map((each) => instructionOf(cluster, from, each)),
		description: "",
		kind: "",
		address_lookup_tables: lookupTables,
	};
	return converted({ type: "execute_svm", transactions: [transaction], simulation: NOT_DECLARED });
}

async function svmTransaction(
	{ cluster, transactionBase64 }: ProposedOf<"svm_transaction">,
	{ from }: Conversion,
	readLookups: ReadLookups,
): Promise<Converted | ConversionFault> {
	const tx = readSvmTransaction(transactionBase64);
	if (tx.staticKeys[0] !== from) return fault("from: not the transaction’s fee payer");
	const own = tx.signatures[signersOf(tx).indexOf(from)];
	if (own === undefined || !isZero(own)) return fault("transactionBase64: already signed");
	const resolving = resolveSvm(tx, await readLookups(cluster, transactionBase64));
	if (!resolving.ok) return fault(resolving.field, resolving.unknown ? "no_rpc" : "malformed");
	const transaction = {
		payer: from,
		cluster,
		version: tx.version === 0 ? "v0" : tx.version,
		instructions: resolving.resolved.instructions.map(({ programId, accounts, data }) =>
			instructionOf(cluster, from, {
				programId,
				accounts: accounts.map(({ pubkey, signer, writable }) => ({
					pubkey,
					isSigner: signer,
					isWritable: writable,
				})),
				dataBase64: Buffer.from(data).toString("base64"),
			}),
		),
		description: "",
		kind: "",
		address_lookup_tables: tx.lookups.map(({ table }) => table),
		unsigned_transaction_base64: transactionBase64,
	};
	return converted({ type: "execute_svm", transactions: [transaction], simulation: NOT_DECLARED });
}

function message({ family, message: text }: ProposedOf<"message">, of: Conversion, id: string) {
	if (text === "" || !text.isWellFormed()) return fault("message");
	if (family === "svm" && svmMessageBytes(text) === null) return fault("message: no canonical base64");
	const payload =
		family === "svm"
			? { kind: "svm_message", message_base64: text }
			: { kind: "evm_personal", message: text };
	return converted(signRequestOf(id, of, family, payload));
}

function typedData({ typedData: text }: ProposedOf<"typed_data">, of: Conversion, id: string) {
	const read = readTypedData(text);
	if ("ok" in read) return read;
	return converted(signRequestOf(id, of, "evm", { kind: "evm_typed_data", typed_data: read.typed }));
}

/**
 * Converts a parsed proposal to a request. Queries an RPC only for a Solana transaction with lookup tables.
 */
export async function convertProposed(
	proposed: Proposed,
	read: Conversion,
	parts: ConversionParts,
): Promise<Converted | ConversionFault> {
	try {
		switch (proposed.kind) {
			case "evm_calls":
				return evmCalls(proposed, read);
			case "svm_transaction":
				return await svmTransaction(proposed, read, parts.readLookups);
			case "svm_instructions":
				return svmInstructions(proposed, read);
			case "typed_data":
				return typedData(proposed, read, parts.id);
			case "message":
				return message(proposed, read, parts.id);
			case "payment":
				return paymentRequest(proposed.payment, read, parts);
		}
	} catch (cause) {
		if (cause instanceof SvmBytesError) return fault(`transactionBase64: ${cause.field}`);
		if (cause instanceof ChainError) return fault(textOf(cause.text).slice(0, 400), "no_rpc");
		throw cause;
	}
}
