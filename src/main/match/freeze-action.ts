import type { ActionRequest, SignRequest } from "../../contract/action.ts";
import { type Action, actionEvent } from "../../contract/events.ts";
import { unknownMembers } from "../../contract/open.ts";
import { CanonicalError, refuseLoose } from "./canonical.ts";
import { deepFreeze } from "./freeze.ts";
import { type FrozenAction, frozenAction, type Intent, type Owner, type Refusal } from "./frozen.ts";
import { toSeconds } from "./member.ts";

/** From an Action, and what we completed its transactions with, to the one object that a person approves. */

export type ActionFreezing =
	| { readonly ok: true; readonly frozen: FrozenAction }
	| { readonly ok: false; readonly refusals: readonly Refusal[] };

/** Who signs an action's request, and where. */
export interface ActionPlace {
	readonly signer: string;
	readonly chain_family: "evm" | "svm";
	/** Decimal chain id or cluster as stated; null where a request to sign names none. */
	readonly chain_ref: string | null;
}

/** By the request's first transaction: that the others agree is for the match. */
export function placeOf(request: ActionRequest): ActionPlace {
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
/** An ISO date with its zone; without one it could be read in two ways. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Unix seconds of `expiresAt`: digits are seconds, else an ISO date; what can't be read has expired (learnt.md 3). */
function statedEnd(request: SignRequest): number[] {
	const { expiresAt } = request;
	if (expiresAt === undefined || expiresAt === null) return [];
	if (DIGITS.test(expiresAt)) return [toSeconds(Number(expiresAt))];
	const ms = ISO.test(expiresAt) ? Date.parse(expiresAt) : Number.NaN;
	return [Number.isNaN(ms) ? 0 : Math.floor(ms / 1000)];
}

/** The earliest end that a request states of itself, in Unix seconds; null where it states none. */
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

const STATES: Readonly<Record<Exclude<Action["state"], "pending">, string>> = {
	submitted: "This was answered already, and the service works on it.",
	completed: "This was answered already and is done.",
	rejected: "This was rejected.",
	expired: "This request has expired.",
	failed: "This request has failed.",
};

/** Members outside of the request that this version does not know: those inside are found by the match. */
function strangers(action: Action): Refusal[] {
	return unknownMembers(actionEvent, action)
		.filter((path) => !path.startsWith("request."))
		.map((path) => ({
			field: path,
			words: `“${path}” is unknown to this version: this needs a newer Countersign.`,
		}));
}

function loose(action: Action): Refusal[] {
	try {
		refuseLoose(action.request);
		return [];
	} catch (error) {
		if (!(error instanceof CanonicalError)) throw error;
		return [{ field: error.path, words: error.message }];
	}
}

/**
 * Takes from an action what an approval binds.
 * @param intents what is to be signed, in the request's order: its payloads, or its transactions as we completed them
 * @param blind the person allows blind signatures and is asked for this one
 */
export function freezeAction(
	action: Action,
	sessionId: string,
	owner: Owner,
	intents: readonly Intent[],
	blind: boolean,
): ActionFreezing {
	const closed: Refusal[] =
		action.state === "pending"
			? []
			: [{ field: "state", words: `${STATES[action.state]} Nothing is signed for it.` }];
	const refusals = [...closed, ...loose(action), ...strangers(action)];
	if (refusals.length > 0) return { ok: false, refusals };
	const parsed = frozenAction.safeParse({
		environment: owner.environment,
		identity: owner.identity,
		session_id: sessionId,
		action_id: action.id,
		action_revision: action.revision,
		...placeOf(action.request),
		expires_at: endOf(action),
		request: action.request,
		intents,
		...(blind ? { blind: true } : {}),
	});
	if (parsed.success) return { ok: true, frozen: deepFreeze(parsed.data) };
	const field = parsed.error.issues[0]?.path.join(".") ?? "request";
	return {
		ok: false,
		refusals: [{ field, words: `“${field}” can't be read as the interface writes it. Nothing was signed.` }],
	};
}
