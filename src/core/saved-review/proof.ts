import { z } from "zod";
import { payloadLies } from "../activity/lies.ts";
import type { ChainAnswer } from "../decoded-transaction/question.ts";
import type { Review } from "../review/review.ts";
import { checkFile, checkFileOf } from "./file.ts";

/**
 * A saved review together with the fields in which its payload differs. Anyone can repeat the check offline
 * with countersign-verify. The proof shows that both had the same fingerprint, but not who wrote them,
 * because the service signs neither. Contains no secrets.
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
	caught_at: z.string().max(40),
	differs: z.array(differing).min(1).max(10_000),
	review: checkFile,
});
export type ProofFile = z.infer<typeof proofFile>;

export const differingFields = (frozen: NonNullable<Review["frozen"]>): readonly DifferingField[] =>
	payloadLies(frozen).map(({ field, reviewed, payload }) => ({
		field,
		reviewed: reviewed ?? "",
		payload: payload ?? "",
	}));

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
