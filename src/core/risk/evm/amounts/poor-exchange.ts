import { contractsOf } from "../../../decode/evm/contracts.ts";
import { leavesOf } from "../../../decode/evm/leaves.ts";
import type { ActWhat, AssetPart, Meaning } from "../../../decode/evm/meaning.ts";
import { callsOf } from "../../../effects/evm/calls.ts";
import { decodedOutflows } from "../../../effects/evm/outflows.ts";
import { readAddress, readUint } from "../../../format/numeral.ts";
import { amountParam, type Message, message, type Param, sentences } from "../../../message.ts";
import { roleOf } from "../../../people/counterparties.ts";
import { sameAddress } from "../../../people/labels.ts";
import { shortAddress } from "../../../subject/subject.ts";
import { type AssetAmount, isDust, isListed, isNextToNothing } from "../../../subject/worth.ts";
import { type About, aboutUnit, type Finding } from "../../finding.ts";
import { isUsedBefore } from "../calls.ts";
import {
	amountOf,
	assetKey,
	flowsOf,
	heldOf,
	isMine,
	type NetFlow,
	ownOfAll,
	type WholeRequest,
} from "./whole-request.ts";

/** What leaves for nothing is told from a stake or a bridge, of which no simulation sees the other side, by its size. */
const LARGE = 10n;
/** A receipt counts about as many units as what it is for. */
const RECEIPT = 100n;

/** By the payload's own bytes, sent to somebody: a payment, which other rules weigh by who gets it. */
function paid({ steps, first: { signer } }: WholeRequest, asset: string): bigint {
	return steps
		.flatMap(({ subject }) => decodedOutflows(subject))
		.filter((each) => each.to !== null && assetKey(each.asset) === asset && sameAddress(each.from, signer))
		.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
}

/** Acts by which a known application keeps something for its caller, in its own books. */
const KEEPS: ReadonlySet<ActWhat> = new Set(["stake", "supply", "request-deposit"]);

/** An exact amount out of the caller's own account for a recipient that is named. */
const isPaidByCaller = ({ from, to, bound }: Extract<Meaning, { kind: "payment" }>): boolean =>
	from === "caller" && bound === "exact" && to?.startsWith("0x") === true;

/** Paid to recipients by name, or put into a known application for the user: no simulation sees the other side. */
function withoutOtherSide({ steps, first: { signer, user } }: WholeRequest, asset: string): bigint {
	return steps
		.flatMap(({ subject }) => leavesOf(subject.decoded, subject.signer))
		.filter(({ sure, verified, as }) => sure && verified && sameAddress(as, signer))
		.flatMap(({ decoded: { meaning } }): readonly Pick<AssetPart, "asset" | "amount">[] => {
			// A recipient by name, as in a list of payments, is weighed by who it is.
			if (meaning.kind === "payment") return isPaidByCaller(meaning) ? [meaning] : [];
			if (meaning.kind !== "act" || !KEEPS.has(meaning.what)) return [];
			return meaning.owner === null || isMine(user, signer, meaning.owner) ? meaning.gives : [];
		})
		.filter((part) => part.asset !== null && assetKey(part.asset) === asset)
		.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
}

const partOf = ({ asset, net }: NetFlow): AssetAmount => ({ asset, raw: net < 0n ? -net : net });

const units = ({ raw }: AssetAmount, decimals: number) => (raw * 10n ** 18n) / 10n ** BigInt(decimals);

/** Far more units of a token that nobody lists than what is given for them: no receipt of anything. */
function isMuchOfUnlisted(
	request: WholeRequest,
	given: readonly AssetAmount[],
	got: readonly NetFlow[],
): boolean {
	return got.every((flow) => {
		const { decimals } = amountOf(request, flow.asset, flow.net);
		const many = units(partOf(flow), decimals ?? flow.decimals ?? 18);
		return given.every(
			(part) => many > RECEIPT * units(part, amountOf(request, part.asset, part.raw).decimals ?? 18),
		);
	});
}

/**
 * A piece of a well-known collection; or a position, a name, a place in a queue, of an application that was called for
 * it: of such an item handed over by anybody else nothing tells whether it is worth anything.
 */
function isKnownItem({ steps, first: { chainRef } }: WholeRequest, { asset, isItem }: NetFlow): boolean {
	const address = readAddress(asset);
	const known = contractsOf(chainRef);
	const item = address === null ? null : known.at(address);
	if (!isItem || item === null) return false;
	if (item.family.keepsItems === true) return true;
	const called = steps.flatMap(({ subject }) => callsOf(subject).map(({ decoded }) => decoded.target));
	return called.some((target) => known.at(target)?.app === item.app);
}

/** A tenth of a holding or more of it, all parts taken together; what nobody knows counts as all. */
function isLarge(request: WholeRequest, given: readonly AssetAmount[]): boolean {
	const thousandths = given.map(({ asset, raw }) => {
		const held = heldOf(request, asset);
		return held === null || held === 0n ? 1_000n : (raw * 1_000n) / held;
	});
	return thousandths.reduce((sum, each) => sum + each, 0n) * LARGE >= 1_000n;
}

const allAmounts = (request: WholeRequest, parts: readonly AssetAmount[]): readonly Param[] =>
	parts.map(({ asset, raw }) => amountParam(amountOf(request, asset, raw)));

/** Why what comes back is no exchange for what is given; null where it may be one. */
function poorText(
	request: WholeRequest,
	given: readonly AssetAmount[],
	got: readonly NetFlow[],
): Message | null {
	const { chainRef } = request.first;
	if (got.some((flow) => isKnownItem(request, flow))) return null;
	const tokens = got.filter(({ isItem }) => !isItem);
	const listed = tokens.filter(({ asset }) => isListed(chainRef, asset)).map(partOf);
	const [unlisted, ...others] = tokens.filter(({ asset }) => !isListed(chainRef, asset));
	if (listed.length > 0 && !isDust(chainRef, given, listed)) return null;
	if (unlisted !== undefined && !isMuchOfUnlisted(request, given, [unlisted, ...others])) return null;
	const item = got.find(({ isItem }) => isItem);
	const rest =
		unlisted !== undefined
			? message("finding.poor-exchange.unlisted-token", { address: shortAddress(unlisted.asset) })
			: item !== undefined
				? message("finding.poor-exchange.unknown-item", { address: shortAddress(item.asset) })
				: null;
	if (listed.length > 0) {
		const dust = message("finding.poor-exchange.dust", { amounts: allAmounts(request, listed) });
		return rest === null ? dust : sentences(dust, message("finding.poor-exchange.besides", { what: rest }));
	}
	if (unlisted === undefined && !isLarge(request, given)) return null;
	return rest === null
		? message("finding.poor-exchange.nothing")
		: message("finding.poor-exchange.all", { what: rest });
}

/** What is given and what comes back decide the words, but for the figures. */
const aboutOf = (request: WholeRequest, given: readonly AssetAmount[], got: readonly NetFlow[]): About => [
	...given.map(({ asset, raw }) => `${asset} ${aboutUnit(amountOf(request, asset, raw))}`),
	null,
	...got.map(({ asset, isItem, net }) => `${asset} ${isItem} ${aboutUnit(amountOf(request, asset, net))}`),
];

const danger = ({ steps }: WholeRequest, text: Message, about: About): Finding => {
	const called = steps.at(-1)?.subject.decoded.target;
	return {
		id: "poor-exchange",
		severity: "danger",
		text,
		needsWord: true,
		about,
		...(called === undefined ? {} : { stake: { kind: "address", address: called } as const }),
	};
};

const NOBODY = /^0x0+$/;

/** Items that leave for somebody unfamiliar by what a contract does: those that the bytes send are weighed as sent. */
function itemsTaken(request: WholeRequest): readonly string[] {
	const { user, signer, chainRef } = request.first;
	const sent = request.steps.flatMap(({ subject }) => decodedOutflows(subject));
	return (ownOfAll(request) ?? [])
		.flatMap(({ balanceChanges }) => balanceChanges)
		.flatMap(({ account, asset, tokenId, direction, counterparty }) => {
			const isTaken = direction === "out" && typeof tokenId === "string" && counterparty != null;
			if (!isTaken || !isMine(user, signer, account ?? signer)) return [];
			if (NOBODY.test(counterparty) || isUsedBefore(user, counterparty, roleOf("paid", chainRef))) return [];
			const id = readUint(tokenId);
			const isSent = sent.some(
				(each) => assetKey(each.asset) === assetKey(asset) && each.tokenIds.some((item) => item === id),
			);
			return isSent ? [] : [asset];
		});
}

/** There is no part of an item, so that any that goes for nothing or for a crumb is too much. */
function itemForCrumb(request: WholeRequest, got: readonly NetFlow[]): Finding | null {
	const [collection] = itemsTaken(request);
	const parts = got.map(partOf);
	if (collection === undefined || got.some(({ isItem }) => isItem)) return null;
	if (!isNextToNothing(request.first.chainRef, parts)) return null;
	const given = shortAddress(collection);
	const text =
		parts.length === 0
			? message("finding.poor-exchange.item", { collection: given })
			: message("finding.poor-exchange.item-for-crumb", {
					collection: given,
					amounts: allAmounts(request, parts),
				});
	return danger(request, text, ["item", collection, ...aboutOf(request, [], got)]);
}

/** What has worth is given for nothing, for next to nothing, or for tokens and items that nobody knows. */
export function poorExchange(request: WholeRequest): Finding | null {
	const flows = [...(flowsOf(request)?.values() ?? [])];
	const { chainRef } = request.first;
	const given = flows
		.filter(({ asset, isItem, net }) => net < 0n && !isItem && isListed(chainRef, asset))
		.map(
			(flow): AssetAmount => ({
				asset: flow.asset,
				raw: -flow.net - paid(request, flow.asset) - withoutOtherSide(request, flow.asset),
			}),
		)
		.filter(({ raw }) => raw > 0n);
	const got = flows.filter(({ net }) => net > 0n);
	const text = given.length === 0 ? null : poorText(request, given, got);
	if (text === null) return itemForCrumb(request, got);
	const gives = message("finding.poor-exchange", { amounts: allAmounts(request, given) });
	return danger(request, sentences(gives, text), aboutOf(request, given, got));
}
