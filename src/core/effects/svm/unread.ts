import { isReadProgram } from "../../decode/svm/decode-svm.ts";
import { codeOf } from "../../subject/codes.ts";
import { givenTo } from "../../subject/svm/held.ts";
import type { UnreadInstruction } from "../effects.ts";
import type { SvmReader } from "./reader.ts";

/** Instructions whose bytes do not state their effects, and those for addresses that hold no program. */
export function unreadInstructions(
	{ subject }: SvmReader,
	opinion: Parameters<typeof codeOf>[0],
	step: number,
): readonly UnreadInstruction[] {
	return subject.steps.flatMap((each, index): readonly UnreadInstruction[] => {
		const { programId, program, meaning } = each;
		const isEmpty = !isReadProgram(programId) && codeOf(opinion, programId)?.size === 0;
		const isUnread = meaning.kind === "unknown";
		if (!isUnread && !isEmpty) return [];
		return [
			{
				target: programId,
				name: program,
				step,
				at: index + 1,
				isEmpty,
				isUnread,
				gives: isUnread ? givenTo(subject, each) : null,
			},
		];
	});
}
