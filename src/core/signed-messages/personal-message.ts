import { bytesToHex } from "viem/utils";
import type { ChainFamily } from "../../service-api/action.ts";
import { clusterOf } from "../chain/names.ts";
import { nameParam } from "../decoded-transaction/party-names.ts";
import { LABEL, STANDARD, timeText, WITHOUT_END } from "../format/labels.ts";
import { plain } from "../format/plain.ts";
import { readKey } from "../format/svm-wire.ts";
import { sameAddress } from "../identities/labels.ts";
import { type Message, message } from "../localized-text.ts";
import {
	isBareHash,
	looksLikeEvmTransaction,
	personalBytes,
	personalHash,
	svmMessageBytes,
} from "../match/message/bytes.ts";
import { hasOffchainDomain, personalText, readOffchainMessage, svmText } from "../match/message/svm.ts";
import { doubt, type Finding, newFinding } from "../risk/finding.ts";
import { imitationIn } from "../risk/special/imitation.ts";
import { signingPermitInText } from "../signed/hosted-signing.ts";
import { analysisWith, type MessageAnalysis, type MessageContent, type SignInMessage } from "./content.ts";
import {
	addressText,
	danger,
	type ExplainedRow,
	type MessageContext,
	nowSeconds,
	row,
} from "./explanation.ts";
import { signingPermitFinding, signingPermitHeadline, signingPermitRows } from "./hosted-signing.ts";
import { siteFindings } from "./plain-text.ts";
import { keysFinding, textFinding } from "./texts.ts";

/** Solana's format differs from EIP-4361 in a single word and in its addresses. */

const FIRST: Readonly<Record<ChainFamily, RegExp>> = {
	evm: /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your Ethereum account:$/,
	svm: /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your Solana account:$/,
};
const CLAIMS = /wants you to sign in with your \w+ account/i;

const isAddress: Readonly<Record<ChainFamily, (text: string) => boolean>> = {
	evm: (text) => /^0x[0-9a-fA-F]{40}$/.test(text),
	svm: (text) => readKey(text) !== null,
};

const sameChain = (left: string, right: string) =>
	left === right || (clusterOf(left) !== null && clusterOf(left) === clusterOf(right));
const FIELDS = [
	"URI",
	"Version",
	"Chain ID",
	"Nonce",
	"Issued At",
	"Expiration Time",
	"Not Before",
	"Request ID",
] as const;
type SignInField = (typeof FIELDS)[number];

/** Prefix of resources that let anyone with the signature act for the account (ERC-5573). */
const CAPABILITY = /^urn:recap:/i;

const RESOURCES = "Resources:";
const ENTRY = "- ";

function fieldsOf(lines: readonly string[]): ReadonlyMap<SignInField, string> | null {
	const found = new Map<SignInField, string>();
	let at = 0;
	for (const name of FIELDS) {
		const line = lines[at];
		if (line?.startsWith(`${name}: `) !== true) continue;
		found.set(name, line.slice(name.length + 2));
		at += 1;
	}
	const rest = lines.slice(at);
	const resources = rest[0] === RESOURCES && rest.slice(1).every((line) => line.startsWith(ENTRY));
	return rest.length === 0 || resources ? found : null;
}

const NEEDED: Readonly<Record<ChainFamily, readonly SignInField[]>> = {
	evm: ["URI", "Version", "Chain ID", "Nonce", "Issued At"],
	svm: [],
};

interface Body {
	readonly statement: string | null;
	readonly fields: readonly string[];
}

/**
 * After the address comes either a statement between empty lines or a second empty line, and then the fields.
 */
function bodyOf(lines: readonly string[], family: ChainFamily): Body | null {
	const [blank, ...body] = lines;
	if (blank === undefined) return family === "svm" ? { statement: null, fields: [] } : null;
	if (blank !== "" || body.length === 0) return null;
	const [first = "", second] = body;
	if (first !== "" && second === "") return { statement: first, fields: body.slice(2) };
	if (family === "svm" && body.length === 1 && fieldsOf(body) === null)
		return { statement: first, fields: [] };
	return { statement: null, fields: first === "" ? body.slice(1) : body };
}

export function readSignIn(text: string, family: ChainFamily): SignInMessage | null {
	const [first = "", address = "", ...below] = text.split("\n");
	const domain = FIRST[family].exec(first)?.[1];
	if (domain === undefined || !isAddress[family](address)) return null;
	const body = bodyOf(below, family);
	const fields = body === null ? null : fieldsOf(body.fields);
	if (body === null || fields === null || NEEDED[family].some((name) => !fields.has(name))) return null;
	const stated = (name: SignInField) => fields.get(name) ?? null;
	if ((stated("Version") ?? "1") !== "1") return null;
	const at = body.fields.indexOf(RESOURCES);
	return {
		domain,
		address,
		statement: body.statement,
		uri: stated("URI"),
		chainId: stated("Chain ID"),
		nonce: stated("Nonce"),
		issuedAt: stated("Issued At"),
		expiresAt: stated("Expiration Time"),
		notBefore: stated("Not Before"),
		resources: at === -1 ? [] : body.fields.slice(at + 1).map((line) => line.slice(ENTRY.length)),
	};
}

function secondsOf(time: string): bigint | null {
	if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/i.test(time)) return null;
	const ms = Date.parse(time);
	return Number.isNaN(ms) ? null : BigInt(Math.floor(ms / 1000));
}

const endOfSignIn = ({ expiresAt }: SignInMessage): bigint | null =>
	expiresAt === null ? null : secondsOf(expiresAt);

const optionalRow = (label: Message, value: string | null, longest: number): ExplainedRow[] =>
	value === null ? [] : [row(label, plain(value, longest))];

function signInRows(context: MessageContext, signIn: SignInMessage): ExplainedRow[] {
	const own = sameAddress(signIn.address, context.signer);
	return [
		row(LABEL.signsInTo, plain(signIn.domain, 128)),
		row(LABEL.as, addressText(context.user, signIn.address), own ? "good" : "danger"),
		...optionalRow(LABEL.says, signIn.statement, 400),
		...optionalRow(LABEL.address, signIn.uri, 200),
		...optionalRow(LABEL.chain, signIn.chainId, 24),
		...optionalRow(LABEL.made, signIn.issuedAt, 40),
		...optionalRow(LABEL.notBefore, signIn.notBefore, 40),
		row(LABEL.ends, signIn.expiresAt === null ? WITHOUT_END : plain(signIn.expiresAt, 40)),
		...optionalRow(LABEL.nonce, signIn.nonce, 80),
		...signIn.resources
			.slice(0, MAX_RESOURCES)
			.map((each) => row(LABEL.names, plain(each, 200), CAPABILITY.test(each) ? "danger" : "plain")),
	];
}

const MAX_RESOURCES = 20;

/** Tolerance in seconds for the difference between the application's clock and this computer's. */
const CLOCKS_APART = 600n;

const caution = (id: string, text: Message): Finding => newFinding(id, "caution", text);

function timeFindings(context: MessageContext, signIn: SignInMessage): (Finding | null)[] {
	const now = nowSeconds(context);
	const { issuedAt, notBefore, expiresAt } = signIn;
	const end = endOfSignIn(signIn);
	const made = issuedAt === null ? null : secondsOf(issuedAt);
	const start = notBefore === null ? null : secondsOf(notBefore);
	const past = end !== null && end <= now;
	return [
		past ? caution("sign-in-past", message("finding.sign-in-past", { time: timeText(end) })) : null,
		expiresAt !== null && end === null
			? caution("sign-in-past", message("finding.sign-in-past.unread"))
			: null,
		made !== null && made > now + CLOCKS_APART
			? caution("sign-in-future", message("finding.sign-in-future", { time: timeText(made) }))
			: null,
		start !== null && start > now + CLOCKS_APART
			? caution("sign-in-later", message("finding.sign-in-later", { time: timeText(start) }))
			: null,
		(issuedAt !== null && made === null) || (notBefore !== null && start === null)
			? caution("sign-in-time", message("finding.sign-in-time"))
			: null,
	];
}

function signInFindings(context: MessageContext, signIn: SignInMessage): Finding[] {
	const { user, signer, chainRef } = context;
	const { chainId, uri, domain } = signIn;
	const found = [
		sameAddress(signIn.address, signer)
			? null
			: danger(
					"sign-in-account",
					message("finding.sign-in-account", { who: nameParam(user, signIn.address) }),
				),
		...siteFindings(domain, uri),
		// The signature proves that the user owns the account, regardless of the chain named in the sign-in.
		chainRef === null || chainId === null || sameChain(chainRef, chainId)
			? null
			: caution("sign-in-chain", message("finding.sign-in-chain", { chain: plain(chainId, 24) })),
		signIn.resources.some((each) => CAPABILITY.test(each))
			? danger("sign-in-rights", message("finding.sign-in-rights", { site: plain(uri ?? domain, 100) }))
			: null,
		...timeFindings(context, signIn),
	];
	return found.filter((each) => each !== null);
}

function brokenSignIn(text: string): Finding | null {
	return CLAIMS.test(text) ? danger("sign-in-form", message("finding.sign-in-form")) : null;
}

export const BLIND: Finding = doubt(danger("blind", message("finding.blind")));

const UNREADABLE: Finding = doubt(danger("message-bytes", message("finding.message-bytes")));

/**
 * Packed numbers and addresses can be valid UTF-8, but they contain control characters, unlike text written
 * by people.
 */
const CONTROLS = /(?![\n\r\t])\p{Cc}/u;

const PACKED: Finding = doubt(danger("message-bytes", message("finding.message-bytes.controls")));

/**
 * An EIP-7702 authorization is 0x05 followed by the RLP encoding of chain, contract and nonce. The match
 * rejects it, and this finding explains why.
 */
const CODE_AUTHORIZATION: Finding = danger("message-bytes", message("finding.code-authorization.bytes"));

const isCodeAuthorization = (bytes: Uint8Array): boolean =>
	bytes[0] === 0x05 && looksLikeEvmTransaction(bytes);

function analyzeBytes(content: MessageContent, context: MessageContext, found: Finding): MessageAnalysis {
	return analysisWith({
		content,
		headline: {
			text: message("message.signs-bytes", { length: String(content.length) }),
			known: false,
			amount: null,
		},
		findings: [found, imitationIn(context.texts)],
	});
}

function analyzeText(
	content: MessageContent,
	text: string,
	context: MessageContext,
	rows: readonly ExplainedRow[] = [],
): MessageAnalysis {
	const { signIn } = content;
	// Imitating the app or hiding characters is more severe in the signed text itself than in text next to
	// it.
	const own = imitationIn([text]);
	const imitated =
		own === null ? imitationIn(context.texts) : ({ ...own, severity: "danger", needsWord: true } as const);
	const permit = signingPermitInText(text);
	const permitted = permit === null ? null : signingPermitFinding(context, permit);
	const permitHeadline = permit === null ? null : signingPermitHeadline(context, permit);
	const permitRows = permit === null ? [] : signingPermitRows(context, permit);
	if (signIn !== null)
		return analysisWith({
			content,
			headline: permitHeadline ?? {
				text: message("message.signs-in-to", { site: plain(signIn.domain, 64) }),
				known: true,
				amount: null,
			},
			rows: [...permitRows, ...signInRows(context, signIn), ...rows],
			findings: [permitted, ...signInFindings(context, signIn), keysFinding(text), imitated],
			deadline: endOfSignIn(signIn),
		});
	const controls = CONTROLS.test(text);
	return analysisWith({
		content,
		headline: permitHeadline ?? {
			text: message("message.signs-text", { text: plain(text.trim().replace(/\s*\n\s*/g, " "), 48) }),
			known: !controls,
			amount: null,
		},
		rows: [...permitRows, ...rows],
		findings: [
			permitted,
			controls ? PACKED : (brokenSignIn(text) ?? textFinding(text, context.signer)),
			imitated,
		],
	});
}

const contentOf = (
	family: ChainFamily,
	bytes: Uint8Array,
	text: string | null,
	standard: Message,
	digest: string | null,
): MessageContent => ({
	kind: "message",
	encoding: text === null ? "bytes" : "text",
	text,
	bytesHex: bytesToHex(bytes),
	length: bytes.length,
	standard,
	digest,
	signIn: text === null ? null : readSignIn(text, family),
});

export function analyzePersonalMessage(context: MessageContext, message: string): MessageAnalysis {
	const bytes = personalBytes(message);
	const text = personalText(bytes);
	const content = contentOf("evm", bytes, text, STANDARD.personal, personalHash(message));
	if (isCodeAuthorization(bytes)) return analyzeBytes(content, context, CODE_AUTHORIZATION);
	if (text === null) return analyzeBytes(content, context, isBareHash(bytes) ? BLIND : UNREADABLE);
	return analyzeText(content, text, context);
}

export function analyzeSvmMessage(context: MessageContext, message_base64: string): MessageAnalysis {
	const bytes = svmMessageBytes(message_base64);
	if (bytes === null)
		return analysisWith({
			content: null,
			headline: { text: message("message.unreadable"), known: false, amount: null },
			findings: [UNREADABLE],
		});
	const offchain = readOffchainMessage(bytes);
	const text = svmText(bytes);
	const standard = hasOffchainDomain(bytes) ? STANDARD.offchain : STANDARD.solana;
	const content = contentOf("svm", bytes, text, standard, null);
	if (text === null) return analyzeBytes(content, context, isBareHash(bytes) ? BLIND : UNREADABLE);
	const rows =
		offchain === null
			? []
			: [
					...(offchain.applicationDomain === null
						? []
						: [row(LABEL.application, `0x${offchain.applicationDomain}`)]),
					...offchain.signers.map((signer) => row(LABEL.signedBy, signer)),
				];
	return analyzeText(content, text, context, rows);
}
