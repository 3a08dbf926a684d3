import { ServiceError } from "./errors.ts";

function tooLarge(cap: number): ServiceError {
	return new ServiceError("unreadable", {
		detail: `body is larger than ${cap} bytes`,
		words: "The service's answer is too large to be read safely. It is not used; Countersign asks again.",
	});
}

/** The body as text. Throws a ServiceError where it is larger than `cap` bytes or is not UTF-8. */
export async function readText(response: Response, cap: number): Promise<string> {
	const stated = Number(response.headers.get("content-length") ?? "0");
	if (stated > cap) throw tooLarge(cap);
	if (response.body === null) return "";
	const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
	const decoder = new TextDecoder("utf-8", { fatal: true });
	const parts: string[] = [];
	let size = 0;
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			size += value.byteLength;
			if (size > cap) throw tooLarge(cap);
			parts.push(decode(decoder, value));
		}
		parts.push(decode(decoder, undefined));
	} finally {
		// The rest, if any, is not wanted.
		reader.cancel().catch(() => {});
	}
	return parts.join("");
}

/** Decodes what is complete, or (with no bytes) what is left. */
export function decode(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
	try {
		return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
	} catch (cause) {
		throw new ServiceError("unreadable", { detail: "body is not UTF-8", cause });
	}
}
