import { decodeEvm } from "../decode/evm/decode-evm.ts";
import { type Headline, headlineOf } from "../describe/evm/headline.ts";
import { readAddress, readBytes, readUint } from "../format/numeral.ts";
import { message } from "../localized-text.ts";
import { imitationIn } from "../risk/special/imitation.ts";
import type { MessageAnalysis } from "./content.ts";
import { analysisWith } from "./content.ts";
import type { MessageContext } from "./explanation.ts";
import { BLIND } from "./personal-message.ts";

export interface DescribedCall {
	readonly to: string;
	readonly value: string;
	readonly data?: string | null | undefined;
}

const UNREAD: Headline = { text: message("message.unreadable.call"), known: false, amount: null };

function callHeadline(context: MessageContext, call: DescribedCall): Headline {
	const [to, value, data] = [readAddress(call.to), readUint(call.value), readBytes(call.data ?? "0x")];
	if (to === null || value === null || data === null) return UNREAD;
	const { facts, user, signer, chainRef } = context;
	return headlineOf({
		decoded: decodeEvm({ to, value, data }),
		facts,
		user,
		signer,
		chainRef: chainRef ?? "",
	});
}

/** Decodes the calls that the service describes. They can't be compared with the signed hash. */
export function analyzeUserOperation(
	context: MessageContext,
	requests: readonly { readonly message: string; readonly raw_payload: string }[],
	calls: readonly DescribedCall[],
): MessageAnalysis {
	return analysisWith({
		content: {
			kind: "user_operation",
			requests: requests.map((request) => ({ message: request.message, rawPayload: request.raw_payload })),
			calls: calls.map((call) => callHeadline(context, call)),
		},
		headline: { text: message("message.signs-user-operation"), known: false, amount: null },
		findings: [BLIND, imitationIn(context.texts)],
	});
}
