import { refusedMembers } from "../../service-api/open.ts";
import { type Hex, readAddress, readBytes, readChainRef, readUint } from "../format/numeral.ts";
import { readKey, SIGNATURE_BYTES } from "../format/svm-wire.ts";
import { message } from "../localized-text.ts";
import { type Check, failed, type MatchResult, refusing, unreadableBytes, verdictOf } from "./check.ts";
import { type FrozenRevocation, frozenRevocation, type Revoked } from "./frozen.ts";
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

/** TokenInstruction::Revoke, which has no arguments (SPL Token, Token-2022). */
const REVOKE = 5;

const word = (hex: string) => hex.padStart(64, "0");
const addressWord = (address: Hex) => word(address.slice(2));

/** Selectors: approve(address,uint256), setApprovalForAll(address,bool), lockdown((address,address)[]). */
const APPROVE = "0x095ea7b3";
const SET_APPROVAL_FOR_ALL = "0xa22cb465";
const LOCKDOWN = "0xcc53287f";

/** Sources: EIP-20, EIP-721, EIP-1155, Permit2's AllowanceTransfer. */
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
			return {
				to: PERMIT2,
				data: `${LOCKDOWN}${word("20")}${word("1")}${addressWord(token)}${addressWord(spender)}`,
			};
		case "delegate":
			return null;
	}
}

/** @throws SvmBytesError for an invalid blockhash */
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

const same = namedCheck(message("match.revocation.differs"));

function evmChecks(frozen: FrozenRevocation, payload: EvmPayload): Check[] {
	const call = revocationCall(frozen.revokes);
	const { transaction: tx } = payload;
	if (call === null) return [failed("revokes", message("match.revocation.malformed"))];
	return [
		same("chain_family", message("match.named.chain-family"), "evm", frozen.chain_family),
		same("chain_id", message("match.named.chain"), readChainRef(frozen.chain_ref), payload.chain_id),
		same("signer", message("match.named.account"), readAddress(frozen.signer), readAddress(payload.signer)),
		same("to", message("match.revocation.target"), call.to, readAddress(tx.to)),
		same("value", message("match.call.sends-nothing"), 0n, readUint(tx.value)),
		same("data", message("match.revocation.data"), call.data, readBytes(tx.data)),
		...evmFrameChecks(payload),
	];
}

function partChecks(frozen: FrozenRevocation, tx: SvmTransaction): Check[] {
	const { revokes, signer } = frozen;
	const [first] = tx.instructions;
	const named = (index: number | undefined) => (index === undefined ? null : (tx.staticKeys[index] ?? null));
	const accounts = (first?.accountIndexes ?? []).map(named);
	return [
		same("fee_payer", message("match.revocation.fee-payer"), signer, tx.staticKeys[0]),
		same("signers", message("match.revocation.signers"), 1, tx.header.requiredSignatures),
		same("lookups", message("match.revocation.lookups"), 0, tx.lookups.length),
		same("instructions", message("match.revocation.instructions"), 1, tx.instructions.length),
		same("program", message("match.revocation.program"), revokes.program, named(first?.programIndex)),
		same("accounts", message("match.revocation.accounts"), [revokes.token, signer].join(), accounts.join()),
		same("data", message("match.revocation.instruction-data"), String(REVOKE), (first?.data ?? []).join()),
	];
}

function svmChecks(frozen: FrozenRevocation, payload: SvmPayload): Check[] {
	const { revokes, signer } = frozen;
	try {
		const tx = readSvmTransaction(payload.transaction_base64);
		const expected = revocationTransaction(signer, revokes, tx.blockhash);
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
	return verdictOf([...own, ...unknown]);
}
