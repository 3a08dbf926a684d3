import { type Message, message } from "../core/message.ts";
import type { CheckId } from "./checks.ts";
import type { ConformanceClient, HttpAnswer } from "./client.ts";
import type { Report } from "./report.ts";

/** Common parts of the checks. */

export interface RunOptions {
	readonly token: string;
	readonly pipelineToken: string | null;
	readonly accountToken: string | null;
	/** Session to read; defaults to the first in the list. */
	readonly sessionId: string | null;
	/** App whose secret declarations are read. */
	readonly applicationId: number | null;
	readonly write: boolean;
	/** Message of the started and of the interrupted turn. */
	readonly message: string;
	readonly longMessage: string;
	/** Maximum duration of a turn. */
	readonly turnMs: number;
}

export interface ConformanceRun {
	readonly client: ConformanceClient;
	readonly report: Report;
	readonly options: RunOptions;
	/** Monotonic time in ms. */
	readonly now: () => number;
	/** Duration of the wait that must be held. */
	readonly restMs: number;
}

/** Returns whether the route does not exist. */
export function isAbsent({ status }: Pick<HttpAnswer, "status">): boolean {
	return status === 404 || status === 405 || status === 501;
}

/** Returns whether the request's content was refused, not its sender or time. */
export function isRefusal({ status }: Pick<HttpAnswer, "status">): boolean {
	return status >= 400 && status < 500 && ![401, 403, 404, 405, 408, 409, 429].includes(status);
}

export function statusText({ status, code }: Pick<HttpAnswer, "status" | "code">): Message {
	return code === null
		? message("conformance.status", { status: String(status) })
		: message("conformance.status-with-code", { status: String(status), code });
}

/** Notes whether a request was refused as required. */
export function mustRefuse(report: Report, id: CheckId, answer: HttpAnswer): void {
	if (isRefusal(answer)) report.conforms(id, statusText(answer));
	else report.deviates(id, statusText(answer));
}

export function chatPath(sessionId: string, rest = ""): string {
	return `/v1/agent/chat/${encodeURIComponent(sessionId)}${rest}`;
}
