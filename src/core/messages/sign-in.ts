import type { ChainFamily } from "../../service-api/action.ts";
import { clusterOf } from "../chain/names.ts";
import { LABEL, WITHOUT_END } from "../format/labels.ts";
import { plain } from "../format/plain.ts";
import { readKey } from "../format/svm-wire.ts";
import { timeText } from "../format/time-text.ts";
import { message } from "../message.ts";
import { sameAddress } from "../people/labels.ts";
import type { Finding } from "../risk/finding.ts";
import { nameParam } from "../subject/subject.ts";
import type { SignInMessage } from "./content.ts";
import type { ExplainedRow } from "./explained-row.ts";
import { addressText, danger, finding, type MessageContext, nowSeconds, row } from "./explanation.ts";

/** Sign-In with Ethereum (EIP-4361), and with Solana, which has its form with another word and other addresses. */

const FIRST: Readonly<Record<ChainFamily, RegExp>> = {
	evm: /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your Ethereum account:$/,
	svm: /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your Solana account:$/,
};
const CLAIMS = /wants you to sign in with your \w+ account/i;

const isAddress: Readonly<Record<ChainFamily, (text: string) => boolean>> = {
	evm: (text) => /^0x[0-9a-fA-F]{40}$/.test(text),
	svm: (text) => readKey(text) !== null,
};

/** The two write a chain in ways of their own: of Solana a cluster stands for each of its names. */
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

/** Resources of this form let whoever holds the signature act for the account (ERC-5573). */
const CAPABILITY = /^urn:recap:/i;

const RESOURCES = "Resources:";
const ENTRY = "- ";

/** Fields in their order, each at most once, with nothing else but resources after them. */
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

/** The parts of a message that is exactly of this form; null for any other. */
export function readSignIn(text: string, family: ChainFamily): SignInMessage | null {
	const [first = "", address = "", blank, ...body] = text.split("\n");
	const domain = FIRST[family].exec(first)?.[1];
	if (domain === undefined || blank !== "" || !isAddress[family](address)) return null;
	// Either a statement between two empty lines, or one empty line more.
	const hasStatement = body[0] !== "" && body[1] === "";
	const statement = hasStatement ? (body[0] ?? null) : null;
	const after = hasStatement ? body.slice(2) : body[0] === "" ? body.slice(1) : body;
	const fields = fieldsOf(after);
	const need = (name: SignInField) => fields?.get(name);
	const [uri, chainId, nonce, issuedAt] = [need("URI"), need("Chain ID"), need("Nonce"), need("Issued At")];
	if (uri === undefined || chainId === undefined || nonce === undefined || issuedAt === undefined)
		return null;
	if (need("Version") !== "1") return null;
	const expiresAt = need("Expiration Time") ?? null;
	const listed = after.slice(after.indexOf(RESOURCES) + 1);
	const resources = after.includes(RESOURCES) ? listed.map((line) => line.slice(ENTRY.length)) : [];
	return { domain, address, statement, uri, chainId, nonce, issuedAt, expiresAt, resources };
}

/** Unix seconds of a time with its zone (RFC 3339); null for anything else. */
export function endOfSignIn(signIn: SignInMessage): bigint | null {
	const { expiresAt } = signIn;
	if (expiresAt === null || !/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/i.test(expiresAt)) return null;
	const ms = Date.parse(expiresAt);
	return Number.isNaN(ms) ? null : BigInt(Math.floor(ms / 1000));
}

function hostOf(uri: string): string | null {
	return URL.canParse(uri) ? new URL(uri).host : null;
}

export function signInRows(context: MessageContext, signIn: SignInMessage): ExplainedRow[] {
	const own = sameAddress(signIn.address, context.signer);
	return [
		row(LABEL.signsInTo, plain(signIn.domain, 128)),
		row(LABEL.as, addressText(context.user, signIn.address), own ? "good" : "danger"),
		...(signIn.statement === null ? [] : [row(LABEL.says, plain(signIn.statement, 400))]),
		row(LABEL.address, plain(signIn.uri, 200)),
		row(LABEL.chain, plain(signIn.chainId, 24)),
		row(LABEL.made, plain(signIn.issuedAt, 40)),
		row(LABEL.ends, signIn.expiresAt === null ? WITHOUT_END : plain(signIn.expiresAt, 40)),
		row(LABEL.nonce, plain(signIn.nonce, 80)),
		...signIn.resources
			.slice(0, MAX_RESOURCES)
			.map((each) => row(LABEL.names, plain(each, 200), CAPABILITY.test(each) ? "danger" : "plain")),
	];
}

/** The text itself shows all of them. */
const MAX_RESOURCES = 20;

/** What is wrong with a sign-in that can be read. */
export function signInFindings(context: MessageContext, signIn: SignInMessage): Finding[] {
	const { user, signer, chainRef } = context;
	const end = endOfSignIn(signIn);
	const found = [
		sameAddress(signIn.address, signer)
			? null
			: danger(
					"sign-in-account",
					message("finding.sign-in-account", { who: nameParam(user, signIn.address) }),
				),
		hostOf(signIn.uri) === signIn.domain ? null : danger("sign-in-domain", message("finding.sign-in-domain")),
		chainRef === null || sameChain(chainRef, signIn.chainId)
			? null
			: danger("sign-in-chain", message("finding.sign-in-chain")),
		signIn.resources.some((each) => CAPABILITY.test(each))
			? danger("sign-in-rights", message("finding.sign-in-rights", { site: plain(signIn.uri, 100) }))
			: null,
		signIn.expiresAt !== null && (end === null || end <= nowSeconds(context))
			? finding(
					"sign-in-past",
					"caution",
					end === null
						? message("finding.sign-in-past.unread")
						: message("finding.sign-in-past", { time: timeText(end) }),
				)
			: null,
	];
	return found.filter((each) => each !== null);
}

/** A text that says it is a sign-in and is not of its form. */
export function brokenSignIn(text: string): Finding | null {
	return CLAIMS.test(text) ? danger("sign-in-form", message("finding.sign-in-form")) : null;
}
