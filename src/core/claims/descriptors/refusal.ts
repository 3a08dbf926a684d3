import { plain } from "../../format/plain.ts";
import type { DescriptorRefusal, RefusalCode } from "./description.ts";

/** Thrown only inside the reader: a fault in one field refuses the whole descriptor. */
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

/** Creates a refusal; `at` may be hostile text. */
export function refusal(code: RefusalCode, at: string): DescriptorRefusal {
	return { ok: false, code, at: plain(at, 80) };
}
