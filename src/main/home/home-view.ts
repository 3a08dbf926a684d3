import type { StatementSums, StatementWeek } from "../../core/activity/statement.ts";
import { hasTokenList } from "../../core/chain/tokens/known.ts";
import { dollars } from "../../core/fiat/price.ts";
import { readChainRef } from "../../core/format/numeral.ts";
import { type Scaling, UNREAD_SCALING } from "../../core/format/scale.ts";
import { message, type Text } from "../../core/localized-text.ts";
import type {
	HomeAccount,
	HomeAgent,
	HomeNote,
	HomeRisk,
	HomeToken,
	HomeView,
	HomeWeek,
} from "../../ipc/home.ts";
import type { AmountView } from "../../ipc/primitives.ts";
import { statementOfThisWeek } from "../activity/statements.ts";
import { titled } from "../inbox/entries/titles.ts";
import { gravestPowers } from "../powers/powers-view.ts";
import { StorageError } from "../storage/database.ts";
import type { TimeZone } from "../time-zone.ts";
import { addressView } from "../views/addresses.ts";
import { roundedView } from "../views/amounts.ts";
import { markOf } from "../views/review-parts.ts";
import { type Accounts, indexInPhrase } from "../wallet/accounts.ts";
import {
	centsOfAll,
	fiatText,
	imitated,
	isListed,
	listedAs,
	type PricedHolding,
	pricedHoldingsOf,
	unpricedOf,
} from "./fiat.ts";
import { type ChainHoldings, keyOf } from "./holdings.ts";
import type { Home, HomeState } from "./home.ts";

type Group = StatementWeek["groups"][number];
type Counts = StatementSums["counts"];

const MAX_AGENTS = 5;

function weekFiat({ worth, lines }: StatementSums, kind: "out" | "fee"): Text | null {
	const own = lines.filter((line) => line.kind === kind);
	// If there are no lines of this kind, an unpriced fee still shows that the network has no prices.
	const shown = own.length > 0 ? own : lines;
	const cents = worth[kind];
	return cents === 0n && shown.some(({ unpriced }) => unpriced > 0) ? null : dollars(cents);
}

const refusedOf = ({ rejected, rule, expired }: Counts): number => rejected + rule + expired;

function agentNotes(counts: Counts): readonly Text[] {
	const { approved, lie } = counts;
	const refused = refusedOf(counts);
	return [
		...(lie > 0 ? [message("home.week.lies", { count: lie })] : []),
		...(approved > 0 ? [message("home.week.signed", { count: approved })] : []),
		...(refused > 0 ? [message("home.week.refused", { count: refused })] : []),
	];
}

function agentOf(app: Parameters<typeof weekView>[0], group: Group, most: bigint): HomeAgent {
	const { sessionId, worth, counts } = group;
	const out = worth.out < 0n ? 0n : worth.out;
	return {
		id: JSON.stringify([group.app, sessionId]),
		app: group.app,
		session: titled(app.signedIn.current(), sessionId),
		sessionId,
		spent: weekFiat(group, "out"),
		part: most === 0n ? 0 : Number((out * 1000n) / most) / 1000,
		notes: agentNotes(counts),
		lied: counts.lie > 0,
	};
}

const NOTHING: HomeWeek = {
	spent: dollars(0n),
	fees: dollars(0n),
	signed: 0,
	refused: 0,
	refusedNote: null,
	lies: 0,
	unpriced: 0,
	agents: [],
	more: 0,
};

/** Returns `null` if the records can't be read. `timeZone` is an IANA name. */
export function weekView(
	app: Omit<Parameters<typeof statementOfThisWeek>[0], "signedIn"> & {
		readonly ports: { readonly clock: { now(): number } };
		readonly signedIn: { current(): { readonly scope: string } & Parameters<typeof titled>[0] };
	},
	timeZone: string,
): HomeWeek | null {
	let week: ReturnType<typeof statementOfThisWeek>;
	try {
		week = statementOfThisWeek(app, app.ports.clock.now(), timeZone);
	} catch (cause) {
		if (cause instanceof StorageError) return null;
		throw cause;
	}
	if (week === null) return NOTHING;
	const { total, groups } = week;
	const { approved, rejected, rule, expired, lie } = total.counts;
	const refused = refusedOf(total.counts);
	const most = groups.reduce((top, { worth }) => (worth.out > top ? worth.out : top), 0n);
	return {
		spent: weekFiat(total, "out"),
		fees: weekFiat(total, "fee"),
		signed: approved,
		refused,
		refusedNote:
			refused === 0 ? null : message("home.week.refused.by", { you: rejected, rules: rule, expired }),
		lies: lie,
		unpriced: total.worth.unpriced,
		agents: groups.slice(0, MAX_AGENTS).map((group) => agentOf(app, group, most)),
		more: Math.max(0, groups.length - MAX_AGENTS),
	};
}

const MAX_RISKS = 5;

export function riskView(app: Parameters<typeof gravestPowers>[0]): HomeRisk {
	const { chains, fault, left, readAt } = app.powers.state();
	const { rows, exposed } = gravestPowers(app);
	const isPartlyRead =
		left > 0 ||
		chains.some((each) => each.fault !== null || each.found.some((power) => power.fault !== null));
	return {
		exposed,
		rows: rows.slice(0, MAX_RISKS),
		more: Math.max(0, rows.length - MAX_RISKS),
		unread: readAt === null,
		fault: fault ?? (isPartlyRead ? message("home.risk.not-whole") : null),
	};
}

type Shown = Parameters<typeof homeView>[0];

/** Limit per account and kind, because a hostile chain may list thousands of tokens. */
const MAX_ROWS = 60;

const byFiat = (one: PricedHolding, other: PricedHolding): number => {
	const [left, right] = [one.cents ?? -1n, other.cents ?? -1n];
	return left < right ? 1 : left > right ? -1 : 0;
};

const nextMs = ({ next }: Scaling): number => Number(next?.atSeconds ?? 0n) * 1_000;

const scalingAt = (scaling: Scaling, nowMs: number): Scaling =>
	scaling.next !== null && nextMs(scaling) <= nowMs ? UNREAD_SCALING : scaling;

/** Returns `null` unless a change is announced or the factor can't be read. */
function scaleNote(scaling: Scaling): Text | null {
	if (scaling.now === null) return message("home.token.scale-unread");
	if (scaling.next === null) return null;
	return message("home.token.scale-changes", { at: { at: nextMs(scaling), style: "minute" } });
}

/**
 * The symbol and decimals are the token's own claims. If the factor can't be read, amounts are in base units.
 */
function strangeView({ decimals, symbol, scaling }: PricedHolding, raw: bigint): AmountView {
	const unit = { symbol: symbol ?? message("home.token.nameless"), checked: false };
	if (scaling === undefined) return roundedView({ raw, decimals, ...unit }, "down");
	const { now } = scaling;
	if (now === null || decimals === null) return roundedView({ raw, decimals: null, ...unit }, "down");
	return { ...roundedView({ raw, decimals, ...unit, checked: true, scale: now }, "down"), checked: false };
}

function amountOf(held: PricedHolding, all: readonly PricedHolding[], isWorthShown: boolean): AmountView {
	const raw = all.reduce((sum, each) => sum + each.raw, 0n);
	if (held.listed === null) return strangeView(held, raw);
	const view = roundedView({ raw, ...held.listed, checked: true }, "down");
	if (!isWorthShown || all.some(({ differs }) => differs)) return view;
	const cents = centsOfAll(all);
	const isWhole = all.every((each) => each.cents !== null || each.raw === 0n);
	const fiat = fiatText({ ...held, raw, cents: isWhole ? cents : null });
	return fiat === null ? view : { ...view, fiat };
}

function tokenOf(
	app: Shown,
	all: readonly [PricedHolding, ...PricedHolding[]],
	isWorthShown: boolean,
): HomeToken {
	const [first] = all;
	const { asset, chainRef, listed, account } = first;
	return {
		id: keyOf(account, keyOf(chainRef, asset)),
		name: listed?.name ?? null,
		claim: listed === null ? first.symbol : null,
		imitates: imitated(first),
		mark: markOf(asset, chainRef).mark ?? null,
		amount: amountOf(first, all, isWorthShown),
		chains: all.map((each) => app.networks.chainNameOf(each.chainRef)),
		address: listed === null ? addressView(asset, app.rules.labels()) : null,
		scale: first.scaling === undefined ? null : scaleNote(first.scaling),
		differs: all.some(({ differs }) => differs),
	};
}

function grouped(held: readonly PricedHolding[]): readonly (readonly [PricedHolding, ...PricedHolding[]])[] {
	const groups = Map.groupBy(held, ({ listed, asset, chainRef }) =>
		listed === null
			? keyOf(chainRef, asset)
			: JSON.stringify([asset === "native", listed.symbol, listed.name, listed.decimals]),
	);
	return [...groups.values()].flatMap(([first, ...rest]) =>
		first === undefined ? [] : [[first, ...rest] as const],
	);
}

const isOf = (chain: ChainHoldings, account: string) => chain.accounts.includes(account);

const homeNote = (text: Text, rpcOf: Text | null = null): HomeNote => ({ text, rpcOf });

function notesOf(app: Shown, chains: readonly ChainHoldings[]): readonly HomeNote[] {
	return chains.flatMap(({ chainRef, fault, readAt, witness }) => {
		const name = app.networks.chainNameOf(chainRef);
		const isSilent = fault !== null;
		return [
			...(isSilent
				? [homeNote(message(readAt === 0 ? "home.chain.unread" : "home.chain.fault", { name }), name)]
				: []),
			...(witness === "differs" ? [homeNote(message("home.chain.differs", { name }))] : []),
			...(witness === "silent"
				? [homeNote(message("home.chain.silent", { name }), isSilent ? null : name)]
				: []),
		];
	});
}

function sumOf(app: Shown, state: HomeState, accounts: readonly string[]): Text | null {
	const isAgreed = accounts.every((address) => isAgreedOn(state, pricedHoldingsOf(state, address), address));
	const cents =
		isAgreed && app.fiat.showsFiat()
			? centsOfAll(accounts.flatMap((each) => pricedHoldingsOf(state, each)))
			: null;
	return cents === null ? null : dollars(cents);
}

function matesOf(app: Shown, address: string): readonly string[] {
	const shown = app.wallet.accounts.list().filter((each) => !app.wallet.accounts.isHidden(each.address));
	const own = shown.find((each) => each.address === address);
	const index = own === undefined ? null : indexInPhrase(own);
	if (index === null) return [address];
	return shown.filter((each) => indexInPhrase(each) === index).map((each) => each.address);
}

function accountOf(app: Shown, state: HomeState, address: string): HomeAccount {
	const mates = matesOf(app, address);
	const isWorthShown = app.fiat.showsFiat();
	const held = pricedHoldingsOf(state, address).toSorted(byFiat);
	const listed = held.filter((each) => each.listed !== null && (each.raw > 0n || each.differs));
	const now = app.ports.clock.now();
	const strange = held.flatMap((each) => {
		if (each.listed !== null) return [];
		return each.scaling === undefined ? [each] : [{ ...each, scaling: scalingAt(each.scaling, now) }];
	});
	const chains = state.chains.filter((chain) => isOf(chain, address));
	return {
		address,
		total: sumOf(app, state, [address]),
		together: sumOf(app, state, mates),
		tokens: grouped(listed)
			.slice(0, MAX_ROWS)
			.map((all) => tokenOf(app, all, isWorthShown)),
		hidden: grouped(strange)
			.slice(0, MAX_ROWS)
			.map((all) => tokenOf(app, all, false)),
		notes: [
			...chains.flatMap((chain) => unreadBy(app, chain, address)),
			...(chains.some(({ whole, unread }) => !whole && unread.length === 0)
				? [message("home.not-whole")]
				: []),
			...chains.filter(isUnlisted).map(({ chainRef }) => unlisted(app, chainRef)),
		],
	};
}

const MAX_NAMED = 3;

const ofAccount =
	(account: string) =>
	(key: string): boolean =>
		key.split(" ")[0] === account;

function unreadBy(app: Shown, chain: ChainHoldings, account: string): readonly Text[] {
	const unread = chain.unread.filter(ofAccount(account)).map((key) => key.split(" ")[1] ?? "");
	if (unread.length === 0) return [];
	const names = unread.slice(0, MAX_NAMED).map((asset) => listedAs(chain.chainRef, asset)?.name ?? asset);
	const [name, tokens, more] = [
		app.networks.chainNameOf(chain.chainRef),
		names.join(", "),
		unread.length - names.length,
	];
	return [
		more === 0
			? message("home.account.unread", { name, tokens })
			: message("home.account.unread.more", { name, tokens, more }),
	];
}

function unreadOf(app: Shown, state: HomeState, own: readonly string[]): readonly Text[] {
	return state.chains.flatMap(({ chainRef, unread }) => {
		const keys = unread.filter((key) => own.some((account) => ofAccount(account)(key)));
		const count = new Set(keys.map((key) => key.split(" ")[1])).size;
		return count === 0
			? []
			: [message("home.total.unread", { name: app.networks.chainNameOf(chainRef), count })];
	});
}

/** EVM RPCs can't list an account's tokens, so unlisted tokens are only known from requests. */
const isUnlisted = ({ chainRef }: ChainHoldings): boolean =>
	readChainRef(chainRef) !== null && !hasTokenList(chainRef);

const unlisted = (app: Shown, chainRef: string): Text =>
	message("home.chain.unlisted", { name: app.networks.chainNameOf(chainRef) });

const isAgreedOn = (state: HomeState, held: readonly PricedHolding[], account: string): boolean =>
	!held.some(({ differs, listed }) => differs && listed !== null) &&
	!state.chains.some((chain) => chain.differs.some((key) => isCounted(chain, key, account)));

/** Unlisted tokens never count, even if they report a balance. */
function isCounted({ chainRef }: ChainHoldings, key: string, account: string): boolean {
	const [whose, asset = ""] = key.split(" ");
	return whose === account && isListed(chainRef, asset);
}

function totalOf(app: Shown, state: HomeState): Pick<HomeView, "total" | "leftOut" | "notes"> {
	const own = app.wallet.accounts.list().filter(({ address }) => !app.wallet.accounts.isHidden(address));
	const held = own.flatMap(({ address }) => pricedHoldingsOf(state, address));
	const isAgreed = own.every(({ address }) => isAgreedOn(state, pricedHoldingsOf(state, address), address));
	const cents = centsOfAll(held);
	const unpriced = unpricedOf(held);
	const notes = notesOf(
		app,
		state.chains.filter(({ accounts }) => accounts.length > 0),
	);
	if (!app.fiat.showsFiat()) return { total: null, leftOut: null, notes };
	if (!isAgreed)
		return { total: null, leftOut: null, notes: [homeNote(message("home.total.differs")), ...notes] };
	if (cents === null) return { total: null, leftOut: null, notes };
	const unread = unreadOf(
		app,
		state,
		own.map(({ address }) => address),
	);
	return {
		total: dollars(cents),
		leftOut: unpriced === 0 ? null : message("home.total.unpriced", { count: unpriced }),
		notes: [...unread.map((text) => homeNote(text)), ...notes],
	};
}

function pricesOf(app: Shown, state: HomeState): Text | null {
	const used = [...state.prices.values()].flatMap((price) => (price === "differs" ? [] : [price.at]));
	if (used.length === 0 || !app.fiat.showsFiat()) return null;
	return message("worth.source", { time: { at: Math.min(...used), style: "minute" } });
}

export function homeView(
	app: Parameters<typeof riskView>[0] &
		Parameters<typeof weekView>[0] & {
			readonly timeZone: Pick<TimeZone, "name">;
			readonly wallet: { readonly accounts: Pick<Accounts, "list" | "watched" | "isHidden"> };
			readonly fiat: {
				showsFiat(): boolean;
			};
			readonly home: Pick<Home, "state">;
		},
): HomeView {
	const known = app.home.state();
	const state = app.fiat.showsFiat() ? known : { ...known, prices: new Map() };
	const shown = [...app.wallet.accounts.list(), ...app.wallet.accounts.watched()].filter(
		({ address }) => !app.wallet.accounts.isHidden(address),
	);
	const read = state.chains.flatMap(({ readAt }) => (readAt > 0 ? [readAt] : []));
	return {
		...totalOf(app, state),
		prices: pricesOf(app, state),
		accounts: shown.map(({ address }) => accountOf(app, state, address)),
		week: weekView(app, app.timeZone.name()),
		risk: riskView(app),
		reading: state.reading,
		readAt: read.length === 0 ? null : Math.min(...read),
	};
}
