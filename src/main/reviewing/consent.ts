import type { Costs } from "../../core/describe/evm/costs.ts";
import { DRIFT_PERCENT } from "../../core/effects/compare/balances.ts";
import type { Amount } from "../../core/format/amount.ts";
import { sameText, type Text } from "../../core/localized-text.ts";
import type { Review } from "../../core/review/review.ts";
import type { Finding } from "../../core/risk/finding.ts";
import { SEVERITY_RANK } from "../../core/risk/finding.ts";
import { digestOf, type RefusedReview } from "../rules/allow-once.ts";

/**
 * The content of a review that an approval consents to. It also covers a newer version of the review that is
 * no worse: with no new or more severe finding, no different typed word, no higher cost, no different
 * headline and no weaker simulation.
 */
export interface Consent {
	readonly fingerprint: string;
	readonly word: string | null;
	readonly headlines: readonly Text[];
	readonly findings: readonly ConsentedFinding[];
	readonly effects: readonly Effect[];
	readonly evidence: readonly ConsentEvidence[];
}

interface ConsentedFinding extends Pick<Finding, "id" | "severity" | "needsWord"> {
	/**
	 * Addresses, assets and the case of the rule that applied, compared as an opaque string. Excludes
	 * amounts, which change on their own and are compared as effects.
	 */
	readonly about: string;
}

interface Effect {
	readonly key: string;
	/**
	 * Effects in the same group form a trade if one is a cost and another a gain. A price change then affects
	 * both amounts.
	 */
	readonly group: string;
	/** In base units. Negative for a gain, and 1 for an effect without an amount. */
	readonly cost: bigint;
}

interface ConsentEvidence {
	readonly local: string;
	readonly verdict: string | null;
}

const WITHOUT_END = 2n ** 256n;

function summed(effects: readonly Effect[]): readonly Effect[] {
	const all = new Map<string, Effect>();
	for (const effect of effects) {
		const cost = (all.get(effect.key)?.cost ?? 0n) + effect.cost;
		all.set(effect.key, { ...effect, cost });
	}
	return [...all.values()];
}

const L1_FEE = "l1 fee";

/** Lists the L1 fee separately, because it changes with each L1 block while the maximum gas fee is fixed. */
function feesOf({ gas, l1 }: Costs): readonly (readonly [string, Amount])[] {
	return [
		...(gas.most === null ? [] : [["fee", gas.most] as const]),
		...(l1?.kind === "beside" ? [[L1_FEE, l1.most] as const] : []),
	];
}

function effectsOf({ analyses, costs }: Review): readonly Effect[] {
	const found = analyses.flatMap(({ comparison, permissions }, at): Effect[] => [
		...(comparison?.effects ?? []).map(({ kind, account, asset, other, ours, theirs }) => {
			const amount = ours ?? theirs;
			const unit = amount === null ? "" : amount.symbol;
			const raw = amount === null ? 1n : kind === "balance" ? -amount.raw : amount.raw;
			return {
				key: JSON.stringify([at, kind, account, asset, unit, raw > 0n ? other : null]),
				group: kind === "balance" ? JSON.stringify([at, account]) : "",
				cost: raw,
			};
		}),
		...permissions
			.filter(({ grants }) => grants)
			.map(({ spender, token, kind, amount, unlimited }) => ({
				key: JSON.stringify([at, "allow", kind, token, spender]),
				group: "",
				cost: unlimited || amount === null ? WITHOUT_END : amount.raw,
			})),
	]);
	const fees = costs === null ? [] : feesOf(costs);
	return summed([...found, ...fees.map(([key, { raw }]) => ({ key, group: "", cost: raw }))]);
}

/**
 * If a finding doesn't state its subject, its whole text is compared, so different wording makes it a
 * different finding.
 */
const aboutOf = ({ about, stake, text }: Finding): string =>
	JSON.stringify(about === undefined ? { text, stake } : { about, stake });

export function consentOf(review: Review): Consent | null {
	const { fingerprint, approval, analyses, findings, headline } = review;
	if (fingerprint === null) return null;
	return {
		fingerprint,
		word: approval.word,
		headlines: [headline.text, ...analyses.map((each) => each.headline.text)],
		findings: findings.map((finding) => {
			const { id, severity, needsWord } = finding;
			return { id, severity, needsWord, about: aboutOf(finding) };
		}),
		effects: effectsOf(review),
		evidence: analyses.map(({ opinion, comparison }) => ({
			local: opinion.local.state,
			verdict: comparison?.verdict ?? null,
		})),
	};
}

/** The subject of an informational finding may differ, because it includes past activity and its time. */
function covers(before: ConsentedFinding, after: ConsentedFinding): boolean {
	if (before.id !== after.id || SEVERITY_RANK[before.severity] > SEVERITY_RANK[after.severity]) return false;
	if (after.needsWord && !before.needsWord) return false;
	const mild = after.severity === "info" && !after.needsWord;
	return mild || before.about === after.about;
}

/** Each earlier finding covers at most one later finding. */
function findingsCovered(before: readonly ConsentedFinding[], after: readonly ConsentedFinding[]): boolean {
	const left = [...before];
	return after.every((finding) => {
		const at = left.findIndex((each) => covers(each, finding));
		if (at === -1) return false;
		left.splice(at, 1);
		return true;
	});
}

const magnitude = (raw: bigint) => (raw < 0n ? -raw : raw);

/**
 * Returns how much an effect's cost may rise. A trade may cost more within normal price movement. Apart from
 * the L1 fee, nothing else may.
 */
function slackOf({ key, group, cost }: Effect, all: readonly Effect[]): bigint {
	// The displayed fee is twice the current fee. If it doubles, the current fee has only reached the amount
	// displayed before.
	if (key === L1_FEE) return cost;
	const traded =
		group !== "" &&
		all.some((each) => each.group === group && each.cost > 0n) &&
		all.some((each) => each.group === group && each.cost < 0n);
	return traded ? (magnitude(cost) * DRIFT_PERCENT) / 100n : 0n;
}

function effectsCovered(before: readonly Effect[], after: readonly Effect[]): boolean {
	const costs = new Map(after.map(({ key, cost }) => [key, cost]));
	const known = new Set(before.map(({ key }) => key));
	return (
		before.every((effect) => (costs.get(effect.key) ?? 0n) <= effect.cost + slackOf(effect, before)) &&
		after.every(({ key, cost }) => known.has(key) || cost <= 0n)
	);
}

const AGREEING: ReadonlySet<string | null> = new Set(["agrees", "drifts"]);

function isEvidenceCovered(before: readonly ConsentEvidence[], after: readonly ConsentEvidence[]): boolean {
	return after.every((evidence, at) => {
		const then = before[at];
		if (then === undefined) return false;
		const own = evidence.local === then.local || evidence.local === "done";
		return own && (evidence.verdict === then.verdict || AGREEING.has(evidence.verdict));
	});
}

export function isMoreSevere(before: Consent, after: Consent): boolean {
	const alike =
		before.fingerprint === after.fingerprint &&
		(after.word === null || after.word === before.word) &&
		before.headlines.length === after.headlines.length &&
		before.headlines.every((text, at) => sameText(text, after.headlines[at] ?? ""));
	return !(
		alike &&
		findingsCovered(before.findings, after.findings) &&
		effectsCovered(before.effects, after.effects) &&
		isEvidenceCovered(before.evidence, after.evidence)
	);
}

/** Returns the newer consent with each effect's lowest cost so far, so small price changes don't add up. */
export function milder(before: Consent, after: Consent): Consent {
	const costs = new Map(before.effects.map(({ key, cost }) => [key, cost]));
	const effects = after.effects.map((effect) => {
		const then = costs.get(effect.key);
		return then !== undefined && then < effect.cost ? { ...effect, cost: then } : effect;
	});
	return { ...after, effects };
}

export function exceptedOf(review: Review, entryId: string): RefusedReview | null {
	const { approval, fingerprint, frozen } = review;
	if (frozen === null || fingerprint === null || approval.byRules.length === 0) return null;
	return { entryId, fingerprint, digest: digestOf(frozen), refusals: approval.byRules };
}
