import { known } from "../../../core/chain/chain-error.ts";
import { readUint } from "../../../core/format/numeral.ts";
import { memberOf } from "../../../core/match/member.ts";
import { evmFactsOf } from "../../../core/review/insight.ts";
import type { AssembledEvmTransaction } from "../../../service-api/action.ts";
import type { CommitView } from "../../../service-api/commit.ts";
import type { Prepared } from "../facts/preparing.ts";
import type { EarlierCall } from "../facts/simulate-evm.ts";

/** The EVM transaction of a commit as its own review tells it; null where it can't be found there. */
function transactionOf({ review, batch }: CommitView): AssembledEvmTransaction | null {
	const membership = review === null ? null : memberOf({ ...review, batch });
	return membership?.ok === true ? membership.member.transaction : null;
}

/**
 * Members of a batch that have to be on the chain before this one, as the review tells them; never more than there
 * are nonces left before its own. The service could name one that is never sent, and that makes this look harmless.
 * @param viewOf a member by its id; null where it is not known, or can't be read
 */
export function earlierCalls(
	view: CommitView | null,
	{ frozen, answers }: Pick<Prepared, "frozen" | "answers">,
	viewOf: (commitId: string) => CommitView | null,
): EarlierCall[] {
	if (view?.batch == null || frozen === null || frozen.kind !== "commit") return [];
	if (frozen.request.type !== "execute_evm" || frozen.payload.kind !== "evm_transaction") return [];
	const [answer] = answers;
	const next = known(evmFactsOf(answer)?.latestNonce);
	const before = next === null ? 0 : Math.max(0, frozen.payload.nonce - next);
	if (before === 0) return [];
	const { ordered_commit_ids: ids, index } = view.batch;
	const whole = frozen.request.transactions.length === ids.length ? frozen.request.transactions : [];
	const open = ids.slice(0, index).flatMap((id, at) => {
		const theirs = viewOf(id);
		if (theirs?.state === "confirmed") return [];
		// Where this review tells of its own transaction alone, each earlier member tells of its own.
		const each = whole[at] ?? (theirs === null ? null : transactionOf(theirs));
		return each === null ? [] : [{ to: each.to, value: readUint(each.value ?? "0") ?? 0n, data: each.data }];
	});
	return open.slice(-before);
}
