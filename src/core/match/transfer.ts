import { refusedMembers } from "../../service-api/open.ts";
import { SVM_SYSTEM_PROGRAM } from "../chain/well-known.ts";
import { type Hex, readAddress, readBytes, readChainRef, readUint } from "../format/numeral.ts";
import { readKey, SIGNATURE_BYTES } from "../format/svm-wire.ts";
import { message } from "../localized-text.ts";
import { type Check, failed, type MatchResult, refusing, unreadableBytes, verdictOf } from "./check.ts";
import { type FrozenTransfer, frozenTransfer, type Sent } from "./frozen.ts";
import { evmFrameChecks, namedCheck } from "./own-transaction.ts";
import { TOKEN_PROGRAMS } from "./revocation.ts";
import { ASSOCIATED_TOKEN_PROGRAM, associatedAccount } from "./svm/resolve.ts";
import { readSvmTransaction, SvmBytesError, writeSvmTransaction } from "./svm/transaction.ts";

type EvmPayload = Extract<FrozenTransfer["payload"], { kind: "evm_transaction" }>;
type SvmPayload = Extract<FrozenTransfer["payload"], { kind: "svm_transaction" }>;

/** Selector for transfer(address,uint256), EIP-20. */
const TRANSFER = "0xa9059cbb";
/** SystemInstruction::Transfer in bincode. */
const SYSTEM_TRANSFER = [2, 0, 0, 0];
/** AssociatedTokenAccountInstruction::CreateIdempotent. */
const CREATE_IDEMPOTENT = 1;
/** TokenInstruction::TransferChecked (SPL Token, Token-2022). */
const TRANSFER_CHECKED = 12;

const MAX_UINT256 = 2n ** 256n - 1n;
const MAX_UINT64 = 2n ** 64n - 1n;

const word = (hex: string) => hex.padStart(64, "0");

function amountOf({ amount }: Sent, most: bigint): bigint | null {
	const raw = readUint(amount);
	return raw === null || raw <= 0n || raw > most ? null : raw;
}

/** Returns `null` if the fields don't describe a payment on an EVM chain. */
export function transferCall(
	sends: Sent,
): { readonly to: Hex; readonly value: string; readonly data: Hex } | null {
	const [recipient, amount] = [readAddress(sends.recipient), amountOf(sends, MAX_UINT256)];
	if (recipient === null || amount === null || sends.svm !== null || BigInt(recipient) === 0n) return null;
	if (sends.token === null) return { to: recipient, value: amount.toString(), data: "0x" };
	const token = readAddress(sends.token);
	return token === null || token === recipient
		? null
		: {
				to: token,
				value: "0",
				data: `${TRANSFER}${word(recipient.slice(2))}${word(amount.toString(16))}`,
			};
}

function littleEndian(value: bigint): number[] {
	return Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
}

function svmMessage(owner: string, sends: Sent, amount: bigint) {
	const { recipient, svm, token } = sends;
	if (svm === null) {
		if (token !== null) return null;
		return {
			staticKeys: [owner, recipient, SVM_SYSTEM_PROGRAM],
			readonlyUnsigned: 1,
			instructions: [
				{
					programIndex: 2,
					accountIndexes: [0, 1],
					data: Uint8Array.from([...SYSTEM_TRANSFER, ...littleEndian(amount)]),
				},
			],
		};
	}
	const { program, decimals } = svm;
	if (token === null || !TOKEN_PROGRAMS.includes(program)) return null;
	const [source, destination] = [
		associatedAccount(owner, token, program),
		associatedAccount(recipient, token, program),
	];
	if (source === null || destination === null) return null;
	return {
		staticKeys: [
			...[owner, source, destination],
			...[recipient, token, SVM_SYSTEM_PROGRAM, program, ASSOCIATED_TOKEN_PROGRAM],
		],
		readonlyUnsigned: 5,
		instructions: [
			{
				programIndex: 7,
				accountIndexes: [0, 2, 3, 4, 5, 6],
				data: Uint8Array.of(CREATE_IDEMPOTENT),
			},
			{
				programIndex: 6,
				accountIndexes: [1, 4, 2, 0],
				data: Uint8Array.from([TRANSFER_CHECKED, ...littleEndian(amount), decimals]),
			},
		],
	};
}

/**
 * Returns `null` if the fields don't describe a payment on Solana. Tokens go to the recipient's associated
 * account, which is created if it doesn't exist.
 * @throws SvmBytesError if the blockhash is invalid
 */
export function transferTransaction(owner: string, sends: Sent, blockhash: string): string | null {
	const amount = amountOf(sends, MAX_UINT64);
	const keys = [owner, sends.recipient, ...(sends.token === null ? [] : [sends.token])];
	if (amount === null || keys.some((key) => readKey(key) === null)) return null;
	const written = svmMessage(owner, sends, amount);
	if (written === null || new Set(written.staticKeys).size < written.staticKeys.length) return null;
	const { readonlyUnsigned, ...parts } = written;
	return writeSvmTransaction({
		...parts,
		version: "legacy",
		header: { requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned },
		blockhash,
		lookups: [],
		signatures: [new Uint8Array(SIGNATURE_BYTES)],
	});
}

const same = namedCheck(message("match.transfer.differs"));

const MALFORMED = failed("sends", message("match.transfer.malformed"));

function evmChecks(frozen: FrozenTransfer, payload: EvmPayload): Check[] {
	const call = transferCall(frozen.sends);
	const { transaction: tx } = payload;
	if (call === null) return [MALFORMED];
	return [
		same("chain_family", message("match.named.chain-family"), "evm", frozen.chain_family),
		same("chain_id", message("match.named.chain"), readChainRef(frozen.chain_ref), payload.chain_id),
		same("signer", message("match.named.account"), readAddress(frozen.signer), readAddress(payload.signer)),
		same("to", message("match.transfer.target"), call.to, readAddress(tx.to)),
		same("value", message("match.transfer.value"), readUint(call.value), readUint(tx.value)),
		same("data", message("match.transfer.data"), call.data, readBytes(tx.data)),
		...evmFrameChecks(payload),
	];
}

function svmChecks(frozen: FrozenTransfer, payload: SvmPayload): Check[] {
	const { sends, signer } = frozen;
	try {
		const tx = readSvmTransaction(payload.transaction_base64);
		const expected = transferTransaction(signer, sends, tx.blockhash);
		if (expected === null) return [MALFORMED];
		return [
			same("chain_family", message("match.named.chain-family"), "svm", frozen.chain_family),
			same("signer", message("match.named.account"), signer, payload.signer),
			same("bytes", message("match.transfer.data"), expected, payload.transaction_base64),
		];
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		return [unreadableBytes(error)];
	}
}

/** Rebuilds the transaction from the named fields, so that its bytes can't do anything else. */
export function matchTransfer(frozen: FrozenTransfer): MatchResult {
	const { payload } = frozen;
	const unknown = refusedMembers(frozenTransfer, frozen).map((each) => refusing(each));
	const own = payload.kind === "evm_transaction" ? evmChecks(frozen, payload) : svmChecks(frozen, payload);
	return verdictOf([...own, ...unknown]);
}
