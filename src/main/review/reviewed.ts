import type { CommitView } from "../../contract/commit.ts";
import type { EvmFacts } from "../chains/evm-facts.ts";
import { memberOf } from "../match/member.ts";
import { readAddress, readBytes, readUint } from "../match/numeral.ts";
import { decodeEvm } from "./decode-evm.ts";
import { type Headline, headlineOf } from "./headline.ts";
import type { Person } from "./subject.ts";

/**
 * One sentence for a commit that gives nothing to sign (any more): decoded from the review's own transaction, since
 * there is no payload. Null where that can't be read.
 */
export function headlineOfReview(view: CommitView, facts: EvmFacts | null, person: Person): Headline | null {
	const { review } = view;
	if (review === null) return null;
	const parts = { commit_id: view.commit_id, batch: view.batch, request: review.request, legs: review.legs };
	const membership = memberOf(parts);
	if (!membership.ok) return null;
	const { transaction } = membership.member;
	const to = readAddress(transaction.to);
	const value = readUint(transaction.value ?? "0");
	const data = readBytes(transaction.data);
	if (to === null || value === null || data === null) return null;
	return headlineOf({
		frozen: { chain_ref: view.chain_ref, signer: view.signer },
		decoded: decodeEvm({ to, value, data }),
		facts: facts?.rightChain === true ? facts : null,
		person,
	});
}
