import { DRIFT_PERCENT } from "../../core/effects/compare/balances.ts";
import type { Costs } from "../../core/explain/evm/costs.ts";
import type { Amount } from "../../core/format/amount.ts";
import { sameText, type Text } from "../../core/message.ts";
import type { Review } from "../../core/review/review.ts";
import type { Finding } from "../../core/risk/finding.ts";
import { SEVERITY_RANK } from "../../core/risk/finding.ts";
import { digestOf, type RefusedReview } from "../rules/allow-once.ts";

/**
 * Content of a review to which an approval consents. It remains valid for the same review as long as that
 * displays nothing graver: no new finding, none more severe or about something else, no other word to type,
 * no costlier effect, no other headline, and no less proof. Changes for the milder keep it.
 */
export interface Consent {
	readonly fingerprint: string;
	/** Word to type; `null` if the risk requires none. */
	readonly word: string | null;
	/** One for the whole and one for each signed item. */
	readonly headlines: readonly Text[];
	readonly findings: readonly ConsentedFinding[];
	readonly effects: readonly Effect[];
	/** Proof of each signed item. */
	readonly proofs: readonly ConsentedProof[];
}

interface ConsentedFinding extends Pick<Finding, "id" | "severity" | "needsWord"> {
	/**
	 * Subject of the finding: addresses, assets and its rule's case. Numbers that change by themselves are
	 * excluded, since their amounts are compared as an effect. Never parsed: only compared with another.
	 */
	readonly about: string;
}

interface Effect {
	/** Kind, account, asset and beneficiary. */
	readonly key: string;
	/**
	 * Two effects of one group are a trade if one costs and the other gains: prices change the amount of
	 * each.
	 */
	readonly group: string;
	/** Base units that it costs; negative if it gains them; 1 for an effect without an amount. */
	readonly cost: bigint;
}

interface ConsentedProof {
	readonly own: string;
	readonly verdict: string | null;
}

const WITHOUT_END = 2n ** 256n;

/** Sums equal effects into one with both amounts. */
function summed(effects: readonly Effect[]): readonly Effect[] {
	const all = new Map<string, Effect>();
	for (const effect of effects) {
		const cost = (all.get(effect.key)?.cost ?? 0n) + effect.cost;
		all.set(effect.key, { ...effect, cost });
	}
	return [...all.values()];
}

const L1_FEE = "l1 fee";

/** Returns the fees; L1's changes with each of its blocks, the maximum gas fee never. */
function feesOf({ gas, l1 }: Costs): readonly (readonly [string, Amount])[] {
	return [
		...(gas.most === null ? [] : [["fee", gas.most] as const]),
		...(l1?.kind === "beside" ? [[L1_FEE, l1.most] as const] : []),
	];
}

function effectsOf({ analyses: insights, costs }: Review): readonly Effect[] {
	const found = insights.flatMap(({ comparison, approvals }, at): Effect[] => [
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
		...approvals
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
 * A finding without a stated subject has its whole text as its subject: any other wording is then another
 * finding.
 */
const aboutOf = ({ about, stake, text }: Finding): string =>
	JSON.stringify(about === undefined ? { text, stake } : { about, stake });

/** @returns `null` if nothing could be frozen, so that there is nothing to consent to */
export function consentOf(review: Review): Consent | null {
	const { fingerprint, approval, analyses: insights, findings, headline } = review;
	if (fingerprint === null) return null;
	return {
		fingerprint,
		word: approval.word,
		headlines: [headline.text, ...insights.map((each) => each.headline.text)],
		findings: findings.map((finding) => {
			const { id, severity, needsWord } = finding;
			return { id, severity, needsWord, about: aboutOf(finding) };
		}),
		effects: effectsOf(review),
		proofs: insights.map(({ opinion, comparison }) => ({
			own: opinion.own.state,
			verdict: comparison?.verdict ?? null,
		})),
	};
}

/**
 * Returns whether a finding is as grave and has the same subject. Mere information may concern another
 * subject: former dealings and their time.
 */
function covers(before: ConsentedFinding, after: ConsentedFinding): boolean {
	if (before.id !== after.id || SEVERITY_RANK[before.severity] > SEVERITY_RANK[after.severity]) return false;
	if (after.needsWord && !before.needsWord) return false;
	const mild = after.severity === "info" && !after.needsWord;
	return mild || before.about === after.about;
}

/** Returns whether each finding is covered by a different one: two of a kind are not covered by one. */
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

/** Returns the permitted growth of an effect: for a trade the drift of prices, for anything else zero. */
function slackOf({ key, group, cost }: Effect, all: readonly Effect[]): bigint {
	// The displayed amount is twice the current one, and may grow up to what was displayed.
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

function proofsCovered(before: readonly ConsentedProof[], after: readonly ConsentedProof[]): boolean {
	return after.every((proof, at) => {
		const then = before[at];
		if (then === undefined) return false;
		const own = proof.own === then.own || proof.own === "done";
		return own && (proof.verdict === then.verdict || AGREEING.has(proof.verdict));
	});
}

/**
 * Returns whether the current review displays anything to which a user who saw the former one did not
 * consent.
 */
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
		proofsCovered(before.proofs, after.proofs)
	);
}

/**
 * Returns a ticket's consent after a milder review was displayed under it: the newer one, with the lowest
 * cost so far of each effect, so that creeping prices don't add up.
 * @param after no graver than `before`
 */
export function milder(before: Consent, after: Consent): Consent {
	const costs = new Map(before.effects.map(({ key, cost }) => [key, cost]));
	const effects = after.effects.map((effect) => {
		const then = costs.get(effect.key);
		return then !== undefined && then < effect.cost ? { ...effect, cost: then } : effect;
	});
	return { ...after, effects };
}

/** Returns the exception that this review could get, if only the user's own rules refuse it; otherwise `null`. */
export function exceptedOf(review: Review, entryId: string): RefusedReview | null {
	const { approval, fingerprint, frozen } = review;
	if (frozen === null || fingerprint === null || approval.byRules.length === 0) return null;
	return { entryId, fingerprint, digest: digestOf(frozen), refusals: approval.byRules };
}
