import { type Message, message, sentences, type Text } from "../../core/localized-text.ts";
import { quotedText, ServiceError } from "../service/errors.ts";

export const NO_GRANT = message("catalog.sign-in");

/** These replace the usual texts, which promise an automatic retry. */
const LOST: ReadonlyMap<string, Message> = new Map([
	["offline", message("catalog.lost.offline")],
	["insecure", message("catalog.lost.insecure")],
	["timeout", message("catalog.lost.timeout")],
	["server", message("catalog.lost.server")],
	["unreadable", message("catalog.lost.unreadable")],
]);

export function wantsGrant(cause: unknown): boolean {
	return cause instanceof ServiceError && (cause.kind === "unauthorized" || cause.kind === "forbidden");
}

export function isUnclear(cause: unknown): boolean {
	if (!(cause instanceof ServiceError)) return true;
	return LOST.has(cause.kind) && cause.kind !== "insecure" && !cause.unsent;
}

function below({ retryAfterMs, support }: ServiceError): readonly Text[] {
	const seconds = retryAfterMs === null ? 0 : Math.ceil(retryAfterMs / 1000);
	return [
		...(seconds === 0 ? [] : [message("catalog.wait", { seconds })]),
		...(support === null ? [] : [support]),
	];
}

export interface After {
	readonly nothing: Message;
	readonly unclear: Message;
}

export function faultText(cause: unknown, after: After): Text {
	if (!(cause instanceof ServiceError)) return sentences(message("catalog.own-fault"), after.unclear);
	const lost = LOST.get(cause.kind);
	if (lost !== undefined)
		return sentences(lost, isUnclear(cause) ? after.unclear : after.nothing, ...below(cause));
	if (cause.kind === "unauthorized")
		return cause.support === null ? NO_GRANT : sentences(NO_GRANT, cause.support);
	if (cause.kind === "rateLimited")
		return sentences(message("catalog.patience"), after.nothing, ...below(cause));
	return quotedText(cause);
}
