import type { ActionState, ChainFamily } from "../../service-api/action.ts";
import type { CommitState, CommitView } from "../../service-api/commit.ts";
import { nativeAmount, type User } from "../decoded-transaction/decoded-transaction.ts";
import type { DeviceFacts, DevicePlan } from "../decoded-transaction/device-plan.ts";
import type { ChainFault } from "../decoded-transaction/question.ts";
import type { Costs } from "../describe/evm/costs.ts";
import { APPS } from "../device/apps.ts";
import { SCREEN } from "../device/screens.ts";
import { fullText } from "../format/amount.ts";
import { readUint } from "../format/numeral.ts";
import { plain } from "../format/plain.ts";
import { type Message, message, sameText, sentences, type Text } from "../localized-text.ts";
import { type Check, isOfChain, type MatchResult } from "../match/check.ts";
import { allowsBlind, type FreezeRefusal, type Frozen } from "../match/frozen.ts";
import type { Finding } from "../risk/finding.ts";
import { areLiftable } from "../rules/check-rules.ts";
import type { RuleRefusal } from "../rules/rules.ts";
import { NOTHING_SIGNED } from "../unsigned.ts";
import type { TypedWord, WordOf } from "./effects/typed-word.ts";

export interface ApprovalState {
	readonly possible: boolean;
	readonly refusals: readonly Text[];
	readonly word: string | null;
	readonly wordOf: WordOf | null;
	readonly wordParty: string | null;
	/** Every refusal could resolve by itself or on a retry. */
	readonly canRetry: boolean;
	readonly causes: readonly ObstacleCause[];
	readonly isEnded?: true;
	/** Refusals by the user's rules, if nothing else blocks the approval. */
	readonly byRules: readonly RuleRefusal[];
}

/** Failure causes. Other modules use them to choose the action and the severity. */
type ObstacleCause =
	| "over"
	| "rpc-silent"
	/** The user's rules can't be read, because the vault that sealed them is locked. */
	| "rules-locked";

/** `passing` means that the obstacle may disappear without a new review. */
export interface ApprovalObstacle {
	readonly text: Text;
	readonly passing: boolean;
	readonly cause?: ObstacleCause;
	readonly rule?: RuleRefusal;
}

const STATES: Readonly<Record<Exclude<CommitState, "needs_signature">, Message>> = {
	awaiting_broadcast: message("against.state.signed"),
	submitted: message("against.state.submitted"),
	confirmed: message("against.state.confirmed"),
	rejected: message("against.state.rejected"),
	failed: message("against.state.failed"),
	expired: message("against.state.expired"),
};

interface RefusalNotice {
	readonly text: Text;
	/** Whether the text already says that nothing was signed. */
	readonly saysUnsigned?: boolean | undefined;
}

const unsigned = ({ text, saysUnsigned }: RefusalNotice): Text =>
	saysUnsigned === true ? text : sentences(text, NOTHING_SIGNED);

const eachOnce = (texts: readonly Text[]): readonly Text[] =>
	texts.filter((text, at) => texts.findIndex((each) => sameText(each, text)) === at);

const lasting = (text: Text): ApprovalObstacle => ({ text, passing: false });
const passing = (text: Text): ApprovalObstacle => ({ text, passing: true });
const withEndedCause = (obstacle: ApprovalObstacle): ApprovalObstacle => ({ ...obstacle, cause: "over" });

export function stateObstacles(
	view: CommitView,
	confirmedByGet: boolean,
	isUnoffered: boolean,
): ApprovalObstacle[] {
	if (view.state !== "needs_signature") return [withEndedCause(lasting(STATES[view.state]))];
	const waits = view.action === null && (view.wallet_attempt ?? null) === null;
	if (waits) return [withEndedCause(passing(message("against.state.not-yet")))];
	if (!confirmedByGet && isUnoffered) return [passing(message("against.not-offered"))];
	return unconfirmedObstacles(confirmedByGet);
}

export function attemptObstacles({ wallet_attempt: attempt }: CommitView): ApprovalObstacle[] {
	const code = attempt?.failure_code ?? null;
	return code === null
		? []
		: [withEndedCause(lasting(message("against.attempt", { text: plain(code, 80) })))];
}

function unconfirmedObstacles(confirmed: boolean): ApprovalObstacle[] {
	return confirmed ? [] : [withEndedCause(passing(message("against.unconfirmed")))];
}

const ACTION_STATES: Readonly<Record<Exclude<ActionState, "pending">, Message>> = {
	submitted: message("against.action-state.submitted"),
	completed: message("against.action-state.completed"),
	rejected: message("against.state.rejected"),
	expired: message("against.action-state.expired"),
	failed: message("against.state.failed"),
};

export function actionStateObstacles(state: ActionState, confirmed: boolean): ApprovalObstacle[] {
	return state === "pending"
		? unconfirmedObstacles(confirmed)
		: [withEndedCause(lasting(ACTION_STATES[state]))];
}

export function blindObstacles(frozen: Frozen, allowed: boolean): ApprovalObstacle[] {
	return allowsBlind(frozen) && !allowed ? [lasting(message("against.blind"))] : [];
}

export function undecodedObstacles(decoded: number): ApprovalObstacle[] {
	return decoded > 0 ? [] : [lasting(message("against.not-decoded"))];
}

export function freezingObstacles(
	refusals: readonly FreezeRefusal[],
	reviewFault: string | null,
): ApprovalObstacle[] {
	return refusals.map((refusal) =>
		refusal.field === "review" && reviewFault !== null
			? lasting(message("against.review-unread", { reason: reviewFault }))
			: {
					text: unsigned(refusal),
					passing: refusal.passing === true,
					...(refusal.isRpcSilent === true ? { cause: "rpc-silent" } : {}),
				},
	);
}

export function matchObstacles(
	match: MatchResult,
	fault: ChainFault | null,
	chainRef: string,
): ApprovalObstacle[] {
	const failures = match.checks.filter((check) => check.status === "failed");
	const found = failures.map((check) => {
		const { text } = check;
		const isChainState = isOfChain(check);
		const { reviewed, payload } = readableValues(check, chainRef);
		const both =
			reviewed === null || payload === null
				? []
				: [message(isChainState ? "against.match.both.rpc" : "against.match.both", { reviewed, payload })];
		const end = isChainState ? [] : [message("against.match.reject")];
		return { text: sentences(text, ...both, NOTHING_SIGNED, ...end), passing: isChainState };
	});
	if (fault !== null) {
		const down = passing(unsigned({ ...fault, text: fault.fault }));
		return [...found, fault.isRpcSilent === true ? { ...down, cause: "rpc-silent" } : down];
	}
	const open = match.checks.find((check) => check.status === "unknown");
	return open === undefined ? found : [...found, passing(sentences(open.text, message("against.try-again")))];
}

export function expiryObstacles(expiresAt: number | null, now: number): ApprovalObstacle[] {
	return expiresAt !== null && expiresAt <= now ? [withEndedCause(lasting(message("against.expired")))] : [];
}

export function findingObstacles(findings: readonly Finding[]): ApprovalObstacle[] {
	return findings
		.filter((finding) => finding.severity === "block")
		.map((finding) => ({ text: finding.text, passing: finding.isPassing === true }));
}

export function costObstacles(costs: Costs): ApprovalObstacle[] {
	const { ok, text } = costs.covered;
	return ok === true ? [] : [passing(unsigned({ text, saysUnsigned: ok === false }))];
}

const SIGNER_OBSTACLES = {
	locked: message("against.signer.locked"),
	missing: message("against.signer.missing"),
	watched: message("against.signer.watched"),
} as const;

export function signerObstacles(state: User["signerState"]): ApprovalObstacle[] {
	if (state === "ready") return [];
	return [state === "locked" ? passing(SIGNER_OBSTACLES.locked) : lasting(SIGNER_OBSTACLES[state])];
}

function shownText({ pages }: DevicePlan): Message {
	const titles = pages.flatMap((each) =>
		each.text === "" || each.title === SCREEN.blindSigningAhead ? [] : [each.title],
	);
	return titles.length === 0
		? message("against.device.shows-unknown")
		: message("against.device.shows", { titles });
}

/**
 * Reports an app that can't sign an item, or that is known to refuse the item with its current settings. If
 * the *Raw messages* setting is unknown, the device decides. In the worst case it refuses, and nothing is
 * signed.
 */
export function deviceObstacles(
	plans: readonly DevicePlan[],
	device: DeviceFacts | null,
	family: ChainFamily,
): ApprovalObstacle[] {
	const never = plans.find(({ sight }) => sight === "impossible");
	if (never !== undefined)
		return [lasting(sentences(never.text, NOTHING_SIGNED, message("against.match.reject")))];
	const blind = plans.find(
		({ needsBlindSigning, acceptsRawMessages }) => needsBlindSigning && !acceptsRawMessages,
	);
	if (blind === undefined || device === null || device.app?.blindSigning !== false) return [];
	const { name } = APPS[family];
	return [passing(sentences(message("against.device.blind-signing-off", { app: name }), shownText(blind)))];
}

export function approvalOf(obstacles: readonly ApprovalObstacle[], word: TypedWord | null): ApprovalState {
	const rules = obstacles.flatMap(({ rule }) => rule ?? []);
	const isEnded = obstacles[0]?.cause === "over";
	return {
		possible: obstacles.length === 0,
		refusals: eachOnce(obstacles.map(({ text }) => text)),
		word: word?.text ?? null,
		wordOf: word?.of ?? null,
		wordParty: word?.party ?? null,
		canRetry: obstacles.length > 0 && obstacles.every((each) => each.passing),
		causes: [...new Set(obstacles.flatMap(({ cause }) => cause ?? []))],
		...(isEnded ? { isEnded } : {}),
		byRules: rules.length === obstacles.length && areLiftable(rules) ? rules : [],
	};
}

/** Path of the amount in a payload with one or more steps: "value", "[2].value". */
const VALUE = /^(\[[0-9]+\]\.)?value$/;

/** Formats all digits, so that different values never look the same. */
function inCoin(chainRef: string, value: string): Message | string {
	const raw = readUint(value);
	if (raw === null) return value;
	const { decimals, symbol } = nativeAmount(chainRef, raw);
	return message("amount.exact", { amount: fullText(raw, decimals), symbol });
}

/** @param chainRef decimal chain ID; for any other text, values aren't converted */
export function readableValues(
	{ field, reviewed, payload }: Pick<Check, "field" | "reviewed" | "payload">,
	chainRef: string,
): { readonly reviewed: Text | null; readonly payload: Text | null } {
	if (!VALUE.test(field) || !/^[0-9]+$/.test(chainRef)) return { reviewed, payload };
	const readable = (value: string | null) => (value === null ? null : inCoin(chainRef, value));
	return { reviewed: readable(reviewed), payload: readable(payload) };
}
