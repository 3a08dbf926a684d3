import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import { svmMessageBytes } from "../../match/message-bytes.ts";
import { readOffchainMessage } from "../../match/message-svm.ts";
import { type Forecast, impossible, page } from "./forecast.ts";

/** What the Solana app shows of off-chain messages. */

const BARE =
	"A Ledger signs only Solana messages that have the off-chain header, so that none can be taken for a transaction. This one has none.";

/** The app's own bound on the whole message, with its header. */
const MOST_BYTES = 1_232;
const PRINTABLE = /^[\x20-\x7e]+$/;

function unrecorded(text: string): Forecast {
	const hash = base58.encode(sha256(new TextEncoder().encode(text)));
	return {
		sight: "blind",
		needsBlindSigning: !PRINTABLE.test(text),
		says: "What your Ledger shows of this message is not known: its app may refuse it, or show only a hash of its text. Only this computer's screen is sure to show the text.",
		pages: [],
		hashes: [{ label: "Hash", value: hash, onDevice: true }],
	};
}

/** @param signer base58; the account that the Ledger holds */
export function solanaMessage(messageBase64: string, signer: string): Forecast {
	const bytes = svmMessageBytes(messageBase64);
	const message = bytes === null ? null : readOffchainMessage(bytes);
	if (bytes === null || message === null) return impossible(BARE);
	if (bytes.length > MOST_BYTES) return impossible("This message is too long for a Ledger.");
	const { applicationDomain, signers, text } = message;
	if (signers.length > 0 && !signers.includes(signer))
		return impossible(
			"A Ledger can't sign this: the message's header names other signers than this account.",
		);
	const isRecordedForm = applicationDomain !== null && signers.length === 1 && PRINTABLE.test(text);
	if (!isRecordedForm) return unrecorded(text);
	return {
		sight: "clear",
		needsBlindSigning: false,
		says: "Your Ledger shows the whole message. Compare it with this review before you approve there.",
		pages: [page("Review message"), page("Message", text), page("Approve")],
		hashes: [],
	};
}
