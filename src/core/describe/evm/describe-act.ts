import type { Act, ActWhat, Arrival, Asset, AssetPart, CallRight } from "../../decode/evm/meaning.ts";
import { listedUnit, shortAddress } from "../../decoded-transaction/decoded-transaction.ts";
import { collectionParam, nameParam } from "../../decoded-transaction/party-names.ts";
import { type Amount, grouped } from "../../format/amount.ts";
import { amountParam, type Message, message, type Param, type Text } from "../../localized-text.ts";
import { assetAmount, assetName, type CallSentence, type DescribeContext, partyName } from "./call-text.ts";

type DescribeWith = (app: Text, what?: Param) => Message;

const ACTS: Readonly<Record<Exclude<ActWhat, "right" | "setting" | "record" | "commit">, DescribeWith>> = {
	supply: (app, what = message("act.supply.what")) => message("act.supply", { what, app }),
	withdraw: (app, what = message("act.withdraw.what")) => message("act.withdraw", { what, app }),
	borrow: (app, what = message("act.borrow.what")) => message("act.borrow", { what, app }),
	repay: (app, what = message("act.repay.what")) => message("act.repay", { what, app }),
	stake: (app, what = message("act.stake.what")) => message("act.stake", { what, app }),
	unstake: (app, what = message("act.unstake.what")) => message("act.unstake", { what, app }),
	request: (app, what = message("act.request.what")) => message("act.request", { what, app }),
	"request-deposit": (app, what = message("act.request-deposit.what")) =>
		message("act.request-deposit", { what, app }),
	claim: (app, what = message("act.claim.what")) => message("act.claim", { what, app }),
	convert: (app, what = message("act.convert.what")) => message("act.convert", { what, app }),
	bridge: (app, what = message("act.bridge.what")) => message("act.bridge", { what, app }),
	"add-liquidity": (app, what = message("act.add-liquidity.what")) =>
		message("act.add-liquidity", { what, app }),
	"remove-liquidity": (app, what = message("act.remove-liquidity.what")) =>
		message("act.remove-liquidity", { what, app }),
	collect: (app, what = message("act.collect.what")) => message("act.collect", { what, app }),
	forfeit: (app, what = message("act.forfeit.what")) => message("act.forfeit", { what, app }),
	buy: (app, what = message("act.buy.what")) => message("act.buy", { what, app }),
	sell: (app, what = message("act.sell.what")) => message("act.sell", { what, app }),
	order: (app, what = message("act.order.what")) => message("act.order", { what, app }),
	cancel: (app, what = message("act.cancel.what")) => message("act.cancel", { what, app }),
	register: (app, what = message("act.register.what")) => message("act.register", { what, app }),
	renew: (app, what = message("act.renew.what")) => message("act.renew", { what, app }),
	vote: (app, what = message("act.vote.what")) => message("act.vote", { what, app }),
};

/** Actions whose object is the received asset. */
const OF_GETS: ReadonlySet<ActWhat> = new Set([
	"withdraw",
	"borrow",
	"claim",
	"collect",
	"remove-liquidity",
	"buy",
]);
/** Actions whose object is in `about`. */
const OF_ABOUT: ReadonlySet<ActWhat> = new Set(["register", "renew", "cancel", "vote"]);

interface Setting {
	readonly app: Text;
	readonly assets: "none" | "some";
	readonly what: readonly Text[];
}

const SETTINGS: Readonly<Record<string, (of: Setting) => Message>> = {
	collateral: ({ app, assets, what }) => message("act.setting.collateral", { app, assets, what }),
	"no-collateral": ({ app, assets, what }) => message("act.setting.no-collateral", { app, assets, what }),
	"e-mode": ({ app, assets, what }) => message("act.setting.e-mode", { app, assets, what }),
	interest: ({ app, assets, what }) => message("act.setting.interest", { app, assets, what }),
	"end-position": ({ app, assets, what }) => message("act.setting.end-position", { app, assets, what }),
	"new-pool": ({ app, assets, what }) => message("act.setting.new-pool", { app, assets, what }),
};

const RECORDS: Readonly<Record<string, Message>> = {
	resolver: message("act.record.resolver"),
	lifetime: message("act.record.lifetime"),
	address: message("act.record.address"),
	text: message("act.record.text"),
	content: message("act.record.content"),
	name: message("act.record.name"),
};

function partParam(context: DescribeContext, { asset, amount: raw, bound, item }: AssetPart): Param | null {
	if (item !== null)
		return asset === null
			? message("act.item", { item: String(item) })
			: message("act.item-of", { item: String(item), collection: collectionParam(context, asset) });
	if (asset === null) return raw === null ? null : message("act.base-units", { amount: grouped(raw) });
	if (raw === null) {
		const name = assetName(context, asset);
		return bound === "exact" ? message("amount.all", { asset: name }) : name;
	}
	const amount = amountParam(assetAmount(context, asset, raw));
	switch (bound) {
		case "most":
			return message("amount.up-to", { amount });
		case "least":
			return message("amount.at-least", { amount });
		default:
			return amount;
	}
}

const listed = (context: DescribeContext, parts: readonly AssetPart[]): Param | null => {
	const all = parts.flatMap((each): readonly Param[] => {
		const param = partParam(context, each);
		return param === null ? [] : [param];
	});
	return all.length === 0 ? null : all;
};

const kindsOf = (context: DescribeContext, parts: readonly AssetPart[]): readonly Text[] => {
	const assets = parts.flatMap(({ asset }): readonly Asset[] => (asset === null ? [] : [asset]));
	return assets.map((asset) => assetName(context, asset));
};

function receiversOf(context: DescribeContext, { gets }: Act): readonly Text[] {
	const parties = new Set(gets.map(({ party }) => party));
	for (const own of ["caller", "here", "pool"] as const) parties.delete(own);
	return [...parties].filter((party) => party !== context.as).map((party) => partyName(context, party));
}

export function describeRight(
	context: Pick<DescribeContext, "user">,
	{ app }: Pick<Act, "app">,
	right: Omit<CallRight, "holder"> & { readonly holder: string },
): Message {
	const who = nameParam(context.user, right.holder);
	if (!right.given) return message("act.right.take-back", { who, app });
	switch (right.over) {
		case "account":
			return message("act.right.account", { who, app });
		case "debt":
			return right.amount === null
				? message("act.right.debt", { who, app })
				: message("act.right.debt.up-to", { who, app, amount: grouped(right.amount) });
		case "name":
			return message("act.right.name", { who, app });
		case "stake":
			return message("act.right.stake", { who, app });
	}
}

const amountOf = (context: DescribeContext, [only, ...more]: readonly AssetPart[]): CallSentence["amount"] =>
	only === undefined || more.length > 0 || only.asset === null || only.amount === null || only.item !== null
		? null
		: assetAmount(context, only.asset, only.amount);

function describeSetting(context: DescribeContext, { app, gets, about }: Act): Message {
	const what = kindsOf(context, gets);
	const of: Setting = { app, assets: what.length === 0 ? "none" : "some", what };
	const describe = typeof about === "string" ? SETTINGS[about] : undefined;
	return describe?.(of) ?? message("act.setting.other", { app, assets: of.assets, what });
}

function describeRecord({ app, about }: Act): Message {
	if (about === "own-name") return message("act.record.own-name", { app });
	const what = typeof about === "string" ? RECORDS[about] : about;
	return message("act.record", { what: what ?? message("act.record.other"), app });
}

function actSite({ what, app, about }: Act): Text {
	if (about === null || OF_ABOUT.has(what)) return app;
	return message(what === "bridge" ? "act.app-to" : "act.app-about", { app, about });
}

function arrivalAmount(
	context: Omit<DescribeContext, "as">,
	{ given, chainRef, asset, least }: Arrival,
): Amount {
	if (asset === null) return assetAmount(context, given.asset, least);
	const unit = listedUnit(chainRef, asset);
	const symbol = message("token.without-symbol", { address: shortAddress(asset) });
	return { raw: least, ...(unit ?? { decimals: null, symbol, checked: false }) };
}

const withPrice = (text: Message, price: Param | null): Message =>
	price === null ? text : message("act.for", { told: text, price });

function describeMoved(context: DescribeContext, act: Act, what: keyof typeof ACTS): Message {
	const { gives, gets, about } = act;
	const isOfAbout = OF_ABOUT.has(what);
	const parts = OF_GETS.has(what) ? gets : gives.length === 0 ? gets : gives;
	const object = isOfAbout ? about : listed(context, parts);
	const text = ACTS[what](actSite(act), object ?? undefined);
	const got = parts === gives && !isOfAbout ? gets : [];
	const kinds = kindsOf(context, got);
	const back = got.some(({ amount }) => amount !== null)
		? listed(context, got)
		: kinds.length === 0
			? null
			: kinds;
	const arrives =
		act.arrives === undefined
			? null
			: message("amount.at-least", { amount: amountParam(arrivalAmount(context, act.arrives)) });
	const paid = isOfAbout || what === "buy" ? listed(context, gives) : null;
	return withPrice(withPrice(text, arrives ?? back), paid);
}

const withRights = (
	context: DescribeContext,
	act: Act,
	text: Message,
	rights: readonly CallRight[],
): Message =>
	rights.reduce(
		(all, each) => message("act.and-right", { told: all, right: describeRight(context, act, each) }),
		text,
	);

function describeRights(context: DescribeContext, act: Act): Message {
	const [first, ...others] = act.rights;
	return first === undefined
		? message("act.right.none", { app: act.app })
		: withRights(context, act, describeRight(context, act, first), others);
}

function sentence(context: DescribeContext, act: Act): Message {
	const { what, app } = act;
	switch (what) {
		case "right":
			return describeRights(context, act);
		case "commit":
			return message("act.commit", { app });
		case "record":
			return describeRecord(act);
		case "setting":
			return describeSetting(context, act);
		default:
			return describeMoved(context, act, what);
	}
}

export function describeAct(context: DescribeContext, act: Act): CallSentence {
	const text = sentence(context, act);
	const isOther = act.owner !== null && act.owner !== context.as;
	const drawn = isOther
		? message("act.out-of", { told: text, owner: nameParam(context.user, act.owner) })
		: text;
	const others = receiversOf(context, act);
	const sent = others.length === 0 ? drawn : message("act.to", { told: drawn, to: others });
	const parts =
		OF_GETS.has(act.what) && act.what !== "buy" ? act.gets : act.gives.length === 0 ? act.gets : act.gives;
	return {
		text: act.what === "right" ? sent : withRights(context, act, sent, act.rights),
		amount: amountOf(context, parts),
	};
}
