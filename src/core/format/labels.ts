import { type AmountParam, type Message, message, type Param } from "../localized-text.ts";

export const LABEL = {
	address: message("message.row.page"),
	alsoPays: message("message.row.also-pays"),
	amount: message("message.row.amount"),
	application: message("message.row.application"),
	applicationByItself: message("message.row.application-by-itself"),
	as: message("message.row.as"),
	call: message("message.row.call"),
	carriedOutUntil: message("message.row.carried-out-until"),
	chain: message("message.row.chain"),
	choice: message("message.row.choice"),
	takenBy: message("message.row.taken-by"),
	paidBy: message("message.row.paid-by"),
	outcome: message("message.row.outcome"),
	maker: message("message.row.maker"),
	makesAccount: message("message.row.makes-account"),
	item: message("message.row.item"),
	collection: message("message.row.collection"),
	calledAs: message("message.row.called-as"),
	condition: message("message.row.condition"),
	contract: message("message.row.contract"),
	ends: message("message.row.ends"),
	fee: message("message.row.fee"),
	gives: message("message.row.gives"),
	gets: message("message.row.gets"),
	lasts: message("message.row.lasts"),
	limitKeptBy: message("message.row.limit-kept-by"),
	limits: message("message.row.limits"),
	made: message("message.row.made"),
	maySpend: message("message.row.may-take"),
	mayAct: message("message.row.may-act"),
	names: message("message.row.names"),
	nonce: message("message.row.nonce"),
	notBefore: message("message.row.not-before"),
	operation: message("message.row.operation"),
	othersGet: message("message.row.others-get"),
	place: message("message.row.safe-place"),
	order: message("message.row.order"),
	profile: message("message.row.profile"),
	proposal: message("message.row.proposal"),
	readBy: message("message.row.read-by"),
	reason: message("message.row.reason"),
	recipient: message("message.row.recipient"),
	safe: message("message.row.safe"),
	says: message("message.row.says"),
	sends: message("message.row.sends"),
	settledBy: message("message.row.settled-by"),
	signedBy: message("message.row.signed-by"),
	signsInTo: message("message.row.signs-in-to"),
	space: message("message.row.space"),
	takenUntil: message("message.row.taken-until"),
	to: message("message.row.to"),
	token: message("message.row.token"),
	usedUntil: message("message.row.used-until"),
	votes: message("message.row.votes"),
	votesOf: message("message.row.votes-of"),
} as const;

export const STANDARD = {
	offchain: message("message.standard.solana-offchain"),
	personal: message("message.standard.personal"),
	solana: message("message.standard.solana"),
} as const;

export const NONE = message("message.none");
export const NO_CHAIN = message("message.no-chain");
export const WITHOUT_END = message("message.without-end");
export const EVERY_CHAIN = message("message.every-chain");
export const CALL = message("message.operation.call");
export const DELEGATED = message("message.operation.delegatecall");
export const BUNDLE = message("message.operation.bundle");

export const callLabel = (index: number): Message => message("message.row.call-at", { place: String(index) });
export const onChain = (chain: bigint): Message => message("message.chain", { chain: String(chain) });
export const otherOperation = (code: bigint): Message =>
	message("message.operation.unknown", { code: String(code) });
const inUtc = (time: string): Message => message("message.time", { time });
export const userAddress = (address: string): Message => message("message.own-address", { address });

export const plainAmount = (amount: AmountParam): Message => message("message.amount", { amount });
export const amountOf = (amount: Param, token: Param): Message =>
	message("message.amount-of", { amount, token });
export const atLeast = (amount: Param): Message => message("message.at-least", { amount });
export const atMost = (amount: Param): Message => message("message.at-most", { amount });
export const upTo = (amount: Param): Message => message("message.up-to", { amount });
export const anyAmount = (asset: Param): Message => message("message.any-amount", { asset });
export const swaps = (given: Param, gained: Param): Message => message("message.swaps", { given, gained });
export const offers = (given: Param, gained: Param, where: string): Message =>
	message("message.offers", { given, gained, where });
export const NOTHING = message("message.nothing");
export const moreThings = (count: number): Message => message("message.more", { count });
export const sentTo = (what: Param, to: Param): Message => message("message.sent-to", { what, to });
export const limitBy = (who: Param, terms: string): Message => message("message.limit", { who, terms });

export const refundLine = (amount: Param, to: Param | null): Message =>
	to === null ? message("message.refund.anybody", { amount }) : message("message.refund", { amount, to });

export function itemOf(item: string | null, collection: Param, count: string | null): Message {
	if (item === null)
		return count === null
			? message("message.item.any", { collection })
			: message("message.item.any.several", { collection, count });
	return count === null
		? message("message.item", { item, collection })
		: message("message.item.several", { item, collection, count });
}

export const LAST_DAY = 253_402_300_799n;

/** Formats Unix time in seconds. Returns "without end" for dates after the year 9999. */
export function timeText(seconds: bigint): Message {
	if (seconds > LAST_DAY) return WITHOUT_END;
	return inUtc(new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace("T", " "));
}
