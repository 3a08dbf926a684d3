import { isMulticall3 } from "../../decoded-transaction/known-accounts.ts";
import type { ItemOpinion } from "../../decoded-transaction/opinion.ts";
import { codeAfter, codeOf, isAccount } from "../../decoded-transaction/opinion.ts";
import type { CodeHistory, HolderCode } from "../effects.ts";

type CodeSource = Pick<ItemOpinion, "local" | "addressFacts">;

function holderCode(opinion: CodeSource, address: string): HolderCode | null {
	const before = codeOf(opinion, address);
	if (isMulticall3(address, before?.codeHash ?? null)) return "anybody";
	const code = codeAfter(opinion, address) ?? before;
	if (code === null) return null;
	if (!isAccount(code)) return "contract";
	return code.delegatedTo === null ? "key" : "lent";
}

/** A contract that an earlier step creates counts only if our simulation shows its code. */
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

function isCreated(opinion: CodeSource, address: string): boolean {
	const [now, then] = [codeOf(opinion, address), codeAfter(opinion, address)];
	return now !== null && isAccount(now) && then !== null && !isAccount(then);
}

function historyOf(opinion: CodeSource, address: string): CodeHistory {
	const code = codeOf(opinion, address);
	const { fresh = null, history } = code ?? {};
	return {
		isCreated: isCreated(opinion, address),
		youngBlocks: fresh?.isFresh === true ? fresh.withinBlocks : null,
		changedSince: history === undefined || history.isSame ? null : history.since,
	};
}

export function codeHistoriesOf(opinion: CodeSource): ReadonlyMap<string, CodeHistory> {
	const asked = [...(opinion.addressFacts?.codes.keys() ?? [])];
	return new Map(
		asked
			.map((address) => [address, historyOf(opinion, address)] as const)
			.filter(([, each]) => each.isCreated || each.youngBlocks !== null || each.changedSince !== null),
	);
}
