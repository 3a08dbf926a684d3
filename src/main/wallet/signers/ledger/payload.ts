import { base64 } from "@scure/base";
import type { SignedTokens } from "../../../../core/decoded-transaction/signed-token.ts";
import { type WordsFor, wordsForData, wordsForTransaction } from "../../../../core/device/described.ts";
import { deviceOffchain } from "../../../../core/device/solana-offchain.ts";
import { type Message, message } from "../../../../core/localized-text.ts";
import { unsignedEvm } from "../../../../core/match/evm/bytes.ts";
import { allowsBlind, type FreezeRefusal, type Frozen } from "../../../../core/match/frozen.ts";
import { isBareHash, personalBytes, svmMessageBytes } from "../../../../core/match/message/bytes.ts";
import { faultOf, type IntentAt } from "../../../../core/match/proof.ts";
import { signingBytesSvm } from "../../../../core/match/svm/bytes.ts";
import { deviceTypedData } from "../../../../core/match/typed-data/reading.ts";
import type { DevicePayload } from "../../../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";

export type PayloadReading =
	| { readonly ok: true; readonly payload: DevicePayload }
	| ({ readonly ok: false } & Omit<FreezeRefusal, "waiting">);

const refused = (field: string, text: Message): PayloadReading => ({ ok: false, field, text });
const granted = (payload: DevicePayload): PayloadReading => ({ ok: true, payload });

export function familyOf({ kind }: IntentAt): ChainFamily {
	return kind === "svm_transaction" || kind === "svm_message" ? "svm" : "evm";
}

const BLIND = refused("blind", message("signer.blind-not-approved"));

const personal = (bytes: Uint8Array): PayloadReading =>
	granted({ kind: "evm_personal", message: `0x${Buffer.from(bytes).toString("hex")}` });

function svmMessage(message_base64: string): PayloadReading {
	const bytes = svmMessageBytes(message_base64);
	if (bytes === null) return refused("message_base64", message("match.message.not-base64"));
	// The Solana app signs a message only with its header, because a bare one could be a transaction.
	if (!deviceOffchain(bytes).ok) return refused("message_base64", message("signer.offchain-only"));
	return granted({ kind: "svm_offchain", message: base64.encode(bytes) });
}

function userOperation(
	frozen: Frozen,
	{ requests }: Extract<IntentAt, { kind: "user_operation" }>,
): PayloadReading {
	const [request, ...others] = requests;
	if (request === undefined || others.length > 0) return refused("requests", message("signer.one-hash"));
	if (!/^0x[0-9a-fA-F]{64}$/.test(request.message))
		return refused("requests.message", message("match.user-operation.not-32-bytes"));
	return allowsBlind(frozen) ? personal(personalBytes(request.message)) : BLIND;
}

const encodeWords = (words: WordsFor) => words?.map((each) => base64.encode(each)) ?? null;

function read(frozen: Frozen, intent: IntentAt, tokens: SignedTokens | null): PayloadReading {
	switch (intent.kind) {
		case "evm_transaction":
			return granted({
				kind: "evm_transaction",
				unsigned: unsignedEvm(intent),
				words: tokens === null ? null : encodeWords(wordsForTransaction(tokens, intent)),
			});
		case "evm_personal": {
			const bytes = personalBytes(intent.message);
			return isBareHash(bytes) && !allowsBlind(frozen) ? BLIND : personal(bytes);
		}
		case "evm_typed_data": {
			const typed = deviceTypedData(intent.typed_data);
			if (!typed.ok) return typed;
			const { json } = typed;
			const words = tokens === null ? null : encodeWords(wordsForData(tokens, json));
			return granted({ kind: "evm_typed_data", typedData: json, words });
		}
		case "svm_transaction":
			return granted({ kind: "svm_transaction", message: base64.encode(signingBytesSvm(intent)) });
		case "svm_message":
			return svmMessage(intent.message_base64);
		case "user_operation":
			return userOperation(frozen, intent);
	}
}

/** @param tokens Ledger's descriptions; `null` if the review promised no readable text */
export function devicePayloadOf(
	frozen: Frozen,
	intent: IntentAt,
	tokens: SignedTokens | null,
): PayloadReading {
	try {
		return read(frozen, intent, tokens);
	} catch (error) {
		const fault = faultOf(error);
		if (fault === null) throw error;
		return { ok: false, ...fault };
	}
}
