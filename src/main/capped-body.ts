export type BodyFault = "too large" | "not text";

export class BodyError extends Error {
	readonly fault: BodyFault;

	constructor(fault: BodyFault, options: ErrorOptions = {}) {
		super(`body is ${fault}`, options);
		this.name = "BodyError";
		this.fault = fault;
	}
}

/**
 * Reads UTF-8 text up to `cap` bytes, because the server may be hostile. Throws a BodyError or a connection
 * error.
 */
export async function readCapped(response: Response, cap: number): Promise<string> {
	const { body } = response;
	if (body === null) return "";
	const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
	const decoder = new TextDecoder("utf-8", { fatal: true });
	const parts: string[] = [];
	let size = 0;
	try {
		// The header may be wrong, so the body is measured too.
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
		reader.cancel().catch(() => {});
	}
	return parts.join("");
}

export function decodeUtf8(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
	try {
		return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
	} catch (cause) {
		throw new BodyError("not text", { cause });
	}
}
