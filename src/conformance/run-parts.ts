import { type Message, message } from "../core/message.ts";
import type { CheckId } from "./checks.ts";
import type { ConformanceClient, HttpAnswer } from "./client.ts";
import type { Report } from "./report.ts";

/** What the checks share. */

export interface RunOptions {
	readonly token: string;
	readonly pipelineToken: string | null;
	readonly accountToken: string | null;
	/** The session to read; else the first of the list. */
	readonly sessionId: string | null;
	/** The app whose secrets' declarations are read. */
	readonly applicationId: number | null;
	readonly write: boolean;
	/** The message of the turn that is started, and of the one that is interrupted. */
	readonly message: string;
	readonly longMessage: string;
	/** How long a turn may take, ms. */
	readonly turnMs: number;
}

export interface ConformanceRun {
	readonly client: ConformanceClient;
	readonly report: Report;
	readonly options: RunOptions;
	/** What answers and turns are timed by, in ms from whenever. */
	readonly now: () => number;
	/** How long the wait is that must be held, ms. */
	readonly restMs: number;
}

/** An answer that the interface does not have: the route is not there. */
export function isAbsent({ status }: Pick<HttpAnswer, "status">): boolean {
	return status === 404 || status === 405 || status === 501;
}

/** Refused for what was asked, not for who asked or when. */
export function isRefusal({ status }: Pick<HttpAnswer, "status">): boolean {
	return status >= 400 && status < 500 && ![401, 403, 404, 405, 408, 409, 429].includes(status);
}

export function statusText({ status, code }: Pick<HttpAnswer, "status" | "code">): Message {
	return code === null
		? message("conformance.status", { status: String(status) })
		: message("conformance.status-with-code", { status: String(status), code });
}

/** Notes whether a request was refused as it must be. */
export function mustRefuse(report: Report, id: CheckId, answer: HttpAnswer): void {
	if (isRefusal(answer)) report.conforms(id, statusText(answer));
	else report.deviates(id, statusText(answer));
}

export function chatPath(sessionId: string, rest = ""): string {
	return `/v1/agent/chat/${encodeURIComponent(sessionId)}${rest}`;
}
