import type { ComparedEffect, Comparison } from "../../decoded-transaction/opinion.ts";
import { DRIFT_PERCENT } from "../../effects/compare/balances.ts";
import { fallsShort, isUndeclared } from "../../effects/compare/compare.ts";
import type { HiddenPart, TransactionFacts } from "../../effects/step-facts.ts";
import { sameAddress } from "../../identities/labels.ts";
import { type Message, message, sentences } from "../../localized-text.ts";
import type { TypedIntent } from "../../typed-intent/typed-intent.ts";
import { aboutEffect, type Finding, newFinding } from "../finding.ts";

const ID = "declared-differs";
const MAX_LISTED = 3;
/** Shortfall in a declared gain, in percent, above which the request can't be approved. */
const MAX_SHORT_PERCENT = 50n;

function undeclared({ effects }: Comparison): Finding | null {
	const found = effects.filter(isUndeclared);
	if (found.length === 0) return null;
	const texts = found.slice(0, MAX_LISTED).map(({ text }) => text);
	const more = found.length - texts.length;
	const rest = more === 0 ? [] : [message("finding.undeclared.more", { count: more })];
	return newFinding(
		ID,
		"block",
		sentences(message("finding.undeclared"), ...texts, ...rest, message("finding.reject")),
	);
}

const isTooShort = ({ theirs, ours }: ComparedEffect): boolean =>
	theirs === null || ours === null || (theirs.raw - ours.raw) * 100n > theirs.raw * MAX_SHORT_PERCENT;

function shortfall({ effects }: Comparison): Finding | null {
	const short = effects.filter(fallsShort);
	const worst = short.find(isTooShort) ?? short[0];
	if (worst === undefined) return null;
	const isRefused = isTooShort(worst);
	const text = sentences(message("finding.promise-short"), worst.text);
	return newFinding(
		ID,
		isRefused ? "block" : "danger",
		isRefused ? sentences(text, message("finding.reject")) : text,
		{ about: aboutEffect(worst) },
	);
}

function recipientShort({ effects }: Comparison, accounts: readonly string[]): Finding | null {
	const isShort = ({ kind, account, status, theirs, ours }: ComparedEffect) =>
		kind === "balance" &&
		status === "differs" &&
		theirs !== null &&
		ours !== null &&
		ours.raw < theirs.raw &&
		!accounts.some((own) => sameAddress(own, account));
	const found = effects.find(isShort);
	if (found === undefined || found.theirs === null || found.ours === null) return null;
	const isMuch = (found.theirs.raw - found.ours.raw) * 100n > found.theirs.raw * DRIFT_PERCENT;
	return newFinding(
		ID,
		isMuch ? "danger" : "caution",
		sentences(found.text, message("finding.recipient-short")),
		{ about: aboutEffect(found) },
	);
}

const claimsMore = ({ kind, status, theirs, ours }: ComparedEffect): boolean =>
	kind === "balance" &&
	(status === "differs" || status === "only_theirs") &&
	theirs !== null &&
	theirs.raw < 0n &&
	(ours === null || ours.raw > theirs.raw);

const isOutcome = ({ kind, status }: ComparedEffect): boolean => kind === "outcome" && status === "differs";

/**
 * The difference doesn't cost the user anything. One of the simulations is wrong, or used a different state.
 */
function otherwise({ verdict, effects }: Comparison): Finding | null {
	if (verdict !== "differs") return null;
	const found = effects.find(isOutcome) ?? effects.find(claimsMore);
	if (found === undefined) return null;
	return newFinding(ID, "caution", sentences(message("finding.opinion-differs"), found.text), {
		about: aboutEffect(found),
	});
}

function drift({ effects }: Comparison): Finding | null {
	const found = effects.find(({ status }) => status === "drift");
	if (found === undefined) return null;
	const leaves = effects.some(
		({ status, costs, ours }) => status === "drift" && costs && ours !== null && ours.raw < 0n,
	);
	return newFinding(ID, leaves ? "caution" : "info", sentences(found.text), { about: aboutEffect(found) });
}

const HIDDEN: Readonly<Record<HiddenPart, Message>> = {
	moves: message("finding.contradiction.moves"),
	permission: message("finding.contradiction.permission"),
	unheard: message("finding.contradiction.unheard"),
};

/** Another finding already reports effects that our own simulation shows, by name and amount. */
function hidden({ hidden: parts, comparison }: TransactionFacts): Finding | null {
	if (parts.length === 0 || comparison.effects.some(isUndeclared)) return null;
	return newFinding(ID, "danger", sentences(...parts.map((part) => HIDDEN[part])));
}

export const wholeDiffers = (comparison: Comparison): Finding | null =>
	undeclared(comparison) ?? shortfall(comparison);

export const hiddenTogether = (): Finding =>
	newFinding(ID, "danger", message("finding.contradiction.together"));

export const comparisonDiffers = (
	comparison: Comparison,
	accounts: readonly string[],
): readonly (Finding | null)[] => [
	undeclared(comparison),
	shortfall(comparison),
	recipientShort(comparison, accounts),
	otherwise(comparison),
	drift(comparison),
];

export const declaredDiffers = (facts: TransactionFacts): readonly (Finding | null)[] => [
	hidden(facts),
	...comparisonDiffers(facts.comparison, facts.accounts),
];

export function descriptionContradicted({ described }: TransactionFacts): Finding | null {
	if (described === null) return null;
	const { claimant, publisher, parts } = described;
	const more = parts.length - MAX_LISTED;
	return newFinding(
		"description-contradicted",
		"danger",
		sentences(
			message("finding.description-contradicted", { claimant }),
			...parts.slice(0, MAX_LISTED).map(({ text }) => text),
			...(more > 0 ? [message("finding.description-contradicted.others", { count: more })] : []),
		),
		{ about: [publisher ?? "", ...parts.map(({ about }) => JSON.stringify(about))] },
	);
}

export const withoutRefused = (
	general: readonly Finding[],
	findings: readonly (Finding | null)[],
): readonly Finding[] =>
	findings.some((each) => each?.id === "declared-differs" && each.severity === "block")
		? general.filter(({ id }) => id !== "unexplained-loss")
		: general;

export function typedDiffers(asked: TypedIntent | null): Finding | null {
	if (asked?.outcome !== "differs") return null;
	const { text, address } = asked;
	return newFinding("asked-differs", "danger", text, {
		...(address === null ? {} : { stake: { kind: "address", address } }),
	});
}
