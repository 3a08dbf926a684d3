import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import { svmMessageBytes } from "../match/message/bytes.ts";
import { message } from "../message.ts";
import { type Forecast, impossible, page } from "./forecast.ts";
import { SCREEN } from "./screens.ts";
import { deviceOffchain } from "./solana-offchain.ts";

/** What the Solana app shows of off-chain messages. */

/** The app's bounds on the whole message with its header, by version. Sources: 1.9.0; device-sdk-ts#1592. */
const MAX_BYTES = [1_232, 15_312] as const;
/** What the app shows as text: printable ASCII and line ends. Source: its own code. */
const SHOWN = /^[\x20-\x7e\n]+$/;

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

/** Version 1: no screen of it was recorded. An app that does not know it refuses its header, and signs nothing. */
const unrecorded: Forecast = {
	sight: "blind",
	needsBlindSigning: false,
	takesRawMessages: false,
	says: message("device-plan.svm.message-v1"),
	pages: [],
	hashes: [],
	claims: [],
};

/** @param signer base58; the account that the Ledger holds */
export function solanaMessage(messageBase64: string, signer: string): Forecast {
	const bytes = svmMessageBytes(messageBase64);
	if (bytes === null) return impossible(message("device-plan.svm.no-header"));
	const reading = deviceOffchain(bytes);
	if (!reading.ok) return impossible(reading.text);
	const { version, signers, text } = reading.read;
	if (bytes.length > MAX_BYTES[version === 0 ? 0 : 1])
		return impossible(message("device-plan.svm.message-too-long"));
	if (!signers.includes(signer)) return impossible(message("device-plan.svm.other-signers"));
	if (version !== 0) return unrecorded;
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
