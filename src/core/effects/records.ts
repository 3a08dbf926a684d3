import { type ApprovalChange, type BalanceChange, directionOf } from "../../service-api/simulation.ts";
import { type DecodedEvmTransaction, isBoundless } from "../decoded-transaction/decoded-transaction.ts";
import type { DecodedSvmTransaction } from "../decoded-transaction/svm/svm-decoded-transaction.ts";
import { readUint } from "../format/numeral.ts";
import { assetKey, type EffectAsset, fungible, type Movement, NATIVE, type Right } from "./effects.ts";
import { standardAt } from "./evm/assets.ts";
import { type FamilyOperations, familyOperationsOf, itemOf } from "./family.ts";

export type Recorded = Pick<Movement, "from" | "to" | "asset" | "least" | "most">;
export type RecordedRight = Pick<Right, "holder" | "account" | "scope" | "extent" | "until" | "book">;

const COLLECTIONS: ReadonlySet<string> = new Set(["erc721", "erc1155", "erc721_or_erc1155"]);

type NamedAsset = Pick<BalanceChange, "asset" | "tokenId" | "standard">;

const itemNamed = (address: string, id: string | null): EffectAsset => ({ kind: "item", address, item: id });

const isCollection = (
	subject: DecodedEvmTransaction | DecodedSvmTransaction,
	asset: string,
	standard: string,
): boolean => COLLECTIONS.has(standard) || (!("steps" in subject) && standardAt(subject, asset) === "erc721");

interface RecordPosition {
	readonly subject: DecodedEvmTransaction | DecodedSvmTransaction;
	readonly family: FamilyOperations;
}

function assetOf(
	{ subject, family }: RecordPosition,
	{ asset: named, tokenId, standard }: NamedAsset,
): EffectAsset {
	const asset = family.asset(named);
	if (asset === "native") return NATIVE;
	const item = itemOf(tokenId);
	return item !== null || isCollection(subject, asset, standard ?? "")
		? itemNamed(asset, item)
		: fungible(asset);
}

/**
 * If a record doesn't name a sender, the sender is the token itself or, for the native coin, the called
 * contract.
 */
function senderOf({ subject, family }: RecordPosition, { kind, address }: EffectAsset): string {
	if (kind !== "native" && address !== null) return address;
	return "steps" in subject ? (subject.steps[0]?.programId ?? family.signer) : subject.decoded.target;
}

type Span = Pick<Movement, "least" | "most">;

function spanOf({ amount }: BalanceChange, { item }: EffectAsset): Span {
	const stated = readUint(amount.replace(/^[-+]/, ""));
	if (stated === null) return item === null ? { least: 0n, most: null } : { least: 1n, most: 1n };
	const counted = item !== null && stated === 0n ? 1n : stated;
	return { least: counted, most: counted };
}

type Sided = { readonly out: readonly Recorded[]; readonly in: readonly Recorded[] };

/** A record without a direction counts in both directions, each with a minimum of zero. */
function sidesOf(position: RecordPosition, record: BalanceChange): Sided {
	const { family } = position;
	if (family.isOtherChain(record)) return { out: [], in: [] };
	const asset = assetOf(position, record);
	const account = family.bearer(record);
	const { counterparty } = record;
	const other = typeof counterparty === "string" && counterparty !== "" ? family.account(counterparty) : null;
	const direction = directionOf(record) ?? (record.amount.startsWith("-") ? "out" : null);
	const stated = spanOf(record, asset);
	const span = direction === null ? { ...stated, least: 0n } : stated;
	const left: Recorded = { from: account, to: other, asset, ...span };
	const come: Recorded = { from: other ?? senderOf(position, asset), to: account, asset, ...span };
	return { out: direction === "in" ? [] : [left], in: direction === "out" ? [] : [come] };
}

const keyOf = ({ from, to, asset }: Recorded): string => JSON.stringify([from, to, assetKey(asset)]);

const sum = (one: bigint | null, other: bigint | null): bigint | null =>
	one === null || other === null ? null : one + other;

function added(movements: readonly Recorded[]): ReadonlyMap<string, Recorded> {
	const found = new Map<string, Recorded>();
	for (const each of movements) {
		const before = found.get(keyOf(each));
		const most = before === undefined ? each.most : sum(before.most, each.most);
		found.set(keyOf(each), { ...each, least: (before?.least ?? 0n) + each.least, most });
	}
	return found;
}

const isMore = (one: Recorded, other: Recorded): boolean =>
	one.most === null || (other.most !== null && one.most > other.most);

/** A movement between two of the user's accounts appears in both accounts' records, but counts once. */
export function recordedMovements(
	subject: DecodedEvmTransaction | DecodedSvmTransaction,
	records: readonly BalanceChange[],
): readonly Recorded[] {
	const position: RecordPosition = { subject, family: familyOperationsOf(subject) };
	const sides = records.map((record) => sidesOf(position, record));
	const [left, come] = [added(sides.flatMap((side) => side.out)), added(sides.flatMap((side) => side.in))];
	const onlyCome = [...come].filter(([key]) => !left.has(key)).map(([, each]) => each);
	const all = [...left].map(([key, each]) => {
		const seen = come.get(key);
		return seen !== undefined && isMore(seen, each) ? seen : each;
	});
	return [...all, ...onlyCome].filter(({ from, to, most }) => from !== to && most !== 0n);
}

function extentIn(
	subject: DecodedEvmTransaction | DecodedSvmTransaction,
	{ kind, approved, amount, unlimited, asset }: ApprovalChange,
): bigint | null {
	if (approved === false) return 0n;
	if (kind === "token") return 1n;
	const stated = kind === "operator" || unlimited === true ? null : readUint(amount ?? "");
	const facts = "steps" in subject ? null : subject.facts;
	return stated === null || isBoundless(facts, asset, stated) ? null : stated;
}

export function recordedRights(
	subject: DecodedEvmTransaction | DecodedSvmTransaction,
	approvals: readonly ApprovalChange[],
): readonly RecordedRight[] {
	const family = familyOperationsOf(subject);
	return approvals
		.filter((each) => !family.isOtherChain(each))
		.map((each) => {
			const token = family.token(each.asset);
			const asset = each.kind === "allowance" ? fungible(token) : itemNamed(token, itemOf(each.tokenId));
			return {
				holder: family.account(each.spender),
				account: family.account(each.account),
				scope: { kind: "asset", asset },
				extent: extentIn(subject, each),
				until: null,
			};
		});
}
