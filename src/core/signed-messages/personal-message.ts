import { bytesToHex } from "viem/utils";
import { LABEL, STANDARD } from "../format/labels.ts";
import { plain } from "../format/plain.ts";
import { message } from "../localized-text.ts";
import {
	isBareHash,
	looksLikeEvmTransaction,
	personalBytes,
	personalHash,
	svmMessageBytes,
} from "../match/message/bytes.ts";
import { hasOffchainDomain, personalText, readOffchainMessage, svmText } from "../match/message/svm.ts";
import { doubt, type Finding } from "../risk/finding.ts";
import { imitationIn } from "../risk/special/imitation.ts";
import { signingPermitInText } from "../signed/hosted-signing.ts";
import type { MessageAnalysis, MessageContent } from "./content.ts";
import { analysisWith } from "./content.ts";
import type { ExplainedRow } from "./explanation.ts";
import { danger, type MessageContext, row } from "./explanation.ts";
import { signingPermitFinding, signingPermitHeadline, signingPermitRows } from "./hosted-signing.ts";
import { brokenSignIn, endOfSignIn, readSignIn, signInFindings, signInRows } from "./sign-in.ts";
import { keysFinding, textFinding } from "./texts.ts";

export const BLIND: Finding = doubt(danger("blind", message("finding.blind")));

const UNREADABLE: Finding = doubt(danger("message-bytes", message("finding.message-bytes")));

/** Packed numbers and addresses can be valid UTF-8, but contain control characters, unlike human text. */
const CONTROLS = /(?![\n\r\t])\p{Cc}/u;

const PACKED: Finding = doubt(danger("message-bytes", message("finding.message-bytes.controls")));

/**
 * An EIP-7702 authorization is 0x05 followed by the RLP of chain, contract and nonce. The match rejects it,
 * and this finding gives the reason.
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
		approvals: [],
		rows: [],
		findings: [found, imitationIn(context.texts)],
		deadline: null,
	});
}

function analyzeText(
	content: MessageContent,
	text: string,
	context: MessageContext,
	rows: readonly ExplainedRow[] = [],
): MessageAnalysis {
	const { signIn } = content;
	// Signed text that imitates the app or hides characters is more severe than the same problem in nearby
	// text.
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
			approvals: [],
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
		approvals: [],
		rows: [...permitRows, ...rows],
		findings: [
			permitted,
			controls ? PACKED : (brokenSignIn(text) ?? textFinding(text, context.signer)),
			imitated,
		],
		deadline: null,
	});
}

export function analyzePersonalMessage(context: MessageContext, message: string): MessageAnalysis {
	const bytes = personalBytes(message);
	const text = personalText(bytes);
	const content: MessageContent = {
		kind: "message",
		encoding: text === null ? "bytes" : "text",
		text,
		bytesHex: bytesToHex(bytes),
		length: bytes.length,
		standard: STANDARD.personal,
		digest: personalHash(message),
		signIn: text === null ? null : readSignIn(text, "evm"),
	};
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
			approvals: [],
			rows: [],
			findings: [UNREADABLE],
			deadline: null,
		});
	const offchain = readOffchainMessage(bytes);
	const text = svmText(bytes);
	const content: MessageContent = {
		kind: "message",
		encoding: text === null ? "bytes" : "text",
		text,
		bytesHex: bytesToHex(bytes),
		length: bytes.length,
		standard: hasOffchainDomain(bytes) ? STANDARD.offchain : STANDARD.solana,
		digest: null,
		signIn: text === null ? null : readSignIn(text, "svm"),
	};
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
