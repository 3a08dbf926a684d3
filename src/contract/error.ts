import { z } from "zod";
import { open } from "./open.ts";

/** The error envelope: one required member of any JSON value; read as learnt.md part 13 says. */
export const errorEnvelope = open({ error: z.unknown() }).refine((body) => Object.hasOwn(body, "error"), {
	path: ["error"],
	message: "is required",
});

const errorObject = open({
	code: z.string().optional(),
	message: z.string().optional(),
	requestId: z.string().optional(),
	retryable: z.boolean().optional(),
});

export interface ServiceFault {
	readonly code: string | null;
	readonly message: string | null;
	readonly requestId: string | null;
}

/** What an error body says, however little; never throws. */
export function readServiceFault(body: unknown): ServiceFault {
	const none: ServiceFault = { code: null, message: null, requestId: null };
	const envelope = errorEnvelope.safeParse(body);
	if (!envelope.success) return none;
	const beside = typeof envelope.data["message"] === "string" ? envelope.data["message"] : null;
	const value = envelope.data.error;
	if (typeof value === "string") return { code: value, message: beside, requestId: null };
	const object = errorObject.safeParse(value);
	if (!object.success) return { ...none, message: beside };
	return {
		code: object.data.code ?? null,
		message: object.data.message ?? beside,
		requestId: object.data.requestId ?? null,
	};
}
