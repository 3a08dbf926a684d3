import type { SignRequest } from "../../service-api/action.ts";
import { message, sentences, type Text } from "../localized-text.ts";
import type { MessagePayload } from "../match/message/checks.ts";
import { typedDataHashes } from "../match/typed-data/reading.ts";
import { NOTHING_SIGNED } from "../unsigned.ts";
import type { MessageAnalysis } from "./content.ts";
import { analysisWith } from "./content.ts";
import { danger, type MessageContext } from "./explanation.ts";
import { analyzePersonalMessage, analyzeSvmMessage } from "./personal-message.ts";
import { analyzeTypedData } from "./typed-data.ts";
import { analyzeUserOperation } from "./user-operation.ts";

export type { MessageContext } from "./explanation.ts";
export { questionsOf } from "./typed-data.ts";

function unreadable(text: Text): MessageAnalysis {
	return analysisWith({
		content: null,
		headline: { text: message("message.unreadable.typed-data"), known: false, amount: null },
		approvals: [],
		rows: [],
		findings: [danger("typed-data-form", sentences(text, NOTHING_SIGNED))],
		deadline: null,
	});
}

export function analyzeMessage(
	context: MessageContext,
	request: Pick<SignRequest, "executionKind" | "calls">,
	payload: MessagePayload,
): MessageAnalysis {
	switch (payload.kind) {
		case "evm_personal":
			return request.executionKind === "erc4337"
				? analyzeUserOperation(
						context,
						[{ message: payload.message, raw_payload: payload.message }],
						request.calls ?? [],
					)
				: analyzePersonalMessage(context, payload.message);
		case "evm_typed_data": {
			const data = typedDataHashes(payload.typed_data);
			return data.ok ? analyzeTypedData(context, data) : unreadable(data.text);
		}
		case "svm_message":
			return analyzeSvmMessage(context, payload.message_base64);
	}
}
