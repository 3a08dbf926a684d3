import { refusedMembers } from "../../service-api/open.ts";
import { byKind } from "../by-kind.ts";
import { type Hex, readAddress, readBytes, readChainRef, readUint } from "../format/numeral.ts";
import { readKey, SIGNATURE_BYTES } from "../format/svm-wire.ts";
import { message } from "../localized-text.ts";
import {
	type Check,
	failed,
	type MatchResult,
	passed,
	refusing,
	unreadableBytes,
	verdictOf,
} from "./check.ts";
import { type FrozenRevocation, frozenRevocation, type LoweredTo, type Revoked } from "./frozen.ts";
import { evmFrameChecks, namedCheck } from "./own-transaction.ts";
import {
	readSvmTransaction,
	SvmBytesError,
	type SvmTransaction,
	writeSvmTransaction,
} from "./svm/transaction.ts";

type EvmPayload = Extract<FrozenRevocation["payload"], { kind: "evm_transaction" }>;
type SvmPayload = Extract<FrozenRevocation["payload"], { kind: "svm_transaction" }>;

/** Deployed at the same address on every chain. */
export const PERMIT2: Hex = "0x000000000022d473030f116ddee9f6b43ac78ba3";

export const TOKEN_PROGRAMS: readonly string[] = [
	"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
	"TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
];

/**
 * Instruction numbers of TokenInstruction::Revoke, which takes no arguments, and ::ApproveChecked (SPL Token,
 * Token-2022).
 */
const REVOKE = 5;
const APPROVE_CHECKED = 13;

const MAX_UINT64 = 2n ** 64n - 1n;
const MAX_UINT160 = 2n ** 160n - 1n;
const MAX_UINT256 = 2n ** 256n - 1n;
const MAX_UINT48 = 2 ** 48 - 1;

const word = (hex: string) => hex.padStart(64, "0");
const addressWord = (address: Hex) => word(address.slice(2));

/**
 * Selectors: approve(address,uint256), setApprovalForAll(address,bool), lockdown((address,address)[]),
 * approve(address,address,uint160,uint48).
 */
const APPROVE = "0x095ea7b3";
const SET_APPROVAL_FOR_ALL = "0xa22cb465";
const LOCKDOWN = "0xcc53287f";
const PERMIT2_APPROVE = "0x87517c45";

const MOST: Readonly<Partial<Record<Revoked["kind"], bigint>>> = {
	allowance: MAX_UINT256,
	permit2: MAX_UINT160,
	delegate: MAX_UINT64,
};

/**
 * Returns the amount that the spender keeps, in base units. Returns `null` if the permission has no amount,
 * or if the new amount isn't between zero and the earlier one (exclusive).
 */
export function remainingAmount({ kind }: Revoked, { amount, from, mint, until }: LoweredTo): bigint | null {
	const [most, remaining, earlier] = [MOST[kind], readUint(amount), readUint(from)];
	if (most === undefined || remaining === null || earlier === null || earlier > most) return null;
	if ((kind === "permit2") !== (until !== null) || (until !== null && until > MAX_UINT48)) return null;
	if ((kind === "delegate") !== (mint !== null) || (mint !== null && readKey(mint.address) === null))
		return null;
	return remaining > 0n && remaining < earlier ? remaining : null;
}

interface Call {
	readonly to: Hex;
	readonly data: Hex;
}

function loweringCall(token: Hex, spender: Hex, revokes: Revoked, lowersTo: LoweredTo): Call | null {
	const remaining = remainingAmount(revokes, lowersTo);
	if (remaining === null) return null;
	const amount = word(remaining.toString(16));
	if (revokes.kind === "allowance") return { to: token, data: `${APPROVE}${addressWord(spender)}${amount}` };
	const until = word((lowersTo.until ?? 0).toString(16));
	return {
		to: PERMIT2,
		data: `${PERMIT2_APPROVE}${addressWord(token)}${addressWord(spender)}${amount}${until}`,
	};
}

/**
 * Returns the call that revokes or lowers the permission. Returns `null` if the fields don't identify a
 * permission. Sources: EIP-20, EIP-721, EIP-1155, Permit2's AllowanceTransfer.
 */
export function revocationCall(revokes: Revoked, lowersTo: LoweredTo | null = null): Call | null {
	const [token, spender] = [readAddress(revokes.token), readAddress(revokes.spender)];
	const item = revokes.token_id === null ? null : readUint(revokes.token_id);
	if (token === null || spender === null || revokes.program !== null) return null;
	if ((revokes.kind === "token") !== (item !== null) || (item === null && revokes.token_id !== null))
		return null;
	if (lowersTo !== null) return loweringCall(token, spender, revokes, lowersTo);
	return byKind(revokes, {
		allowance: () => ({ to: token, data: `${APPROVE}${addressWord(spender)}${word("0")}` }),
		operator: () => ({ to: token, data: `${SET_APPROVAL_FOR_ALL}${addressWord(spender)}${word("0")}` }),
		token: () => ({ to: token, data: `${APPROVE}${word("0")}${word((item ?? 0n).toString(16))}` }),
		permit2: () => ({
			to: PERMIT2,
			data: `${LOCKDOWN}${word("20")}${word("1")}${addressWord(token)}${addressWord(spender)}`,
		}),
		delegate: () => null,
	});
}

function littleEndian(value: bigint): number[] {
	return Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
}

/**
 * Returns the data for the instruction that sets the lower amount. Returns `null` if the fields don't define
 * one.
 */
function approvingData(revokes: Revoked, lowersTo: LoweredTo): readonly number[] | null {
	const remaining = remainingAmount(revokes, lowersTo);
	return remaining === null || lowersTo.mint === null
		? null
		: [APPROVE_CHECKED, ...littleEndian(remaining), lowersTo.mint.decimals];
}

/** @throws SvmBytesError if the blockhash is invalid */
export function revocationTransaction(
	owner: string,
	revokes: Revoked,
	blockhash: string,
	lowersTo: LoweredTo | null = null,
): string | null {
	const { kind, token, spender, token_id: item, program } = revokes;
	const keys = [owner, token, spender];
	if (kind !== "delegate" || item !== null || program === null || !TOKEN_PROGRAMS.includes(program))
		return null;
	if (keys.some((key) => readKey(key) === null) || owner === token) return null;
	const common = { version: "legacy", blockhash, lookups: [] } as const;
	const signatures = [new Uint8Array(SIGNATURE_BYTES)];
	if (lowersTo === null)
		return writeSvmTransaction({
			...common,
			header: { requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 1 },
			staticKeys: [owner, token, program],
			instructions: [{ programIndex: 2, accountIndexes: [1, 0], data: Uint8Array.of(REVOKE) }],
			signatures,
		});
	const approving = approvingData(revokes, lowersTo);
	const staticKeys = [owner, token, program, lowersTo.mint?.address ?? "", spender];
	if (approving === null || new Set(staticKeys).size < staticKeys.length) return null;
	return writeSvmTransaction({
		...common,
		header: { requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 3 },
		staticKeys,
		instructions: [{ programIndex: 2, accountIndexes: [1, 3, 4, 0], data: Uint8Array.from(approving) }],
		signatures,
	});
}

const same = namedCheck(message("match.revocation.differs"));

/** Checks the remaining amount that the user chose. The bytes are compared with it as well. */
function loweredChecks({ revokes, lowers_to: lowersTo }: FrozenRevocation): Check[] {
	if (lowersTo === undefined) return [];
	const values = { reviewed: lowersTo.from, payload: lowersTo.amount };
	return remainingAmount(revokes, lowersTo) === null
		? [failed("lowered", message("match.lowered.own-differs"), values)]
		: [passed("lowered", message("match.lowered.less"), values)];
}

function evmChecks(frozen: FrozenRevocation, payload: EvmPayload): Check[] {
	const call = revocationCall(frozen.revokes, frozen.lowers_to);
	const { transaction: tx } = payload;
	if (call === null) return [failed("revokes", message("match.revocation.malformed"))];
	return [
		same("chain_family", message("match.named.chain-family"), "evm", frozen.chain_family),
		same("chain_id", message("match.named.chain"), readChainRef(frozen.chain_ref), payload.chain_id),
		same("signer", message("match.named.account"), readAddress(frozen.signer), readAddress(payload.signer)),
		same("to", message("match.revocation.target"), call.to, readAddress(tx.to)),
		same("value", message("match.call.sends-nothing"), 0n, readUint(tx.value)),
		same(
			"data",
			message(frozen.lowers_to === undefined ? "match.revocation.data" : "match.revocation.data-lowers"),
			call.data,
			readBytes(tx.data),
		),
		...evmFrameChecks(payload),
	];
}

function partChecks(frozen: FrozenRevocation, tx: SvmTransaction): Check[] {
	const { lowers_to: lowersTo, revokes, signer } = frozen;
	const [first] = tx.instructions;
	const keyAt = (index: number | undefined) => (index === undefined ? null : (tx.staticKeys[index] ?? null));
	const accounts = (first?.accountIndexes ?? []).map(keyAt);
	const named =
		lowersTo === undefined
			? [revokes.token, signer]
			: [revokes.token, lowersTo.mint?.address, revokes.spender, signer];
	const approving = lowersTo === undefined ? [] : (approvingData(revokes, lowersTo) ?? []);
	const data = (first?.data ?? []).join();
	return [
		same("fee_payer", message("match.revocation.fee-payer"), signer, tx.staticKeys[0]),
		same("signers", message("match.revocation.signers"), 1, tx.header.requiredSignatures),
		same("lookups", message("match.revocation.lookups"), 0, tx.lookups.length),
		same("instructions", message("match.revocation.instructions"), 1, tx.instructions.length),
		same("program", message("match.revocation.program"), revokes.program, keyAt(first?.programIndex)),
		same("accounts", message("match.revocation.accounts"), named.join(), accounts.join()),
		lowersTo === undefined
			? same("data", message("match.revocation.instruction-data"), [REVOKE].join(), data)
			: same("data", message("match.revocation.instruction-approves"), approving.join(), data),
	];
}

function svmChecks(frozen: FrozenRevocation, payload: SvmPayload): Check[] {
	const { revokes, signer } = frozen;
	try {
		const tx = readSvmTransaction(payload.transaction_base64);
		const expected = revocationTransaction(signer, revokes, tx.blockhash, frozen.lowers_to);
		if (expected === null) return [failed("revokes", message("match.revocation.malformed"))];
		return [
			same("chain_family", message("match.named.chain-family"), "svm", frozen.chain_family),
			same("signer", message("match.named.account"), signer, payload.signer),
			...partChecks(frozen, tx),
			same("bytes", message("match.revocation.bytes"), expected, payload.transaction_base64),
		];
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		return [unreadableBytes(error)];
	}
}

export function matchRevocation(frozen: FrozenRevocation): MatchResult {
	const { payload } = frozen;
	const unknown = refusedMembers(frozenRevocation, frozen).map((each) => refusing(each));
	const own = payload.kind === "evm_transaction" ? evmChecks(frozen, payload) : svmChecks(frozen, payload);
	return verdictOf([...loweredChecks(frozen), ...own, ...unknown]);
}
