import { factValue } from "../../chain/chain-error.ts";
import type { EvmFacts } from "../../chain/evm.ts";
import { ZERO_ADDRESS } from "../../chain/well-known.ts";
import {
	isBoundless,
	isUnlimited,
	standardOf,
	tokenOf,
	type User,
} from "../../decoded-transaction/decoded-transaction.ts";
import { addressesIn } from "../../decoded-transaction/inspected-addresses.ts";
import type { AddressFacts } from "../../decoded-transaction/opinion.ts";
import type { MessageItem } from "../../decoded-transaction/signed-item.ts";
import { readAddress } from "../../format/numeral.ts";
import { sameAddress } from "../../identities/labels.ts";
import { personalBytes, svmMessageBytes } from "../../match/message/bytes.ts";
import { personalText, svmText } from "../../match/message/svm.ts";
import { type CarriedCall, carriedCallOf } from "../../match/typed-data/carried-call.ts";
import type { TypedKind } from "../../match/typed-data/kinds.ts";
import { type TypedData, typedDataHashes } from "../../match/typed-data/reading.ts";
import {
	claimantOf,
	claimOfMessage,
	type PublishedClaim,
} from "../../published-descriptors/published-claims.ts";
import { decodedCall } from "../../signed/calls.ts";
import { readSigned } from "../../signed/read.ts";
import type { SignedPart, SignedReading, SignedRight, SignedScope } from "../../signed/reading.ts";
import {
	assetKey,
	type CalledContract,
	type Cost,
	type EffectAsset,
	type Gap,
	type Holding,
	type Mention,
	type Movement,
	NO_COST,
	NO_EFFECTS,
	type Right,
	type RightScope,
	type SignatureUse,
	type StepEffects,
	type WithheldShare,
} from "../effects.ts";
import { callEffects } from "../evm/call-effects.ts";
import { codeHistoriesOf, holderCodesOf } from "../evm/holder-codes.ts";
import { allowedBy } from "../evm/mentions.ts";
import { queriedTokens } from "../tokens.ts";

/** Effects that a signature permits later. Signing doesn't move anything by itself. */

const UNREAD: StepEffects = { ...NO_EFFECTS, gaps: ["unread"] };

export interface SignedContext {
	readonly facts: EvmFacts | null;
	readonly user: User;
	readonly addressFacts: AddressFacts | null;
	readonly chainRef: string | null;
}

interface Signed extends SignedContext {
	readonly reading: SignedReading;
	readonly data: TypedData;
	readonly signer: string;
	readonly step: number;
}

const lower = (address: string): string => address.toLowerCase();

function movementOf({ reading, step }: Signed, from: string, part: SignedPart): Movement {
	const { asset, least, most, to, by, payout } = part;
	return {
		from: lower(from),
		to: to === null ? null : lower(to),
		asset,
		least,
		most,
		step,
		basis: "permitted",
		until: reading.deadline,
		...(by === undefined ? {} : { by: lower(by) }),
		...(payout === undefined ? {} : { payout }),
	};
}

/** Kinds of typed data that contain a single order. Bulk orders are executed and assessed one by one. */
const ORDERS: ReadonlySet<TypedKind> = new Set([
	"seaport_order",
	"cow_order",
	"zeroex_order",
	"oneinch_order",
	"prediction_order",
	"rarible_order",
	"looksrare_order",
	"zeroex_item_order",
]);

const isOrder = ({ kind, open }: SignedReading): boolean =>
	ORDERS.has(kind) || (kind === "permit2_witness" && open === null);

/**
 * Assets that an order gives can go to anyone, unless the order names a taker. The counterparty is unknown,
 * so requested assets come from the settlement contract. Other parties' shares are the portion of the price
 * that the user doesn't receive.
 */
function movementsOf(signed: Signed): Movement[] {
	const { reading, data } = signed;
	const settler = data.domain.verifyingContract ?? ZERO_ADDRESS;
	return [
		...reading.given.map((part) => ({
			...movementOf(signed, part.from ?? reading.owner, part),
			...(isOrder(reading) ? { isSold: true as const } : {}),
		})),
		...reading.requested.map((part) => ({ ...movementOf(signed, settler, part), isPrice: true as const })),
	];
}

function scopeOf(scope: SignedScope): RightScope {
	if (scope.kind === "everything") return { kind: "everything", at: lower(scope.at) };
	return scope.kind === "control" ? { ...scope, over: lower(scope.over) } : scope;
}

function extentOf({ facts }: Signed, { scope, extent }: SignedRight): bigint | null {
	if (extent === null) return null;
	const token = scope.kind === "asset" && scope.asset.kind === "fungible" ? scope.asset.address : null;
	const isOpen = token === null ? isUnlimited(extent) : isBoundless(facts, token, extent);
	return isOpen ? null : extent;
}

/** Permit2 tracks allowances separately from the token. */
function beforeOf({ reading, facts }: Signed, { scope, book }: SignedRight): Pick<Right, "before"> {
	if (reading.kind !== "permit" || book !== undefined || scope.kind !== "asset") return {};
	const { kind, address } = scope.asset;
	const token = kind === "fungible" && address !== null ? tokenOf(facts, address) : null;
	const before = standardOf(token) === "erc20" ? factValue(token?.allowance) : null;
	return before === null || isUnlimited(before) ? {} : { before };
}

function rightOf(signed: Signed, right: SignedRight): Right {
	const { reading, step } = signed;
	const { holder, scope, until, book } = right;
	return {
		holder: lower(holder),
		account: lower(reading.owner),
		scope: scopeOf(scope),
		extent: extentOf(signed, right),
		until,
		step,
		basis: "permitted",
		...(book === undefined ? {} : { book: lower(book) }),
		...beforeOf(signed, right),
	};
}

function amountOf({ facts }: Signed, { kind, address }: EffectAsset): bigint | null {
	if (kind === "native") return factValue(facts?.balance);
	return kind === "fungible" && address !== null ? factValue(tokenOf(facts, address)?.balance) : null;
}

function holdingsOf(signed: Signed): Holding[] {
	const { reading, signer } = signed;
	if (!sameAddress(reading.owner, signer)) return [];
	const scoped = reading.rights.flatMap(({ scope }) => (scope.kind === "asset" ? [scope.asset] : []));
	const assets = [...reading.given.map(({ asset }) => asset), ...scoped];
	const each = new Map(assets.map((asset) => [assetKey(asset), asset]));
	return [...each.values()].map((asset) => ({
		account: lower(signer),
		asset,
		amount: amountOf(signed, asset),
	}));
}

function costsOf({ reading: { fee, marketFee, owner }, step }: Signed): Cost[] {
	if (fee === null && marketFee === null) return [];
	const shares: WithheldShare[] = marketFee === null ? [] : [{ of: "swap", share: marketFee, holder: null }];
	return [{ ...NO_COST, payer: lower(owner), most: fee ?? 0n, withheld: shares, step }];
}

/** Kinds of permits that let the receiver collect the assets at any time and for anyone. */
const COLLECTED: ReadonlySet<SignedReading["kind"]> = new Set([
	"permit2_transfer",
	"permit2_batch_transfer",
	"permit2_witness",
	"receive_authorization",
]);

const takersOf = ({ kind, given }: SignedReading): readonly string[] =>
	COLLECTED.has(kind) ? given.flatMap(({ to }) => to ?? []) : [];

const codesOf = ({ addressFacts }: SignedContext, holders: readonly string[]) =>
	holderCodesOf({ local: { state: "running" }, addressFacts }, holders);

const gainersOf = (reading: SignedReading): readonly Mention[] => [
	...[...takersOf(reading), ...reading.given.flatMap(({ by }) => by ?? [])].map(
		(address): Mention => ({ address, role: "allowed" }),
	),
	...allowedBy(reading.rights),
	...(reading.kind === "transfer_authorization" ? reading.given : []).flatMap(({ to }): Mention[] =>
		to === null ? [] : [{ address: to, role: "paid" }],
	),
];

function namedIn({ domain, tree }: TypedData): readonly Mention[] {
	const reader = domain.verifyingContract;
	return [...(reader === null ? [] : [reader]), ...addressesIn(tree)].map(
		(address): Mention => ({ address, role: "other" }),
	);
}

function carriedEffects(
	{ facts, user, addressFacts }: SignedContext,
	data: TypedData,
	call: CarriedCall,
	until: bigint | null,
	step: number,
): Pick<StepEffects, "movements" | "rights" | "controlled" | "lenders" | "called" | "mentions" | "gaps"> {
	const chainRef = String(data.domain.chainId ?? "");
	const decoded = decodedCall({ chainRef, user, addressFacts }, call);
	const context = { decoded, facts, user, chainRef, signer: call.from, data: call.data };
	const read = callEffects(context, { step, basis: "permitted", until });
	const called = read.called.map((each) => ({ ...each, isOuter: false }));
	return { ...read, called, gaps: ["not-simulated", ...read.gaps] };
}

const NO_CALL = {
	movements: [],
	rights: [],
	controlled: [],
	lenders: [],
	called: [],
	mentions: [],
	gaps: [],
} as const;

/** Kinds of control that applications record. A call can give them away like an allowance. */
const RECORDED_CONTROL: ReadonlySet<string> = new Set(["name", "stake"]);

const isGrant = (from: string, { account, scope, extent, isRest, isSpent }: Right): boolean =>
	account === lower(from) &&
	extent !== 0n &&
	isRest !== true &&
	isSpent !== true &&
	(scope.kind !== "control" || RECORDED_CONTROL.has(scope.what));

/**
 * Returns whether anyone who has this signature can use it to obtain a right at any time before it expires.
 */
function carriesRight({ user }: SignedContext, signer: string, call: CarriedCall, rights: readonly Right[]) {
	const isMine = [signer, ...user.accounts].some((account) => sameAddress(account, call.from));
	return isMine && rights.some((right) => isGrant(call.from, right));
}

/** Rights recorded by Permit2 don't count, because each has an expiry. */
const givesLasting = ({ kind, rights, given }: SignedReading): boolean =>
	rights.some(({ book, scope, extent }) => book === undefined && scope.kind !== "control" && extent !== 0n) ||
	(COLLECTED.has(kind) && given.some(({ most }) => most !== 0n));

const PERMISSIONS: ReadonlySet<TypedKind> = new Set([
	"permit",
	"dai_permit",
	"permit2_single",
	"permit2_batch",
	"permit2_transfer",
	"permit2_batch_transfer",
	"receive_authorization",
]);

function readEffects(signed: Signed): StepEffects {
	const { reading, signer, data, step } = signed;
	const { call, deadline, open, owner } = reading;
	const isLent = reading.rights.some(({ scope }) => scope.kind === "control" && scope.what === "code");
	const carried = call === null || isLent ? NO_CALL : carriedEffects(signed, data, call, deadline, step);
	const rights = [...reading.rights.map((right) => rightOf(signed, right)), ...carried.rights];
	const isLasting =
		givesLasting(reading) || (call !== null && carriesRight(signed, signer, call, carried.rights));
	const gives: SignatureUse["gives"] = isLasting ? "right" : isOrder(reading) ? "order" : "other";
	const givers = [owner, ...reading.given.flatMap(({ from }) => from ?? [])]
		.filter((each) => !sameAddress(each, signer))
		.map(lower);
	const gaps: ReadonlySet<Gap> = new Set([
		...(open !== null || isLent ? (["unread"] as const) : []),
		...carried.gaps,
	]);
	return {
		...NO_EFFECTS,
		movements: [...movementsOf(signed), ...carried.movements],
		rights,
		signatures: [{ step, until: deadline, gives }],
		holdings: holdingsOf(signed),
		controlled: [...new Set([...givers, ...carried.controlled])],
		lenders: carried.lenders,
		called: carried.called,
		mentions: [...gainersOf(reading), ...carried.mentions, ...namedIn(data)],
		costs: costsOf(signed),
		gaps: [...gaps],
		shownBy: PERMISSIONS.has(reading.kind) ? "bytes" : "nothing",
		holderCodes: codesOf(signed, [...rights.map(({ holder }) => holder), ...takersOf(reading)]),
	};
}

const describedCalls = (claim: PublishedClaim | null, signer: string): readonly CarriedCall[] =>
	(claim?.description.fields ?? []).flatMap(({ value }): CarriedCall[] => {
		const from = value.kind === "call" ? (value.from ?? readAddress(signer)) : null;
		return value.kind !== "call" || from === null
			? []
			: [{ from, to: value.callee, value: value.value ?? 0n, data: value.data }];
	});

/** Typed data of an unknown kind may permit anything, including the calls in its fields or description. */
function unknownEffects(
	context: SignedContext,
	data: TypedData,
	described: readonly CarriedCall[],
	signer: string,
	step: number,
): StepEffects {
	const own = carriedCallOf(data);
	const calls = [...(own === null ? [] : [own]), ...described];
	const carried = calls.map((call) => carriedEffects(context, data, call, null, step));
	const rights = carried.flatMap((each) => each.rights);
	const isLasting = calls.some((call, at) => carriesRight(context, signer, call, carried[at]?.rights ?? []));
	return {
		...NO_EFFECTS,
		movements: carried.flatMap(({ movements }) => movements),
		rights,
		signatures: [{ step, until: null, gives: isLasting ? "right" : "other" }],
		controlled: carried.flatMap(({ controlled }) => controlled),
		lenders: carried.flatMap(({ lenders }) => lenders),
		called: carried.flatMap(({ called }) => called),
		mentions: [...carried.flatMap(({ mentions }) => mentions), ...namedIn(data)],
		gaps: [...new Set([...carried.flatMap(({ gaps }) => gaps), "unread" as const])],
		holderCodes: codesOf(
			context,
			rights.map(({ holder }) => holder),
		),
	};
}

function typedEffects(context: SignedContext, data: TypedData, signer: string, step: number): StepEffects {
	const { facts, addressFacts, chainRef } = context;
	const isHere = facts?.rightChain === true && BigInt(facts.chainId) === data.domain.chainId;
	const own = { ...context, facts: isHere ? facts : null };
	const reading = readSigned(data, signer);
	const from = readAddress(signer);
	const claim = reading === null && from !== null ? claimOfMessage(data, from, addressFacts) : null;
	const found =
		reading === null
			? unknownEffects(own, data, describedCalls(claim, signer), signer, step)
			: readEffects({ ...own, reading, data, signer, step });
	return {
		...found,
		called: [...verifierOf(data, reading !== null, step), ...found.called],
		codeHistories: codeHistoriesOf({ local: { state: "running" }, addressFacts }),
		tokens: facts?.rightChain === true && chainRef !== null ? queriedTokens({ facts, chainRef }) : [],
		disowned: claim?.vouched === "revoked" ? [claimantOf(claim)] : [],
	};
}

function verifierOf({ domain }: TypedData, isRead: boolean, step: number): readonly CalledContract[] {
	const address = domain.verifyingContract;
	return address === null
		? []
		: [{ address, step, of: "verifier", isOuter: true, isRead, isPayment: false, isPlain: false }];
}

/** Text doesn't permit anything by itself, but bytes that aren't text could permit anything. */
const textEffects = (text: string | null): StepEffects => (text === null ? UNREAD : NO_EFFECTS);

export function messageStepEffects(
	{ intent, signer }: Pick<MessageItem, "intent" | "signer">,
	context: SignedContext,
	step: number,
): StepEffects {
	switch (intent.kind) {
		case "evm_personal":
			return textEffects(personalText(personalBytes(intent.message)));
		case "svm_message": {
			const bytes = svmMessageBytes(intent.message_base64);
			return textEffects(bytes === null ? null : svmText(bytes));
		}
		case "evm_typed_data": {
			const data = typedDataHashes(intent.typed_data);
			if (!data.ok) return UNREAD;
			return typedEffects(context, data, signer, step);
		}
	}
}
