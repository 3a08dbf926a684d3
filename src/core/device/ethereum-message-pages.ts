import { getAddress } from "viem/utils";
import type { DeviceClaim, DevicePage } from "../decoded-transaction/device-plan.ts";
import { message, sentences } from "../localized-text.ts";
import type { UserOperationPayload } from "../match/evm/user-operation.ts";
import { personalBytes, personalHash } from "../match/message/bytes.ts";
import { deviceTypedData, type TypedNode, typedDataHashes } from "../match/typed-data/reading.ts";
import { DOMAIN_TYPE } from "../match/typed-data/types.ts";
import { reviewPage, tickerText } from "./ethereum-pages.ts";
import { deviceNetwork } from "./networks.ts";
import {
	ETHEREUM_SCREENS,
	type Forecast,
	type ForecastScene,
	forecast,
	impossible,
	page,
	SCREEN,
} from "./screens.ts";
import { type DescribedData, describedData } from "./signed/filters.ts";
import { type StructuredData, structuredData } from "./structured.ts";

/** The app stores the length of the hex text in 16 bits. Source: the check in the app's code. */
const MAX_BYTES = 32_766;

function shownText(bytes: Uint8Array, keepsSpace: boolean): string | null {
	let text = "";
	for (const byte of bytes) {
		const isSpace = byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
		if (!isSpace && (byte < 0x20 || byte > 0x7e)) return null;
		text += isSpace && !keepsSpace ? " " : String.fromCharCode(byte);
	}
	return text;
}

const hexOf = (bytes: Uint8Array) =>
	`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;

export function ethereumMessage(signed: string, { layout }: ForecastScene): Forecast {
	const bytes = personalBytes(signed);
	if (bytes.length === 0) return impossible(message("device-plan.evm.message-empty"));
	if (bytes.length > MAX_BYTES)
		return impossible(message("device-plan.evm.message-too-long", { most: String(MAX_BYTES) }));
	const text = shownText(bytes, layout === "touch");
	return forecast(
		text === null ? "blind" : "clear",
		text === null ? message("device-plan.evm.message-hex") : message("device-plan.evm.message"),
		{
			pages: [
				page(SCREEN.reviewMessage),
				page("Message", text ?? hexOf(bytes)),
				page(ETHEREUM_SCREENS[layout].signMessage),
			],
			hashes: [{ label: message("device-plan.hash.message"), value: personalHash(signed), onDevice: false }],
		},
	);
}

const capitals = (hex: string) => `0x${hex.slice(2).toUpperCase()}`;

const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, "");

/** The app truncates longer values. Source: its `strings.tmp.tmp` buffer. */
const MAX_SHOWN = 379;

function wholeValue(type: string, value: string): string {
	if (type === "string") return printable(value);
	if (type === "address") return getAddress(value);
	return type.startsWith("bytes") ? capitals(value) : value;
}

function shownValue(type: string, value: string): string {
	const whole = wholeValue(type, value);
	return whole.length <= MAX_SHOWN ? whole : `${whole.slice(0, MAX_SHOWN - 3)}...`;
}

interface ShownMember {
	readonly name: string;
	readonly type: string;
	readonly value: string;
}

function membersOf(nodes: readonly TypedNode[], listName: string | null = null): readonly ShownMember[] {
	return nodes.flatMap(({ name, type, value, children }) => {
		const label = listName ?? name;
		if (value !== null) return [{ name: label, type, value }];
		return membersOf(children, type.endsWith("]") ? label : null);
	});
}

const memberPages = (members: readonly ShownMember[]): DevicePage[] =>
	members.map(({ name, type, value }) => page(name, shownValue(type, value)));

const losesLetters = (members: readonly ShownMember[]): boolean =>
	members.some(({ type, value }) => type === "string" && printable(value) !== value);

const losesEnds = (members: readonly ShownMember[]): boolean =>
	members.some(({ type, value }) => wholeValue(type, value).length > MAX_SHOWN);

/**
 * Parses JSON with the same check as the device process. Returns `null` if that process would refuse to send
 * it.
 */
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

/** A permit grants its amount to the spender, but an order grants nothing. */
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

function described(read: ReadData, data: DescribedData, scene: ForecastScene): Forecast {
	const { name } = deviceNetwork(data.chainId);
	const bare = data.shown.some(({ text, amount }) => amount === null && /^[0-9]+$/.test(text));
	return forecast(
		"clear",
		sentences(
			message("device-plan.evm.described-data"),
			...(bare ? [message("device-plan.evm.smallest-units")] : []),
			...(data.hidden.length === 0 ? [] : [message("device-plan.evm.not-shown", { members: data.hidden })]),
			...data.tokens.flatMap(tickerText),
			message("device-plan.evm.compare-pages"),
		),
		{
			pages: [
				reviewPage(SCREEN.reviewTypedMessage, scene),
				page("Contract", data.filter.contractName.label),
				...(data.chainId === 1 ? [] : [page("Network", name)]),
				...data.shown.map(({ label, text }) => page(label, text)),
				page(ETHEREUM_SCREENS[scene.layout].signTypedMessage),
			],
			hashes: hashesOf(read, false),
			claims: deviceClaimsOf(data),
		},
	);
}

function rawMembers(read: ReadData, scene: ForecastScene): Forecast {
	const { layout } = scene;
	const screens = ETHEREUM_SCREENS[layout];
	const [domain, contents] = [membersOf(read.domainTree), membersOf(read.tree)];
	const all = [...domain, ...contents];
	const isCut = losesEnds(all);
	return forecast(
		isCut ? "blind" : "members",
		sentences(
			message("device-plan.evm.members"),
			...(isCut ? [message("device-plan.evm.ends-dropped", { most: String(MAX_SHOWN) })] : []),
			...(losesLetters(all) ? [message("device-plan.evm.letters-dropped")] : []),
			...(layout === "touch" ? [message("device-plan.evm.skip")] : []),
		),
		{
			needsBlindSigning: true,
			acceptsRawMessages: true,
			pages: [
				screens.riskAhead,
				reviewPage(SCREEN.reviewTypedMessage, scene),
				page(SCREEN.reviewStruct, DOMAIN_TYPE),
				...memberPages(domain),
				page(SCREEN.reviewStruct, read.primaryType),
				...memberPages(contents),
				page(screens.acceptTypedMessage),
			],
			hashes: hashesOf(read, false),
		},
	);
}

function hashOnly(read: ReadData, scene: ForecastScene): Forecast {
	const screens = ETHEREUM_SCREENS[scene.layout];
	const domain = membersOf(read.domainTree);
	const blind = message("device-plan.evm.typed-data");
	return forecast(
		"blind",
		losesLetters(domain) ? sentences(blind, message("device-plan.evm.letters-dropped")) : blind,
		{
			needsBlindSigning: true,
			acceptsRawMessages: true,
			pages: [
				screens.riskAhead,
				reviewPage(SCREEN.reviewTypedMessage, scene),
				...memberPages(domain),
				page(SCREEN.messageHash, capitals(read.messageHash)),
				page(screens.acceptTypedMessage),
			],
			hashes: hashesOf(read, true),
		},
	);
}

/** A Nano with blind signing turned off also needs *Raw messages*. */
export function ethereumTypedData(typedData: unknown, scene: ForecastScene): Forecast {
	const read = typedDataHashes(typedData);
	if (!read.ok) return impossible(message("device-plan.evm.typed-data-unread", { reason: read.text }));
	const structured = putTo(typedData);
	if (structured === null) return impossible(message("device-plan.evm.typed-data-unsupported"));
	const data = scene.tokens === null ? null : describedData(scene.tokens, structured);
	if (data !== null) return described(read, data, scene);
	return scene.layout === "touch" || scene.blindSigning === false
		? rawMembers(read, scene)
		: hashOnly(read, scene);
}

export function ethereumUserOperation({ requests }: UserOperationPayload, scene: ForecastScene): Forecast {
	const [request, ...others] = requests;
	if (request === undefined || others.length > 0)
		return impossible(message("device-plan.evm.several-requests"));
	return ethereumMessage(request.message, scene);
}
