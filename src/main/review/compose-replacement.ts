import type { EvmTransactionPayload } from "../../contract/commit.ts";
import type { FrozenReplacement } from "../match/frozen.ts";
import { readUint } from "../match/numeral.ts";
import { amountWords } from "./amount.ts";
import { approvalFor, withFrozen } from "./composed.ts";
import type { Headline } from "./headline.ts";
import type { Review, Reviewed, ReviewInput } from "./review.ts";
import { nativeAmount } from "./subject.ts";
import { within } from "./svm/headline.ts";

/** The review of a replacement: a wish of the person, so nobody else describes it. */

type OfReplacement = Extract<Reviewed, { kind: "replacement" }>;

/** gas limit × max fee per gas; null where that can't be read. */
function mostOf({ transaction }: EvmTransactionPayload): bigint | null {
	const price = readUint(transaction.max_fee_per_gas);
	return price === null ? null : BigInt(transaction.gas_limit) * price;
}

/** The new fee beside the old one. */
function feeWords({ chain_ref: chainRef, payload, replaces }: FrozenReplacement): string {
	const [now, before] = [mostOf(payload), mostOf(replaces.payload)].map((wei) =>
		wei === null ? "a fee that can't be read" : amountWords(nativeAmount(chainRef, wei)),
	);
	return `It can cost up to ${now} of fees; the first one could cost up to ${before}. Only one of the two can happen.`;
}

function headlineOf(of: OfReplacement, own: Headline | undefined): Headline {
	const text =
		of.frozen.purpose === "speed_up"
			? `Speed up: ${within(own?.text ?? of.headline)}`
			: `Cancel: ${within(of.headline)}, by sending nothing to yourself`;
	return { text, known: own?.known ?? false, amount: own?.amount ?? null };
}

export function composeReplacement(input: ReviewInput, of: OfReplacement): Review {
	const common = withFrozen(input, of.frozen);
	const words = [of.words, feeWords(of.frozen)].filter((each) => each !== "").join(" ");
	return {
		...common,
		subject: { kind: "replacement", frozen: of.frozen, headline: of.headline, words },
		headline: headlineOf(of, common.insights[0]?.headline),
		approval: approvalFor(input, common, [], []),
		canReject: false,
	};
}
