import { factValue } from "../../core/chain/chain-error.ts";
import { isUserAccount } from "../../core/decoded-transaction/decoded-transaction.ts";
import { knownNameAt } from "../../core/decoded-transaction/known-contracts.ts";
import { type CodeFacts, isAccount } from "../../core/decoded-transaction/opinion.ts";
import { WRAPPERS } from "../../core/describe/evm/call-text.ts";
import type { Effects, UnreadCall } from "../../core/effects/effects.ts";
import { readAddress } from "../../core/format/numeral.ts";
import { labelOf, sameAddress } from "../../core/identities/labels.ts";
import { type Message, message } from "../../core/localized-text.ts";
import { partyUsage } from "../../core/review/effects/parties.ts";
import type { Review } from "../../core/review/review.ts";
import type { ContractView } from "../../ipc/review.ts";
import { addressView } from "./addresses.ts";

type Reviewed = Pick<Review, "analyses" | "effects" | "user">;

function codeOf({ analyses }: Reviewed, address: string): CodeFacts | null {
	for (const { opinion } of analyses) {
		const code = factValue(opinion.addressFacts?.codes.get(address));
		if (code !== null) return code;
	}
	return null;
}

const isCreated = ({ parties }: Effects, address: string): boolean =>
	parties.get(address)?.history.isCreated === true;

/** An age that couldn't be read is never reported as old. */
function ageText(effects: Effects, address: string, code: CodeFacts | null): Message {
	if (isCreated(effects, address)) return message("contract.age.created");
	const fresh = code?.fresh ?? null;
	if (fresh === null) return message("contract.age.unknown");
	return fresh.isFresh
		? message("contract.age.young", { blocks: fresh.withinBlocks })
		: message("contract.age.old", { blocks: fresh.withinBlocks });
}

function codeText({ reason }: UnreadCall, code: CodeFacts | null): Message {
	if (code === null) return message("contract.code.unknown");
	if (isAccount(code)) return message("contract.code.none");
	return reason?.kind === "unverified"
		? message("contract.code.like", { like: WRAPPERS[reason.like] })
		: message("contract.code.unlisted");
}

function titleText({ reason }: UnreadCall): Message {
	return reason?.kind === "unverified"
		? message("contract.unlisted.title.like", { like: WRAPPERS[reason.like] })
		: message("contract.unlisted.title");
}

const MAX = 2;

/**
 * Returns the called contracts that are neither known nor the user's own, and whose calls can't be decoded
 * with certainty.
 */
export function contractViews(
	review: Reviewed,
	chainRef: string,
): { readonly contracts?: readonly ContractView[] } {
	const { effects, user } = review;
	if (effects === null) return {};
	const calls = effects.unreadCalls.filter(
		({ target, reason, isInner }, at) =>
			reason !== null &&
			!isInner &&
			readAddress(target) !== null &&
			!isUserAccount(user, target) &&
			labelOf(user.labels, target) === null &&
			knownNameAt(chainRef, target.toLowerCase()) === null &&
			effects.unreadCalls.findIndex((each) => sameAddress(each.target, target)) === at,
	);
	const contracts = calls.slice(0, MAX).map((call): ContractView => {
		const { target } = call;
		const code = codeOf(review, target.toLowerCase());
		return {
			address: addressView(target, user.labels),
			title: titleText(call),
			age: ageText(effects, target, code),
			code: codeText(call, code),
			usage: partyUsage(user, target),
		};
	});
	return contracts.length === 0 ? {} : { contracts };
}
