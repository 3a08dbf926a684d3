import { z } from "zod";
import { open } from "./open.ts";

/** A single required field that contains any JSON value (docs/service-api/errors.md#envelope). */
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
const DEEPEST = 3;

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members | null {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

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
 * Parses as much of an error body as possible and never throws. `error` may be a code, an object or another
 * envelope, with or without a separate message (OAuth: `error_description`).
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

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{DI}]/gu;
const MAX_CODE_LENGTH = 80;

/**
 * Makes a `failure_code` safe to quote. The API doesn't list its values
 * (docs/service-api/differences.md#newer-facts).
 */
export function failureWord(code: string | null): string | null {
	const word = (code ?? "")
		.slice(0, MAX_CODE_LENGTH)
		.replace(INVISIBLE, "?")
		.replaceAll(/["“”]/g, "'")
		.trim();
	return word === "" ? null : word;
}
