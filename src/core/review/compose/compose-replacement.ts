import type { EvmTransactionPayload } from "../../../service-api/commit.ts";
import { nativeAmount } from "../../decoded-transaction/decoded-transaction.ts";
import type { Headline } from "../../describe/evm/headline.ts";
import { readUint } from "../../format/numeral.ts";
import { amountParam, inner, type Message, message, type Param, sentences } from "../../localized-text.ts";
import type { FrozenReplacement } from "../../match/frozen.ts";
import type { PlannedReplacement, RequestOf } from "../approval-request.ts";
import type { Review, ReviewInput } from "../review.ts";
import { approvalFor, composeCommon } from "./composed.ts";

const UNSEEN: Headline = { text: message("headline.unseen"), known: false, amount: null };

function mostOf({ transaction }: EvmTransactionPayload): bigint | null {
	const price = readUint(transaction.max_fee_per_gas);
	return price === null ? null : BigInt(transaction.gas_limit) * price;
}

function feeText({ chain_ref: chainRef, payload, replaces }: FrozenReplacement): Message {
	const fee = (wei: bigint | null): Param =>
		wei === null ? message("replacement.fee-unread") : amountParam(nativeAmount(chainRef, wei));
	return message("replacement.fees", { now: fee(mostOf(payload)), before: fee(mostOf(replaces.payload)) });
}

function headlineOf({ frozen, headline }: PlannedReplacement, own: Headline | undefined): Headline {
	const text =
		frozen.purpose === "speed_up"
			? message("headline.speed-up", { what: inner(own?.text ?? headline) })
			: message("headline.cancel", { what: inner(headline) });
	return { text, known: own?.known ?? false, amount: own?.amount ?? null };
}

export function replacementText({ frozen, text }: PlannedReplacement): Message {
	const fees = feeText(frozen);
	return text === null ? fees : sentences(text, fees);
}

export function composeReplacement(input: ReviewInput, { planned }: RequestOf<"replacement">): Review {
	const common = composeCommon(input);
	const own = common.analyses[0]?.headline;
	return {
		...common,
		headline: planned === null ? (own ?? UNSEEN) : headlineOf(planned, own),
		approval: approvalFor(input, common, [], []),
		canReject: false,
	};
}
