import { wellKnownAt } from "../../../chain/tokens/known.ts";
import { decodedOutflows } from "../../../effects/evm/outflows.ts";
import { amountParam, message } from "../../../message.ts";
import { roleOf } from "../../../people/counterparties.ts";
import { sameAddress } from "../../../people/labels.ts";
import { nameParam } from "../../../subject/subject.ts";
import type { Finding } from "../../finding.ts";
import { type GivenPart, partOfHoldings } from "../../part-of-holdings.ts";
import { isUsedBefore } from "../calls.ts";
import { isWhole } from "./large-outflow.ts";
import { amountOf, assetKey, flowsOf, heldOf, isRunning, type WholeRequest } from "./whole-request.ts";

interface SpentAsset {
	readonly asset: string;
	/** Base units, or items of a collection. */
	readonly raw: bigint;
	readonly isItem: boolean;
	/** The one who gets most of it. */
	readonly to: string;
}

/** What is sent to people whom the user neither knows nor has paid before, all steps together, by asset. */
function givenToStrangers({ steps, first }: WholeRequest): readonly SpentAsset[] {
	const { user, chainRef, signer } = first;
	const sent = steps
		.flatMap(({ subject }) => decodedOutflows(subject))
		.flatMap(({ asset, from, to, amount, tokenIds }) =>
			to === null || !sameAddress(from, signer)
				? []
				: [
						{
							asset: assetKey(asset),
							to,
							amount: amount ?? BigInt(tokenIds.length),
							isItem: amount === null,
						},
					],
		)
		// Coin that is sent to a token of the chain's is converted, and tokens that are sent to one are lost.
		.filter(({ to }) => wellKnownAt(chainRef, to) === null)
		.filter(({ to }) => !isUsedBefore(user, to, roleOf("paid", chainRef)));
	return [...new Set(sent.map(({ asset }) => asset))].flatMap((asset) => {
		const all = sent.filter((each) => each.asset === asset);
		const [most] = all.toSorted((left, right) => (left.amount < right.amount ? 1 : -1));
		const raw = all.reduce((sum, { amount }) => sum + amount, 0n);
		return most === undefined ? [] : [{ asset, raw, to: most.to, isItem: most.isItem }];
	});
}

function partsOf(request: WholeRequest, given: readonly SpentAsset[]): readonly GivenPart[] {
	return given.flatMap(({ asset, raw, to, isItem }) => {
		const held = isItem ? null : heldOf(request, asset);
		return held === null ? [] : [{ asset, amount: amountOf(request, asset, raw), held, to }];
	});
}

/**
 * All that is held of an asset, all that the same request first borrows, takes out or buys, or a large part of what is
 * held goes to strangers.
 * Parts that are sent in several steps, or to several strangers, count together.
 */
export function wholeBalance(request: WholeRequest): Finding | null {
	const flows = flowsOf(request);
	const given = givenToStrangers(request);
	for (const { asset, raw, to, isItem } of given) {
		const held = heldOf(request, asset);
		const come = flows?.get(asset)?.come ?? 0n;
		const isAll = held !== null && isWhole(raw, held);
		const isGot = isWhole(raw, come);
		if (!isAll && (!isGot || isRunning(request))) continue;
		const { user } = request.first;
		const what = isItem
			? message("items.given", { count: Number(raw), collection: nameParam(user, asset) })
			: amountParam(amountOf(request, asset, raw));
		const params = { what, to: nameParam(user, to) };
		return {
			id: "whole-balance",
			severity: "danger",
			text: message(isAll ? "finding.whole-balance" : "finding.whole-balance.got", params),
			short: message("reason.whole-balance", params),
			needsWord: true,
			stake: { kind: "address", address: to },
		};
	}
	return partOfHoldings(partsOf(request, given), (address) => nameParam(request.first.user, address));
}
