import { ed25519 } from "@noble/curves/ed25519.js";
import { base64 } from "@scure/base";
import { z } from "zod";

/**
 * A list consists of a line with a base64 signature, followed by JSON. The domain prefix makes signatures for
 * other purposes invalid.
 */

const DOMAIN = "countersign-update-v1\0";
/** Length of 64 bytes when encoded in base64. */
const SIGNATURE_LENGTH = 88;
export const MAX_LIST_BYTES = 64 * 1024;

const version = z.string().regex(/^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/);
const moment = z.iso.datetime().transform((text) => Date.parse(text));

const updateListSchema = z.object({
	version,
	issued: moment,
	expires: moment,
	changes: z.array(z.string().trim().min(1).max(300)).max(30),
	files: z
		.array(
			z.object({
				name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,120}$/),
				size: z.number().int().positive(),
				sha256: z.string().regex(/^[0-9a-f]{64}$/),
			}),
		)
		.min(1)
		.max(30),
});
export type UpdateList = z.infer<typeof updateListSchema>;

/**
 * - `unsigned`: the text doesn't start with a signature.
 * - `signature`: none of the keys made the signature.
 * - `unreadable`: the signed text isn't a list.
 * - `early`, `expired`: the list isn't valid yet, or is no longer valid.
 * - `older`: the list is older than the installed version or a previously seen list.
 */
export type ListFault = "too-large" | "unsigned" | "signature" | "unreadable" | "expired" | "early" | "older";

export type ListReading =
	| { readonly ok: true; readonly list: UpdateList }
	| { readonly ok: false; readonly fault: ListFault };

const encoder = new TextEncoder();

const signedBytes = (body: string): Uint8Array => encoder.encode(`${DOMAIN}${body}`);

export function signList(body: string, secret: Uint8Array): string {
	return `${base64.encode(ed25519.sign(signedBytes(body), secret))}\n${body}`;
}

function bytesOf(text: string): Uint8Array | null {
	try {
		return base64.decode(text);
	} catch {
		return null;
	}
}

function isBy(key: string, signature: Uint8Array, content: Uint8Array): boolean {
	const bytes = bytesOf(key);
	if (bytes === null) return false;
	try {
		return ed25519.verify(signature, content, bytes, { zip215: false });
	} catch {
		return false;
	}
}

/** Parses nothing until the signature is verified. */
export function openList(text: string, keys: readonly string[]): ListReading {
	if (encoder.encode(text).length > MAX_LIST_BYTES) return { ok: false, fault: "too-large" };
	const signature = text[SIGNATURE_LENGTH] === "\n" ? bytesOf(text.slice(0, SIGNATURE_LENGTH)) : null;
	if (signature?.length !== 64) return { ok: false, fault: "unsigned" };
	const body = text.slice(SIGNATURE_LENGTH + 1);
	const content = signedBytes(body);
	if (!keys.some((key) => isBy(key, signature, content))) return { ok: false, fault: "signature" };
	let data: unknown;
	try {
		data = JSON.parse(body);
	} catch {
		return { ok: false, fault: "unreadable" };
	}
	const list = updateListSchema.safeParse(data);
	return list.success ? { ok: true, list: list.data } : { ok: false, fault: "unreadable" };
}

export function compareVersions(left: string, right: string): number {
	const parts = (text: string) => {
		const [core = "", pre] = text.split("+", 1)[0]?.split(/-(.*)/s) ?? [];
		return [...core.split(".").map(Number), pre === undefined ? 1 : 0];
	};
	const [a, b] = [parts(left), parts(right)];
	for (let at = 0; at < 4; at += 1) {
		const difference = (a[at] ?? 0) - (b[at] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}

/** Tolerance in case the signing computer's clock is ahead. */
const AHEAD_MS = 24 * 3600_000;

export interface ListContext {
	readonly seen: UpdateList | null;
	readonly installed: string;
	readonly now: number;
}

export function listFault(list: UpdateList, { seen, installed, now }: ListContext): ListFault | null {
	if (list.issued > now + AHEAD_MS) return "early";
	// Setting the clock back must not make an expired list valid again.
	if (list.expires <= Math.max(now, seen?.issued ?? 0)) return "expired";
	if (compareVersions(list.version, installed) < 0) return "older";
	if (seen === null) return null;
	return list.issued < seen.issued || compareVersions(list.version, seen.version) < 0 ? "older" : null;
}

export interface Download {
	readonly name: string;
	readonly size: number;
	readonly sha256: string;
}

export function downloadFault(list: UpdateList, file: Download): "unnamed" | "size" | "digest" | null {
	const named = list.files.find(({ name }) => name === file.name);
	if (named === undefined) return "unnamed";
	if (named.size !== file.size) return "size";
	return named.sha256 === file.sha256 ? null : "digest";
}
