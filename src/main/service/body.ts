import { message } from "../../core/message.ts";
import { BodyError, decodeUtf8, readCapped } from "../capped-body.ts";
import { ServiceError } from "./errors.ts";

/** Converts a BodyError to a service error; returns other errors unchanged. */
function asService(error: unknown, cap: number | null): unknown {
	if (!(error instanceof BodyError)) return error;
	if (error.fault === "not text")
		return new ServiceError("unreadable", { detail: "body is not UTF-8", cause: error });
	return new ServiceError("unreadable", {
		detail: `body is larger than ${cap} bytes`,
		text: message("service.answer-too-large"),
	});
}

/** The body as text. Throws a ServiceError where it is larger than `cap` bytes or is not UTF-8. */
export async function readText(response: Response, cap: number): Promise<string> {
	try {
		return await readCapped(response, cap);
	} catch (error) {
		throw asService(error, cap);
	}
}

/** Decodes what is complete, or (with no bytes) what is left. Throws a ServiceError. */
export function decode(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
	try {
		return decodeUtf8(decoder, bytes);
	} catch (error) {
		throw asService(error, null);
	}
}
