import { plain } from "../core/format/plain.ts";
import type { DescriptorIndex } from "../core/published-descriptors/erc7730/describe.ts";
import { type DifferingField, differingFields, type ProofFile } from "../core/saved-review/proof.ts";
import { t } from "../text/index.ts";
import type { Verified } from "./review.ts";
import { madeAgain } from "./review.ts";

const MAX_LENGTH = 4_000;

const isSame = (ours: readonly DifferingField[], theirs: readonly DifferingField[]): boolean =>
	ours.length === theirs.length &&
	ours.every(({ field, reviewed, payload }, at) => {
		const other = theirs[at];
		return other?.field === field && other.reviewed === reviewed && other.payload === payload;
	});

function fieldLines({ field, reviewed, payload }: DifferingField): readonly string[] {
	return [
		`  ${plain(field, 200)}`,
		`    ${t("verify.proof.reviewed", { value: plain(reviewed, MAX_LENGTH) })}`,
		`    ${t("verify.proof.payload", { value: plain(payload, MAX_LENGTH) })}`,
	];
}

/**
 * @param index descriptors of this program, because none from the file is trusted
 * @throws match errors for a frozen object that can't be encoded
 */
export function verifyProof(file: ProofFile, index: DescriptorIndex): Verified {
	const { same, lines } = madeAgain(file.review, index);
	const ours = differingFields(file.review.frozen);
	const ok = same && ours.length > 0 && isSame(ours, file.differs);
	return {
		ok,
		lines: [
			...lines,
			"",
			...(ours.length === 0
				? [t("verify.proof.nothing-differs")]
				: [t("verify.proof.differs"), ...ours.flatMap(fieldLines)]),
			...(isSame(ours, file.differs) ? [] : [t("verify.proof.told-otherwise")]),
			t("verify.proof.limits", { time: plain(file.caught_at) }),
			ok ? t("verify.proof.proven") : t("verify.proof.not-proven"),
		],
	};
}
