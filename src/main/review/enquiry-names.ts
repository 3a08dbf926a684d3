import type { Hex } from "../match/numeral.ts";
import { readAddress, readBytes, readUint } from "../match/numeral.ts";
import { type TypedNode, typedDataHashes } from "../match/typed-data.ts";
import { NO_DEALINGS } from "../policy/dealings.ts";
import type { Decoded, Meaning, Party } from "./decode-evm.ts";
import { decodeEvm } from "./decode-evm.ts";
import type { EvmLeg, Leg, MessageLeg, OperationLeg, SvmLeg } from "./leg.ts";
import { isUnderstood } from "./nested/leaves.ts";
import type { Person } from "./subject.ts";
import { svmSubjectOf } from "./svm-subject.ts";

/** Which addresses a leg names: what is asked about, and bounded, since a hostile payload could name thousands. */

/** So many addresses of an EVM payload are asked about. */
export const MOST_NAMED = 16;
/** As many accounts as one transaction can lock on Solana. */
const MOST_KEYS = 64;

const NOBODY: Person = {
	accounts: [],
	labels: {},
	signerState: "missing",
	dealings: NO_DEALINGS,
	device: null,
};

const WORD = 64;
const PADDING = "0".repeat(24);
/** Numbers below 2^104 are amounts far more often than addresses: an address has to be mined to be as small. */
const LEAST_ADDRESS = 2n ** 104n;
/** Calls inside of calls begin with a selector each, which moves their words by four bytes. */
const SHIFTS = [0, 8, 16, 24];
/** Longer data is looked through no further, in hex digits. */
const MOST_DIGITS = 64_000;

function addressIn(word: string): Hex | null {
	// A number read some bytes too early or too late ends in zeros; an address that does has to be mined.
	if (!word.startsWith(PADDING) || word.endsWith("0".repeat(8))) return null;
	const value = BigInt(`0x${word}`);
	// All ones is a mask or "no limit".
	if (value < LEAST_ADDRESS || (value & (value + 1n)) === 0n) return null;
	return readAddress(`0x${word.slice(PADDING.length)}`);
}

/** Words of a call's data that look like addresses, in their order; for calls that we can't read. */
export function addressWordsOf(data: Hex): readonly Hex[] {
	const digits = data.slice(10, 10 + MOST_DIGITS);
	const found = SHIFTS.flatMap((shift) => {
		const count = Math.max(0, Math.floor((digits.length - shift) / WORD));
		return Array.from({ length: count }, (_, at) => {
			const place = shift + at * WORD;
			return { place, address: addressIn(digits.slice(place, place + WORD)) };
		});
	});
	const sorted = found.toSorted((left, right) => left.place - right.place);
	return [...new Set(sorted.flatMap(({ address }) => (address === null ? [] : [address])))];
}

const named = (parties: readonly (Party | null)[]): readonly Hex[] =>
	parties.filter(
		(party): party is Hex => party !== null && party !== "caller" && party !== "here" && party !== "pool",
	);

/** Everybody that one call names as a party, without the calls inside of it. */
function partiesIn(meaning: Meaning): readonly Hex[] {
	switch (meaning.kind) {
		case "transfer":
		case "vote":
			return [meaning.to];
		case "transferFrom":
		case "items":
			return [meaning.from, meaning.to];
		case "approve":
		case "allowance":
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
		default:
			return [];
	}
}

/** Everybody that our own decoding of a call names, the called first; without the calls inside of it. */
export const partiesOf = ({ target, meaning }: Decoded): readonly Hex[] => [target, ...partiesIn(meaning)];

/** The same with all calls inside of it. */
export function allPartiesOf(decoded: Decoded): readonly Hex[] {
	const { meaning } = decoded;
	const inner = meaning.kind === "calls" ? meaning.calls.flatMap((call) => allPartiesOf(call.decoded)) : [];
	return [...partiesOf(decoded), ...inner];
}

interface Call {
	readonly to: string;
	readonly value: string;
	readonly data?: string | null | undefined;
}

function namedByCall(call: Call): readonly Hex[] {
	const [to, value, data] = [readAddress(call.to), readUint(call.value), readBytes(call.data ?? "0x")];
	if (to === null || value === null || data === null) return to === null ? [] : [to];
	const decoded: Decoded = decodeEvm({ to, value, data });
	return [...allPartiesOf(decoded), ...(isUnderstood(decoded) ? [] : addressWordsOf(data))];
}

function namedByEvm({ payload, simulation }: EvmLeg): readonly string[] {
	const told = (simulation?.approvals ?? []).flatMap(({ spender }) => readAddress(spender) ?? []);
	// The called and whom the service itself names come before words that only look like addresses.
	const [target, ...others] = namedByCall(payload.transaction);
	return [...(target === undefined ? [] : [target]), ...told, ...others];
}

const addressesIn = (nodes: readonly TypedNode[]): Hex[] =>
	nodes.flatMap((node) => {
		if (node.value === null) return addressesIn(node.children);
		return node.type === "address" ? (readAddress(node.value) ?? []) : [];
	});

/** A call that stands as bytes among the values, as a Safe's does. */
function callsIn(message: Readonly<Record<string, unknown>>): readonly Hex[] {
	const { to, value, data } = message;
	if (typeof to !== "string" || typeof data !== "string" || typeof value !== "bigint") return [];
	return namedByCall({ to, value: String(value), data });
}

function namedByMessage({ intent }: MessageLeg): readonly string[] {
	if (intent.kind !== "evm_typed_data") return [];
	const data = typedDataHashes(intent.typed_data);
	if (!data.ok) return [];
	const contract = data.domain.verifyingContract;
	return [...(contract === null ? [] : [contract]), ...addressesIn(data.tree), ...callsIn(data.message)];
}

const namedByOperation = ({ calls }: OperationLeg): readonly string[] => calls.flatMap(namedByCall);

function namedBySvm(leg: SvmLeg): readonly string[] {
	const subject = svmSubjectOf(leg, null, NOBODY);
	if (subject === null) return [];
	const programs = subject.steps.map(({ programId }) => programId);
	const parties = subject.steps.flatMap(({ meaning }): (string | null)[] => {
		switch (meaning.kind) {
			case "lamports":
			case "nonce":
			case "token_authority":
			case "token_close":
			case "token_unwrap":
			case "stake_withdraw":
				return [meaning.to];
			case "token_transfer":
				return [meaning.destination];
			case "token_approve":
				return [meaning.delegate];
			case "token_open":
			case "assign":
			case "create":
				return [meaning.owner];
			default:
				return [];
		}
	});
	return [...programs, ...parties.filter((each) => each !== null)];
}

const ZERO = `0x${"0".repeat(40)}`;

/** Each once, of EVM in lower case, the most telling first. */
export function addressesNamed(leg: Leg): readonly string[] {
	switch (leg.kind) {
		case "evm":
			return [...new Set(namedByEvm(leg))].filter((each) => each !== ZERO).slice(0, MOST_NAMED);
		case "message":
			return [...new Set(namedByMessage(leg))].filter((each) => each !== ZERO).slice(0, MOST_NAMED);
		case "operation":
			return [...new Set(namedByOperation(leg))].filter((each) => each !== ZERO).slice(0, MOST_NAMED);
		case "svm":
			return [...new Set(namedBySvm(leg))].slice(0, MOST_KEYS);
		default:
			return [];
	}
}
