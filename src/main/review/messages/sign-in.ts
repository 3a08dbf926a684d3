import { sameAddress } from "../../policy/labels.ts";
import type { Finding } from "../findings/finding.ts";
import { plain } from "../plain.ts";
import { nameOf } from "../subject.ts";
import type { ExplainedRow, SignIn } from "./content.ts";
import { addressWords, danger, finding, type MessageTelling, nowSeconds, row, timeWords } from "./telling.ts";

/** Sign-In with Ethereum: a personal message in the form of EIP-4361. */

const FIRST = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your Ethereum account:$/;
const CLAIMS = /wants you to sign in with your Ethereum account/i;
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
type Field = (typeof FIELDS)[number];

/** Resources of this form let whoever holds the signature act for the account (ERC-5573). */
const CAPABILITY = /^urn:recap:/i;

const RESOURCES = "Resources:";
const ENTRY = "- ";

/** Fields in their order, each at most once, with nothing else but resources after them. */
function fieldsOf(lines: readonly string[]): ReadonlyMap<Field, string> | null {
	const found = new Map<Field, string>();
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

/** The parts of a message that is exactly of EIP-4361's form; null for any other. */
export function readSignIn(text: string): SignIn | null {
	const [first = "", address = "", blank, ...body] = text.split("\n");
	const domain = FIRST.exec(first)?.[1];
	if (domain === undefined || blank !== "" || !/^0x[0-9a-fA-F]{40}$/.test(address)) return null;
	// Either a statement between two empty lines, or one empty line more.
	const hasStatement = body[0] !== "" && body[1] === "";
	const statement = hasStatement ? (body[0] ?? null) : null;
	const after = hasStatement ? body.slice(2) : body[0] === "" ? body.slice(1) : body;
	const fields = fieldsOf(after);
	const need = (name: Field) => fields?.get(name);
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
export function endOfSignIn(signIn: SignIn): bigint | null {
	const { expiresAt } = signIn;
	if (expiresAt === null || !/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/i.test(expiresAt)) return null;
	const ms = Date.parse(expiresAt);
	return Number.isNaN(ms) ? null : BigInt(Math.floor(ms / 1000));
}

function hostOf(uri: string): string | null {
	return URL.canParse(uri) ? new URL(uri).host : null;
}

export function signInRows(telling: MessageTelling, signIn: SignIn): ExplainedRow[] {
	const own = sameAddress(signIn.address, telling.signer);
	return [
		row("Signs in to", plain(signIn.domain, 128)),
		row("As", addressWords(telling.person, signIn.address), own ? "good" : "danger"),
		...(signIn.statement === null ? [] : [row("It says", plain(signIn.statement, 400))]),
		row("Address of the page", plain(signIn.uri, 200)),
		row("Chain", plain(signIn.chainId, 24)),
		row("Made at", plain(signIn.issuedAt, 40)),
		row("Ends at", signIn.expiresAt === null ? "without end" : plain(signIn.expiresAt, 40)),
		row("Nonce", plain(signIn.nonce, 80)),
		...signIn.resources
			.slice(0, MOST_RESOURCES)
			.map((each) => row("Names", plain(each, 200), CAPABILITY.test(each) ? "danger" : "plain")),
	];
}

/** The text itself shows all of them. */
const MOST_RESOURCES = 20;

/** What is wrong with a sign-in that can be read. */
export function signInFindings(telling: MessageTelling, signIn: SignIn): Finding[] {
	const { person, signer, chainRef } = telling;
	const end = endOfSignIn(signIn);
	const found = [
		sameAddress(signIn.address, signer)
			? null
			: danger(
					"sign-in-account",
					`It signs in as ${nameOf(person, signIn.address)}, which is not this account.`,
				),
		hostOf(signIn.uri) === signIn.domain
			? null
			: danger("sign-in-domain", "The site that it names and the address of its page are not the same."),
		chainRef === null || chainRef === signIn.chainId
			? null
			: danger("sign-in-chain", "It names another chain than the request."),
		signIn.resources.some((each) => CAPABILITY.test(each))
			? danger(
					"sign-in-rights",
					`It does more than sign in: it gives rights of this account to ${plain(signIn.uri, 100)}.`,
				)
			: null,
		signIn.expiresAt !== null && (end === null || end <= nowSeconds(telling))
			? finding(
					"sign-in-past",
					"caution",
					`This sign-in has ended${end === null ? "" : ` at ${timeWords(end)}`}, or its end can't be read.`,
				)
			: null,
	];
	return found.filter((each) => each !== null);
}

/** A text that says it is a sign-in and is not of its form. */
export function brokenSignIn(text: string): Finding | null {
	return CLAIMS.test(text)
		? danger(
				"sign-in-form",
				"It says that it is a sign-in, but it is not written as one, so its parts can't be checked.",
			)
		: null;
}
