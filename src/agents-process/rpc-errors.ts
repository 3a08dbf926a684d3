import { z } from "zod";
import type { LinkFault } from "./main-link.ts";
import type { ProposalStatus } from "./protocol.ts";

/** A JSON-RPC, EIP-1193, EIP-1474 or EIP-5792 error. Its message is written for developers. */
export class RpcError extends Error {
	override readonly name = "RpcError";
	readonly code: number;
	readonly data: unknown;

	constructor(code: number, text: string, data?: unknown) {
		super(text);
		this.code = code;
		this.data = data;
	}
}

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const SERVER_ERROR = -32000;
const TRANSACTION_REJECTED = -32003;
const LIMIT_EXCEEDED = -32005;
const USER_REJECTED = 4001;
export const UNAUTHORIZED = 4100;
export const UNSUPPORTED_METHOD = 4200;
const DISCONNECTED = 4900;
const CHAIN_DISCONNECTED = 4901;
export const UNKNOWN_CHAIN = 4902;
export const UNSUPPORTED_CAPABILITY = 5700;
export const UNSUPPORTED_CHAIN = 5710;
const DUPLICATE_BUNDLE = 5720;
export const UNKNOWN_BUNDLE = 5730;
export const BUNDLE_TOO_LARGE = 5740;
export const ATOMICITY_UNSUPPORTED = 5760;

interface FaultMeaning {
	readonly code: number;
	/** Describes the problem and what the program can do about it. */
	readonly text: string;
}

/** Error code and description of each fault, for both MCP and JSON-RPC. */
export const FAULTS: Readonly<Record<LinkFault["code"], FaultMeaning>> = {
	unknown_agent: {
		code: UNAUTHORIZED,
		text: "No agent of Countersign has this secret. Add the agent in Countersign and use the secret that it shows.",
	},
	not_confirmed: {
		code: UNAUTHORIZED,
		text: "The user has not confirmed this agent yet. Ask the user to confirm it in Countersign, then call again.",
	},
	paused: {
		code: UNAUTHORIZED,
		text: "The user paused this agent in Countersign. Stop, and ask the user.",
	},
	account_not_shared: {
		code: UNAUTHORIZED,
		text: "The user does not share this account with this agent. Use one of the listed accounts.",
	},
	network_not_allowed: {
		code: UNKNOWN_CHAIN,
		text: "The user does not allow this network for this agent. Use one of the listed networks.",
	},
	malformed: {
		code: INVALID_PARAMS,
		text: "A field can't be read. Correct it and use a new idempotency key.",
	},
	too_many_waiting: {
		code: LIMIT_EXCEEDED,
		text: "Too many requests of this agent wait for the user. Wait for an answer or cancel one first.",
	},
	too_many_requests: {
		code: LIMIT_EXCEEDED,
		text: "This agent made more requests within an hour than the user allows. Call again later.",
	},
	key_reused: {
		code: DUPLICATE_BUNDLE,
		text: "This idempotency key was used with other fields. Use a new key for a new request.",
	},
	not_found: { code: UNKNOWN_BUNDLE, text: "This agent has no request with this id." },
	too_late: {
		code: TRANSACTION_REJECTED,
		text: "The request can no longer be cancelled. Read its state.",
	},
	no_rpc: {
		code: CHAIN_DISCONNECTED,
		text: "The user has no RPC for this network, or it did not answer.",
	},
	rpc_error: { code: SERVER_ERROR, text: "The user's RPC answered with an error." },
	unavailable: { code: DISCONNECTED, text: "Countersign can't process the request now. Call again later." },
	busy: {
		code: LIMIT_EXCEEDED,
		text: "Too many calls of this agent are open at once. Wait for one to be answered, then call again.",
	},
};

const upstreamError = z.object({
	code: z.number().int(),
	message: z.string().max(8_000),
	data: z.unknown().optional(),
});

/** Parses an error forwarded from the user's RPC. Returns `null` if the detail isn't a valid error. */
function upstream(detail: string | null): RpcError | null {
	if (detail === null) return null;
	try {
		const read = upstreamError.safeParse(JSON.parse(detail));
		return read.success ? new RpcError(read.data.code, read.data.message, read.data.data) : null;
	} catch {
		return null;
	}
}

/** Converts a fault to the error that developer tools expect. */
export function rpcErrorOf({ code, detail }: LinkFault): RpcError {
	const known = code === "rpc_error" ? upstream(detail) : null;
	if (known !== null) return known;
	const meaning = FAULTS[code];
	const text = detail === null ? meaning.text : `${meaning.text} (${detail})`;
	return new RpcError(meaning.code, text, { fault: code });
}

/**
 * Returns the error for a proposal that ended without a result. Never uses -32603, because tools retry after
 * it.
 */
export function rejectionOf(status: ProposalStatus): RpcError {
	const byUser = status.state === "rejected" || status.state === "cancelled";
	const why = [status.reason, status.wantedChange === null ? null : `Wanted: ${status.wantedChange}`]
		.filter((text) => text !== null)
		.join(" ");
	const text = {
		rejected: "The user rejected the request.",
		cancelled: "The request was cancelled.",
		expired: "The request expired before the user answered it.",
		refused: "Countersign refused the request.",
		failed: "The request failed.",
		waiting: "The request was not signed.",
		approved: "The request was not signed.",
		signed: "The request was not sent.",
		sent: "The request has no result.",
		confirmed: "The request has no result.",
	}[status.state];
	return new RpcError(byUser ? USER_REJECTED : TRANSACTION_REJECTED, why === "" ? text : `${text} ${why}`, {
		id: status.id,
		state: status.state,
		reason: status.reason,
		wantedChange: status.wantedChange,
	});
}
