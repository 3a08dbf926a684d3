import { getAddress } from "viem/utils";
import { factValue } from "../chain/chain-error.ts";
import type { EvmFacts, TokenFacts } from "../chain/evm.ts";
import { nativeOf } from "../chain/names.ts";
import { matchSymbol, type WellKnown, wellKnownAt } from "../chain/tokens/known.ts";
import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { contractsOf } from "../decode/evm/contracts.ts";
import { decodeTransaction, readableText } from "../decode/evm/decode-evm.ts";
import type { Decoded } from "../decode/evm/meaning.ts";
import { possibleFunction } from "../decode/evm/selectors.ts";
import type { Amount, Unit } from "../format/amount.ts";
import { type Hex, readAddress, readBytes, readUint } from "../format/numeral.ts";
import { plain } from "../format/plain.ts";
import { isUnscaled, type Scaling } from "../format/scale.ts";
import { shortKey } from "../format/svm-wire.ts";
import { type CounterpartyHistory, NO_HISTORY, NO_USES, type Uses } from "../identities/counterparties.ts";
import { type Labels, labelOf, sameAddress } from "../identities/labels.ts";
import { message, type Text } from "../localized-text.ts";
import { type CallClaim, claimsOfCalls } from "../published-descriptors/published-claims.ts";
import type { DeviceFacts } from "./device-plan.ts";
import { verifyBy } from "./known-accounts.ts";
import type { AddressFacts } from "./opinion.ts";
import type { EvmItem } from "./signed-item.ts";

export interface User {
	readonly accounts: readonly string[];
	readonly labels: Labels;
	readonly signerState: "ready" | "locked" | "missing" | "watched";
	readonly counterparties: CounterpartyHistory;
	readonly uses: Uses;
	readonly device: DeviceFacts | null;
	/** Network of the request. Known contracts on this network are shown by name. */
	readonly chainRef?: string | null;
}

/** User of a request that is read before its user's accounts and names matter. */
export const NOBODY: User = {
	accounts: [],
	labels: {},
	signerState: "missing",
	counterparties: NO_HISTORY,
	uses: NO_USES,
	device: null,
};

export const isUserAccount = (user: Pick<User, "accounts">, address: string): boolean =>
	user.accounts.some((account) => sameAddress(account, address));

export interface DecodedEvmTransaction extends Omit<EvmItem, "kind"> {
	readonly decoded: Decoded;
	/** `null` if the chain wasn't queried, couldn't be reached, or is the wrong one. */
	readonly facts: EvmFacts | null;
	readonly user: User;
	/** Published descriptions for calls that `decoded` doesn't cover. They only affect wording. */
	readonly claims?: readonly CallClaim[];
}

export type CallContext = Pick<
	DecodedEvmTransaction,
	"decoded" | "facts" | "user" | "chainRef" | "signer" | "claims"
>;

/** @param addressFacts code at the addresses; without it, no contract counts as a wrapper */
export function decodedEvmTransactionOf(
	item: EvmItem,
	facts: EvmFacts | null,
	user: User,
	addressFacts: AddressFacts | null = null,
): DecodedEvmTransaction | null {
	const { kind: _kind, ...stated } = item;
	const { signer, chainRef, payload } = item;
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
		...stated,
		decoded,
		facts: ownFacts,
		user,
		claims: claimsOfCalls({ chainRef, signer, decoded, data }, addressFacts),
	};
}

/** Precompiles work without code, and their addresses are mostly zeros. */
const MOST_ZEROS = 10;
const mayBeBuiltIn = (address: Hex): boolean =>
	(address.slice(2).match(/../g) ?? []).filter((byte) => byte === "00").length >= MOST_ZEROS;

/** Data that consists of a selector and whole words may be a call meant for a contract on another chain. */
const isCallShaped = (data: Hex): boolean => ((data.length - 2) / 2) % 32 === 4;

/**
 * Treats the data of a payment as a note if the RPC confirms that the recipient has no code. Data that isn't
 * text only counts as a note if the recipient is a contact and the data doesn't look like a call.
 */
function withNote(decoded: Decoded, data: Hex, facts: EvmFacts | null, user: User): Decoded {
	const { meaning, target, value } = decoded;
	const isUnread = meaning.kind === "unknown" && meaning.like === undefined;
	if (!isUnread || value === 0n || factValue(facts?.codeAtTo) !== false || mayBeBuiltIn(target))
		return decoded;
	const isNamed = labelOf(user.labels, target) !== null || isUserAccount(user, target);
	const isText = readableText(data) !== null && possibleFunction(data.slice(0, 10)) === null;
	return isText || (isNamed && !isCallShaped(data))
		? { target, value, meaning: { kind: "native", note: data }, call: null }
		: decoded;
}

export function shortAddress(address: string): string {
	const bytes = readAddress(address);
	if (bytes === null) return shortKey(address) ?? plain(address, 20);
	const written = getAddress(bytes);
	return `${written.slice(0, 8)}…${written.slice(-6)}`;
}

const NATIVE = new Set(["native", ZERO_ADDRESS, "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"]);

export function isNative(asset: string): boolean {
	return NATIVE.has(asset.toLowerCase());
}

export function tokenOf(facts: EvmFacts | null, address: string): TokenFacts | null {
	return facts?.tokens.get(address.toLowerCase()) ?? null;
}

export type Standard = "erc20" | "erc721" | "unknown";

export function standardOf(token: TokenFacts | null): Standard {
	const fungible = factValue(token?.decimals) !== null;
	const collection = factValue(token?.isErc721) === true;
	if (fungible === collection) return "unknown";
	return fungible ? "erc20" : "erc721";
}

const listedAt = (facts: EvmFacts | null, address: string) =>
	facts === null ? null : wellKnownAt(String(facts.chainId), address);

/**
 * If the chain doesn't respond, the scaling factor is unknown. Listed tokens are an exception, because they
 * never scale.
 */
export function evmScaling(facts: EvmFacts | null, address: string): Scaling | null {
	const scaling = tokenOf(facts, address)?.scaling;
	if (scaling === undefined) return null;
	if (scaling.ok) return scaling.value;
	return listedAt(facts, address) === null ? { now: null, next: null } : null;
}

/** Falls back to base units if the scaling factor is unreadable, or if a listed token reports one. */
export function scaledUnit(unit: Unit, scaling: Scaling | null, isListed: boolean): Unit {
	if (scaling === null) return unit;
	if (scaling.now === null || isListed) return { ...unit, decimals: null, checked: false };
	return isUnscaled(scaling.now) ? unit : { ...unit, scale: scaling.now };
}

const unitOfListed = ({ decimals, symbol }: WellKnown): Unit => ({ decimals, symbol, checked: true });

export function listedUnit(chainRef: string, asset: string): Unit | null {
	if (isNative(asset)) return { ...nativeOf(chainRef), checked: true };
	const listed = wellKnownAt(chainRef, asset);
	return listed === null ? null : unitOfListed(listed);
}

/**
 * Always shows the address next to identical and look-alike symbols, so no token can pass for a listed one.
 */
function unlistedSymbol(facts: EvmFacts | null, address: string, stated: string): Text {
	const symbol = plain(stated, 16);
	const isPlain = facts === null || matchSymbol(String(facts.chainId), stated).kind === "plain";
	return isPlain ? symbol : message("token.unlisted", { symbol, address: shortAddress(address) });
}

/**
 * Returns the unit from the chain, or from the built-in list if the chain doesn't respond. The unit is
 * unchecked if there is no response, or if the RPC's decimals differ from the list's. Decimals never change,
 * so one of the two sources must be wrong.
 */
export function unitOf(facts: EvmFacts | null, address: string): Unit {
	const token = tokenOf(facts, address);
	const decimals = factValue(token?.decimals);
	const symbol = factValue(token?.symbol);
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

/**
 * Returns whether the amount is the maximum or another round number that tokens treat as unlimited (2^96 - 1,
 * or above 2^128).
 */
export function isUnlimited(amount: bigint): boolean {
	return amount >= 2n ** 128n - 1n || amount === 2n ** 96n - 1n;
}

export function isBoundless(facts: EvmFacts | null, token: string, amount: bigint): boolean {
	const supply = factValue(tokenOf(facts, token)?.totalSupply);
	return isUnlimited(amount) || (supply !== null && supply > 0n && amount > supply);
}
