import { base64 } from "@scure/base";
import type { ChainFamily } from "../../contract/action.ts";
import type { DevicePayload } from "../../ledger/protocol.ts";
import { unsignedEvm } from "../match/evm-bytes.ts";
import type { Frozen } from "../match/frozen.ts";
import { isBareHash, personalBytes, svmMessageBytes } from "../match/message-bytes.ts";
import { readOffchainMessage } from "../match/message-svm.ts";
import { faultOf, type IntentAt } from "../match/proof.ts";
import { signingBytesSvm } from "../match/svm-bytes.ts";
import { deviceTypedData } from "../match/typed-data-device.ts";

/** What a Ledger is asked to sign for one intent: bytes that main made of the frozen object, and nothing else. */

export type PayloadReading =
	| { readonly ok: true; readonly payload: DevicePayload }
	| { readonly ok: false; readonly field: string; readonly words: string };

const refused = (field: string, words: string): PayloadReading => ({ ok: false, field, words });
const granted = (payload: DevicePayload): PayloadReading => ({ ok: true, payload });

export function familyOf({ kind }: IntentAt): ChainFamily {
	return kind === "svm_transaction" || kind === "svm_message" ? "svm" : "evm";
}

const BLIND = refused(
	"blind",
	"What this hash stands for can't be seen, and blind signing was not approved. Nothing was asked of your Ledger.",
);

const allowsBlind = (frozen: Frozen): boolean => "blind" in frozen && frozen.blind === true;

const personal = (bytes: Uint8Array): PayloadReading =>
	granted({ kind: "evm_personal", message: `0x${Buffer.from(bytes).toString("hex")}` });

function svmMessage(message_base64: string): PayloadReading {
	const bytes = svmMessageBytes(message_base64);
	if (bytes === null) return refused("message_base64", "The message is not written as base64.");
	// The Solana app shows and signs a message only behind the header of version 0; a bare one could be a transaction.
	if (readOffchainMessage(bytes)?.version !== 0)
		return refused(
			"message_base64",
			"A Ledger signs Solana messages only in the off-chain format, and this one is not. Nothing was asked of it. Ask the agent for another way, or use an account of this computer.",
		);
	return granted({ kind: "svm_offchain", message: base64.encode(bytes) });
}

function userOperation(
	frozen: Frozen,
	{ requests }: Extract<IntentAt, { kind: "user_operation" }>,
): PayloadReading {
	const [request, ...others] = requests;
	if (request === undefined || others.length > 0)
		return refused(
			"requests",
			"A Ledger signs one hash at a time, and this asks for another number of them.",
		);
	if (!/^0x[0-9a-fA-F]{64}$/.test(request.message))
		return refused("requests.message", "The user operation's message is not 32 bytes of hex.");
	return allowsBlind(frozen) ? personal(personalBytes(request.message)) : BLIND;
}

function read(frozen: Frozen, intent: IntentAt): PayloadReading {
	switch (intent.kind) {
		case "evm_transaction":
			return granted({ kind: "evm_transaction", unsigned: unsignedEvm(intent) });
		case "evm_personal": {
			const bytes = personalBytes(intent.message);
			return isBareHash(bytes) && !allowsBlind(frozen) ? BLIND : personal(bytes);
		}
		case "evm_typed_data": {
			const typed = deviceTypedData(intent.typed_data);
			return typed.ok ? granted({ kind: "evm_typed_data", typedData: typed.json }) : typed;
		}
		case "svm_transaction":
			return granted({ kind: "svm_transaction", message: base64.encode(signingBytesSvm(intent)) });
		case "svm_message":
			return svmMessage(intent.message_base64);
		case "user_operation":
			return userOperation(frozen, intent);
	}
}

/** The question of an intent that was proven, or why no Ledger can be asked it. `words` are for a person. */
export function devicePayloadOf(frozen: Frozen, intent: IntentAt): PayloadReading {
	try {
		return read(frozen, intent);
	} catch (error) {
		const fault = faultOf(error);
		if (fault === null) throw error;
		return refused(fault.field, fault.words);
	}
}
