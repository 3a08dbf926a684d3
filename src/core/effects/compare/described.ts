import { ZERO_ADDRESS } from "../../chain/well-known.ts";
import {
	type DecodedEvmTransaction,
	isNative,
	isUnlimited,
	nativeAmount,
	tokenAmount,
	unitOf,
} from "../../decoded-transaction/decoded-transaction.ts";
import type { LocalSimulation } from "../../decoded-transaction/opinion.ts";
import { nameOf, nameParam } from "../../decoded-transaction/party-names.ts";
import { unitKey } from "../../format/amount.ts";
import { readUint } from "../../format/numeral.ts";
import { sameAddress } from "../../identities/labels.ts";
import { amountParam, type Message, message, type Param } from "../../localized-text.ts";
import type { Description, FieldValue } from "../../published-descriptors/erc7730/description.ts";
import { claimantOf, publisherOf } from "../../published-descriptors/published-claims.ts";

type Done = Extract<LocalSimulation, { state: "done" }>;

/** Base units by which a share-based token may deviate from the requested amount. */
const ROUNDING = 10n;

interface NamedParties {
	readonly addresses: ReadonlySet<string>;
	/** Maximum total per token, by lower-case address or `native`. */
	readonly amounts: ReadonlyMap<string, bigint>;
	/**
	 * All amounts and bare numbers in the description. They also cover burned receipts, which have as many
	 * units as the assets paid out for them.
	 */
	readonly numbers: ReadonlySet<bigint>;
}

function addressesIn(value: FieldValue): readonly string[] {
	switch (value.kind) {
		case "address":
			return [value.address];
		case "tokenAmount":
			return value.token === null ? [] : [value.token];
		case "nft":
			return value.collection === null ? [] : [value.collection];
		case "raw":
			return value.type === "address" ? [String(value.value)] : [];
		default:
			return [];
	}
}

function amountIn(value: FieldValue): readonly [string, bigint] | null {
	if (value.kind === "amount") return ["native", value.raw];
	if (value.kind !== "tokenAmount") return null;
	if (value.native) return ["native", value.raw];
	return value.token === null ? null : [value.token.toLowerCase(), value.raw];
}

function numbersIn(value: FieldValue): readonly bigint[] {
	if (value.kind === "raw") return typeof value.value === "bigint" ? [value.value] : [];
	return value.kind === "unit" || value.kind === "tokenAmount" || value.kind === "amount" ? [value.raw] : [];
}

function namedBy({ fields }: Description, subject: DecodedEvmTransaction): NamedParties {
	const values = fields.map(({ value }) => value);
	const { decoded, user, signer } = subject;
	const amounts = new Map<string, bigint>([["native", decoded.value]]);
	for (const amount of values.map(amountIn)) {
		if (amount === null) continue;
		const [asset, raw] = amount;
		amounts.set(asset, (amounts.get(asset) ?? 0n) + raw);
	}
	const own = [signer, ...user.accounts, decoded.target];
	return {
		addresses: new Set([...own, ...values.flatMap(addressesIn)].map((each) => each.toLowerCase())),
		amounts,
		numbers: new Set(values.flatMap(numbersIn)),
	};
}

const isMine = ({ user, signer }: DecodedEvmTransaction, address: string) =>
	[signer, ...user.accounts].some((each) => sameAddress(each, address));

const amountOf = (subject: DecodedEvmTransaction, asset: string, raw: bigint) =>
	isNative(asset) ? nativeAmount(subject.chainRef, raw) : tokenAmount(subject.facts, asset, raw);
const unitParam = (subject: DecodedEvmTransaction, asset: string, raw: bigint) =>
	amountParam(amountOf(subject, asset, raw));

interface DescribedPart {
	readonly text: Message;
	readonly about: readonly (string | boolean | null)[];
}

function leaving(subject: DecodedEvmTransaction, own: Done, named: NamedParties): readonly DescribedPart[] {
	const gone = new Map<string, bigint>();
	const beyond: DescribedPart[] = [];
	for (const record of own.simulation.balanceChanges) {
		const { asset, account, direction, counterparty } = record;
		const amount = readUint(record.amount);
		if (direction !== "out" || amount === null || !isMine(subject, account ?? subject.signer)) continue;
		const other = counterparty?.toLowerCase() ?? null;
		// Burned tokens are shares or receipts that the user exchanges for the returned assets.
		if (other === ZERO_ADDRESS) continue;
		const seen = other === null ? undefined : own.codes.get(other);
		const isAccount = seen !== undefined && (seen.size === 0 || seen.delegatedTo !== null);
		if (other !== null && isAccount && !named.addresses.has(other))
			beyond.push({
				text: message("finding.description-contradicted.goes", {
					amount: unitParam(subject, asset, amount),
					to: nameParam(subject.user, other),
				}),
				about: ["goes", asset, unitKey(amountOf(subject, asset, amount)), other, nameOf(subject.user, other)],
			});
		const key = isNative(asset) ? "native" : asset.toLowerCase();
		if (record.tokenId === undefined || record.tokenId === null)
			gone.set(key, (gone.get(key) ?? 0n) + amount);
	}
	const hasNoLimit = [...named.numbers].some(isUnlimited);
	const isCounted = (amount: bigint) => hasNoLimit || named.numbers.has(amount);
	for (const [asset, amount] of gone) {
		const most = named.amounts.get(asset);
		const isNamed = asset === "native" || named.addresses.has(asset);
		if (most === undefined && (isNamed || isCounted(amount))) continue;
		if (most === undefined)
			beyond.push({
				text: message("finding.description-contradicted.unsaid", {
					amount: unitParam(subject, asset, amount),
				}),
				about: ["unsaid", asset, unitKey(amountOf(subject, asset, amount))],
			});
		else if (amount > most + (asset === "native" ? 0n : ROUNDING))
			beyond.push({
				text: message("finding.description-contradicted.more", {
					amount: unitParam(subject, asset, amount),
					said: unitParam(subject, asset, most),
				}),
				about: ["more", asset, unitKey(amountOf(subject, asset, amount))],
			});
	}
	return beyond;
}

function allowing(subject: DecodedEvmTransaction, own: Done, named: NamedParties): readonly DescribedPart[] {
	return own.simulation.approvals.flatMap((record) => {
		const { account, spender, asset, approved, kind } = record;
		const amount = readUint(record.amount ?? "");
		if (!isMine(subject, account) || approved === false || (kind === "allowance" && amount === 0n)) return [];
		const who = nameParam(subject.user, spender);
		const unit = unitOf(subject.facts, asset);
		const what = unit.symbol;
		if (!named.addresses.has(spender.toLowerCase()))
			return [
				{
					text: message("finding.description-contradicted.allowed", { who, token: what }),
					about: ["allowed", spender, nameOf(subject.user, spender), asset, unitKey(unit)],
				},
			];
		const most = named.amounts.get(asset.toLowerCase());
		if (most === undefined || kind !== "allowance") return [];
		const unlimited = record.unlimited === true || (amount !== null && isUnlimited(amount));
		const more = unlimited ? !isUnlimited(most) : amount !== null && amount > most;
		return more
			? [
					{
						text: message("finding.description-contradicted.allowed-more", { who, token: what }),
						about: ["allowed more", spender, nameOf(subject.user, spender), asset, unitKey(unit)],
					},
				]
			: [];
	});
}

export interface DescribedDifference {
	readonly claimant: Param;
	readonly publisher: string | null;
	readonly parts: readonly DescribedPart[];
}

/**
 * Compares a contract's published description with our simulation by its assets, amounts and addresses.
 * Labels are ignored, and a match doesn't reduce any finding.
 */
export function describedDifference(
	subject: DecodedEvmTransaction,
	own: LocalSimulation,
): DescribedDifference | null {
	const claim = subject.claims?.find(({ decoded }) => decoded === subject.decoded);
	if (claim === undefined || own.state !== "done" || own.simulation.status !== "passed") return null;
	const { fields } = claim.description;
	if (fields.some(({ value }) => value.kind === "call")) return null;
	const named = namedBy(claim.description, subject);
	const parts = [...leaving(subject, own, named), ...allowing(subject, own, named)];
	return parts.length === 0 ? null : { claimant: claimantOf(claim), publisher: publisherOf(claim), parts };
}
