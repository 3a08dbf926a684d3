import { getAddress } from "viem/utils";
import type { UserOperationPayload } from "../match/evm/user-operation.ts";
import { personalBytes, personalHash } from "../match/message/bytes.ts";
import { deviceTypedData } from "../match/typed-data/device.ts";
import { type TypedNode, typedDataHashes } from "../match/typed-data/reading.ts";
import { message, sentences } from "../message.ts";
import type { DeviceClaim, DevicePage } from "../subject/device-plan.ts";
import type { SignedTokens } from "../subject/signed-token.ts";
import { RISK_AHEAD, tickerText } from "./ethereum-pages.ts";
import { type Forecast, impossible, page } from "./forecast.ts";
import { deviceNetwork } from "./networks.ts";
import { SCREEN } from "./screens.ts";
import { type DescribedData, describedData } from "./signed/filters.ts";
import { type StructuredData, structuredData } from "./structured.ts";

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
		claims: [],
	};
}

/** The app writes bytes with capital digits. */
const capitals = (hex: string) => `0x${hex.slice(2).toUpperCase()}`;

/** The app drops what is not printable ASCII from the texts of typed data. */
const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, "");

/** One page for each member, in the order in which the domain is stated. */
function domainPages(domain: readonly TypedNode[]): DevicePage[] {
	return domain.map(({ name, type, value }) => page(name, shownValue(type, value ?? "")));
}

function shownValue(type: string, value: string): string {
	if (type === "string") return printable(value);
	if (type === "address") return getAddress(value);
	return type.startsWith("bytes") ? capitals(value) : value;
}

const losesLetters = (domain: readonly TypedNode[]): boolean =>
	domain.some(({ type, value }) => type === "string" && value !== null && printable(value) !== value);

/** As the device process would put it to the device: it asks the same, of the same JSON; null where it would not. */
function putTo(typedData: unknown): StructuredData | null {
	const shown = deviceTypedData(typedData);
	return shown.ok ? structuredData(shown.json) : null;
}

type ReadData = Extract<ReturnType<typeof typedDataHashes>, { readonly ok: true }>;

const hashesOf = ({ domainHash, messageHash, digest }: ReadData, onDevice: boolean) => [
	{ label: message("device-plan.hash.domain"), value: domainHash, onDevice: false },
	{ label: message("device-plan.hash.message"), value: capitals(messageHash), onDevice },
	{ label: message("device-plan.hash.digest"), value: digest, onDevice: false },
];

/** A permit gives its spender what its one amount says; an order is no such thing. */
function deviceClaimsOf({ shown, isApproval }: DescribedData): DeviceClaim[] {
	if (!isApproval) return [];
	const spender = shown.find(({ path }) => path === "spender");
	return shown.flatMap(({ amount }) =>
		amount === null || spender === undefined
			? []
			: [
					{
						kind: "approve" as const,
						token: amount.token.address,
						ticker: amount.token.ticker,
						decimals: amount.token.decimals,
						amount: amount.raw,
						party: spender.text.toLowerCase(),
					},
				],
	);
}

/** In words, and without blind signing: Ledger signed which members are shown, and how. */
function described(read: ReadData, data: DescribedData): Forecast {
	const { name } = deviceNetwork(data.chainId);
	const bare = data.shown.some(({ text, amount }) => amount === null && /^[0-9]+$/.test(text));
	return {
		sight: "clear",
		needsBlindSigning: false,
		says: sentences(
			message("device-plan.evm.described-data"),
			...(bare ? [message("device-plan.evm.smallest-units")] : []),
			...(data.hidden.length === 0 ? [] : [message("device-plan.evm.not-shown", { members: data.hidden })]),
			...data.tokens.flatMap(tickerText),
			message("device-plan.evm.compare-pages"),
		),
		pages: [
			page(SCREEN.reviewTypedMessage),
			page("Contract", data.filter.contractName.label),
			...(data.chainId === 1 ? [] : [page("Network", name)]),
			...data.shown.map(({ label, text }) => page(label, text)),
			page(SCREEN.signMessage),
		],
		hashes: hashesOf(read, false),
		claims: deviceClaimsOf(data),
	};
}

/**
 * EIP-712 data.
 * @param tokens Ledger's descriptions; `null` if the app does not take them
 */
export function ethereumTypedData(typedData: unknown, tokens: SignedTokens | null): Forecast {
	const read = typedDataHashes(typedData);
	if (!read.ok) return impossible(message("device-plan.evm.typed-data-unread", { reason: read.text }));
	const structured = putTo(typedData);
	if (structured === null) return impossible(message("device-plan.evm.typed-data-unsupported"));
	const data = tokens === null ? null : describedData(tokens, structured);
	if (data !== null) return described(read, data);
	const blind = message("device-plan.evm.typed-data");
	return {
		sight: "blind",
		needsBlindSigning: true,
		says: losesLetters(read.domainTree)
			? sentences(blind, message("device-plan.evm.letters-dropped"))
			: blind,
		pages: [
			RISK_AHEAD,
			page(SCREEN.reviewTypedMessage),
			...domainPages(read.domainTree),
			page(SCREEN.messageHash, capitals(read.messageHash)),
			page(SCREEN.signMessage),
		],
		hashes: hashesOf(read, true),
		claims: [],
	};
}

/** A user operation (ERC-4337) is the hash of one, signed as an EIP-191 message. */
export function ethereumUserOperation({ requests }: UserOperationPayload): Forecast {
	const [request, ...others] = requests;
	if (request === undefined || others.length > 0)
		return impossible(message("device-plan.evm.several-requests"));
	return ethereumMessage(request.message);
}
