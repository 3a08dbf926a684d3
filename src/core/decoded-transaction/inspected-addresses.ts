import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { addressWordsOf } from "../decode/evm/address-words.ts";
import { contractsOf } from "../decode/evm/contracts.ts";
import { decodeEvm, decodeTransaction } from "../decode/evm/decode-evm.ts";
import { isUnderstood } from "../decode/evm/leaves.ts";
import type { CallParty, Decoded, Meaning } from "../decode/evm/meaning.ts";
import type { SvmMeaning } from "../decode/svm/meaning.ts";
import { type Hex, readAddress, readBytes, readUint } from "../format/numeral.ts";
import { carriedCallOf } from "../match/typed-data/carried-call.ts";
import { type TypedData, type TypedNode, typedDataHashes } from "../match/typed-data/reading.ts";
import type { Attestation } from "../published-descriptors/erc7730/description.ts";
import { claimOfMessage, type PublishedClaim } from "../published-descriptors/published-claims.ts";
import { decodedEvmTransactionOf, NOBODY } from "./decoded-transaction.ts";
import type { AddressFacts } from "./opinion.ts";
import type { EvmItem, MessageItem, OperationItem, SignedItem, SvmItem } from "./signed-item.ts";
import { decodedSvmTransactionOf } from "./svm/svm-decoded-transaction.ts";

const MAX = 8;

function claimsIn(item: SignedItem, addressFacts: AddressFacts): readonly PublishedClaim[] {
	if (item.kind === "evm") return decodedEvmTransactionOf(item, null, NOBODY, addressFacts)?.claims ?? [];
	if (item.kind !== "message" || item.intent.kind !== "evm_typed_data") return [];
	const [signer, typed] = [readAddress(item.signer), typedDataHashes(item.intent.typed_data)];
	const claim = signer !== null && typed.ok ? claimOfMessage(typed, signer, addressFacts) : null;
	return claim === null ? [] : [claim];
}

export function attestationsOf(item: SignedItem, addressFacts: AddressFacts): readonly Attestation[] {
	const all = claimsIn(item, addressFacts).flatMap(({ description }) => description.attestation ?? []);
	return [...new Map(all.map((each) => [each.uid, each])).values()].slice(0, MAX);
}

/** Limited because a hostile payload could contain thousands of addresses to query. */
export const MAX_NAMED = 16;
const MAX_KEYS = 64;

const named = (parties: readonly (CallParty | null)[]): readonly Hex[] =>
	parties.filter(
		(party): party is Hex => party !== null && party !== "caller" && party !== "here" && party !== "pool",
	);

function partiesIn(meaning: Meaning): readonly Hex[] {
	switch (meaning.kind) {
		case "transfer":
		case "vote":
			return [meaning.to];
		case "transferFrom":
		case "items":
			return named([meaning.from, meaning.to]);
		case "approve":
		case "allowance":
		case "approve-item":
			return [meaning.spender];
		case "operator":
			return [meaning.operator];
		case "permits":
			return meaning.rows.flatMap(({ spender, token }) => [spender, token]);
		case "moves":
			return meaning.rows.flatMap(({ token, from, to }) => named([to, from, token]));
		case "payment":
		case "swap":
		case "wrap":
		case "control":
			return named([meaning.to]);
		case "vault":
			return named([meaning.receiver, meaning.owner]);
		case "act":
			return named([
				...meaning.rights.map(({ holder }) => holder),
				...[...meaning.gets, ...meaning.gives].map(({ party }) => party),
				meaning.owner,
				...meaning.venues,
			]);
		case "native":
		case "calls":
		case "burn":
		case "check":
		case "unknown":
			return [];
	}
}

export const partiesOf = ({ target, meaning }: Decoded): readonly Hex[] => [target, ...partiesIn(meaning)];

export function allPartiesOf(decoded: Decoded): readonly Hex[] {
	const { meaning } = decoded;
	const inner = meaning.kind === "calls" ? meaning.calls.flatMap((call) => allPartiesOf(call.decoded)) : [];
	return [...partiesOf(decoded), ...inner];
}

interface NamedCall {
	readonly to: string;
	readonly value: string;
	readonly data?: string | null | undefined;
}

function namedByCall(call: NamedCall, chainRef: string, decode = decodeEvm): readonly Hex[] {
	const [to, value, data] = [readAddress(call.to), readUint(call.value), readBytes(call.data ?? "0x")];
	if (to === null || value === null || data === null) return to === null ? [] : [to];
	const decoded: Decoded = decode({ to, value, data }, undefined, contractsOf(chainRef));
	return [...allPartiesOf(decoded), ...(isUnderstood(decoded) ? [] : addressWordsOf(data))];
}

function namedByEvm({ payload, simulation, chainRef }: EvmItem): readonly string[] {
	const claimed = (simulation?.approvals ?? []).flatMap(({ spender }) => readAddress(spender) ?? []);
	// The target and the addresses named by the service come first, because other words might only look like
	// addresses.
	const [target, ...others] = namedByCall(payload.transaction, chainRef, decodeTransaction);
	return [...(target === undefined ? [] : [target]), ...claimed, ...others];
}

export const addressesIn = (nodes: readonly TypedNode[]): readonly Hex[] =>
	nodes.flatMap((node): readonly Hex[] => {
		if (node.value === null) return addressesIn(node.children);
		const address = node.type === "address" ? readAddress(node.value) : null;
		return address === null ? [] : [address];
	});

/** Typed data can contain encoded calls, e.g. a Safe transaction or a user operation. */
function namedByCarried(data: TypedData): readonly Hex[] {
	const call = carriedCallOf(data);
	if (call === null) return [];
	const { to, value, data: bytes } = call;
	return namedByCall({ to, value: String(value), data: bytes }, String(data.domain.chainId ?? ""));
}

function namedByMessage({ intent }: MessageItem): readonly string[] {
	if (intent.kind !== "evm_typed_data") return [];
	const data = typedDataHashes(intent.typed_data);
	if (!data.ok) return [];
	const contract = data.domain.verifyingContract;
	return [...(contract === null ? [] : [contract]), ...addressesIn(data.tree), ...namedByCarried(data)];
}

const namedByOperation = ({ calls }: OperationItem): readonly string[] =>
	calls.flatMap((call) => namedByCall(call, ""));

function partiesOfInstruction(meaning: SvmMeaning): readonly (string | null)[] {
	switch (meaning.kind) {
		case "lamports":
		case "nonce":
		case "token_authority":
		case "token_close":
		case "token_unwrap":
		case "withdraw":
			return [meaning.to];
		case "token_transfer":
			return [meaning.destination];
		case "token_approve":
			return [meaning.delegate];
		case "control":
			return [meaning.to];
		case "lockup":
			return [meaning.custodian];
		case "rule":
			return [meaning.withdrawer, meaning.staker, meaning.lockup?.custodian ?? null];
		case "token_open":
		case "assign":
		case "create":
			return [meaning.owner];
		case "unknown":
		case "app":
		case "budget":
		case "memo":
		case "token_revoke":
		case "token_mint":
		case "token_burn":
		case "token_freeze":
		case "other":
			return [];
	}
}

function namedBySvm(item: SvmItem): readonly string[] {
	const subject = decodedSvmTransactionOf(item, null, NOBODY);
	if (subject === null) return [];
	const programs = subject.steps.map(({ programId }) => programId);
	const parties = subject.steps.flatMap(({ meaning }) => partiesOfInstruction(meaning));
	return [...programs, ...parties.filter((each) => each !== null)];
}

export function addressesNamed(item: SignedItem): readonly string[] {
	switch (item.kind) {
		case "evm":
			return [...new Set(namedByEvm(item))].filter((each) => each !== ZERO_ADDRESS).slice(0, MAX_NAMED);
		case "message":
			return [...new Set(namedByMessage(item))].filter((each) => each !== ZERO_ADDRESS).slice(0, MAX_NAMED);
		case "operation":
			return [...new Set(namedByOperation(item))].filter((each) => each !== ZERO_ADDRESS).slice(0, MAX_NAMED);
		case "svm":
			return [...new Set(namedBySvm(item))].slice(0, MAX_KEYS);
		default:
			return [];
	}
}
