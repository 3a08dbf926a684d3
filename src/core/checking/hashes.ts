import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import { signingHashEvm } from "../match/evm/bytes.ts";
import type { intentsOf } from "../match/frozen.ts";
import { personalHash, svmMessageBytes } from "../match/message/bytes.ts";
import { typedDataHashes } from "../match/message/checks.ts";
import { readSvmTransaction } from "../match/svm/transaction.ts";
import { type Message, message } from "../message.ts";

/** The hashes of what is signed, as a device or another tool shows them. */

export interface NamedHash {
	readonly label: Message;
	readonly value: string;
}

type HashedIntent = ReturnType<typeof intentsOf>[number];

const sha256Of = (bytes: Uint8Array) => base58.encode(sha256(bytes));

function typedHashes(typed: unknown): NamedHash[] {
	const found = typedDataHashes(typed);
	if (!found.ok) return [];
	return [
		{ label: message("hash.domain"), value: found.domainHash },
		{ label: message("hash.message"), value: found.messageHash },
		{ label: message("hash.typed-data"), value: found.digest },
	];
}

function messageHash(text: string): NamedHash[] {
	const bytes = svmMessageBytes(text);
	return bytes === null ? [] : [{ label: message("hash.svm-message"), value: sha256Of(bytes) }];
}

/** Of one thing that is signed. Throws PayloadError or SvmBytesError where it can't be written at all. */
export function hashesOf(intent: HashedIntent): readonly NamedHash[] {
	switch (intent.kind) {
		case "evm_transaction":
			return [{ label: message("hash.evm-transaction"), value: signingHashEvm(intent) }];
		case "svm_transaction": {
			const { messageBytes } = readSvmTransaction(intent.transaction_base64);
			return [{ label: message("hash.svm-transaction"), value: sha256Of(messageBytes) }];
		}
		case "evm_personal":
			return [{ label: message("hash.personal"), value: personalHash(intent.message) }];
		case "evm_typed_data":
			return typedHashes(intent.typed_data);
		case "svm_message":
			return messageHash(intent.message_base64);
		case "user_operation":
			return intent.requests.map(({ raw_payload: value }, at) => ({
				label: message("hash.raw-payload", { place: String(at + 1) }),
				value,
			}));
	}
}
