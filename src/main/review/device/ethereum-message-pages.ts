import { getAddress } from "viem/utils";
import { isStructuredData } from "../../../ledger/structured.ts";
import { personalBytes, personalHash } from "../../match/message-bytes.ts";
import { type TypedDomain, typedDataHashes } from "../../match/typed-data.ts";
import { deviceTypedData } from "../../match/typed-data-device.ts";
import type { UserOperationPayload } from "../../match/user-operation.ts";
import type { DevicePage } from "./device-plan.ts";
import { RISK_AHEAD } from "./ethereum-pages.ts";
import { type Forecast, impossible, page } from "./forecast.ts";

/** What the Ethereum app shows of messages. */

/** Written in hex it would not fit a length of 16 bits. Source: the app's own guard. */
const MOST_BYTES = 32_766;

/** Whole ASCII: printable, or white space, which the app shows as spaces. Null: it shows hex instead. */
function shownText(bytes: Uint8Array): string | null {
	let text = "";
	for (const byte of bytes) {
		const isSpace = byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
		if (!isSpace && (byte < 0x20 || byte > 0x7e)) return null;
		text += isSpace ? " " : String.fromCharCode(byte);
	}
	return text;
}

const hexOf = (bytes: Uint8Array) =>
	`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** An EIP-191 message. */
export function ethereumMessage(message: string): Forecast {
	const bytes = personalBytes(message);
	if (bytes.length === 0) return impossible("A Ledger can't sign an empty message.");
	if (bytes.length > MOST_BYTES)
		return impossible(`A Ledger can't sign a message of more than ${MOST_BYTES} bytes.`);
	const text = shownText(bytes);
	return {
		sight: text === null ? "blind" : "clear",
		needsBlindSigning: false,
		says:
			text === null
				? "Your Ledger shows the message as hex digits, since it holds other characters than plain ASCII: what they mean is shown only on this computer's screen."
				: "Your Ledger shows the whole message. Compare it with this review before you sign there.",
		pages: [page("Review message"), page("Message", text ?? hexOf(bytes)), page("Sign message")],
		hashes: [{ label: "Message hash", value: personalHash(message), onDevice: false }],
	};
}

/** The app writes bytes with capital digits. */
const capitals = (hex: string) => `0x${hex.slice(2).toUpperCase()}`;

function domainPages({ name, version, chainId, verifyingContract, salt }: TypedDomain): DevicePage[] {
	const members: readonly (readonly [string, string | null])[] = [
		["name", name],
		["version", version],
		["chainId", chainId === null ? null : chainId.toString()],
		["verifyingContract", verifyingContract === null ? null : getAddress(verifyingContract)],
		["salt", salt === null ? null : capitals(salt)],
	];
	return members.flatMap(([title, text]) => (text === null ? [] : [page(title, text)]));
}

/** Whether the device process would put it to the device: it asks the same, of the same JSON. */
function canBePut(typedData: unknown): boolean {
	const told = deviceTypedData(typedData);
	return told.ok && isStructuredData(told.json);
}

/** EIP-712 data without Ledger's own description of it. */
export function ethereumTypedData(typedData: unknown): Forecast {
	const read = typedDataHashes(typedData);
	if (!read.ok) return impossible(`A Ledger can't sign this typed data: it can't be read. ${read.words}`);
	if (!canBePut(typedData))
		return impossible(
			"This typed data can't be put to a Ledger as it is: it has a list of more than 255 entries, a number type without a size, a type whose name looks like an elementary one, or a text of a length that the device's protocol loses. Sign it with an account on this computer, or reject it.",
		);
	return {
		sight: "blind",
		needsBlindSigning: true,
		says: "Your Ledger calls this blind signing. It shows who reads the signature and a hash of the message, but not the message: only this computer's screen shows that. Compare the message hash with the one here, digit by digit.",
		pages: [
			RISK_AHEAD,
			page("Review typed message"),
			...domainPages(read.domain),
			page("Message hash", capitals(read.messageHash)),
			page("Sign message"),
		],
		hashes: [
			{ label: "Domain hash", value: read.domainHash, onDevice: false },
			{ label: "Message hash", value: capitals(read.messageHash), onDevice: true },
			{ label: "Digest", value: read.digest, onDevice: false },
		],
	};
}

/** A user operation (ERC-4337) is the hash of one, signed as an EIP-191 message. */
export function ethereumUserOperation({ requests }: UserOperationPayload): Forecast {
	const [request, ...others] = requests;
	if (request === undefined || others.length > 0)
		return impossible(
			"Countersign does not sign a user operation of several requests on a Ledger: each would be a question of its own.",
		);
	return ethereumMessage(request.message);
}
