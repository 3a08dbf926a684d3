import { getAddress } from "viem/utils";
import type { AssembledEvmTransaction, Broadcaster } from "../../contract/action.ts";
import type { EvmTransactionPayload } from "../../contract/commit.ts";
import type { PipelineSimulation } from "../../contract/simulation.ts";
import { known } from "../chains/chain-error.ts";
import type { EvmFacts, TokenFacts } from "../chains/evm-facts.ts";
import { chainName, nativeOf } from "../chains/names.ts";
import { readAddress, readBytes, readUint } from "../match/numeral.ts";
import type { Dealings } from "../policy/dealings.ts";
import { type Labels, labelOf, sameAddress } from "../policy/labels.ts";
import { shortKey } from "./address-text.ts";
import type { Amount, Unit } from "./amount.ts";
import { type Decoded, decodeEvm } from "./decode-evm.ts";
import type { DeviceFacts } from "./device/device-plan.ts";
import type { EvmLeg } from "./leg.ts";
import { plain } from "./plain.ts";
import { wellKnownAt } from "./tokens/known.ts";

/** Who looks at a review: their accounts, their names for addresses, and how their signer stands. */
export interface Person {
	readonly accounts: readonly string[];
	readonly labels: Labels;
	/** Of the signer that this commit names. */
	readonly signerState: "ready" | "locked" | "missing";
	/** Whom they paid or allowed something before. */
	readonly dealings: Dealings;
	/** The Ledger that has the key of that signer; null where no Ledger has. */
	readonly device: DeviceFacts | null;
}

/** One EVM transaction under review, alone or as one of several, with everything that our rules look at. */
export interface Subject {
	readonly signer: string;
	/** Decimal chain id. */
	readonly chainRef: string;
	readonly broadcaster: Broadcaster;
	readonly payload: EvmTransactionPayload;
	/** As the review tells it; null where nobody tells of it, as of a replacement that the person asked for. */
	readonly transaction: AssembledEvmTransaction | null;
	/** The service's, of this transaction alone. */
	readonly simulation: PipelineSimulation | null;
	/** Our own reading of the payload. */
	readonly decoded: Decoded;
	/** null where the chain was not asked, could not be reached or is another. */
	readonly facts: EvmFacts | null;
	readonly person: Person;
}

/** What a sentence about a call needs to know; less than a Subject, for commits without a payload. */
export type Telling = Pick<Subject, "decoded" | "facts" | "person" | "chainRef" | "signer">;

/** null where the payload can't be read as an EVM transaction: then nothing is decoded. */
export function subjectOf(leg: EvmLeg, facts: EvmFacts | null, person: Person): Subject | null {
	const { signer, chainRef, broadcaster, payload, transaction, simulation } = leg;
	const to = readAddress(payload.transaction.to);
	const value = readUint(payload.transaction.value);
	const data = readBytes(payload.transaction.data);
	if (to === null || value === null || data === null) return null;
	return {
		signer,
		chainRef,
		broadcaster,
		payload,
		transaction,
		simulation,
		decoded: decodeEvm({ to, value, data }),
		facts: facts?.rightChain === true ? facts : null,
		person,
	};
}

/** A name for an address in our sentences: the person's label, else its first and last six digits. */
export function nameOf(person: Person, address: string): string {
	const label = labelOf(person.labels, address);
	if (label !== null) return plain(label);
	const short = shortAddress(address);
	return person.accounts.some((account) => sameAddress(account, address)) ? `your account ${short}` : short;
}

/** The first six and the last six digits, of an EVM address after its 0x in checksummed case (EIP-55); other text clipped. */
export function shortAddress(address: string): string {
	const bytes = readAddress(address);
	if (bytes === null) return shortKey(address) ?? plain(address, 20);
	const written = getAddress(bytes);
	return `${written.slice(0, 8)}…${written.slice(-6)}`;
}

/** The spellings with which services name the native coin. */
const NATIVE = new Set([
	"native",
	"0x0000000000000000000000000000000000000000",
	"0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
]);

export function isNative(asset: string): boolean {
	return NATIVE.has(asset.toLowerCase());
}

export function tokenOf(facts: EvmFacts | null, address: string): TokenFacts | null {
	return facts?.tokens.get(address.toLowerCase()) ?? null;
}

export type Standard = "erc20" | "erc721" | "unknown";

/** What the contract itself answers: decimals make an EIP-20 token, EIP-165 an EIP-721 collection. */
export function standardOf(token: TokenFacts | null): Standard {
	const fungible = known(token?.decimals) !== null;
	const collection = known(token?.isErc721) === true;
	if (fungible === collection) return "unknown";
	return fungible ? "erc20" : "erc721";
}

/**
 * The unit of a token by the chain; unchecked where the chain was not asked or does not say, and where the RPC states
 * other decimals of a well-known token than it has: those never change, so that one of the two is wrong.
 */
export function unitOf(facts: EvmFacts | null, address: string): Unit {
	const token = tokenOf(facts, address);
	const decimals = known(token?.decimals);
	const symbol = known(token?.symbol);
	if (decimals === null || symbol === null)
		return { decimals: null, symbol: `the token ${shortAddress(address)}`, checked: false };
	const listed = facts === null ? null : wellKnownAt(String(facts.chainId), address);
	const checked = listed === null || listed.decimals === decimals;
	return { decimals, symbol: plain(symbol, 16), checked };
}

export function tokenAmount(facts: EvmFacts | null, address: string, raw: bigint): Amount {
	return { raw, ...unitOf(facts, address) };
}

export function nativeAmount(chainRef: string, raw: bigint): Amount {
	return { raw, ...nativeOf(chainRef), checked: true };
}

/** A collection's own name by the chain, else its address. */
export function collectionName(subject: Telling, address: string): string {
	const token = tokenOf(subject.facts, address);
	const name = known(token?.name) ?? known(token?.symbol);
	const label = labelOf(subject.person.labels, address);
	if (label !== null) return plain(label);
	return name === null || name === "" ? `the collection ${shortAddress(address)}` : plain(name);
}

export function chainWords(subject: Telling): string {
	return chainName(subject.chainRef);
}

/** The largest amount is taken as "no limit"; so are the other round maxima that tokens use (2^96 - 1 and above 2^128). */
export function isUnlimited(amount: bigint): boolean {
	return amount >= 2n ** 128n - 1n || amount === 2n ** 96n - 1n;
}
