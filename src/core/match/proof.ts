import { type Message, message } from "../message.ts";
import { saying, type UnsignedNotice } from "../unsigned.ts";
import { CanonicalError } from "./canonical.ts";
import { PayloadError } from "./evm/bytes.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { expiryOf, type FreezeRefusal, type Frozen, frozen as frozenSchema, intentsOf } from "./frozen.ts";
import { matchFrozen } from "./match.ts";
import { SvmBytesError } from "./svm/transaction.ts";

/** Proof, right before a signature, that what is signed is what was reviewed. It believes nothing that it is given. */

export interface ProofRequest {
	/** As it came; read here. */
	readonly frozen: unknown;
	/** Of what was approved: 64 hex digits. */
	readonly fingerprint: string;
	/** Unix milliseconds. */
	readonly now: number;
	/** How much later than stated an offer ends by the clock of `now`, in ms; 0 where it is left out. */
	readonly clockOffset?: number;
}

export type Proof =
	| { readonly ok: true; readonly frozen: Frozen }
	| ({ readonly ok: false } & Omit<FreezeRefusal, "waiting">);

const refused = (field: string, text: Message, notice: Pick<UnsignedNotice, "saysUnsigned"> = {}): Proof => ({
	ok: false,
	field,
	text,
	...saying(notice),
});

function prove(request: ProofRequest): Proof {
	const parsed = frozenSchema.safeParse(request.frozen);
	if (!parsed.success) {
		const field = parsed.error.issues[0]?.path.join(".") ?? "";
		return refused(field, message("proof.malformed"));
	}
	const frozen: Frozen = parsed.data;
	// Of the object as it came, whose form the schema has just found: reading turns a number in another spelling into the
	// usual one, and what was approved was in that already.
	if (fingerprintOf(request.frozen as Frozen) !== request.fingerprint)
		return refused("fingerprint", message("proof.other-review"));
	const match = matchFrozen(frozen);
	if (match.verdict !== "matched") {
		const fault = match.checks.find((check) => check.status === "failed" || check.status === "unknown");
		return refused(fault?.field ?? "match", fault?.text ?? message("proof.no-match"), fault);
	}
	const expiry = expiryOf(frozen, request.clockOffset);
	if (expiry !== null && request.now >= expiry) return refused("expires_at", message("proof.expired"));
	return { ok: true, frozen };
}

/** What an error of this room says of the payload at fault; null for any other error, which is a bug. */
export function faultOf(error: unknown): Omit<FreezeRefusal, "waiting"> | null {
	if (error instanceof CanonicalError)
		return { field: error.path, text: error.text, saysUnsigned: error.saysUnsigned };
	if (error instanceof PayloadError || error instanceof SvmBytesError)
		return { field: error.field, text: error.text, saysUnsigned: error.saysUnsigned };
	return null;
}

/** What was frozen, or the refusal of it. All its intents are proven, whichever is signed. */
export function provenFrozen(request: ProofRequest): Proof {
	try {
		return prove(request);
	} catch (error) {
		const fault = faultOf(error);
		if (fault === null) throw error;
		return { ok: false, ...fault };
	}
}

export type IntentAt = ReturnType<typeof intentsOf>[number];

/** The intent at a place, counted from 0, or the refusal of that place. */
export function intentAt(
	frozen: Frozen,
	place: number,
): { readonly ok: true; readonly intent: IntentAt } | Extract<Proof, { ok: false }> {
	const intent = intentsOf(frozen)[place];
	return intent === undefined
		? { ok: false, field: "place", text: message("proof.nothing-at-place") }
		: { ok: true, intent };
}
