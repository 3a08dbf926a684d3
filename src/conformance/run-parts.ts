import { type Message, message } from "../core/localized-text.ts";
import type { CheckId } from "./checks.ts";
import type { ConformanceClient, HttpAnswer } from "./client.ts";
import type { Report } from "./report.ts";

export interface RunOptions {
	readonly token: string;
	readonly pipelineToken: string | null;
	readonly accountToken: string | null;
	readonly sessionId: string | null;
	readonly applicationId: number | null;
	readonly write: boolean;
	readonly message: string;
	readonly longMessage: string;
	readonly turnMs: number;
}

export interface ConformanceRun {
	readonly client: ConformanceClient;
	readonly report: Report;
	readonly options: RunOptions;
	readonly now: () => number;
	readonly restMs: number;
}

export function isAbsent({ status }: Pick<HttpAnswer, "status">): boolean {
	return status === 404 || status === 405 || status === 501;
}

export function isRefusal({ status }: Pick<HttpAnswer, "status">): boolean {
	return status >= 400 && status < 500 && ![401, 403, 404, 405, 408, 409, 429].includes(status);
}

export function statusText({ status, code }: Pick<HttpAnswer, "status" | "code">): Message {
	return code === null
		? message("conformance.status", { status: String(status) })
		: message("conformance.status-with-code", { status: String(status), code });
}

export function mustRefuse(report: Report, id: CheckId, answer: HttpAnswer): void {
	if (isRefusal(answer)) report.conforms(id, statusText(answer));
	else report.deviates(id, statusText(answer));
}

export function chatPath(sessionId: string, rest = ""): string {
	return `/v1/agent/chat/${encodeURIComponent(sessionId)}${rest}`;
}
