import type { SignRequest } from "../../../contract/action.ts";
import type { MessagePayload } from "../../match/message.ts";
import { typedDataHashes } from "../../match/typed-data.ts";
import type { MessageInsight } from "./content.ts";
import { personalInsight, svmInsight } from "./message.ts";
import { danger, type MessageTelling } from "./telling.ts";
import { typedDataInsight } from "./typed-data.ts";
import { userOperationInsight } from "./user-operation.ts";
import { insightWith } from "./weigh.ts";

/** From one payload of a request to sign to what a person is told of it. Pure: the same input, the same words. */

export type { MessageTelling } from "./telling.ts";
export { questionsOf } from "./typed-data.ts";

function unreadable(words: string): MessageInsight {
	return insightWith({
		content: null,
		headline: { text: "Typed data that can't be read", known: false, amount: null },
		allows: [],
		rows: [],
		findings: [danger("typed-data-form", `${words} Nothing was signed.`)],
		deadline: null,
	});
}

/** What a message, typed data or the hash of a user operation means, with everything that a person should be told. */
export function messageInsight(
	telling: MessageTelling,
	request: Pick<SignRequest, "executionKind" | "calls">,
	payload: MessagePayload,
): MessageInsight {
	switch (payload.kind) {
		case "evm_personal":
			return request.executionKind === "erc4337"
				? userOperationInsight(
						telling,
						[{ message: payload.message, raw_payload: payload.message }],
						request.calls ?? [],
					)
				: personalInsight(telling, payload.message);
		case "evm_typed_data": {
			const data = typedDataHashes(payload.typed_data);
			return data.ok ? typedDataInsight(telling, data) : unreadable(data.words);
		}
		case "svm_message":
			return svmInsight(telling, payload.message_base64);
	}
}
