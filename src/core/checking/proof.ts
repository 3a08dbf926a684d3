import { z } from "zod";
import { payloadLies } from "../activity/lies.ts";
import type { Review } from "../review/review.ts";
import type { ChainAnswer } from "../subject/question.ts";
import { checkFile, checkFileOf } from "./file.ts";

/**
 * The proof of a payload that is not what its review tells: the saved review itself, and which of its fields differ, with
 * both values. Whoever has it finds the same with countersign-verify, without asking anybody. It shows that both sides
 * came under one fingerprint; it can't show who wrote them, since the service signs neither. It holds no secret.
 */

export const PROOF_FORMAT = "countersign-proof";

const differing = z.strictObject({
	field: z.string().max(200),
	reviewed: z.string(),
	payload: z.string(),
});
export type DifferingField = z.infer<typeof differing>;

export const proofFile = z.strictObject({
	format: z.literal(PROOF_FORMAT),
	version: z.literal(1),
	/** When it was caught, ISO 8601. */
	caught_at: z.string().max(40),
	/** What differs, in the order of the match. */
	differs: z.array(differing).min(1).max(10_000),
	review: checkFile,
});
export type ProofFile = z.infer<typeof proofFile>;

/** What of this frozen review and its payload differs, by the match alone. Throws what the match throws. */
export const differingFields = (frozen: NonNullable<Review["frozen"]>): readonly DifferingField[] =>
	payloadLies(frozen).map(({ field, reviewed, payload }) => ({
		field,
		reviewed: reviewed ?? "",
		payload: payload ?? "",
	}));

/** null where the payload is what the review tells, or nothing could be frozen. */
export function proofOf(
	review: Review,
	answers: readonly ChainAnswer[],
	about: { readonly app: string; readonly now: number },
): ProofFile | null {
	const { frozen } = review;
	const differs = frozen === null ? [] : differingFields(frozen);
	const saved = differs.length === 0 ? null : checkFileOf(review, answers, about);
	if (saved === null) return null;
	return {
		format: PROOF_FORMAT,
		version: 1,
		caught_at: new Date(about.now).toISOString(),
		differs: [...differs],
		review: saved,
	};
}
