import type { ActionRequest, SignRequest } from "../../service-api/action.ts";
import { type Action, actionEvent } from "../../service-api/events.ts";
import { refusedMembers, withoutShown } from "../../service-api/open.ts";
import { type Message, message, sentences } from "../localized-text.ts";
import { NOTHING_SIGNED } from "../unsigned.ts";
import { CanonicalError, refuseLoose } from "./canonical.ts";
import { deepFreeze } from "./freeze.ts";
import {
	type FreezeRefusal,
	type FrozenAction,
	type FrozenBuild,
	type FrozenProposal,
	frozenAction,
	frozenProposal,
	type Intent,
	type Lowered,
	type RequestOwner,
} from "./frozen.ts";
import { toSeconds } from "./member.ts";

interface FreezeFault {
	readonly ok: false;
	readonly refusals: readonly FreezeRefusal[];
}

export type ActionFreezing = { readonly ok: true; readonly frozen: FrozenAction } | FreezeFault;

export type ProposalFreezing = { readonly ok: true; readonly frozen: FrozenProposal } | FreezeFault;

export interface ActionIntentIndex {
	readonly signer: string;
	readonly chain_family: "evm" | "svm";
	/** Decimal chain ID, or the cluster as stated. `null` if a signing request doesn't name its chain. */
	readonly chain_ref: string | null;
}

export function intentIndexOf(request: ActionRequest): ActionIntentIndex {
	switch (request.type) {
		case "execute_evm": {
			const [first] = request.transactions;
			return { signer: first?.from ?? "", chain_family: "evm", chain_ref: String(first?.chain_id ?? "") };
		}
		case "execute_svm": {
			const [first] = request.transactions;
			return { signer: first?.payer ?? "", chain_family: "svm", chain_ref: first?.cluster ?? "" };
		}
		case "sign": {
			const { signer, chainFamily: chain_family, chainId, cluster } = request;
			const evm = typeof chainId === "number" ? String(chainId) : null;
			return { signer, chain_family, chain_ref: chain_family === "evm" ? evm : (cluster ?? null) };
		}
	}
}

const DIGITS = /^[0-9]{1,16}$/;
/** A date without a time zone would be ambiguous. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Returns `expiresAt` as Unix time in seconds. Digits are interpreted as seconds, and other text as an ISO
 * date. Unreadable text counts as expired (docs/service-api/records.md#signingrequest).
 */
function statedEnd(request: SignRequest): number[] {
	const { expiresAt } = request;
	if (expiresAt === undefined || expiresAt === null) return [];
	if (DIGITS.test(expiresAt)) return [toSeconds(Number(expiresAt))];
	const ms = ISO.test(expiresAt) ? Date.parse(expiresAt) : Number.NaN;
	return [Number.isNaN(ms) ? 0 : Math.floor(ms / 1000)];
}

export function requestEnd(request: ActionRequest): number | null {
	const ends =
		request.type === "sign"
			? statedEnd(request)
			: request.type === "execute_evm"
				? request.transactions.flatMap(({ expires_at }) =>
						typeof expires_at === "number" ? [toSeconds(expires_at)] : [],
					)
				: [];
	return ends.length === 0 ? null : Math.min(...ends);
}

function endOf(action: Action): number | null {
	const ends = [action.expires_at === null ? null : toSeconds(action.expires_at), requestEnd(action.request)];
	const known = ends.filter((end) => end !== null);
	return known.length === 0 ? null : Math.min(...known);
}

const STATES: Readonly<Record<Exclude<Action["state"], "pending">, Message>> = {
	submitted: message("freeze.action.submitted"),
	completed: message("freeze.action.completed"),
	rejected: message("freeze.action.rejected"),
	expired: message("freeze.action.expired"),
	failed: message("freeze.action.failed"),
};

function strangers(action: Action): FreezeRefusal[] {
	return refusedMembers(actionEvent, action).filter(({ field }) => !field.startsWith("request."));
}

/**
 * Returns whether the service has separate commits for these transactions. Only those commits are answered,
 * because also signing the action would send the transactions twice (docs/service-api/actions.md#rules).
 */
export function isStaged(request: ActionRequest): boolean {
	return "commitStages" in request && request.commitStages !== undefined && request.commitStages !== null;
}

function staged({ request }: Action): FreezeRefusal[] {
	if (!isStaged(request)) return [];
	const text = message("freeze.staged");
	return [{ field: "request.commitStages", text, waiting: true }];
}

const unreadable = (field: string): FreezeFault => ({
	ok: false,
	refusals: [
		{
			field,
			text: sentences(message("contract.member-unreadable", { path: field }), NOTHING_SIGNED),
			saysUnsigned: true,
		},
	],
});

/** Refuses a signature that no one would collect, because anyone who finds it could use it. */
function unclaimed({ request }: Action, build: FrozenBuild | undefined): FreezeRefusal[] {
	if (build === undefined || request.type !== "sign") return [];
	return [
		{
			field: "type",
			text: message("freeze.build-unclaimed"),
		},
	];
}

function loose(action: unknown): FreezeRefusal[] {
	try {
		refuseLoose(action);
		return [];
	} catch (error) {
		if (!(error instanceof CanonicalError)) throw error;
		return [{ field: error.path, text: error.text, saysUnsigned: error.saysUnsigned }];
	}
}

type Parts = Omit<FrozenAction, "kind" | "action_id" | "action_revision" | "build" | "blind"> & {
	blind?: true;
};

/** Returns the parts that actions and proposals share, or the reason why the request can't be signed. */
function commonParts(
	given: Action,
	sessionId: string,
	owner: RequestOwner,
	intents: readonly Intent[],
	blind: boolean,
	build: FrozenBuild | undefined,
): { readonly ok: true; readonly action: Action; readonly parts: Parts } | FreezeFault {
	const bare = withoutShown(actionEvent, given);
	const odd = loose(bare);
	const bound = actionEvent.safeParse(bare);
	if (odd.length > 0) return { ok: false, refusals: odd };
	if (!bound.success) return unreadable(bound.error.issues[0]?.path.join(".") ?? "request");
	const action = bound.data;
	const closed: FreezeRefusal[] =
		action.state === "pending"
			? []
			: [{ field: "state", text: sentences(STATES[action.state], message("freeze.action.nothing-signed")) }];
	const refusals = [...closed, ...strangers(action), ...staged(given), ...unclaimed(action, build)];
	if (refusals.length > 0) return { ok: false, refusals };
	const parts: Parts = {
		environment: owner.environment,
		identity: owner.identity,
		session_id: sessionId,
		...intentIndexOf(action.request),
		expires_at: endOf(action),
		request: action.request,
		intents: [...intents],
		...(blind ? { blind: true } : {}),
	};
	return { ok: true, action, parts };
}

/** @param blind whether the user allows blind signatures and will confirm this one */
export function freezeAction(
	given: Action,
	sessionId: string,
	owner: RequestOwner,
	intents: readonly Intent[],
	blind: boolean,
	build?: FrozenBuild,
): ActionFreezing {
	const common = commonParts(given, sessionId, owner, intents, blind, build);
	if (!common.ok) return common;
	const parsed = frozenAction.safeParse({
		kind: "action",
		action_id: common.action.id,
		action_revision: common.action.revision,
		...common.parts,
		...(build === undefined ? {} : { build }),
	});
	if (parsed.success) return { ok: true, frozen: deepFreeze(parsed.data) };
	return unreadable(parsed.error.issues[0]?.path.join(".") ?? "request");
}

/**
 * Freezes the parts of a proposal that are also frozen for an action.
 * @param payment JSON text with x402 payment requirements; `null` for other proposals
 * @param lowered allowances that the user lowered
 */
export function freezeProposal(
	given: Action,
	sessionId: string,
	owner: RequestOwner,
	intents: readonly Intent[],
	blind: boolean,
	payment: string | null,
	lowered: readonly Lowered[] = [],
): ProposalFreezing {
	const common = commonParts(given, sessionId, owner, intents, blind, undefined);
	if (!common.ok) return common;
	const parsed = frozenProposal.safeParse({
		kind: "proposal",
		proposal_id: common.action.id,
		...common.parts,
		...(payment === null ? {} : { payment }),
		...(lowered.length === 0 ? {} : { lowered }),
	});
	if (parsed.success) return { ok: true, frozen: deepFreeze(parsed.data) };
	return unreadable(parsed.error.issues[0]?.path.join(".") ?? "request");
}
