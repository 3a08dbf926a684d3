import { quotedWords, ServiceError } from "../service/errors.ts";

/** What went wrong with the pipeline, in words for a person: the one place's own (service/errors.ts), and what is so here. */

export const NO_GRANT =
	"The pipeline needs a sign-in of its own. Sign in for it in Settings; nothing was read or run, and your funds are not touched.";

/** Their own words promise that Countersign asks again by itself, which it does not do here. */
const LOST: ReadonlyMap<string, string> = new Map([
	["offline", "The service can't be reached."],
	["insecure", "Whoever answers at the service's address could not prove to be the service."],
	["timeout", "The service did not answer in time."],
	["server", "The service has a fault of its own."],
	["unreadable", "The service's answer can't be read."],
]);

/** The service does not take this person, or has no grant of theirs for the pipeline. */
export function wantsGrant(cause: unknown): boolean {
	return cause instanceof ServiceError && (cause.kind === "unauthorized" || cause.kind === "forbidden");
}

/** Where no answer that can be used came, though the service may have done what was asked. */
export function isUnclear(cause: unknown): boolean {
	if (!(cause instanceof ServiceError)) return true;
	return LOST.has(cause.kind) && cause.kind !== "insecure" && !cause.unsent;
}

function patience({ retryAfterMs }: ServiceError): string {
	if (retryAfterMs === null || retryAfterMs === 0) return "";
	const seconds = Math.ceil(retryAfterMs / 1000);
	return ` It asks to wait ${seconds === 1 ? "a second" : `${seconds} seconds`}.`;
}

const support = (error: ServiceError): string => (error.support === null ? "" : ` ${error.support}`);

/** What is so after a try that failed: where nothing can have come of it, and where that is not known. */
export interface After {
	readonly nothing: string;
	readonly unclear: string;
}

export function faultWords(cause: unknown, after: After): string {
	if (!(cause instanceof ServiceError)) return `Countersign met a fault of its own. ${after.unclear}`;
	const lost = LOST.get(cause.kind);
	if (lost !== undefined)
		return `${lost} ${isUnclear(cause) ? after.unclear : after.nothing}${patience(cause)}${support(cause)}`;
	if (cause.kind === "unauthorized") return `${NO_GRANT}${support(cause)}`;
	if (cause.kind === "rateLimited")
		return `The service asks for patience. ${after.nothing}${patience(cause)}${support(cause)}`;
	return quotedWords(cause);
}
