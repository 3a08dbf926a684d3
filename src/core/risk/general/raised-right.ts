import { byKey } from "../../effects/accounting.ts";
import { assetKey, type EffectAsset, type Right } from "../../effects/effects.ts";
import { isOwn } from "../../effects/losses.ts";
import { message } from "../../message.ts";
import type { Finding } from "../finding.ts";
import { aboutAsset, type GeneralEvidence } from "./evidence.ts";

/** Somebody who may take already gets to take more: the amount that the user knew of no longer holds. */

interface Raise {
	readonly holder: string;
	readonly asset: EffectAsset;
	readonly before: bigint;
	readonly after: bigint;
}

const bookKey = ({ holder, account, scope, book }: Right): string =>
	JSON.stringify([holder, account, scope.kind === "asset" ? assetKey(scope.asset) : scope.kind, book ?? ""]);

/** A right without a bound is judged by itself, and so is one that replaces nothing. */
function raiseOf({ holder, scope }: Right, before: bigint | null, after: bigint | null): Raise | null {
	if (scope.kind !== "asset" || before === null || before === 0n || after === null || after <= before)
		return null;
	return { holder, asset: scope.asset, before, after };
}

/** Follows one allowance from step to step. @param rights of one holder over one asset, in order */
function raisesIn(rights: readonly Right[]): readonly Raise[] {
	let now: bigint | null = rights[0]?.before ?? null;
	return rights.flatMap((right) => {
		const before: bigint | null = now;
		const { added, extent } = right;
		now = added === undefined || extent === null ? extent : before === null ? null : before + added;
		return raiseOf(right, before, now) ?? [];
	});
}

export function raisedRight(evidence: GeneralEvidence): Finding | null {
	const { effects, words } = evidence;
	const own = effects.rights.filter(({ account }) => isOwn(effects, account));
	const sent = byKey(
		own.filter(({ basis }) => basis === "decoded"),
		bookKey,
	);
	// Each signature may be used alone.
	const signed = own.filter(({ basis }) => basis === "permitted");
	const raises = [...[...sent.values()].flatMap(raisesIn), ...signed.flatMap((each) => raisesIn([each]))];
	const [first] = raises;
	if (first === undefined) return null;
	const { holder, asset, before, after } = first;
	return {
		id: "raised-approval",
		severity: "info",
		text: message("finding.raised-approval", {
			who: words.name(holder),
			before: words.amountParam(asset, before),
			after: words.amountParam(asset, after),
		}),
		needsWord: false,
		about: raises.map((each) => JSON.stringify([each.holder, aboutAsset(evidence, each.asset)])),
	};
}
