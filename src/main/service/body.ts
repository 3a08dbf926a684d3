import { message } from "../../core/localized-text.ts";
import { BodyError, decodeUtf8, readCapped } from "../capped-body.ts";
import { ServiceError } from "./errors.ts";

function asService(error: unknown, cap: number | null): unknown {
	if (!(error instanceof BodyError)) return error;
	if (error.fault === "not text")
		return new ServiceError("unreadable", { detail: "body is not UTF-8", cause: error });
	return new ServiceError("unreadable", {
		detail: `body is larger than ${cap} bytes`,
		text: message("service.answer-too-large"),
	});
}

export async function readText(response: Response, cap: number): Promise<string> {
	try {
		return await readCapped(response, cap);
	} catch (error) {
		throw asService(error, cap);
	}
}

export function decode(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
	try {
		return decodeUtf8(decoder, bytes);
	} catch (error) {
		throw asService(error, null);
	}
}
