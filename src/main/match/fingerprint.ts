import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";
import { CanonicalError, refuseLoose } from "./canonical.ts";
import type { FrozenReview } from "./frozen.ts";

/** RFC 8785 canonical JSON. Throws CanonicalError for what it can't carry without loss. */
export function canonicalJson(value: unknown): string {
	refuseLoose(value);
	const text = canonicalize(value);
	if (text === undefined) throw new CanonicalError("value", "is not plain JSON");
	return text;
}

/** SHA-256 over canonical JSON: 64 hex digits, lower case. Throws CanonicalError. */
export function hashOf(value: unknown): string {
	return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}

/** SHA-256 over the canonical JSON of a frozen review. */
export function fingerprintOf(frozen: FrozenReview): string {
	return hashOf(frozen);
}
