import { bytesToHex } from "viem/utils";
import {
	isBareHash,
	looksLikeEvmTransaction,
	personalBytes,
	personalHash,
	svmMessageBytes,
} from "../../match/message-bytes.ts";
import { hasOffchainDomain, readOffchainMessage } from "../../match/message-svm.ts";
import { textOf } from "../../match/message-text.ts";
import type { Finding } from "../findings/finding.ts";
import { imitationIn } from "../findings/imitation.ts";
import { plain } from "../plain.ts";
import type { ExplainedRow, MessageContent, MessageInsight } from "./content.ts";
import { brokenSignIn, endOfSignIn, readSignIn, signInFindings, signInRows } from "./sign-in.ts";
import { danger, type MessageTelling, row } from "./telling.ts";
import { insightWith } from "./weigh.ts";

/** Messages for a person: text as it came, bytes as hex, a sign-in by its parts. */

/** Words for a hash whose meaning nobody can see. */
export const BLIND: Finding = danger(
	"blind",
	"This is a bare hash. Nobody can see what it stands for: it could be a user operation, or let a contract act as your account.",
);

const UNREADABLE: Finding = danger(
	"message-bytes",
	"The message is no text but bytes, so what it means can't be told.",
);

/** No text for people holds these: numbers and addresses packed for a contract do, and still are valid UTF-8. */
const CONTROLS = /(?![\n\r\t])\p{Cc}/u;

const PACKED: Finding = danger(
	"message-bytes",
	"The message holds control characters, so it may be data for a contract that only looks like a text. What it means can't be told.",
);

/** EIP-7702's authorisation: 0x05 and RLP of chain, contract and nonce. The match refuses it; here it is named. */
const CODE_AUTHORIZATION: Finding = danger(
	"code-authorization",
	"This is no message, but an authorisation (EIP-7702) that lets a contract act as your account. Countersign does not sign it.",
);

const isCodeAuthorization = (bytes: Uint8Array): boolean =>
	bytes[0] === 0x05 && looksLikeEvmTransaction(bytes);

function bytesInsight(content: MessageContent, telling: MessageTelling, found: Finding): MessageInsight {
	return insightWith({
		content,
		headline: { text: `Signs ${content.length} bytes that can't be read`, known: false, amount: null },
		allows: [],
		rows: [],
		findings: [found, imitationIn(telling.texts)],
		deadline: null,
	});
}

function textInsight(
	content: MessageContent,
	text: string,
	telling: MessageTelling,
	rows: readonly ExplainedRow[] = [],
): MessageInsight {
	const { signIn } = content;
	const imitated = imitationIn([text, ...telling.texts]);
	if (signIn !== null)
		return insightWith({
			content,
			headline: { text: `Signs in to ${plain(signIn.domain, 64)}`, known: true, amount: null },
			allows: [],
			rows: signInRows(telling, signIn),
			findings: [...signInFindings(telling, signIn), imitated],
			deadline: endOfSignIn(signIn),
		});
	const controls = CONTROLS.test(text);
	return insightWith({
		content,
		headline: { text: `Signs the text “${plain(text, 48)}”`, known: !controls, amount: null },
		allows: [],
		rows,
		findings: [controls ? PACKED : null, brokenSignIn(text), imitated],
		deadline: null,
	});
}

/** An EIP-191 message. */
export function personalInsight(telling: MessageTelling, message: string): MessageInsight {
	const bytes = personalBytes(message);
	const text = isBareHash(bytes) ? null : textOf(bytes);
	const content: MessageContent = {
		kind: "message",
		encoding: text === null ? "bytes" : "text",
		text,
		bytesHex: bytesToHex(bytes),
		length: bytes.length,
		standard: "EIP-191",
		digest: personalHash(message),
		signIn: text === null ? null : readSignIn(text),
	};
	if (isCodeAuthorization(bytes)) return bytesInsight(content, telling, CODE_AUTHORIZATION);
	if (text === null) return bytesInsight(content, telling, isBareHash(bytes) ? BLIND : UNREADABLE);
	return textInsight(content, text, telling);
}

/** A Solana message, signed as it is. */
export function svmInsight(telling: MessageTelling, message_base64: string): MessageInsight {
	const bytes = svmMessageBytes(message_base64);
	if (bytes === null)
		return insightWith({
			content: null,
			headline: { text: "A message that can't be read", known: false, amount: null },
			allows: [],
			rows: [],
			findings: [UNREADABLE],
			deadline: null,
		});
	const offchain = readOffchainMessage(bytes);
	const text = offchain?.text ?? (hasOffchainDomain(bytes) ? null : textOf(bytes));
	const content: MessageContent = {
		kind: "message",
		encoding: text === null ? "bytes" : "text",
		text,
		bytesHex: bytesToHex(bytes),
		length: bytes.length,
		standard: hasOffchainDomain(bytes) ? "Solana off-chain message" : "Solana message",
		digest: null,
		signIn: null,
	};
	if (text === null) return bytesInsight(content, telling, UNREADABLE);
	const rows =
		offchain === null
			? []
			: [
					...(offchain.applicationDomain === null
						? []
						: [row("Application", `0x${offchain.applicationDomain}`)]),
					...offchain.signers.map((signer) => row("To be signed by", signer)),
				];
	return textInsight(content, text, telling, rows);
}
