import { z } from "zod";
import { open } from "./open.ts";

/**
 * Error envelope: one required member with any JSON value, parsed as in docs/service-api/errors.md#envelope.
 */
export const errorEnvelope = open({ error: z.unknown() }).refine((body) => Object.hasOwn(body, "error"), {
	path: ["error"],
	message: "is required",
});

export interface ServiceFault {
	readonly code: string | null;
	readonly message: string | null;
	readonly requestId: string | null;
}

const NONE: ServiceFault = { code: null, message: null, requestId: null };
/** Maximum depth of nested envelopes, as gateways add them. */
const DEEPEST = 3;

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members | null {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** Returns the first of these members that is text, or a number in its place. */
function textOf(members: Members, names: readonly string[]): string | null {
	for (const name of names) {
		const value = Object.hasOwn(members, name) ? members[name] : undefined;
		if (typeof value === "string" && value !== "") return value;
		if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
	}
	return null;
}

function readValue(value: unknown, depth: number): ServiceFault {
	if (typeof value === "string") return { ...NONE, code: value === "" ? null : value };
	const members = membersOf(value);
	if (members === null) return NONE;
	const inner =
		depth < DEEPEST && Object.hasOwn(members, "error") ? readValue(members["error"], depth + 1) : NONE;
	return {
		code: textOf(members, ["code"]) ?? inner.code,
		message: textOf(members, ["message", "error_description"]) ?? inner.message,
		requestId: textOf(members, ["requestId", "request_id"]) ?? inner.requestId,
	};
}

/**
 * Parses an error body as far as possible; never throws. `error` may be a code, an object with code, message
 * and request id, or another envelope. A message may accompany it (OAuth: `error_description`).
 */
export function readServiceFault(body: unknown): ServiceFault {
	const members = membersOf(body);
	if (members === null || !Object.hasOwn(members, "error")) return NONE;
	const value = readValue(members["error"], 1);
	return {
		code: value.code,
		message: value.message ?? textOf(members, ["message", "error_description"]),
		requestId: value.requestId ?? textOf(members, ["requestId", "request_id"]),
	};
}

// Controls, format characters (bidi, zero-width, tags), separators, and characters that draw nothing.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{DI}]/gu;
const MAX_CODE_LENGTH = 80;

/**
 * Returns the `failure_code` of a commit or wallet attempt, safe to quote; its values are unknown
 * (docs/service-api/differences.md#newer-facts). `null` if there is none.
 */
export function failureWord(code: string | null): string | null {
	const word = (code ?? "")
		.slice(0, MAX_CODE_LENGTH)
		.replace(INVISIBLE, "?")
		.replaceAll(/["“”]/g, "'")
		.trim();
	return word === "" ? null : word;
}
