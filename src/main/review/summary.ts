import type { ReadCommit } from "../../contract/commit.ts";
import type { EvmFacts } from "../chains/evm-facts.ts";
import { matchFrozenEvm } from "../match/evm.ts";
import { expiryOf, freeze, type Owner } from "../match/frozen.ts";
import type { Labels } from "../policy/labels.ts";
import type { Amount } from "./amount.ts";
import { headlineOf } from "./headline.ts";
import { headlineOfReview } from "./reviewed.ts";
import { subjectOf } from "./subject.ts";

/** One line of a commit for a list: cheap, without asking the chain. */

export interface Summary {
	readonly headline: string;
	readonly amount: Amount | null;
	/** As the commit names it: a decimal chain id, or a cluster. */
	readonly chainRef: string;
	readonly app: string | null;
	/** Unix milliseconds. */
	readonly expiresAt: number | null;
	/** By the view alone; the chain's word comes with the review. */
	readonly match: "matched" | "refused" | "unproven" | "unreadable";
}

export interface SummaryPerson extends Owner {
	readonly accounts: readonly string[];
	readonly labels: Labels;
}

function appOf(read: ReadCommit): string | null {
	if (read.kind === "unreadable") return null;
	const request = read.view.review?.request;
	return request?.type === "execute_evm" ? (request.transactions[0]?.protocol ?? null) : null;
}

function without(read: ReadCommit): Summary {
	const blank = { amount: null, app: appOf(read), expiresAt: null };
	if (read.kind === "unreadable")
		return { ...blank, headline: "A request that can't be read", chainRef: "", match: "unreadable" };
	const { view } = read;
	const base = { ...blank, chainRef: view.chain_ref };
	if (view.review === null)
		return { ...base, headline: "A request without a readable review", match: "unreadable" };
	const request = view.review.request;
	const label =
		request.type === "execute_evm" ? request.transactions[view.batch?.index ?? 0]?.label : undefined;
	return { ...base, headline: label ?? "A request that asks for no signature now", match: "unproven" };
}

/**
 * @param facts what is known of the chain already, so that a token's amount can be told in its own unit; may be null.
 */
export function summariseCommit(
	read: ReadCommit,
	person: SummaryPerson,
	facts: EvmFacts | null = null,
): Summary {
	if (read.kind === "unreadable") return without(read);
	const freezing = freeze(read.view, person);
	if (!freezing.ok) {
		const told = headlineOfReview(read.view, facts, { ...person, signerState: "missing" });
		const blank = without(read);
		const summary = told === null ? blank : { ...blank, headline: told.text, amount: told.amount };
		const asks = read.view.action !== null && read.view.action.kind !== "broadcast";
		return asks && summary.match !== "unreadable" ? { ...summary, match: "refused" } : summary;
	}
	const { frozen } = freezing;
	const { accounts, labels } = person;
	const subject = subjectOf(frozen, facts, { accounts, labels, signerState: "missing" });
	const { verdict } = matchFrozenEvm(frozen);
	const blank = without(read);
	if (subject === null) return { ...blank, headline: "A request that can't be decoded", match: verdict };
	const headline = headlineOf(subject);
	return {
		headline: headline.text,
		amount: headline.amount,
		chainRef: frozen.chain_ref,
		app: subject.transaction.protocol ?? null,
		expiresAt: expiryOf(frozen),
		match: verdict,
	};
}
