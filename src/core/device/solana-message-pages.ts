import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import { svmMessageBytes } from "../match/message/bytes.ts";
import { readOffchainMessage } from "../match/message/svm.ts";
import { message } from "../message.ts";
import { type Forecast, impossible, page } from "./forecast.ts";
import { SCREEN } from "./screens.ts";

/** What the Solana app shows of off-chain messages. */

const BARE = message("device-plan.svm.no-header");

/** The app's own bound on the whole message, with its header. */
const MAX_BYTES = 1_232;
/** What the app shows as text: printable ASCII and line ends. Source: its own code. */
const SHOWN = /^[\x20-\x7e\n]+$/;

const OTHER_FORM = message("device-plan.svm.other-form");

const HEADER = [0xff, ...new TextEncoder().encode("solana offchain")];
const hasHeader = (bytes: Uint8Array) => HEADER.every((byte, at) => bytes[at] === byte);

function hashOnly(text: string): Forecast {
	const hash = base58.encode(sha256(new TextEncoder().encode(text)));
	return {
		sight: "blind",
		needsBlindSigning: true,
		takesRawMessages: false,
		says: message("device-plan.svm.message-hash"),
		pages: [],
		hashes: [{ label: message("device-plan.hash"), value: hash, onDevice: true }],
		claims: [],
	};
}

/** @param signer base58; the account that the Ledger holds */
export function solanaMessage(messageBase64: string, signer: string): Forecast {
	const bytes = svmMessageBytes(messageBase64);
	const read = bytes === null ? null : readOffchainMessage(bytes);
	if (bytes === null || (read === null && !hasHeader(bytes))) return impossible(BARE);
	if (read === null) return impossible(message("device-plan.svm.header-unread"));
	if (bytes.length > MAX_BYTES) return impossible(message("device-plan.svm.message-too-long"));
	const { version, applicationDomain, signers, text } = read;
	if (version !== 0 || applicationDomain === null) return impossible(OTHER_FORM);
	if (!signers.includes(signer)) return impossible(message("device-plan.svm.other-signers"));
	if (!SHOWN.test(text)) return hashOnly(text);
	return {
		sight: "clear",
		needsBlindSigning: false,
		takesRawMessages: false,
		says: message("device-plan.svm.message"),
		pages: [page(SCREEN.reviewMessage), page("Message", text), page("Approve")],
		hashes: [],
		claims: [],
	};
}
