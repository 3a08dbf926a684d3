/** Response bodies, read as a stream up to a cap: the server may be hostile. */

/** `too large`: more bytes than the cap. `not text`: not UTF-8. */
export type BodyFault = "too large" | "not text";

export class BodyError extends Error {
	readonly fault: BodyFault;

	constructor(fault: BodyFault, options: ErrorOptions = {}) {
		super(`body is ${fault}`, options);
		this.name = "BodyError";
		this.fault = fault;
	}
}

/** Reads the body as UTF-8 text. `cap` in bytes. Throws a BodyError, and the errors of the read itself. */
export async function readCapped(response: Response, cap: number): Promise<string> {
	const { body } = response;
	if (body === null) return "";
	const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
	const decoder = new TextDecoder("utf-8", { fatal: true });
	const parts: string[] = [];
	let size = 0;
	try {
		// The stated length is only a reason to stop sooner.
		if (Number(response.headers.get("content-length") ?? "0") > cap) throw new BodyError("too large");
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			size += value.byteLength;
			if (size > cap) throw new BodyError("too large");
			parts.push(decodeUtf8(decoder, value));
		}
		parts.push(decodeUtf8(decoder, undefined));
	} finally {
		// The rest, if any, is not needed.
		reader.cancel().catch(() => {});
	}
	return parts.join("");
}

/** Decodes complete characters, or (without bytes) the remainder. Throws a BodyError. */
export function decodeUtf8(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
	try {
		return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
	} catch (cause) {
		throw new BodyError("not text", { cause });
	}
}
