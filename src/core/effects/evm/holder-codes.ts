import { codeAfter, codeOf, isAccount } from "../../subject/codes.ts";
import { isMulticall3 } from "../../subject/known-accounts.ts";
import type { LegOpinion } from "../../subject/opinion.ts";
import type { HolderCode } from "../effects.ts";

type CodeSource = Pick<LegOpinion, "own" | "addressFacts">;

function holderCode(opinion: CodeSource, address: string): HolderCode | null {
	const asked = codeOf(opinion, address);
	if (isMulticall3(address, asked?.codeHash ?? null)) return "anybody";
	const code = codeAfter(opinion, address) ?? asked;
	if (code === null) return null;
	if (!isAccount(code)) return "contract";
	return code.delegatedTo === null ? "key" : "lent";
}

/** Reads the code of holders: what an earlier step makes counts only if our own simulation has seen it. */
export function holderCodesOf(
	opinion: CodeSource,
	holders: readonly string[],
): ReadonlyMap<string, HolderCode> {
	const found = [...new Set(holders.map((each) => each.toLowerCase()))].flatMap((address) => {
		const code = holderCode(opinion, address);
		return code === null ? [] : [[address, code] as const];
	});
	return new Map(found);
}
