import { byKind } from "../by-kind.ts";
import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { contractsOf } from "../decode/evm/contracts.ts";
import { decodeEvm } from "../decode/evm/decode-evm.ts";
import {
	type CallContext,
	type DecodedEvmTransaction,
	isUnlimited,
	nativeAmount,
	tokenAmount,
} from "../decoded-transaction/decoded-transaction.ts";
import { collectionParam } from "../decoded-transaction/party-names.ts";
import { describeCall } from "../describe/evm/describe-calls.ts";
import { type Amount, fullText, grouped } from "../format/amount.ts";
import { timeText } from "../format/labels.ts";
import type { Hex } from "../format/numeral.ts";
import { plain } from "../format/plain.ts";
import { amountParam, type Message, message, type Text } from "../localized-text.ts";
import type { DataLeaf, Description, FieldValue } from "../published-descriptors/erc7730/description.ts";
import {
	claimantOf,
	claimText,
	type PublishedClaim,
	vouchedText,
} from "../published-descriptors/published-claims.ts";
import { addressText } from "./explanation.ts";

export type ClaimContext = Omit<CallContext, "decoded" | "claims">;

interface ClaimRow {
	/**
	 * `said`: the description displays this value. `adds`: text from the description itself, which isn't
	 * signed. `left_out`: a signed value that the description doesn't fully display. `ours`: added by
	 * Countersign.
	 */
	readonly kind: "said" | "adds" | "left_out" | "ours";
	readonly label: Text;
	readonly value: Text;
	readonly address: string | null;
	readonly open: boolean;
}

export interface DescribedClaim {
	readonly target: string | null;
	readonly claimant: Text;
	readonly intent: string | null;
	readonly proxyOf: string | null;
	readonly vouched: Message;
	readonly isVouched: boolean;
	readonly rows: readonly ClaimRow[];
}

const MAX_LENGTH = 400;
const MAX_ROWS = 60;

const isHexAddress = (value: unknown): value is Hex =>
	typeof value === "string" && /^0x[0-9a-f]{40}$/i.test(value);

function bytesText(hex: string): string | Message {
	return hex.length <= MAX_LENGTH
		? hex
		: message("claim.bytes.clipped", {
				bytes: hex.slice(0, MAX_LENGTH),
				count: String((hex.length - 2) / 2),
			});
}

function leafText(context: ClaimContext, { type, value }: DataLeaf): string | Message {
	if (typeof value === "bigint") return value.toString();
	if (typeof value === "boolean") return value ? message("claim.yes") : message("claim.no");
	if (type === "address") return addressText(context.user, value);
	return type.startsWith("bytes") ? bytesText(value) : plain(value, MAX_LENGTH);
}

/** Counts can exceed the range of safe integers. */
const UNITS: readonly (readonly [bigint, (count: string, isOne: boolean) => Message])[] = [
	[86_400n, (count, isOne) => message("claim.duration.day", { count, isOne })],
	[3_600n, (count, isOne) => message("claim.duration.hour", { count, isOne })],
	[60n, (count, isOne) => message("claim.duration.minute", { count, isOne })],
	[1n, (count, isOne) => message("claim.duration.second", { count, isOne })],
];

function durationText(seconds: bigint): Message {
	let rest = seconds;
	const parts = UNITS.flatMap(([size, of]) => {
		const count = rest / size;
		rest %= size;
		return count === 0n ? [] : [of(grouped(count), count === 1n)];
	});
	const [first, ...others] = parts;
	if (first === undefined) return message("claim.duration.none");
	return others.reduce((longer, shorter) => message("claim.duration.then", { longer, shorter }), first);
}

const amountText = (amount: Amount): Message => message("claim.amount", { amount: amountParam(amount) });

type Of<Kind extends FieldValue["kind"]> = Extract<FieldValue, { kind: Kind }>;

function tokenText(
	context: ClaimContext,
	{ token, native, raw, message: unlimitedText }: Of<"tokenAmount">,
): Message {
	const amount = native
		? nativeAmount(context.chainRef, raw)
		: token === null
			? null
			: tokenAmount(context.facts, token, raw);
	const plainly =
		amount === null ? message("claim.amount.no-token", { amount: grouped(raw) }) : amountText(amount);
	const text = isUnlimited(raw) ? message("claim.amount.unlimited", { amount: plainly }) : plainly;
	return unlimitedText === null
		? text
		: message("claim.amount.described", { amount: text, text: plain(unlimitedText, 40) });
}

function callText(context: ClaimContext, { callee, data, value, from }: Of<"call">): Text {
	const decoded = decodeEvm(
		{ to: callee, value: value ?? 0n, data },
		undefined,
		contractsOf(context.chainRef),
	);
	return describeCall({ ...context, decoded, as: (from ?? context.signer).toLowerCase() }).text;
}

/**
 * Contracts that treat a zero receiver as the caller. Source: the verified code for KyberSwap's
 * MetaAggregationRouterV2 and 1inch's routers 5 and 6.
 */
const CALLER_IF_ZERO: ReadonlySet<string> = new Set([
	"0x6131b5fae19ea4f9d964eac0408e4408b66337b5",
	"0x1111111254eeb25477b68fb85ed929f73a960582",
	"0x111111125421ca6dc452d289314280a0f8842a65",
]);
const RECEIVER = /(?:^|\.)dstReceiver$/;

const isCaller = ({ boundTo }: Description, { path, value }: Description["fields"][number]): boolean =>
	CALLER_IF_ZERO.has(boundTo) && RECEIVER.test(path) && addressIn(value) === ZERO_ADDRESS;

const addressValue = (address: string | Message, isSender: boolean): Text =>
	isSender ? message("claim.address.sender", { address }) : address;

function valueText(context: ClaimContext, value: FieldValue): Text {
	return byKind(value, {
		raw: (value) => leafText(context, value),
		amount: (value) => amountText(nativeAmount(context.chainRef, value.raw)),
		tokenAmount: (value) => tokenText(context, value),
		nft: (value) =>
			message("claim.item", {
				id: String(value.id),
				collection:
					value.collection === null
						? message("claim.collection.none")
						: collectionParam(context, value.collection),
			}),
		date: (value) => (value.seconds < 0n ? String(value.seconds) : timeText(value.seconds)),
		block: (value) => message("claim.block", { height: grouped(value.height) }),
		duration: (value) => durationText(value.seconds),
		unit: (value) => `${fullText(value.raw, value.decimals)} ${plain(value.base, 16)}`,
		enum: (value) =>
			value.label === null
				? String(value.raw)
				: `${plain(String(value.raw), 80)} (“${plain(value.label, 80)}”)`,
		address: (value) => addressValue(addressText(context.user, value.address), value.sender),
		call: (value) => callText(context, value),
	});
}

function addressIn(value: FieldValue): string | null {
	if (value.kind === "address") return value.address;
	return value.kind === "raw" && value.type === "address" && isHexAddress(value.value) ? value.value : null;
}

const plainly = (text: Text): Text => (typeof text === "string" ? plain(text, MAX_LENGTH) : text);

function describedRows(
	context: ClaimContext,
	description: Description,
	isOwnCall: boolean,
): readonly ClaimRow[] {
	const { fields, constants } = description;
	const addedAt = (index: number) =>
		constants
			.filter(({ position }) => position === index)
			.map(({ label, text }): ClaimRow => ({ kind: "adds", label, value: text, address: null, open: true }));
	const described = fields.flatMap((field, at): ClaimRow[] => {
		const { label, value } = field;
		const said = isCaller(description, field)
			? { value: message("claim.address.caller", { own: isOwnCall, address: ZERO_ADDRESS }), address: null }
			: { value: plainly(valueText(context, value)), address: addressIn(value) };
		return [...addedAt(at), { kind: "said", label, ...said, open: true }];
	});
	return [...described, ...addedAt(fields.length)];
}

function leftOutLabel(label: string, why: Description["uncovered"][number]["why"]): Text {
	if (why === "absent") return label;
	return message(why === "hidden" ? "claim.label.hidden" : "claim.label.part", { label });
}

function leftOutRows(context: ClaimContext, { uncovered }: Description): readonly ClaimRow[] {
	return uncovered.map((leaf): ClaimRow => {
		const { path, why, label, open, type, value } = leaf;
		return {
			kind: "left_out",
			label: leftOutLabel(plain(path === "" ? (label ?? type) : path, 80), why),
			value: leafText(context, leaf),
			address: type === "address" && isHexAddress(value) ? value : null,
			open,
		};
	});
}

const our = (label: Message, value: Message): ClaimRow => ({
	kind: "ours",
	label,
	value,
	address: null,
	open: true,
});

/** Adds rows for native coins and trailing bytes, which every description must show. */
function ourRows(context: ClaimContext, value: bigint, { tail }: Description): readonly ClaimRow[] {
	return [
		...(value === 0n
			? []
			: [our(message("claim.row.sent"), amountText(nativeAmount(context.chainRef, value)))]),
		...(tail === null
			? []
			: [
					our(
						message("claim.row.tail"),
						message("claim.tail", { count: tail.size, bytes: bytesText(tail.hex) }),
					),
				]),
	];
}

function bounded(rows: readonly ClaimRow[]): readonly ClaimRow[] {
	if (rows.length <= MAX_ROWS) return rows;
	const kept = new Set(
		[...rows.filter(({ open }) => open), ...rows.filter(({ open }) => !open)].slice(0, MAX_ROWS),
	);
	const shown = rows.filter((row) => kept.has(row));
	return [
		...shown,
		our(message("claim.row.more"), message("claim.more", { count: rows.length - shown.length })),
	];
}

/**
 * Describes a published claim. `value` is in wei. `isOwnCall` means that the signer makes the call directly.
 */
export function describeClaim(
	context: ClaimContext,
	claim: PublishedClaim,
	target: string | null,
	value: bigint,
	isOwnCall = false,
): DescribedClaim {
	const { description, vouched } = claim;
	const { viaImplementation, boundTo, intent } = description;
	return {
		target,
		claimant: claimantOf(claim),
		intent: claimText(claim) === null ? null : intent,
		proxyOf: viaImplementation ? boundTo : null,
		vouched: vouchedText(claim),
		isVouched: vouched === "current" || vouched === "unchecked",
		rows: bounded([
			...ourRows(context, value, description),
			...describedRows(context, description, isOwnCall),
			...leftOutRows(context, description),
		]),
	};
}

export function describeClaims(subject: DecodedEvmTransaction): readonly DescribedClaim[] {
	return (subject.claims ?? []).map((claim) =>
		describeClaim(
			subject,
			claim,
			claim.decoded.target,
			claim.decoded.value,
			claim.decoded === subject.decoded,
		),
	);
}
