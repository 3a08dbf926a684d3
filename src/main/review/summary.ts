import type { ReadCommit } from "../../contract/commit.ts";
import type { Action } from "../../contract/events.ts";
import type { EvmFacts } from "../chains/evm-facts.ts";
import { matchAction } from "../match/action.ts";
import { freeze } from "../match/freeze.ts";
import { freezeAction, placeOf, requestEnd } from "../match/freeze-action.ts";
import { expiryOf, type Intent, type Owner } from "../match/frozen.ts";
import { matchFrozen } from "../match/match.ts";
import { toSeconds } from "../match/member.ts";
import { NO_DEALINGS } from "../policy/dealings.ts";
import type { Labels } from "../policy/labels.ts";
import type { Amount } from "./amount.ts";
import { headlineOfAction } from "./compose-action.ts";
import type { Headline } from "./headline.ts";
import { insightsOf } from "./insight.ts";
import { legsOf } from "./leg.ts";
import { headlineOfReview } from "./reviewed.ts";

/** One line of a request for a list: cheap, without asking the chain. */

export interface Summary {
	readonly headline: string;
	readonly amount: Amount | null;
	/** As the request names it: a decimal chain id, or a cluster; empty where it names none. */
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
	const index = read.view.batch?.index ?? 0;
	return request?.type === "execute_evm" ? (request.transactions[index]?.protocol ?? null) : null;
}

/** A line of a list does not look at signers. */
const NO_SIGNER = { signerState: "missing", dealings: NO_DEALINGS, device: null } as const;

/** What the service calls a commit's own transaction. */
function labelOf(read: Extract<ReadCommit, { kind: "known" }>): string | undefined {
	const request = read.view.review?.request;
	const index = read.view.batch?.index ?? 0;
	if (request?.type === "execute_evm") return request.transactions[index]?.label;
	return request?.type === "execute_svm" ? request.transactions[index]?.description : undefined;
}

function without(read: ReadCommit): Summary {
	const blank = { amount: null, app: appOf(read), expiresAt: null };
	if (read.kind === "unreadable")
		return { ...blank, headline: "A request that can't be read", chainRef: "", match: "unreadable" };
	const { view } = read;
	const base = { ...blank, chainRef: view.chain_ref };
	if (view.review === null)
		return { ...base, headline: "A request without a readable review", match: "unreadable" };
	return {
		...base,
		headline: labelOf(read) ?? "A request that asks for no signature now",
		match: "unproven",
	};
}

/** From the frozen object alone, as if no chain could be asked. */
function headlineOfFrozen(
	frozen: Parameters<typeof legsOf>[0],
	person: SummaryPerson,
	facts: EvmFacts | null,
): Headline | null {
	const { accounts, labels } = person;
	const [insight] = insightsOf(legsOf(frozen), facts === null ? [] : [{ family: "evm", facts }], {
		person: { accounts, labels, ...NO_SIGNER },
		shown: { title: "", app: null },
		now: 0,
		heldBy: null,
		opinions: [],
	});
	return insight?.headline ?? null;
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
	const blank = without(read);
	if (!freezing.ok) {
		const told = headlineOfReview(read.view, facts, { ...person, ...NO_SIGNER });
		const summary = told === null ? blank : { ...blank, headline: told.text, amount: told.amount };
		const asks = read.view.action !== null && read.view.action.kind !== "broadcast";
		const differs = asks || read.view.wallet_attempt?.state === "mismatched";
		return differs && summary.match !== "unreadable" ? { ...summary, match: "refused" } : summary;
	}
	const { frozen } = freezing;
	const { verdict } = matchFrozen(frozen);
	const headline =
		headlineOfFrozen(frozen, person, facts) ??
		headlineOfReview(read.view, facts, { ...person, ...NO_SIGNER });
	if (headline === null) return { ...blank, headline: "A request that can't be decoded", match: verdict };
	return {
		headline: headline.text,
		amount: headline.amount,
		chainRef: frozen.chain_ref,
		app: appOf(read),
		expiresAt: expiryOf(frozen),
		match: verdict,
	};
}

export interface ActionContext extends SummaryPerson {
	readonly sessionId: string;
}

/** Payloads are signed as they came, so that they can be compared before anything is completed. */
function givenIntents({ request }: Action): readonly Intent[] | null {
	if (request.type !== "sign") return null;
	return request.payloads.map((payload) =>
		payload.kind === "svm_transaction" ? { ...payload, signer: request.signer, lookups: [] } : payload,
	);
}

function earliest(ends: readonly (number | null)[]): number | null {
	const known = ends.filter((end) => end !== null);
	return known.length === 0 ? null : Math.min(...known) * 1000;
}

/** One line of an action, by its own words: its transactions are completed only with the review. */
export function summariseAction(action: Action, context: ActionContext): Summary {
	const { request } = action;
	const intents = givenIntents(action);
	const { accounts, labels, sessionId } = context;
	const freezing = intents === null ? null : freezeAction(action, sessionId, context, intents, false);
	const frozen = freezing?.ok === true ? freezing.frozen : null;
	const told = headlineOfAction(action, { accounts, labels, ...NO_SIGNER });
	const [single] = intents ?? [];
	const own =
		frozen !== null && single !== undefined && intents?.length === 1
			? headlineOfFrozen(frozen, context, null)
			: null;
	const headline = own ?? told;
	return {
		headline: headline.text,
		amount: headline.amount,
		chainRef: placeOf(request).chain_ref ?? "",
		app: request.type === "execute_evm" ? (request.transactions[0]?.protocol ?? null) : null,
		expiresAt: earliest([
			action.expires_at === null ? null : toSeconds(action.expires_at),
			requestEnd(request),
		]),
		match: frozen === null ? (freezing === null ? "unproven" : "refused") : matchAction(frozen).verdict,
	};
}
