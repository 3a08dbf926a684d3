import { ZERO_ADDRESS } from "../../chain/well-known.ts";
import { contractsOf } from "../../decode/evm/contracts.ts";
import { claimedMeaning, type Leaf, leavesOf, partyAddress } from "../../decode/evm/leaves.ts";
import type { Act, ActWhat, AssetPart, CallParty, Meaning } from "../../decode/evm/meaning.ts";
import { isKnownContract } from "../../decoded-transaction/known-contracts.ts";
import { type EffectAsset, fungible, type Movement, NATIVE, type TradePrice } from "../effects.ts";
import { assetNamed, byNumber, counted, debtAt, isBooked, itemAt, OPEN, positionAt } from "./assets.ts";
import { type CallReading, callsIn, type MadeCall } from "./calls.ts";

type Span = Pick<Movement, "least" | "most">;
export interface MovedByCall
	extends Pick<
		Movement,
		"from" | "to" | "asset" | "least" | "most" | "share" | "price" | "isAlong" | "isBooked" | "stuckAt"
	> {
	readonly isLater?: true;
}

const exactly = (amount: bigint): Span => ({ least: amount, most: amount });
const upTo = (most: bigint | null): Span => ({ least: 0n, most });
const atLeast = (least: bigint | null): Span => ({ least: least ?? 0n, most: null });

function spanOf(amount: bigint | null, bound: AssetPart["bound"] | "share"): Span {
	if (amount === null || bound === "share") return upTo(null);
	if (bound === "least") return atLeast(amount);
	return bound === "most" ? upTo(amount) : exactly(amount);
}

const one: Span = exactly(1n);
const spanOfAsset = (asset: EffectAsset, amount: bigint): Span =>
	asset.kind === "item" ? one : exactly(amount);

const from = (leaf: Leaf, party: CallParty): string => partyAddress(leaf, party) ?? leaf.decoded.target;

const priceOf = (
	sold: TradePrice["sold"],
	least: bigint | null,
	more: Partial<TradePrice> = {},
): TradePrice => ({
	sold,
	least,
	isOrder: false,
	arrives: null,
	...more,
});

type MeaningOf<K extends Meaning["kind"]> = Extract<Meaning, { kind: K }>;

function byPayment(subject: CallReading, leaf: Leaf, meaning: MeaningOf<"payment">): MovedByCall[] {
	const { asset, amount, bound } = meaning;
	const payer = asset === "native" && meaning.from === "caller" ? "here" : meaning.from;
	return [
		{
			from: from(leaf, payer),
			to: partyAddress(leaf, meaning.to),
			asset: assetNamed(subject, asset),
			...spanOf(amount, bound),
			...(bound === "share" && amount !== null ? { share: amount } : {}),
			...(bound === "least" && amount !== null ? { price: priceOf(null, amount) } : {}),
		},
	];
}

/**
 * If no payer is named, Uniswap's older routers spend the wrapped coin when the call sends too few native
 * coins.
 */
function isTaken(
	subject: CallReading,
	{ via }: Leaf,
	{ payer, assetIn, amountIn }: MeaningOf<"swap">,
): boolean {
	if (payer !== null) return payer !== "here" && payer !== "pool" && assetIn !== "native";
	const isSent = amountIn !== null && subject.decoded.value >= amountIn;
	return (
		contractsOf(subject.chainRef).isWrapped(assetIn) && !isSent && !via.some(({ way }) => way === "router")
	);
}

/** If no payer or recipient is named, other steps settle the trade. */
function bySwap(subject: CallReading, leaf: Leaf, swap: MeaningOf<"swap">): MovedByCall[] {
	const { payer, to, amountIn, amountOut } = swap;
	const { target } = leaf.decoded;
	const isHandedOn = to !== null && to !== "here" && to !== "pool";
	const assetIn = assetNamed(subject, swap.assetIn);
	const paid: MovedByCall = {
		from: from(leaf, payer ?? "caller"),
		to: target,
		asset: assetIn,
		...spanOf(amountIn, swap.exact === "in" && payer !== null ? "exact" : "most"),
	};
	const bought: MovedByCall = {
		from: target,
		to: isHandedOn ? partyAddress(leaf, to) : null,
		asset: assetNamed(subject, swap.assetOut),
		...spanOf(amountOut, swap.exact === "out" ? "exact" : "least"),
		price: priceOf({ asset: assetIn, amount: amountIn }, amountOut),
	};
	return [...(isTaken(subject, leaf, swap) ? [paid] : []), bought];
}

function byWrap(
	subject: CallReading,
	leaf: Leaf,
	{ into, amount, to, least }: MeaningOf<"wrap">,
): MovedByCall[] {
	const { target } = leaf.decoded;
	// A router wraps its own balance. The token contract wraps its caller's balance.
	const isRouter = leaf.via.some(({ way, at }) => (way === "router" || way === "positions") && at === target);
	const token = isRouter || least ? assetNamed(subject, "wrapped") : fungible(target);
	const span = spanOf(amount, least ? "least" : "exact");
	const given: MovedByCall = { from: leaf.as, to: target, asset: token, ...span };
	const handed: MovedByCall = {
		from: target,
		to: partyAddress(leaf, to),
		asset: into ? token : NATIVE,
		...span,
		...(!into && least && amount !== null ? { price: priceOf(null, amount) } : {}),
	};
	return [...(into || isRouter || least ? [] : [given]), ...(to === "here" ? [] : [handed])];
}

/** Only the vault itself knows its assets. */
function byVault(leaf: Leaf, { what, amount, receiver, owner }: MeaningOf<"vault">): MovedByCall[] {
	const { target } = leaf.decoded;
	const shares = fungible(target);
	const isOfShares = what === "mint" || what === "redeem";
	if (owner !== null)
		return [
			{ from: owner, to: target, asset: shares, ...(isOfShares ? exactly(amount) : upTo(null)) },
			{ from: target, to: receiver, asset: OPEN, ...(isOfShares ? atLeast(null) : exactly(amount)) },
		];
	return [
		{ from: leaf.as, to: target, asset: OPEN, ...(isOfShares ? upTo(null) : exactly(amount)) },
		{ from: target, to: receiver, asset: shares, ...(isOfShares ? exactly(amount) : atLeast(null)) },
	];
}

const PULLS_ASSETS: ReadonlySet<ActWhat> = new Set([
	"withdraw",
	"unstake",
	"request",
	"claim",
	"convert",
	"remove-liquidity",
	"collect",
	"forfeit",
]);

/** Actions in which the zero address stands for the caller, or for no one in particular. */
const NAMES_NOBODY: ReadonlySet<ActWhat> = new Set(["record", "register", "setting", "right", "order"]);

const TRADES: ReadonlySet<ActWhat> = new Set(["buy", "sell", "order"]);

const LATER: ReadonlySet<ActWhat> = new Set(["order", "request", "request-deposit", "bridge"]);

function byAct(subject: CallReading, leaf: Leaf, act: Act): MovedByCall[] {
	const { what, gives, gets, owner, position, arrives } = act;
	const { as, decoded } = leaf;
	const { target } = decoded;
	const account = owner ?? as;
	const draws = PULLS_ASSETS.has(what);
	const kept = positionAt(target, position);
	const assetOf = ({ asset, item }: AssetPart, otherwise: EffectAsset): EffectAsset => {
		if (asset === null) return otherwise;
		return item === null || asset === "native" || asset === "wrapped"
			? assetNamed(subject, asset)
			: itemAt(asset, item);
	};
	const given = gives.flatMap((part): MovedByCall[] => {
		if (part.asset === "native") return [];
		const span = spanOf(part.amount, part.bound);
		// A forfeited payout stays in the contract.
		if (what === "forfeit" && part.asset !== null)
			return [{ from: target, to: ZERO_ADDRESS, asset: assetOf(part, OPEN), ...span }];
		if (part.party === "here") return [{ from: account, to: target, asset: kept, ...span }];
		const asset = assetOf(part, draws ? kept : OPEN);
		return [{ from: from(leaf, part.party), to: target, asset, ...span }];
	});
	const drawn: MovedByCall[] =
		draws && given.length === 0 ? [{ from: account, to: target, asset: kept, ...upTo(null) }] : [];
	const [sold] = gives;
	const priceIn = ({ asset, amount, item }: AssetPart, at: number): Pick<MovedByCall, "price"> => {
		if (arrives !== undefined && at === 0) {
			const { given: put, least, chainRef, asset: there } = arrives;
			const paid = { asset: assetNamed(subject, put.asset), amount: put.amount };
			return { price: priceOf(paid, least, { arrives: { chainRef, asset: there } }) };
		}
		if (!TRADES.has(what) || asset === null || item !== null) return {};
		const isOrder = what === "order";
		const paid = sold === undefined ? null : { asset: assetOf(sold, OPEN), amount: sold.amount };
		return { price: priceOf(paid ?? { asset: OPEN, amount: null }, isOrder ? amount : null, { isOrder }) };
	};
	const got = gets.flatMap((part, at): MovedByCall[] => {
		const isKeptHere = part.party === "here" || part.party === target;
		if (part.party === "pool" || what === "setting" || (isKeptHere && what !== "add-liquidity")) return [];
		const party = isKeptHere ? ZERO_ADDRESS : partyAddress(leaf, part.party);
		const to = party === ZERO_ADDRESS && NAMES_NOBODY.has(what) ? null : party;
		const span = spanOf(part.amount, part.bound);
		if (what === "repay" && part.asset === null) return [];
		const asset = assetOf(part, draws || what === "borrow" ? OPEN : kept);
		const later = LATER.has(what) ? ({ isLater: true } as const) : {};
		return [{ from: target, to, asset, ...span, ...later, ...priceIn(part, at) }];
	});
	// The call states neither the assets nor the position's owner. Both depend on the position.
	const isFilled = what === "add-liquidity" && position !== null;
	const filled: MovedByCall[] = isFilled
		? [
				...(given.length === 0 ? [{ from: as, to: target, asset: OPEN, ...upTo(null) }] : []),
				{ from: target, to: null, asset: kept, ...upTo(null) },
			]
		: [];
	return [...given, ...drawn, ...got, ...filled, ...debtsOf(leaf, act)];
}

/** A debt moves to the party that owes more afterwards, and away from the party that owes less. */
function debtsOf(leaf: Leaf, { what, gives, gets, owner }: Act): MovedByCall[] {
	const { as, decoded } = leaf;
	const { target } = decoded;
	const asset = debtAt(target);
	if (what === "borrow") {
		const [lent] = gets;
		return [{ from: target, to: owner ?? as, asset, ...spanOf(lent?.amount ?? null, lent?.bound ?? "most") }];
	}
	if (what !== "repay") return [];
	const relieved = gets.find((part) => part.asset === null);
	const debtor = relieved === undefined ? (owner ?? as) : from(leaf, relieved.party);
	return [{ from: debtor, to: target, asset, ...upTo(gives[0]?.amount ?? null) }];
}

function movedBy(subject: CallReading, leaf: Leaf): MovedByCall[] {
	const { as, decoded } = leaf;
	const { target } = decoded;
	const meaning = claimedMeaning(decoded);
	switch (meaning.kind) {
		case "transfer": {
			const asset = counted(subject, target, meaning.amount);
			return [{ from: as, to: meaning.to, asset, ...spanOfAsset(asset, meaning.amount) }];
		}
		case "transferFrom": {
			const asset = byNumber(subject, target, meaning.amountOrId);
			return [{ from: meaning.from, to: meaning.to, asset, ...spanOfAsset(asset, meaning.amountOrId) }];
		}
		case "burn": {
			const asset = byNumber(subject, target, meaning.amountOrId);
			return [{ from: as, to: ZERO_ADDRESS, asset, ...spanOfAsset(asset, meaning.amountOrId) }];
		}
		case "items":
			return meaning.items.map(({ id, amount }) => ({
				from: meaning.from === "caller" ? as : meaning.from,
				to: meaning.to,
				asset: itemAt(target, id),
				...exactly(amount),
			}));
		case "moves":
			return meaning.rows.map((row) => ({
				from: from(leaf, row.from),
				to: partyAddress(leaf, row.to),
				asset: fungible(row.token),
				...exactly(row.amount),
			}));
		case "payment":
			return byPayment(subject, leaf, meaning);
		case "swap":
			return bySwap(subject, leaf, meaning);
		case "wrap":
			return byWrap(subject, leaf, meaning);
		case "vault":
			return byVault(leaf, meaning);
		case "act":
			return byAct(subject, leaf, meaning);
		case "native":
		case "approve":
		case "allowance":
		case "operator":
		case "approve-item":
		case "calls":
		case "permits":
		case "control":
		case "vote":
		case "check":
		case "unknown":
			return [];
	}
}

const isFamilyOfUser = ({ signer, user }: CallReading, address: string | null): boolean =>
	address !== null && [signer, ...user.accounts].some((each) => each.toLowerCase() === address);

/**
 * A call that can fail on its own, or that only resembles a known call, might not move anything. An unknown
 * contract might not return anything. Unless it is a token, it can also do something different from what the
 * call suggests.
 */
function boundBy(subject: CallReading, leaf: Leaf, moved: MovedByCall): MovedByCall {
	const { sure, verified, optional, decoded } = leaf;
	const { kind } = decoded.meaning;
	const isCertain = sure && verified && !optional && kind !== "unknown";
	const isFree =
		kind === "wrap" ||
		kind === "vault" ||
		(moved.from === decoded.target && isFamilyOfUser(subject, moved.to));
	const isBound = isCertain && (!isFree || isKnownContract(subject.chainRef, decoded.target));
	if (isBound) return moved;
	const { price, ...rest } = moved;
	// A call that only resembles a trade might not sell anything, so it has no price. An unknown bridge keeps
	// its price, because the potential loss is worse.
	const isPriced = price !== undefined && (kind !== "unknown" || price.arrives !== null);
	return { ...rest, least: 0n, ...(isPriced ? { price } : {}) };
}

/**
 * Marks the movement as booked, unless it has a trade price. A bridge's minimum payout doesn't count as a
 * trade price.
 */
const asBooked = (moved: MovedByCall): MovedByCall =>
	moved.price === undefined || moved.price.arrives !== null ? { ...moved, isBooked: true } : moved;

const spendsUpTo = ({ meaning }: MadeCall["decoded"]): boolean =>
	meaning.kind === "act" && meaning.gives.some(({ asset, bound }) => asset === "native" && bound === "most");

function sentBy(subject: CallReading, call: MadeCall): MovedByCall[] {
	const { as, how, isCertain, decoded } = call;
	const { target, value, meaning } = decoded;
	const isSure = isCertain && how === "call" && !spendsUpTo(decoded);
	const sent: MovedByCall = {
		...{ from: as, to: target, asset: NATIVE, least: isSure ? value : 0n, most: value },
		...(meaning.kind === "native" ? {} : { isAlong: true }),
	};
	const refund = meaning.kind === "calls" ? meaning.refund : null;
	if (refund === null) return [sent];
	const paid: MovedByCall = {
		from: target,
		to: refund.to ?? subject.signer.toLowerCase(),
		asset: assetNamed(subject, refund.asset),
		...atLeast(isCertain ? refund.least : 0n),
	};
	return [sent, paid];
}

const SENDS: ReadonlySet<Meaning["kind"]> = new Set([
	"native",
	"transfer",
	"transferFrom",
	"items",
	"moves",
	"payment",
]);

/**
 * Calls that most contracts reject if native coins are sent along. The remaining contracts keep the coins.
 */
const REJECTS_COIN: ReadonlySet<Meaning["kind"]> = new Set([
	"transfer",
	"transferFrom",
	"approve",
	"allowance",
	"items",
	"operator",
	"approve-item",
	"permits",
	"moves",
	"vault",
	"control",
	"vote",
	"burn",
	"check",
]);

function rejectsCoin(meaning: Meaning): boolean {
	// All calls in a multicall share the native coins sent with it. Coins that none of them accepts stay in
	// the contract.
	if (meaning.kind === "calls")
		return meaning.way === "multicall" && meaning.calls.every(({ decoded }) => rejectsCoin(decoded.meaning));
	if (meaning.kind === "act") return !meaning.gives.some(({ asset }) => asset === "native");
	return REJECTS_COIN.has(meaning.kind) || (meaning.kind === "wrap" && !meaning.into);
}

/**
 * Marks assets that become stuck: coins sent to a non-payable function, and assets sent to the zero address
 * or to the token's own contract.
 */
function withStuck({ meaning }: MadeCall["decoded"], moved: MovedByCall): MovedByCall {
	if (moved.isAlong === true && rejectsCoin(meaning)) return { ...moved, stuckAt: "call" };
	if (!SENDS.has(meaning.kind) || moved.to === null) return moved;
	if (moved.to === ZERO_ADDRESS) return { ...moved, stuckAt: "nobody" };
	return moved.to === moved.asset.address ? { ...moved, stuckAt: "token" } : moved;
}

export function movementsOfCall(subject: CallReading): readonly MovedByCall[] {
	const { decoded, signer } = subject;
	const leaves = leavesOf(decoded, signer);
	const isBookedCall = new Set(leaves.filter((leaf) => isBooked(subject, leaf)).map((leaf) => leaf.decoded));
	const kept = (call: Leaf["decoded"], each: MovedByCall): MovedByCall =>
		isBookedCall.has(call) && each.stuckAt === undefined ? asBooked(each) : each;
	const moved = [
		...callsIn(signer.toLowerCase(), decoded, null).flatMap((call) =>
			sentBy(subject, call).map((each) => kept(call.decoded, withStuck(call.decoded, each))),
		),
		...leaves.flatMap((leaf) =>
			movedBy(subject, leaf).map((each) =>
				kept(leaf.decoded, withStuck(leaf.decoded, boundBy(subject, leaf, each))),
			),
		),
	];
	return moved.filter(({ from: giver, to, most }) => giver !== to && most !== 0n);
}
