import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * App names as stated in requests, used to list, mute, block and summarize an app. Names have no length
 * limit, so longer ones are shortened and get a digest.
 */

/** UTF-16 units: the maximum of the interface document, and of a rule. */
export const MAX_APP_NAME = 160;
const BEGINNING = 40;
/** Hex digits. A name with a colliding digest gains no more than a copy of the name. */
const DIGEST = 16;

export function appNamed(stated: string | null | undefined): string | null {
	const name = stated?.trim() ?? "";
	if (name === "") return null;
	if (name.length <= MAX_APP_NAME) return name;
	// A character has at most two UTF-16 units.
	const beginning = Array.from(name.slice(0, 2 * BEGINNING))
		.slice(0, BEGINNING)
		.join("")
		.toWellFormed();
	const digest = bytesToHex(sha256(utf8ToBytes(name.toWellFormed()))).slice(0, DIGEST);
	return `${beginning}… ${digest}`;
}
