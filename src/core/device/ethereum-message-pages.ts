import { getAddress } from "viem/utils";
import { personalBytes, personalHash } from "../match/message-bytes.ts";
import { type TypedDomain, typedDataHashes } from "../match/typed-data.ts";
import { deviceTypedData } from "../match/typed-data-device.ts";
import type { UserOperationPayload } from "../match/user-operation.ts";
import { message } from "../message.ts";
import type { DevicePage } from "../subject/device-plan.ts";
import { RISK_AHEAD } from "./ethereum-pages.ts";
import { type Forecast, impossible, page } from "./forecast.ts";
import { SCREEN } from "./screens.ts";
import { structuredData } from "./structured.ts";

/** What the Ethereum app shows of messages. */

/** Written in hex it would not fit a length of 16 bits. Source: the app's own guard. */
const MAX_BYTES = 32_766;

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
export function ethereumMessage(signed: string): Forecast {
	const bytes = personalBytes(signed);
	if (bytes.length === 0) return impossible(message("device-plan.evm.message-empty"));
	if (bytes.length > MAX_BYTES)
		return impossible(message("device-plan.evm.message-too-long", { most: String(MAX_BYTES) }));
	const text = shownText(bytes);
	return {
		sight: text === null ? "blind" : "clear",
		needsBlindSigning: false,
		says: text === null ? message("device-plan.evm.message-hex") : message("device-plan.evm.message"),
		pages: [page(SCREEN.reviewMessage), page("Message", text ?? hexOf(bytes)), page(SCREEN.signMessage)],
		hashes: [{ label: message("device-plan.hash.message"), value: personalHash(signed), onDevice: false }],
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
	return told.ok && structuredData(told.json) !== null;
}

/** EIP-712 data without Ledger's own description of it. */
export function ethereumTypedData(typedData: unknown): Forecast {
	const read = typedDataHashes(typedData);
	if (!read.ok) return impossible(message("device-plan.evm.typed-data-unread", { reason: read.words }));
	if (!canBePut(typedData)) return impossible(message("device-plan.evm.typed-data-unsupported"));
	return {
		sight: "blind",
		needsBlindSigning: true,
		says: message("device-plan.evm.typed-data"),
		pages: [
			RISK_AHEAD,
			page(SCREEN.reviewTypedMessage),
			...domainPages(read.domain),
			page(SCREEN.messageHash, capitals(read.messageHash)),
			page(SCREEN.signMessage),
		],
		hashes: [
			{ label: message("device-plan.hash.domain"), value: read.domainHash, onDevice: false },
			{ label: message("device-plan.hash.message"), value: capitals(read.messageHash), onDevice: true },
			{ label: message("device-plan.hash.digest"), value: read.digest, onDevice: false },
		],
	};
}

/** A user operation (ERC-4337) is the hash of one, signed as an EIP-191 message. */
export function ethereumUserOperation({ requests }: UserOperationPayload): Forecast {
	const [request, ...others] = requests;
	if (request === undefined || others.length > 0)
		return impossible(message("device-plan.evm.several-requests"));
	return ethereumMessage(request.message);
}
