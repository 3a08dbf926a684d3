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
/** What the app shows as text: printable ASCII and line ends. Source: its own code. */
const SHOWN = /^[\x20-\x7e\n]+$/;

const OTHER_FORM =
	"A Ledger signs only Solana messages in the first form of the off-chain format, with an application and signers in its header. This one has another form.";

function hashOnly(text: string): Forecast {
	const hash = base58.encode(sha256(new TextEncoder().encode(text)));
	return {
		sight: "blind",
		needsBlindSigning: true,
		says: "Your Ledger can't show this text, since it holds other characters than plain ASCII: its app shows only a hash of it, or refuses it. Only this computer's screen shows the text.",
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
	const { version, applicationDomain, signers, text } = message;
	if (version !== 0 || applicationDomain === null) return impossible(OTHER_FORM);
	if (!signers.includes(signer))
		return impossible(
			"A Ledger can't sign this: the message's header names other signers than this account.",
		);
	if (!SHOWN.test(text)) return hashOnly(text);
	return {
		sight: "clear",
		needsBlindSigning: false,
		says: "Your Ledger shows the whole message. Compare it with this review before you approve there.",
		pages: [page("Review message"), page("Message", text), page("Approve")],
		hashes: [],
	};
}
