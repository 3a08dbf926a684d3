import { unknownMembers } from "../../contract/open.ts";
import { type Check, failed, type MatchResult, passed, verdictOf } from "./check.ts";
import { type FrozenRevocation, frozenRevocation, type Revoked } from "./frozen.ts";
import { type Hex, readAddress, readBytes, readChainRef, readUint } from "./numeral.ts";
import {
	readSvmTransaction,
	SvmBytesError,
	type SvmTransaction,
	writeSvmTransaction,
} from "./svm-message.ts";
import { readKey, SIGNATURE_BYTES } from "./svm-wire.ts";

/** Does this transaction take back the one permission that is named, and nothing else? */

type EvmPayload = Extract<FrozenRevocation["payload"], { kind: "evm_transaction" }>;
type SvmPayload = Extract<FrozenRevocation["payload"], { kind: "svm_transaction" }>;

/** Uniswap's Permit2: at this address on every chain that has it. */
export const PERMIT2: Hex = "0x000000000022d473030f116ddee9f6b43ac78ba3";

/** SPL Token and Token-2022: the programs whose token accounts have delegates. */
export const TOKEN_PROGRAMS: readonly string[] = [
	"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
	"TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
];

/** TokenInstruction::Revoke, without arguments (SPL Token, Token-2022). */
const REVOKE = 5;

/** What no transaction of a contract call can do with less (Yellow Paper, G_transaction). */
const LEAST_GAS = 21_000;

const word = (hex: string) => hex.padStart(64, "0");
const addressWord = (address: Hex) => word(address.slice(2));

/** Selectors: approve(address,uint256), setApprovalForAll(address,bool), lockdown((address,address)[]). */
const APPROVE = "0x095ea7b3";
const SET_APPROVAL_FOR_ALL = "0xa22cb465";
const LOCKDOWN = "0xcc53287f";

/**
 * The one call that takes a permission back; null where it isn't one of EVM, or isn't written as expected.
 * Sources: EIP-20, EIP-721, EIP-1155, Permit2's AllowanceTransfer.
 */
export function revocationCall(revokes: Revoked): { readonly to: Hex; readonly data: Hex } | null {
	const [token, spender] = [readAddress(revokes.token), readAddress(revokes.spender)];
	const item = revokes.token_id === null ? null : readUint(revokes.token_id);
	if (token === null || spender === null || revokes.program !== null) return null;
	if ((revokes.kind === "token") !== (item !== null) || (item === null && revokes.token_id !== null))
		return null;
	switch (revokes.kind) {
		case "allowance":
			return { to: token, data: `${APPROVE}${addressWord(spender)}${word("0")}` };
		case "operator":
			return { to: token, data: `${SET_APPROVAL_FOR_ALL}${addressWord(spender)}${word("0")}` };
		case "token":
			return { to: token, data: `${APPROVE}${word("0")}${word((item ?? 0n).toString(16))}` };
		case "permit2":
			// One pair: where the list begins, how many it has, token and spender.
			return {
				to: PERMIT2,
				data: `${LOCKDOWN}${word("20")}${word("1")}${addressWord(token)}${addressWord(spender)}`,
			};
		case "delegate":
			return null;
	}
}

/**
 * The one Solana transaction that takes a delegate's permission back, unsigned, as base64: the owner pays, and no
 * other instruction stands in it. null where it isn't a delegate, or isn't written as expected. Throws
 * SvmBytesError for a blockhash that is none.
 */
export function revocationTransaction(owner: string, revokes: Revoked, blockhash: string): string | null {
	const { kind, token, spender, token_id: item, program } = revokes;
	const keys = [owner, token, spender];
	if (kind !== "delegate" || item !== null || program === null || !TOKEN_PROGRAMS.includes(program))
		return null;
	if (keys.some((key) => readKey(key) === null) || owner === token) return null;
	return writeSvmTransaction({
		version: "legacy",
		header: { requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 1 },
		staticKeys: [owner, token, program],
		blockhash,
		instructions: [{ programIndex: 2, accountIndexes: [1, 0], data: Uint8Array.of(REVOKE) }],
		lookups: [],
		signatures: [new Uint8Array(SIGNATURE_BYTES)],
	});
}

function same(field: string, words: string, named: unknown, payload: unknown): Check {
	const values = { reviewed: String(named), payload: String(payload) };
	return named !== null && named === payload
		? passed(field, words, values)
		: failed(field, "The transaction does something else here than taking the permission back.", values);
}

function feeChecks({ transaction: tx }: EvmPayload): Check[] {
	const [most, tip] = [readUint(tx.max_fee_per_gas), readUint(tx.max_priority_fee_per_gas)];
	const isGas = Number.isSafeInteger(tx.gas_limit) && tx.gas_limit >= LEAST_GAS;
	return [
		isGas
			? passed("gas_limit", "Enough gas for a call.", { payload: String(tx.gas_limit) })
			: failed("gas_limit", "The gas limit can't be one of a call.", { payload: String(tx.gas_limit) }),
		most !== null && tip !== null && tip <= most
			? passed("fees", "The priority fee is within the most per gas.")
			: failed("fees", "The priority fee is above the most per gas, or not written as plain digits."),
	];
}

function evmChecks(frozen: FrozenRevocation, payload: EvmPayload): Check[] {
	const call = revocationCall(frozen.revokes);
	const { transaction: tx } = payload;
	if (call === null)
		return [
			failed("revokes", "What is to be taken back is not written as a permission of this chain family."),
		];
	return [
		same("chain_family", "For the chain family that is named.", "evm", frozen.chain_family),
		same("chain_id", "For the chain that is named.", readChainRef(frozen.chain_ref), payload.chain_id),
		same("signer", "Of the account that is named.", readAddress(frozen.signer), readAddress(payload.signer)),
		same("to", "It calls the contract that keeps this permission.", call.to, readAddress(tx.to)),
		same("value", "It sends nothing.", 0n, readUint(tx.value)),
		same("data", "It takes back this permission, byte for byte.", call.data, readBytes(tx.data)),
		Number.isSafeInteger(payload.nonce) && payload.nonce >= 0
			? passed("nonce", "It has a nonce.", { payload: String(payload.nonce) })
			: failed("nonce", "Its nonce can't be one.", { payload: String(payload.nonce) }),
		...feeChecks(payload),
	];
}

/** What stands in the transaction, each part beside what is named, so that a difference is told by its name. */
function partChecks(frozen: FrozenRevocation, tx: SvmTransaction): Check[] {
	const { revokes, signer } = frozen;
	const [first] = tx.instructions;
	const named = (index: number | undefined) => (index === undefined ? null : (tx.staticKeys[index] ?? null));
	const accounts = (first?.accountIndexes ?? []).map(named);
	return [
		same("fee_payer", "The account itself pays the fee.", signer, tx.staticKeys[0]),
		same("signers", "No other signature is needed.", 1, tx.header.requiredSignatures),
		same("lookups", "No account comes from a lookup table.", 0, tx.lookups.length),
		same("instructions", "One instruction and no other.", 1, tx.instructions.length),
		same("program", "Of the token program that is named.", revokes.program, named(first?.programIndex)),
		same("accounts", "Of this token account, by its owner.", [revokes.token, signer].join(), accounts.join()),
		same("data", "It revokes, and nothing else.", String(REVOKE), (first?.data ?? []).join()),
	];
}

function svmChecks(frozen: FrozenRevocation, payload: SvmPayload): Check[] {
	const { revokes, signer } = frozen;
	try {
		const tx = readSvmTransaction(payload.transaction_base64);
		const expected = revocationTransaction(signer, revokes, tx.blockhash);
		if (expected === null)
			return [
				failed("revokes", "What is to be taken back is not written as a permission of this chain family."),
			];
		return [
			same("chain_family", "For the chain family that is named.", "svm", frozen.chain_family),
			same("signer", "Of the account that is named.", signer, payload.signer),
			...partChecks(frozen, tx),
			same("bytes", "Byte for byte the one revocation.", expected, payload.transaction_base64),
		];
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		return [failed(error.field, error.message)];
	}
}

/** Compares a revocation with the permission that it names, field by field; needs neither chain nor clock. */
export function matchRevocation(frozen: FrozenRevocation): MatchResult {
	const { payload } = frozen;
	const unknown = unknownMembers(frozenRevocation, frozen).map((path) =>
		failed(path, "This member is not known: it needs a newer Countersign."),
	);
	const own = payload.kind === "evm_transaction" ? evmChecks(frozen, payload) : svmChecks(frozen, payload);
	return verdictOf([...own, ...unknown]);
}
