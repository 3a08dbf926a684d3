import type { SignRequest } from "../../service-api/action.ts";
import type { MessagePayload } from "../match/message/checks.ts";
import { typedDataHashes } from "../match/typed-data/reading.ts";
import { message, sentences, type Text } from "../message.ts";
import { NOTHING_SIGNED } from "../unsigned.ts";
import type { MessageInsight } from "./content.ts";
import { insightWith } from "./content.ts";
import { danger, type MessageContext } from "./explanation.ts";
import { personalInsight, svmInsight } from "./message.ts";
import { typedDataInsight } from "./typed-data.ts";
import { userOperationInsight } from "./user-operation.ts";

/** Explains one payload of a signing request. Pure: equal input gives equal text. */

export type { MessageContext } from "./explanation.ts";
export { questionsOf } from "./typed-data.ts";

function unreadable(text: Text): MessageInsight {
	return insightWith({
		content: null,
		headline: { text: message("message.unreadable.typed-data"), known: false, amount: null },
		approvals: [],
		rows: [],
		findings: [danger("typed-data-form", sentences(text, NOTHING_SIGNED))],
		deadline: null,
	});
}

/** Returns the meaning of a message, typed data or a user operation's hash, with all findings. */
export function messageInsight(
	context: MessageContext,
	request: Pick<SignRequest, "executionKind" | "calls">,
	payload: MessagePayload,
): MessageInsight {
	switch (payload.kind) {
		case "evm_personal":
			return request.executionKind === "erc4337"
				? userOperationInsight(
						context,
						[{ message: payload.message, raw_payload: payload.message }],
						request.calls ?? [],
					)
				: personalInsight(context, payload.message);
		case "evm_typed_data": {
			const data = typedDataHashes(payload.typed_data);
			return data.ok ? typedDataInsight(context, data) : unreadable(data.text);
		}
		case "svm_message":
			return svmInsight(context, payload.message_base64);
	}
}
