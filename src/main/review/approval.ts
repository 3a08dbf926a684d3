import type { ActionState, ChainFamily } from "../../contract/action.ts";
import type { CommitState, CommitView } from "../../contract/commit.ts";
import type { MatchResult } from "../match/check.ts";
import type { Frozen, Refusal } from "../match/frozen.ts";
import type { Costs } from "./costs.ts";
import { APPS } from "./device/apps.ts";
import type { DeviceFacts, DevicePlan } from "./device/device-plan.ts";
import type { Finding } from "./findings/index.ts";
import { plain } from "./plain.ts";
import type { Person } from "./subject.ts";

/** May this be approved now; and if not, why, in sentences that a person can act on. */

export interface Approval {
	readonly possible: boolean;
	/** The main one first. */
	readonly refusals: readonly string[];
	readonly word: string | null;
	/** All of the refusals may go away by themselves or by a retry. */
	readonly canRetry: boolean;
}

/** What the person types where the risk is high. */
export const TYPED_WORD = "APPROVE";

/** One reason against approving. `passing`: it may go away without a new review. */
export interface Against {
	readonly words: string;
	readonly passing: boolean;
}

const STATES: Readonly<Record<Exclude<CommitState, "needs_signature">, string>> = {
	awaiting_broadcast: "This is signed already and waits to be submitted.",
	submitted: "This is submitted already and waits for the chain.",
	confirmed: "This is done: the chain has confirmed it.",
	rejected: "This was rejected. Nothing more can be signed for it.",
	failed: "This has failed. Ask the agent for it again if you still want it.",
	expired: "This offer has expired. Nothing was signed; ask the agent for it again.",
};

const lasting = (words: string): Against => ({ words, passing: false });
const passing = (words: string): Against => ({ words, passing: true });

/** The service no longer, or not yet, asks for this signature. */
export function againstState(view: CommitView, confirmedByGet: boolean): Against[] {
	if (view.state !== "needs_signature") return [lasting(STATES[view.state])];
	const waits = view.action === null && view.wallet_attempt === null;
	if (waits)
		return [
			passing(
				"The service does not ask for this signature yet: an earlier step comes first. Nothing was signed.",
			),
		];
	return againstUnconfirmed(confirmedByGet);
}

/** The service's own word for what went wrong with a wallet's attempt, as its claim. */
export function againstAttempt({ wallet_attempt: attempt }: CommitView): Against[] {
	const code = attempt?.failure_code ?? null;
	return code === null
		? []
		: [
				lasting(
					`About the wallet that sends it, the service says: “${plain(code, 80)}”. Nothing was signed.`,
				),
			];
}

function againstUnconfirmed(confirmed: boolean): Against[] {
	return confirmed
		? []
		: [
				passing(
					"The service has not confirmed this request afresh. Nothing was signed; Countersign is asking it again.",
				),
			];
}

const ACTION_STATES: Readonly<Record<Exclude<ActionState, "pending">, string>> = {
	submitted: "This is answered already, and the service works on it.",
	completed: "This is answered already and is done.",
	rejected: "This was rejected. Nothing more can be signed for it.",
	expired: "This request has expired. Nothing was signed; ask the agent for it again.",
	failed: "This has failed. Ask the agent for it again if you still want it.",
};

/** An action is answered only while it is pending. */
export function againstActionState(state: ActionState, confirmed: boolean): Against[] {
	return state === "pending" ? againstUnconfirmed(confirmed) : [lasting(ACTION_STATES[state])];
}

/** Signing what nobody can read is off until the person turns it on. */
export function againstBlind(frozen: Frozen, allowed: boolean): Against[] {
	const isBlind = "blind" in frozen && frozen.blind === true;
	return isBlind && !allowed
		? [
				lasting(
					"What this means can't be seen, and signing such requests is turned off. Nothing was signed; you can turn it on in Settings, or reject the request.",
				),
			]
		: [];
}

/** What could not be decoded at all is not signed, whatever else is said of it. */
export function againstNothing(decoded: number): Against[] {
	return decoded > 0
		? []
		: [
				lasting(
					"Countersign can't decode what would be signed. Nothing was signed; you can reject the request.",
				),
			];
}

export function againstFreezing(refusals: readonly Refusal[], reviewFault: string | null): Against[] {
	return refusals.map(({ field, words }) =>
		field === "review" && reviewFault !== null
			? lasting(`The review can't be read (${reviewFault}). Nothing was signed; you can reject the request.`)
			: lasting(words.includes("Nothing was signed") ? words : `${words} Nothing was signed.`),
	);
}

/** Fields that speak of the chain's state rather than of the payload: they may come right. */
const OF_THE_CHAIN: ReadonlySet<string> = new Set(["rpc_chain", "pending_nonce", "rpc_cluster", "blockhash"]);

/** The field of one of several steps, without its place: "[2].pending_nonce". */
const ofTheChain = (field: string) => OF_THE_CHAIN.has(field.replace(/^\[[0-9]+\]\./, ""));

export function againstMatch(match: MatchResult, fault: string | null): Against[] {
	const failures = match.checks.filter((check) => check.status === "failed");
	const found = failures.map((check) => {
		const both =
			check.reviewed === null || check.payload === null
				? ""
				: ` Review: ${check.reviewed}. Payload: ${check.payload}.`;
		const end = ofTheChain(check.field) ? "" : " You can reject the request.";
		return {
			words: `${check.words}${both} Nothing was signed.${end}`,
			passing: ofTheChain(check.field),
		};
	});
	if (fault !== null) return [...found, passing(withFunds(fault))];
	const open = match.checks.find((check) => check.status === "unknown");
	return open === undefined ? found : [...found, passing(`${open.words} Nothing was signed; try again.`)];
}

function withFunds(words: string): string {
	return /nothing was signed/i.test(words) ? words : `${words} Nothing was signed.`;
}

export function againstExpiry(expiresAt: number | null, now: number): Against[] {
	return expiresAt !== null && expiresAt <= now
		? [lasting("The offer has expired. Nothing was signed; ask the agent for it again.")]
		: [];
}

/** Findings that may go away by themselves, or when the service renews what it asks. */
const PASSING: ReadonlySet<string> = new Set(["nonce-held", "blockhash-dead", "own-simulation-failed"]);

export function againstFindings(findings: readonly Finding[]): Against[] {
	return findings
		.filter((finding) => finding.severity === "block")
		.map((finding) => ({ words: finding.words, passing: PASSING.has(finding.id) }));
}

export function againstCosts(costs: Costs): Against[] {
	return costs.covered.ok === true ? [] : [passing(withFunds(costs.covered.words))];
}

export function againstSigner(state: Person["signerState"]): Against[] {
	if (state === "ready") return [];
	return state === "locked"
		? [passing("The vault is locked. Nothing was signed; unlock it to approve.")]
		: [
				lasting(
					"The account that would sign is not one of yours here. Nothing was signed; add the account or reject the request.",
				),
			];
}

/** "From, To and Max fees": the pages of a blind signature that say something. */
function shownWords({ pages }: DevicePlan): string {
	const titles = pages.flatMap(({ title, text }) =>
		text === "" || title === "Blind signing ahead" ? [] : [title],
	);
	const last = titles.at(-1);
	if (last === undefined) return "What it then shows is not known.";
	const others = titles.slice(0, -1).join(", ");
	return `It then shows only ${others === "" ? last : `${others} and ${last}`}.`;
}

/** The Ledger's app can't sign one of these, or is known to refuse it as it is set. */
export function againstDevice(
	plans: readonly DevicePlan[],
	device: DeviceFacts | null,
	family: ChainFamily,
): Against[] {
	const never = plans.find(({ sight }) => sight === "impossible");
	if (never !== undefined) return [lasting(`${never.words} Nothing was signed. You can reject the request.`)];
	const blind = plans.find(({ needsBlindSigning }) => needsBlindSigning);
	if (blind === undefined || device === null || device.app?.blindSigning !== false) return [];
	const { name } = APPS[family];
	return [
		passing(
			`The ${name} app on your Ledger refuses this, because blind signing is off there. Nothing was signed. To allow it, open the ${name} app on the device, then Settings → Blind signing, and turn it on. ${shownWords(blind)}`,
		),
	];
}

export function approvalOf(against: readonly Against[], findings: readonly Finding[]): Approval {
	return {
		possible: against.length === 0,
		refusals: [...new Set(against.map((each) => each.words))],
		word: findings.some((finding) => finding.needsWord) ? TYPED_WORD : null,
		canRetry: against.length > 0 && against.every((each) => each.passing),
	};
}
