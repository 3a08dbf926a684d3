import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * An app by the name that a request gives it: what it is listed, muted, blocked and summed up as. Nothing bounds the
 * name itself, so that of a longer one its beginning and a digest stand for it.
 */

/** UTF-16 units: as long as the interface document lets one be, and as a rule may name. */
export const MAX_APP_NAME = 160;
const BEGINNING = 40;
/** Hexadecimal digits. Whoever finds another name of this digest gains no more than by giving the same name. */
const DIGEST = 16;

/** Null where the request names none. White space around a name makes no other app of it. */
export function appNamed(stated: string | null | undefined): string | null {
	const name = stated?.trim() ?? "";
	if (name === "") return null;
	if (name.length <= MAX_APP_NAME) return name;
	// A character takes at most two units.
	const beginning = Array.from(name.slice(0, 2 * BEGINNING))
		.slice(0, BEGINNING)
		.join("")
		.toWellFormed();
	const digest = bytesToHex(sha256(utf8ToBytes(name.toWellFormed()))).slice(0, DIGEST);
	return `${beginning}… ${digest}`;
}
