import { contractsOf } from "../../decode/evm/contracts.ts";
import { byKey, receiversOf } from "../../effects/accounting.ts";
import {
	assetKey,
	type Basis,
	type EffectAsset,
	type Effects,
	type Movement,
} from "../../effects/effects.ts";
import { type AssetChange, gainsOf, givenOf, isOwn } from "../../effects/losses.ts";
import { readAddress } from "../../format/numeral.ts";
import { type Message, message } from "../../message.ts";
import { type AssetAmount, isDust, isListed, isNextToNothing, kinOf, shareOf } from "../../subject/worth.ts";
import { type Finding, gravestFirst } from "../finding.ts";
import { aboutAsset, type GeneralEvidence, isStranger, stakeAt } from "./evidence.ts";
import { OTHERS, shareOf as partOf, RECEIPT_UNITS, SHARE, WHOLE } from "./thresholds.ts";

/**
 * What is given against what comes for it, after what goes to others: as our simulation shows it, and the worst that the
 * bytes and signatures allow. Only listed assets have a worth; without one the rule says so.
 */

interface Trade {
	readonly basis: Basis;
	readonly given: readonly AssetChange[];
	readonly got: readonly AssetChange[];
	/** Parts of the price that others get by the bytes. */
	readonly away: readonly Movement[];
}

const isCoin = ({ kind }: EffectAsset): boolean => kind === "native" || kind === "fungible";

const amountsOf = (changes: readonly AssetChange[]): readonly AssetAmount[] =>
	changes.flatMap(({ asset, amount }) =>
		isCoin(asset) && asset.address !== null && amount !== null ? [{ asset: asset.address, raw: amount }] : [],
	);

/** What is neither the user's before nor theirs after, and was promised for what they give. */
const awayOf = (effects: Effects, basis: Basis): readonly Movement[] =>
	effects.movements.filter(
		(each) =>
			each.basis === basis &&
			each.to !== null &&
			each.most !== null &&
			isCoin(each.asset) &&
			!isOwn(effects, each.from) &&
			effects.parties.get(each.from)?.relation !== "controlled" &&
			isStranger(effects, each.to, "paid"),
	);

const tradeBy = (effects: Effects, basis: Basis): Trade => ({
	basis,
	given: givenOf(effects, basis),
	got: gainsOf(effects, basis),
	away: basis === "observed" ? [] : awayOf(effects, basis),
});

/** A piece of a well-known collection; or a position of an application that the request deals with. */
function isKnownItem({ parties }: Effects, chainRef: string, { asset }: AssetChange): boolean {
	const address = readAddress(asset.address ?? "");
	if (isCoin(asset) || address === null) return asset.kind === "debt";
	const contracts = contractsOf(chainRef);
	const item = contracts.at(address);
	if (item === null) return false;
	if (item.family.keepsItems === true) return true;
	return [...parties.keys()].some((party) => contracts.at(`0x${party.slice(2)}`)?.app === item.app);
}

/** A tenth of what is held or more of it, all assets together; what nobody knows counts as all. */
function isLarge(effects: Effects, given: readonly AssetChange[]): boolean {
	const own = byKey(
		effects.holdings.filter(({ account, amount }) => isOwn(effects, account) && amount !== null),
		({ asset }) => assetKey(asset),
	);
	const parts = given.map(({ asset, amount }) => {
		if (!isCoin(asset)) return WHOLE;
		const its = own.get(assetKey(asset));
		const held = its === undefined ? null : its.reduce((sum, each) => sum + (each.amount ?? 0n), 0n);
		return partOf(amount, held) ?? WHOLE;
	});
	return parts.reduce((sum, part) => sum + part, 0n) >= SHARE.danger;
}

interface Judgement {
	readonly severity: "danger" | "caution";
	readonly text: Message;
	/** Kind of the judgement, for a consent. */
	readonly what: string;
	readonly who: string | null;
}

const UNITS = 10n ** 18n;
const DECIMALS = 18;

/** Far more units of a token that nobody lists than what is given for them: no receipt of anything. */
function isMuchOfUnlisted(
	{ words }: GeneralEvidence,
	given: readonly AssetChange[],
	got: readonly AssetChange[],
): boolean {
	const units = ({ asset, amount }: AssetChange) =>
		((amount ?? 0n) * UNITS) / 10n ** BigInt(words.amount(asset, 0n).decimals ?? DECIMALS);
	return (
		got.length > 0 && got.every((each) => given.every((part) => units(each) > RECEIPT_UNITS * units(part)))
	);
}

function othersOf(evidence: GeneralEvidence, chainRef: string, trade: Trade): Judgement | null {
	const { effects, words } = evidence;
	const { given, got, away } = trade;
	const [most] = away;
	if (most === undefined || given.length === 0) return null;
	const limit = given.some(({ asset }) => !isCoin(asset)) ? OTHERS.ofItems : OTHERS.ofTokens;
	const mine = amountsOf(got);
	const theirs = amountsOf(away.map(({ asset, most: amount }) => ({ asset, amount })));
	const kindOf = ({ asset }: AssetAmount) => kinOf(chainRef, asset);
	const [mineByKind, givenByKind] = [byKey(mine, kindOf), byKey(amountsOf(given), kindOf)];
	const isMore = [...byKey(theirs, kindOf)].some(([kind, parts]) => {
		const beside = mineByKind.get(kind) ?? givenByKind.get(kind) ?? mine;
		// Of what others pay for an item that comes, nothing is the user's.
		return beside.length > 0 && shareOf(chainRef, parts, beside, limit) !== "less";
	});
	if (!isMore) return null;
	const [receiver] = receiversOf(
		{ movements: away },
		(account) => !effects.parties.has(account) || !isOwn(effects, account),
	);
	const who = receiver?.to ?? most.to;
	return {
		severity: "danger",
		what: "others",
		who,
		text: message("finding.exchange.others", {
			given: paramsOf(evidence, given),
			got: paramsOf(evidence, got),
			who: who === null ? "" : words.name(who),
			away: away.map(({ asset, most: amount }) => words.amountParam(asset, amount ?? 0n)),
		}),
	};
}

const paramsOf = ({ words }: GeneralEvidence, changes: readonly AssetChange[]) =>
	changes.map(({ asset, amount }) => words.amountParam(asset, amount ?? 0n));

function judge(evidence: GeneralEvidence, chainRef: string, trade: Trade): Judgement | null {
	const { effects } = evidence;
	const { basis, given, got } = trade;
	if (given.length === 0 || got.some((each) => isKnownItem(effects, chainRef, each))) return null;
	const params = { given: paramsOf(evidence, given), got: paramsOf(evidence, got) };
	const danger = (what: string, text: Message): Judgement => ({ severity: "danger", what, who: null, text });
	const [out, into] = [amountsOf(given), amountsOf(got)];
	const listed = into.filter(({ asset }) => isListed(chainRef, asset));
	const isOpen = given.some(({ asset }) => !isCoin(asset) || !isListed(chainRef, asset.address ?? ""));
	if (got.length === 0) {
		return basis === "permitted" && isLarge(effects, given)
			? danger("nothing", message("finding.exchange.nothing", { given: params.given }))
			: null;
	}
	if (listed.length > 0 && (isDust(chainRef, out, listed) || (isOpen && isNextToNothing(chainRef, listed))))
		return danger("little", message("finding.exchange.little", params));
	if (listed.length > 0 || basis === "decoded") return null;
	const unlisted = got.filter(({ asset }) => isCoin(asset));
	const text = message("finding.exchange.no-price", params);
	if (basis === "permitted" || isMuchOfUnlisted(evidence, given, unlisted)) return danger("no-price", text);
	return isLarge(effects, given) ? { severity: "caution", what: "no-price", who: null, text } : null;
}

function findingOf(evidence: GeneralEvidence, trade: Trade, judgement: Judgement | null): Finding | null {
	if (judgement === null) return null;
	const { effects } = evidence;
	const { severity, text, what, who } = judgement;
	const [receiver] = receiversOf(effects, (account) => isOwn(effects, account)).filter(
		({ to }) => to !== null && isStranger(effects, to, "paid"),
	);
	const isDanger = severity === "danger";
	return {
		id: "exchange",
		severity,
		text,
		needsWord: isDanger,
		about: [
			what,
			trade.basis,
			...[...trade.given, ...trade.got].map(({ asset }) => aboutAsset(evidence, asset)),
		],
		...(isDanger ? stakeAt(who ?? receiver?.to ?? null) : {}),
	};
}

const BASES: readonly Basis[] = ["permitted", "decoded", "observed"];

export function exchange(evidence: GeneralEvidence): Finding | null {
	const { effects } = evidence;
	const { chainRef } = effects;
	if (chainRef === null) return null;
	const found = BASES.flatMap((basis) => {
		const trade = tradeBy(effects, basis);
		return [othersOf(evidence, chainRef, trade), judge(evidence, chainRef, trade)].map((each) =>
			findingOf(evidence, trade, each),
		);
	});
	return gravestFirst(found)[0] ?? null;
}
