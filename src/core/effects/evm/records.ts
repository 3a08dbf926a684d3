import { type ApprovalChange, type BalanceChange, directionOf } from "../../../service-api/simulation.ts";
import { readUint } from "../../format/numeral.ts";
import { familyOperationsOf, itemOf } from "../../simulate/compare-family.ts";
import type { Subject } from "../../subject/subject.ts";
import { assetKey, type EffectAsset, fungible, type Movement, NATIVE, type Right } from "../effects.ts";
import { itemAt, standardAt } from "./assets.ts";
import { extentOf } from "./rights.ts";

/** Records of a simulation, ours or the service's, as movements and rights. */

export type Recorded = Pick<Movement, "from" | "to" | "asset" | "least" | "most">;
export type RecordedRight = Pick<Right, "holder" | "account" | "scope" | "extent" | "until">;

const COLLECTIONS: ReadonlySet<string> = new Set(["erc721", "erc1155", "erc721_or_erc1155"]);

type NamedAsset = Pick<BalanceChange, "asset" | "tokenId" | "standard">;

function assetOf(subject: Subject, { asset: named, tokenId, standard }: NamedAsset): EffectAsset {
	const asset = familyOperationsOf(subject).asset(named);
	if (asset === "native") return NATIVE;
	const item = itemOf(tokenId);
	if (item !== null) return { kind: "item", address: asset, item };
	const isCollection = COLLECTIONS.has(standard ?? "") || standardAt(subject, asset) === "erc721";
	return isCollection ? itemAt(asset, null) : fungible(asset);
}

/** An item is one, whatever is written beside it; text that is no number is no bound. */
function spanOf({ amount }: BalanceChange, { item }: EffectAsset): Pick<Movement, "least" | "most"> {
	const stated = readUint(amount.replace(/^[-+]/, ""));
	if (stated === null) return item === null ? { least: 0n, most: null } : { least: 1n, most: 1n };
	const counted = item !== null && stated === 0n ? 1n : stated;
	return { least: counted, most: counted };
}

const keyOf = ({ from, to, asset }: Recorded): string => JSON.stringify([from, to, assetKey(asset)]);

function added(movements: readonly Recorded[]): ReadonlyMap<string, Recorded> {
	const found = new Map<string, Recorded>();
	for (const each of movements) {
		const before = found.get(keyOf(each));
		const most = before === undefined ? each.most : sum(before.most, each.most);
		found.set(keyOf(each), { ...each, least: (before?.least ?? 0n) + each.least, most });
	}
	return found;
}

const sum = (one: bigint | null, other: bigint | null): bigint | null =>
	one === null || other === null ? null : one + other;

const isMore = (one: Recorded, other: Recorded): boolean =>
	one.most === null || (other.most !== null && one.most > other.most);

/**
 * Records of what leaves and of what comes in. One between two accounts of the user's stands in both, and is one
 * movement. A record without a direction counts as what leaves: a service that hides the direction gains nothing.
 */
export function recordedMovements(subject: Subject, records: readonly BalanceChange[]): readonly Recorded[] {
	const family = familyOperationsOf(subject);
	const outward: Recorded[] = [];
	const inward: Recorded[] = [];
	for (const record of records) {
		if (family.elsewhere(record)) continue;
		const asset = assetOf(subject, record);
		const account = family.account(record.account ?? family.signer);
		const { counterparty } = record;
		const other =
			typeof counterparty === "string" && counterparty !== "" ? family.account(counterparty) : null;
		const span = spanOf(record, asset);
		// A token's own book says that it comes; of coin that is the called contract.
		const source = other ?? (asset.kind === "native" ? subject.decoded.target : (asset.address ?? account));
		if (directionOf(record) === "in") inward.push({ from: source, to: account, asset, ...span });
		else outward.push({ from: account, to: other, asset, ...span });
	}
	const [left, come] = [added(outward), added(inward)];
	const onlyCome = [...come].filter(([key]) => !left.has(key)).map(([, each]) => each);
	const all = [...left].map(([key, each]) => {
		const seen = come.get(key);
		return seen !== undefined && isMore(seen, each) ? seen : each;
	});
	return [...all, ...onlyCome].filter(({ from, to, most }) => from !== to && most !== 0n);
}

/** Without an amount it has no bound. */
function extentIn({ kind, approved, amount, unlimited }: ApprovalChange): bigint | null {
	if (approved === false) return 0n;
	if (kind === "token") return 1n;
	const stated = kind === "operator" || unlimited === true ? null : readUint(amount ?? "");
	return stated === null ? null : extentOf(stated);
}

export function recordedRights(
	subject: Subject,
	approvals: readonly ApprovalChange[],
): readonly RecordedRight[] {
	const family = familyOperationsOf(subject);
	return approvals
		.filter((each) => !family.elsewhere(each))
		.map((each) => ({
			holder: family.account(each.spender),
			account: family.account(each.account),
			scope: {
				kind: "asset",
				asset:
					each.kind === "operator"
						? itemAt(family.token(each.asset), null)
						: assetOf(subject, { ...each, standard: each.kind === "token" ? "erc721" : each.standard }),
			},
			extent: extentIn(each),
			until: null,
		}));
}
