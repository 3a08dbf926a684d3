import { type Message, message } from "../localized-text.ts";
import { saying, type UnsignedNotice } from "../unsigned.ts";
import { CanonicalError } from "./canonical.ts";
import { PayloadError } from "./evm/bytes.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { expiryOf, type FreezeRefusal, type Frozen, frozenSchema, intentsOf } from "./frozen.ts";
import { matchFrozen } from "./match.ts";
import { SvmBytesError } from "./svm/transaction.ts";

/** Verifies immediately before signing that the payload is the reviewed one. Doesn't trust any input. */

export interface ProofRequest {
	readonly frozen: unknown;
	readonly fingerprint: string;
	/** In Unix ms. */
	readonly now: number;
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
	// Hashes the raw object, because parsing normalizes numbers and the approved object was already
	// normalized. The schema has already checked its shape.
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

export function faultOf(error: unknown): Omit<FreezeRefusal, "waiting"> | null {
	if (error instanceof CanonicalError)
		return { field: error.path, text: error.text, saysUnsigned: error.saysUnsigned };
	if (error instanceof PayloadError || error instanceof SvmBytesError)
		return { field: error.field, text: error.text, saysUnsigned: error.saysUnsigned };
	return null;
}

/** Verifies all payloads, not only the one about to be signed. */
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

export function intentAt(
	frozen: Frozen,
	index: number,
): { readonly ok: true; readonly intent: IntentAt } | Extract<Proof, { ok: false }> {
	const intent = intentsOf(frozen)[index];
	return intent === undefined
		? { ok: false, field: "place", text: message("proof.nothing-at-place") }
		: { ok: true, intent };
}
