import type { EvmTransactionPayload } from "../../../service-api/commit.ts";
import type { Headline } from "../../explain/evm/headline.ts";
import { readUint } from "../../format/numeral.ts";
import type { FrozenReplacement } from "../../match/frozen.ts";
import { amountParam, inner, type Message, message, type Param, sentences } from "../../message.ts";
import { nativeAmount } from "../../subject/subject.ts";
import type { Review, Reviewed, ReviewInput } from "../review.ts";
import { approvalFor, withFrozen } from "./composed.ts";

/** The review of a replacement: a request of the user, so nobody else describes it. */

type OfReplacement = Extract<Reviewed, { kind: "replacement" }>;

/** gas limit × max fee per gas; null where that can't be read. */
function mostOf({ transaction }: EvmTransactionPayload): bigint | null {
	const price = readUint(transaction.max_fee_per_gas);
	return price === null ? null : BigInt(transaction.gas_limit) * price;
}

/** The new fee beside the old one. */
function feeText({ chain_ref: chainRef, payload, replaces }: FrozenReplacement): Message {
	const fee = (wei: bigint | null): Param =>
		wei === null ? message("replacement.fee-unread") : amountParam(nativeAmount(chainRef, wei));
	return message("replacement.fees", { now: fee(mostOf(payload)), before: fee(mostOf(replaces.payload)) });
}

function headlineOf(of: OfReplacement, own: Headline | undefined): Headline {
	const text =
		of.frozen.purpose === "speed_up"
			? message("headline.speed-up", { what: inner(own?.text ?? of.headline) })
			: message("headline.cancel", { what: inner(of.headline) });
	return { text, known: own?.known ?? false, amount: own?.amount ?? null };
}

export function composeReplacement(input: ReviewInput, of: OfReplacement): Review {
	const common = withFrozen(input, of.frozen);
	const fees = feeText(of.frozen);
	const text = of.text === null ? fees : sentences(of.text, fees);
	return {
		...common,
		subject: { kind: "replacement", frozen: of.frozen, headline: of.headline, text },
		headline: headlineOf(of, common.insights[0]?.headline),
		approval: approvalFor(input, common, [], []),
		canReject: false,
	};
}
