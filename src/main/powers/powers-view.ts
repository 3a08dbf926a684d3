import { nativeOf } from "../../core/chain/names.ts";
import { hasTokenList, wellKnownAt } from "../../core/chain/tokens/known.ts";
import { isUnlimited, shortAddress } from "../../core/decoded-transaction/decoded-transaction.ts";
import { knownNameAt } from "../../core/decoded-transaction/known-contracts.ts";
import { MAX_UNITS } from "../../core/decoded-transaction/svm/outflow.ts";
import type { Price } from "../../core/fiat/price.ts";
import { readChainRef } from "../../core/format/numeral.ts";
import { plain } from "../../core/format/plain.ts";
import { shortKey } from "../../core/format/svm-wire.ts";
import { type Labels, labelOf, sameAddress } from "../../core/identities/labels.ts";
import { ENDED, type JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { message, type Text } from "../../core/localized-text.ts";
import type { Revoked } from "../../core/match/frozen.ts";
import { PERMIT2 } from "../../core/match/revocation.ts";
import {
	type Exposure,
	exposureOf,
	type HolderPowers,
	powersByHolder,
	sumOfTakings,
	type Taking,
	takingOf,
} from "../../core/powers/exposure.ts";
import { exposureText } from "../../core/powers/exposure-text.ts";
import type { RevocationRequest } from "../../core/review/approval-request.ts";
import { rulePrice } from "../../core/rules/rule-facts.ts";
import type { PowerHolder, PowerLogs, PowerRow, PowersView, TakingView } from "../../ipc/powers.ts";
import type { Prices } from "../chains/prices.ts";
import type { Networks } from "../networks/networks.ts";
import type { Rules } from "../rules/rules.ts";
import type { Journal } from "../storage/journal-db.ts";
import { addressView } from "../views/addresses.ts";
import { amountView } from "../views/amounts.ts";
import { markOf } from "../views/review-parts.ts";
import type { Accounts } from "../wallet/accounts.ts";
import type { FoundPower, PowerKey } from "./found-power.ts";
import type { LogReading } from "./log-readings.ts";
import { type AllowanceAge, UNKNOWN_AGE } from "./noted-allowances.ts";
import type { ReadChain } from "./power-reader.ts";

export interface PowersState {
	readonly chains: readonly ReadChain[];
	readonly reading: boolean;
	readonly readAt: number | null;
	readonly fault: Text | null;
	/** Number of older allowances that weren't read. */
	readonly left: number;
}

type PriceAt = (chainRef: string, asset: string) => Price | "differs" | null;

const isSvm = ({ seen }: FoundPower) => readChainRef(seen.chainRef) === null;

const isRevocableKind = (kind: PowerKey["kind"]): kind is Revoked["kind"] =>
	kind === "allowance" ||
	kind === "permit2" ||
	kind === "operator" ||
	kind === "token" ||
	kind === "delegate";

const OF_ITEMS: ReadonlySet<PowerKey["kind"]> = new Set(["operator", "token"]);

function symbolOf({ unit, seen, mint }: FoundPower): string | null {
	const known = wellKnownAt(seen.chainRef, mint ?? seen.token);
	if (known !== null) return known.symbol;
	const ownName = OF_ITEMS.has(seen.kind) ? (unit.name ?? unit.symbol) : unit.symbol;
	const text = ownName === null ? "" : plain(ownName, 24);
	if (text !== "") return text;
	return mint === null ? null : (shortKey(mint) ?? null);
}

/** Kinds of powers without a limit on the amount. */
const BOUNDLESS: ReadonlySet<PowerKey["kind"]> = new Set(["code", "permanent"]);

function amountOf(found: FoundPower): Pick<PowerRow, "amount" | "unlimited"> {
	const raw = found.allowed?.amount ?? null;
	if (raw === null) return { amount: null, unlimited: BOUNDLESS.has(found.seen.kind) };
	if (isSvm(found) ? raw >= MAX_UNITS : isUnlimited(raw)) return { amount: null, unlimited: true };
	const { decimals } = found.unit;
	const symbol = symbolOf(found);
	const unit =
		decimals === null || symbol === null
			? {
					decimals: null,
					symbol: message("token.without-symbol", { address: shortAddress(found.seen.token) }),
					checked: false,
				}
			: { decimals, symbol, checked: true };
	return { amount: amountView(raw, unit), unlimited: false };
}

const permit2Part = ({ seen, spender }: FoundPower): Pick<Taking, "permit2"> => {
	if (seen.kind === "permit2") return { permit2: "inside" };
	return seen.kind === "allowance" && spender === PERMIT2 ? { permit2: "itself" } : {};
};

/**
 * Returns the symbol of a balance that the power can take. `null` for items, and for unlisted tokens under a
 * `code` power.
 */
function stakeSymbol(found: FoundPower, asset: string, priced: string): string | null {
	const { chainRef, kind } = found.seen;
	if (OF_ITEMS.has(kind)) return null;
	if (asset === "native") return nativeOf(chainRef).symbol;
	return kind === "code" ? (wellKnownAt(chainRef, priced)?.symbol ?? null) : symbolOf(found);
}

function takingsOf(found: FoundPower, priceAt: PriceAt): readonly Taking[] {
	const { seen, stakes, fault } = found;
	const assetOf = (asset: string) => `${seen.chainRef} ${seen.account} ${asset}`;
	// A power that couldn't be read may be valid, so it must not count as zero.
	if (fault !== null) return [{ asset: assetOf(seen.token), cents: "unread", most: "unread" }];
	return stakes.map(({ asset, balance, decimals, limit, priced }) => ({
		...takingOf(assetOf(asset), {
			allowed: limit,
			balance,
			decimals,
			price: priceAt(seen.chainRef, priced),
			symbol: stakeSymbol(found, asset, priced),
		}),
		...permit2Part(found),
	}));
}

const takingView = ({ cents, most, units, ...taking }: Taking): TakingView => ({
	...taking,
	...(units === undefined
		? {}
		: { units: { ...units, taken: units.taken.toString(), most: units.most.toString() } }),
	cents: typeof cents === "bigint" ? cents.toString() : cents,
	most: typeof most === "bigint" ? most.toString() : most,
});

interface PowersContext {
	readonly labels: Labels;
	readonly revoking: ReadonlyMap<string, string>;
	readonly priceAt: PriceAt;
	readonly showsFiat: boolean;
	readonly chainNameOf: (chainRef: string) => string;
	readonly ageOf: (seen: PowerKey) => AllowanceAge;
}

function rowOf(found: FoundPower, context: PowersContext): PowerRow {
	const { key, seen, mint, spender, allowed, fault, items } = found;
	const { labels } = context;
	const until = allowed?.until ?? null;
	const takes = takingsOf(found, context.priceAt);
	const revoked = revokedOf(found);
	return {
		id: key,
		kind: seen.kind,
		account: addressView(seen.account, labels),
		chain: { id: seen.chainRef, name: context.chainNameOf(seen.chainRef) },
		token: addressView(seen.token, labels),
		symbol: symbolOf(found),
		mark: markOf(mint ?? seen.token, seen.chainRef).mark ?? null,
		spender: addressView(spender, labels),
		...amountOf(found),
		item: seen.tokenId === "" ? null : seen.tokenId,
		items: items === null ? null : items.toString(),
		until: until === null ? null : until * 1000,
		...context.ageOf({ ...seen, spender }),
		fault,
		revoking:
			revoked === null ? null : (context.revoking.get(placeOf(seen.chainRef, seen.account, revoked)) ?? null),
		isRevocable: revoked !== null && fault === null,
		takes: takes.map(takingView),
		taken: exposureText(sumOfTakings(takes)),
	};
}

export function placeOf(chainRef: string, account: string, revokes: Revoked): string {
	const { kind, token, spender, token_id: item } = revokes;
	if (kind === "delegate") return [chainRef, account, token].join(" ");
	return [chainRef, kind, account, token, spender, item ?? ""].join(" ").toLowerCase();
}

function placeOfRow(row: JournalRow): string | null {
	const frozen = readableOrNull(row.frozen);
	return frozen !== null && frozen.kind === "revocation"
		? placeOf(frozen.chain_ref, frozen.signer, frozen.revokes)
		: null;
}

export function pendingRevocations(app: {
	readonly stores: { readonly journal: Pick<Journal, "unsettled"> };
	readonly signedIn: { current(): { readonly scope: string } };
}): ReadonlyMap<string, string> {
	const { scope } = app.signedIn.current();
	return new Map(
		app.stores.journal.unsettled().flatMap((row) => {
			if (row.kind !== "revocation" || row.scope !== scope || ENDED.has(row.state)) return [];
			const place = placeOfRow(row);
			return place === null ? [] : [[place, row.entryId] as const];
		}),
	);
}

type FiatApp = {
	readonly networks: Pick<Networks, "chainNameOf" | "hasSecondRpc">;
	readonly rules: Pick<Rules, "labels">;
	readonly fiat: {
		readonly prices: Pick<Prices, "of">;
		readonly secondPrices: Pick<Prices, "of">;
		showsFiat(): boolean;
	};
};

function pricesOf({ fiat, networks }: FiatApp): PriceAt {
	return (chainRef, asset) => {
		if (!fiat.showsFiat()) return null;
		const first = fiat.prices.of(chainRef, asset);
		const second = networks.hasSecondRpc(chainRef) ? fiat.secondPrices.of(chainRef, asset) : null;
		const isApart = second !== null && rulePrice(chainRef, asset, first, second).kind === "differs";
		return isApart ? "differs" : first;
	};
}

function contextOf(
	app: FiatApp & Parameters<typeof pendingRevocations>[0],
	ageOf: PowersContext["ageOf"],
): PowersContext {
	return {
		labels: app.rules.labels(),
		revoking: pendingRevocations(app),
		priceAt: pricesOf(app),
		showsFiat: app.fiat.showsFiat(),
		chainNameOf: (chainRef) => app.networks.chainNameOf(chainRef),
		ageOf,
	};
}

interface Power {
	readonly holder: string;
	readonly takes: readonly Taking[];
	readonly isBoundless: boolean;
	readonly found: FoundPower;
	readonly row: PowerRow;
}

/**
 * On another EVM chain, the same address belongs to the same holder. On a different kind of chain, it might
 * not.
 */
const holderOf = ({ spender }: FoundPower): string =>
	spender.startsWith("0x") ? spender.toLowerCase() : spender;

/**
 * Returns whether the power can't take anything today, or only unlisted tokens on a chain with a token list.
 */
function isMinor({ found: { fault, seen, mint, stakes }, isBoundless, takes }: Power): boolean {
	if (fault !== null || BOUNDLESS.has(seen.kind)) return false;
	const isListed = wellKnownAt(seen.chainRef, mint ?? seen.token) !== null;
	const takesNothing = takes.every(({ cents }) => cents === 0n);
	if (takesNothing) return !(isBoundless && isListed);
	const areTokens = stakes.every(({ priced }) => !OF_ITEMS.has(seen.kind) && priced !== "native");
	return areTokens && !isListed && hasTokenList(seen.chainRef);
}

function holderView(
	{ holder, powers, exposure }: HolderPowers<Power>,
	{ labels }: PowersContext,
): PowerHolder {
	const known = powers
		.map(({ found }) => knownNameAt(found.seen.chainRef, holder))
		.find((name) => name !== null);
	return {
		id: holder,
		address: addressView(holder, labels),
		known: known ?? null,
		isUnknown: known === undefined && labelOf(labels, holder) === null,
		isMinor: powers.every(isMinor),
		taken: exposureText(exposure),
		rows: powers.map(({ row }) => row),
	};
}

type Shown = FiatApp &
	Parameters<typeof pendingRevocations>[0] & {
		readonly wallet: { readonly accounts: Pick<Accounts, "list"> };
		readonly powers: {
			state(): PowersState;
			age(seen: PowerKey): AllowanceAge;
			logs(): readonly LogReading[];
		};
	};

function powersOf(app: Shown, context: PowersContext): readonly Power[] {
	const own = app.wallet.accounts.list().map(({ address }) => address);
	return app.powers
		.state()
		.chains.flatMap(({ found }) => found)
		.filter(({ seen }) => own.some((address) => sameAddress(address, seen.account)))
		.map((found): Power => {
			const row = rowOf(found, context);
			const isBoundless = row.unlimited || row.kind === "operator";
			return { holder: holderOf(found), takes: takingsOf(found, context.priceAt), isBoundless, found, row };
		});
}

const exposureOfAll = (powers: readonly Power[]): Exposure =>
	exposureOf(powers.flatMap(({ takes }) => takes));

export function powersView(app: Shown): PowersView {
	const { chains, ...state } = app.powers.state();
	const context = contextOf(app, (seen) => app.powers.age(seen));
	const powers = powersOf(app, context);
	const groups = powersByHolder(powers).map((group) => holderView(group, context));
	return {
		...state,
		holders: [...groups.filter((each) => !each.isMinor), ...groups.filter((each) => each.isMinor)],
		exposed: powers.length > 0 ? exposureText(exposureOfAll(powers)) : null,
		unread: chains.flatMap(({ chainRef, fault }) =>
			fault === null ? [] : [{ name: app.networks.chainNameOf(chainRef), fault }],
		),
		logs: app.powers.logs().map(
			({ chainRef, latest: _, ...reading }): PowerLogs => ({
				...reading,
				chain: { id: chainRef, name: app.networks.chainNameOf(chainRef) },
			}),
		),
	};
}

/**
 * Returns the powers with the highest exposure, and how much all powers together can take if that has a
 * price.
 */
export function gravestPowers(app: Shown): {
	readonly rows: readonly PowerRow[];
	readonly exposed: Text | null;
} {
	const context = contextOf(app, (seen) => app.powers.age(seen));
	const powers = powersOf(app, context);
	const exposure = exposureOfAll(powers);
	const each = powersByHolder(
		powers
			.filter(({ found, ...power }) => found.fault === null && !isMinor({ found, ...power }))
			.map((power) => ({ ...power, holder: power.row.id })),
	);
	return {
		rows: each.flatMap(({ powers: [power] }) => (power === undefined ? [] : [power.row])),
		exposed: context.showsFiat && exposure.cents > 0n ? exposureText(exposure) : null,
	};
}

export const leftRows = (
	app: FiatApp & Parameters<typeof pendingRevocations>[0],
	found: readonly FoundPower[],
): readonly PowerRow[] => {
	const context = contextOf(app, () => UNKNOWN_AGE);
	const isBoundless = (row: PowerRow) => Number(row.unlimited || row.kind === "operator");
	return found
		.map((each) => rowOf(each, context))
		.toSorted(
			(one, other) =>
				isBoundless(other) - isBoundless(one) || one.spender.address.localeCompare(other.spender.address),
		);
};

function revokedOf({ seen, spender, program }: FoundPower): Revoked | null {
	const { kind, token, tokenId } = seen;
	if (!isRevocableKind(kind)) return null;
	return {
		kind,
		token,
		spender,
		token_id: tokenId === "" ? null : tokenId,
		program: kind === "delegate" ? program : null,
	};
}

export function revocationOf(accounts: Pick<Accounts, "find">, found: FoundPower): RevocationRequest | null {
	const { seen } = found;
	const account = accounts.find(seen.account);
	const revokes = revokedOf(found);
	if (account === null || revokes === null || found.fault !== null) return null;
	const svm = isSvm(found);
	const [{ decimals }, symbol] = [found.unit, symbolOf(found)];
	const short = svm ? (shortKey(seen.token) ?? seen.token) : shortAddress(seen.token);
	return {
		family: svm ? "svm" : "evm",
		chainRef: seen.chainRef,
		account: account.address,
		revokes,
		asset: svm ? `the token account ${short}` : (symbol ?? `the token ${short}`),
		allowed: OF_ITEMS.has(seen.kind) ? null : (found.allowed?.amount ?? null),
		unit: svm && decimals !== null && symbol !== null ? { decimals, symbol } : null,
	};
}
