import { plain } from "../../format/plain.ts";
import type { DescriptorRefusal, RefusalCode } from "./description.ts";

/** Thrown inside of the reader alone: whatever is wrong in one field refuses the whole descriptor. */
export class DescriptorError extends Error {
	readonly code: RefusalCode;
	readonly at: string;

	constructor(code: RefusalCode, at: string) {
		super(code);
		this.name = "DescriptorError";
		this.code = code;
		this.at = at;
	}
}

/** A refusal as a value; `at` may be a hostile text. */
export function refusal(code: RefusalCode, at: string): DescriptorRefusal {
	return { ok: false, code, at: plain(at, 80) };
}
