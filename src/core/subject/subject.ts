import { getAddress } from "viem/utils";
import type { AssembledEvmTransaction, Broadcaster } from "../../service-api/action.ts";
import type { EvmTransactionPayload } from "../../service-api/commit.ts";
import type { PipelineSimulation } from "../../service-api/simulation.ts";
import { known } from "../chain/chain-error.ts";
import type { EvmFacts, TokenFacts } from "../chain/evm.ts";
import { nativeOf } from "../chain/names.ts";
import { standingOf, type WellKnown, wellKnownAt } from "../chain/tokens/known.ts";
import { type CallClaim, claimsOfCalls } from "../claims/claims.ts";
import { contractsOf } from "../decode/evm/contracts.ts";
import { type Decoded, decodeTransaction } from "../decode/evm/decode-evm.ts";
import { possibleFunction } from "../decode/evm/selectors.ts";
import { readableText } from "../decode/evm/tail.ts";
import { shortKey } from "../format/address-text.ts";
import type { Amount, Unit } from "../format/amount.ts";
import { type Hex, readAddress, readBytes, readUint } from "../format/numeral.ts";
import { plain } from "../format/plain.ts";
import { isUnscaled, type Scaling } from "../format/scale.ts";
import { type Message, message, type Text } from "../message.ts";
import type { CounterpartyHistory, Uses } from "../people/counterparties.ts";
import { type Labels, labelOf, sameAddress } from "../people/labels.ts";
import type { DeviceFacts } from "./device-plan.ts";
import type { EvmLeg } from "./leg.ts";
import type { AddressFacts } from "./opinion.ts";
import { verifyBy } from "./verified.ts";

/** Who looks at a review: their accounts, their names for addresses, and how their signer stands. */
export interface User {
	readonly accounts: readonly string[];
	readonly labels: Labels;
	/** Of the signer that this commit names. */
	readonly signerState: "ready" | "locked" | "missing" | "watched";
	/** Whom they paid or allowed something before. */
	readonly counterparties: CounterpartyHistory;
	/** Whom they used in which role before this session. */
	readonly uses: Uses;
	/** The Ledger that has the key of that signer; null where no Ledger has. */
	readonly device: DeviceFacts | null;
}

/** Returns whether an address is one of the user's accounts. */
export const isOwn = (user: Pick<User, "accounts">, address: string): boolean =>
	user.accounts.some((account) => sameAddress(account, address));

/** One EVM transaction under review, alone or as one of several, with everything that our rules look at. */
export interface Subject {
	readonly signer: string;
	/** Decimal chain id. */
	readonly chainRef: string;
	readonly broadcaster: Broadcaster;
	readonly payload: EvmTransactionPayload;
	/** As the review tells it; null where nobody tells of it, as of a replacement that the user asked for. */
	readonly transaction: AssembledEvmTransaction | null;
	/** The service's, of this transaction alone; null where it declares nothing. */
	readonly simulation: PipelineSimulation | null;
	/** What it gave instead where it could not simulate. */
	readonly unavailable?: PipelineSimulation;
	/** Our own reading of the payload. */
	readonly decoded: Decoded;
	/** null where the chain was not asked, could not be reached or is another. */
	readonly facts: EvmFacts | null;
	readonly user: User;
	/** What contracts publish of themselves, of calls that `decoded` does not read: claims, for words alone. */
	readonly claims?: readonly CallClaim[];
}

/** What a sentence about a call needs to know; less than a Subject, for commits without a payload. */
export type CallContext = Pick<Subject, "decoded" | "facts" | "user" | "chainRef" | "signer" | "claims">;

/**
 * Returns `null` if the payload is no readable EVM transaction: then nothing is decoded.
 * @param addressFacts what the addresses are; without them no contract counts as a wrapper
 */
export function subjectOf(
	leg: EvmLeg,
	facts: EvmFacts | null,
	user: User,
	addressFacts: AddressFacts | null = null,
): Subject | null {
	const { signer, chainRef, broadcaster, payload, transaction, simulation } = leg;
	const to = readAddress(payload.transaction.to);
	const value = readUint(payload.transaction.value);
	const data = readBytes(payload.transaction.data);
	if (to === null || value === null || data === null) return null;
	const read = decodeTransaction(
		{ to, value, data },
		verifyBy(chainRef, user.accounts, addressFacts),
		contractsOf(chainRef),
	);
	const ownFacts = facts?.rightChain === true ? facts : null;
	const decoded = withNote(read, data, ownFacts, user);
	return {
		signer,
		chainRef,
		broadcaster,
		payload,
		transaction,
		simulation,
		...(leg.unavailable === undefined ? {} : { unavailable: leg.unavailable }),
		decoded,
		facts: ownFacts,
		user,
		claims: claimsOfCalls({ chainRef, signer, decoded, data }, addressFacts),
	};
}

/** Addresses of chains' own built-in contracts, which have no code and act all the same, are mostly zeros. */
const MOST_ZEROS = 10;
const mayBeBuiltIn = (address: Hex): boolean =>
	(address.slice(2).match(/../g) ?? []).filter((byte) => byte === "00").length >= MOST_ZEROS;

/** A selector and whole words: meant for a contract, maybe on another chain. */
const isCallShaped = (data: Hex): boolean => ((data.length - 2) / 2) % 32 === 4;

/**
 * Returns a payment with a note if the user's RPC says that the paid account has no code to read the data. Bytes that
 * are no text are a note to a contact alone, and only if they have not the form of a call.
 */
function withNote(decoded: Decoded, data: Hex, facts: EvmFacts | null, user: User): Decoded {
	const { meaning, target, value } = decoded;
	const isUnread = meaning.kind === "unknown" && meaning.like === undefined;
	if (!isUnread || value === 0n || known(facts?.codeAtTo) !== false || mayBeBuiltIn(target)) return decoded;
	const isNamed = labelOf(user.labels, target) !== null || isOwn(user, target);
	const isText = readableText(data) !== null && possibleFunction(data.slice(0, 10)) === null;
	return isText || (isNamed && !isCallShaped(data))
		? { target, value, meaning: { kind: "native", note: data }, call: null }
		: decoded;
}

/** A name for an address in our sentences: the user's label, else its first and last six digits. */
export function nameOf(user: User, address: string): string {
	const label = labelOf(user.labels, address);
	if (label !== null) return plain(label);
	const short = shortAddress(address);
	return isOwn(user, address) ? `your account ${short}` : short;
}

/** `nameOf` as the value of a message. */
export function nameParam(user: User, address: string): string | Message {
	return isOwn(user, address) && labelOf(user.labels, address) === null
		? message("account.yours", { address: shortAddress(address) })
		: nameOf(user, address);
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

const listedAt = (facts: EvmFacts | null, address: string) =>
	facts === null ? null : wellKnownAt(String(facts.chainId), address);

/**
 * How the token scales amounts; one whose answer is missing has a factor that can't be read. No listed token scales, so
 * that there a missing answer tells nothing.
 */
export function evmScaling(facts: EvmFacts | null, address: string): Scaling | null {
	const scaling = tokenOf(facts, address)?.scaling;
	if (scaling === undefined) return null;
	if (scaling.ok) return scaling.value;
	return listedAt(facts, address) === null ? { now: null, next: null } : null;
}

/** Without a factor that can be read, and for a listed token with any, only base units are certain. */
export function scaledUnit(unit: Unit, scaling: Scaling | null, isListed: boolean): Unit {
	if (scaling === null) return unit;
	if (scaling.now === null || isListed) return { ...unit, decimals: null, checked: false };
	return isUnscaled(scaling.now) ? unit : { ...unit, scale: scaling.now };
}

const unitOfListed = ({ decimals, symbol }: WellKnown): Unit => ({ decimals, symbol, checked: true });

/** The unit of the native coin or of a listed token, without a chain's answer; `null` for any other asset. */
export function listedUnit(chainRef: string, asset: string): Unit | null {
	if (isNative(asset)) return { ...nativeOf(chainRef), checked: true };
	const listed = wellKnownAt(chainRef, asset);
	return listed === null ? null : unitOfListed(listed);
}

/** A listed token's symbol, or one that is drawn like it, never stands alone for another token. */
function unlistedSymbol(facts: EvmFacts | null, address: string, stated: string): Text {
	const symbol = plain(stated, 16);
	const isPlain = facts === null || standingOf(String(facts.chainId), stated).kind === "plain";
	return isPlain ? symbol : message("token.unlisted", { symbol, address: shortAddress(address) });
}

/**
 * The unit of a token by the chain, or by this app's list where the chain does not say; unchecked where the chain was not asked or does not say, and where the RPC states
 * other decimals of a well-known token than it has: those never change, so that one of the two is wrong.
 */
export function unitOf(facts: EvmFacts | null, address: string): Unit {
	const token = tokenOf(facts, address);
	const decimals = known(token?.decimals);
	const symbol = known(token?.symbol);
	const listed = listedAt(facts, address);
	if (decimals === null || symbol === null) {
		const isListed = listed !== null && (decimals ?? listed.decimals) === listed.decimals;
		if (isListed) return scaledUnit(unitOfListed(listed), evmScaling(facts, address), true);
		return {
			decimals: null,
			symbol: message("token.without-symbol", { address: shortAddress(address) }),
			checked: false,
		};
	}
	const checked = listed === null || listed.decimals === decimals;
	const shown = listed === null ? unlistedSymbol(facts, address, symbol) : plain(symbol, 16);
	return scaledUnit({ decimals, symbol: shown, checked }, evmScaling(facts, address), listed !== null);
}

export function tokenAmount(facts: EvmFacts | null, address: string, raw: bigint): Amount {
	return { raw, ...unitOf(facts, address) };
}

export function nativeAmount(chainRef: string, raw: bigint): Amount {
	return { raw, ...nativeOf(chainRef), checked: true };
}

/** A collection's own name by the chain, else its address. */
export function collectionParam(
	{ facts, user }: Pick<CallContext, "facts" | "user">,
	address: string,
): string | Message {
	const label = labelOf(user.labels, address);
	if (label !== null) return plain(label);
	const token = tokenOf(facts, address);
	const name = known(token?.name) ?? known(token?.symbol);
	return name === null || name === ""
		? message("collection.unnamed", { address: shortAddress(address) })
		: plain(name);
}

/** The largest amount is taken as "no limit"; so are the other round maxima that tokens use (2^96 - 1 and above 2^128). */
export function isUnlimited(amount: bigint): boolean {
	return amount >= 2n ** 128n - 1n || amount === 2n ** 96n - 1n;
}

/** Returns whether nothing bounds an allowance: its amount is the greatest there is, or above the token's supply. */
export function isBoundless(facts: EvmFacts | null, token: string, amount: bigint): boolean {
	const supply = known(tokenOf(facts, token)?.totalSupply);
	return isUnlimited(amount) || (supply !== null && supply > 0n && amount > supply);
}
