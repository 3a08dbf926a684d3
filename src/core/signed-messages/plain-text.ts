import { plain } from "../format/plain.ts";
import { sameAddress } from "../identities/labels.ts";
import { type Message, message } from "../localized-text.ts";
import { type Finding, newFinding } from "../risk/finding.ts";
import { danger } from "./explanation.ts";

const caution = (id: string, text: Message): Finding => newFinding(id, "caution", text);

/** Follows RFC 3986, but allows only ASCII so that no letter can imitate another. */
const AUTHORITY = /^[!-~]+$/;
const NO_AUTHORITY = /[/?#@\\]/;

/** URL parsers disagree on backslashes, drop whitespace, and display the part before an @. */
const DISPUTED = /[\\\s\p{C}]|^[a-z][a-z0-9+.-]*:\/*[^/?#]*@/iu;

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

const isLocal = (hostname: string): boolean => /^(?:.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
const isIp = (hostname: string): boolean => /^\[.*\]$|^\d+\.\d+\.\d+\.\d+$/.test(hostname);

/** Subdomains of a single-label site belong to other people. */
const isBelow = (page: URL, site: URL): boolean =>
	site.hostname.includes(".") && page.hostname.endsWith(`.${site.hostname}`);

/** The user types the page's host, because the site that the sign-in names is false. */
function disagreement(page: URL | null, domain: string): Finding {
	if (page === null || page.host === "")
		return danger("sign-in-domain", message("finding.sign-in-domain.no-page", { site: plain(domain, 100) }));
	const params = { site: plain(domain, 100), page: plain(page.host, 100) };
	return {
		...danger("sign-in-domain", message("finding.sign-in-domain", params)),
		stake: { kind: "site", host: page.host },
	};
}

function agreement(page: URL | null, site: URL | null, domain: string): Finding | null {
	if (page === null || site === null) return disagreement(page, domain);
	if (page.host !== "" && page.host === site.host) return null;
	return isBelow(page, site)
		? caution("sign-in-subdomain", message("finding.sign-in-subdomain", { page: plain(page.host, 100) }))
		: disagreement(page, domain);
}

function hostFindings({ hostname }: URL): (Finding | null)[] {
	const site = plain(hostname, 100);
	return [
		/(?:^|\.)xn--/.test(hostname)
			? caution("sign-in-punycode", message("finding.sign-in-punycode", { site }))
			: null,
		isIp(hostname) ? caution("sign-in-ip", message("finding.sign-in-ip", { site })) : null,
	];
}

export function siteFindings(domain: string, uri: string | null): (Finding | null)[] {
	const page = uri === null ? null : urlOf(uri);
	const site =
		AUTHORITY.test(domain) && !NO_AUTHORITY.test(domain)
			? urlOf(`${page?.protocol ?? "https:"}//${domain}`)
			: null;
	return [
		[domain, uri ?? ""].some((text) => DISPUTED.test(text))
			? danger("sign-in-uri", message("finding.sign-in-uri"))
			: null,
		uri === null && site !== null ? null : agreement(page, site, domain),
		page?.protocol === "http:" && !isLocal(page.hostname)
			? caution("sign-in-http", message("finding.sign-in-http"))
			: null,
		...[page, site].flatMap((url) => (url === null ? [] : hostFindings(url))),
	];
}

const MAX_LENGTH = 2_000;
/** Length of a hash. An attacker can search for a hash that looks like text. */
const HASH_BYTES = 32;
const PLAIN_CHARACTERS = /^[\n\x20-\x7e\u2018\u2019\u201c\u201d\u2013\u2014\u2026]*$/;

/** Words about money, rights and power, which can't be part of a name or nonce. */
const POWERS =
	`access airdrop all allow allows allowance amount approve approves asset assets assign authority authorize
	authorise balance bid borrow bridge burn buy cancel claim coin coins collateral consent contract control custody
	delegate deploy deposit empty eth ether everything exchange funds give gives grant hand holder hold import key keys
	lend list loan make manager mint money move nft offer operator order owner ownership pay payment permission permit
	phrase power price private proxy receive recovery release reward revoke rights sale secret seed sell send settle
	shares sol spend spender stake surrender swap take token tokens trade transaction transfer unlimited unlock upgrade
	usd usdc usdt vault vote votes weth withdraw withdrawal wrap btc dai`.split(/\s+/);
const isPower = new Set(POWERS);
export const namesPower = (text: string): boolean =>
	(text.toLowerCase().match(/[a-z]+/g) ?? []).some((word) => isPower.has(word));

const SITE = "\u2460";
const USER_MARK = "\u2461";

const inEitherCase = (source: string): string =>
	source.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** A name consists of up to three capitalized words. */
const NAME_WORD = `(?!(?:${inEitherCase(POWERS.join("|"))})(?![A-Za-z]))[A-Z][A-Za-z0-9]*(?:['\u2019]s)?`;
const NAME = `(?:${NAME_WORD}(?: ${NAME_WORD}){0,2})`;
const PLACEHOLDERS: Readonly<Record<string, string>> = {
	PLACE: `(?:${SITE}|(?:NAMED)(?: SPOT)?|(?:the|this|our|your) SPOT)`,
	SPOT: "(?:app|application|account|community|dashboard|forum|marketplace|platform|profile|site|website)",
	ACCOUNT: `(?:(?:ethereum|solana|crypto|web3) )?(?:wallet address|wallet account|wallet|account|address)(?: ${USER_MARK})?`,
	TERMS:
		"(?:terms of service|terms of use|terms (?:and|&) conditions|terms|conditions of use|privacy policy|privacy notice|cookie policy|user agreement|community guidelines)",
	NUMBER: "(?:[0-9]{1,3}|one|a|an)",
	UNIT: "(?:seconds?|minutes?|hours?|days?|weeks?)",
};

/** Expands each letter to both cases instead of using a flag, because names depend on capital letters. */
function compile(source: string): RegExp {
	const whole = Object.entries(PLACEHOLDERS).reduce(
		(text, [name, value]) => text.replaceAll(name, value),
		source,
	);
	return new RegExp(`(?:${inEitherCase(whole).replaceAll("NAMED", NAME)})(?![A-Za-z0-9])`, "y");
}

const TOPICS = [
	"(?:sign|signing|log|logging)[ -]?in(?:(?: to|to| with| on| at) PLACE)?",
	"login(?:(?: to| with| at| for) PLACE)?",
	"(?:authenticate|authenticating|authentication)(?:(?: to| with| at| for| on) PLACE)?",
	"(?:connect|connecting)(?: (?:your|my|this) ACCOUNT)? (?:to|with) PLACE",
	"(?:verify|verifying|prove|proving|confirm|confirming) (?:your identity|(?:that )?you (?:own|control) (?:this|your) ACCOUNT|(?:your |the )?ownership of (?:this|your) ACCOUNT|(?:this|your) ACCOUNT)",
	"(?:verify|verifying|prove|proving|confirm|confirming|declare|declaring|certify|certifying) (?:my identity|(?:that )?i (?:own|control|am the owner of) (?:this|my) ACCOUNT|(?:my |the )?ownership of (?:this|my) ACCOUNT)",
	`am the owner of (?:(?:this|my) ACCOUNT|${USER_MARK})`,
	"NAMED check-in(?: [0-9]{1,6})?",
	"(?:check|checking) in (?:to|at) PLACE",
	`(?:accept|accepting|agree to|agreeing to|acknowledge|have read|have read and (?:accept|agree to)) (?:(?:the|our|its|these) )?(?:NAMED )?TERMS(?: (?:of|for|at) PLACE)?(?::? \\(?${SITE}\\)?)?(?:(?:,| and|, and|&) (?:(?:the|our|its) )?(?:NAMED )?TERMS(?: (?:of|for|at) PLACE)?(?::? \\(?${SITE}\\)?)?)*`,
].map(compile);

const PHRASES = [
	"welcome(?: back)?(?: to PLACE)?",
	"(?:hello|hi|thanks|thank you)",
	"please",
	"PLACE (?:wants|would like|asks) you to",
	"(?:click|click here|press the button)(?: below)? to",
	"(?:sign|signing) (?:this|the|a) (?:message|request|text)(?: below)?",
	"by (?:signing(?: (?:in|here|below|(?:this|the)(?: (?:message|request))?))?|continuing)",
	"to (?:continue|proceed|get started)",
	"(?:this|the) (?:message|request|signature) is (?:for|used for|only for|only used for|used only for)",
	"this is (?:a|the)",
	"(?:request|message|signature|challenge)",
	"(?:with|using|for) (?:this|your|my) ACCOUNT",
	"the undersigned",
	"join (?:the|our|this) (?:members['\u2019]? )?(?:channel|chat|club|community|forum|group|server)(?: of NAMED)?",
	"(?:i )?use (?:it|this ACCOUNT) (?:to receive|for) withdrawals from PLACE",
	"(?:reference|case)(?: number)?:? [0-9][0-9/-]{0,23}",
	"your authentication status will reset after NUMBER UNIT",
	"(?:this|the|your) (?:signature|session|request|login|message) (?:is valid for|expires in|will expire in|expires after|will expire after) NUMBER UNIT",
	"(?:and|to|i|you|that|for|of|the)",
].map(compile);

const NOTHING_ELSE =
	"(?: (?:trigger|initiate|start|create|send|make|cost|require|incur|charge|you|your|a|an|any|the|on|or|nor|wallet|account|ethereum|solana|blockchain|on-chain|onchain|network|transactions?|gas|fees?|costs?|anything|money))+";
const SUBJECT =
	"(?:it|this|signing|signing it|(?:signing )?(?:this|the) (?:message|request|signature|action|login))";

/**
 * Sentences that state what signing doesn't do. They can't contain a second verb, because the negation might
 * not apply to it.
 */
const ASSURANCES = [
	`${SUBJECT} (?:is free and )?(?:will not|won['\u2019]t|does not|doesn['\u2019]t|cannot|can['\u2019]t|can not|never)${NOTHING_ELSE}`,
	`(?:(?:${SUBJECT} is )?(?:completely |totally )?free(?: of charge)?)`,
	`${SUBJECT} is (?:not a|no) (?:blockchain |on-chain )?transaction(?: and (?:costs nothing|is free))?`,
	"(?:there (?:is|are) )?no (?:gas fees?|gas|fees?|costs?|transactions?)(?: or (?:gas|fees?|costs?|transactions?))?(?: (?:is|are|will be) (?:needed|required|charged|sent))?",
].map(compile);

function endOf(pattern: RegExp, text: string, from: number): number | null {
	pattern.lastIndex = from;
	const found = pattern.exec(text);
	return found === null || found[0] === "" ? null : found.index + found[0].length;
}

function longest(patterns: readonly RegExp[], text: string, from: number): number | null {
	const ends = patterns.map((pattern) => endOf(pattern, text, from)).filter((end) => end !== null);
	return ends.length === 0 ? null : Math.max(...ends);
}

type Reading = "topic" | "plain" | null;

function readClause(clause: string): Reading {
	if (longest(ASSURANCES, clause, 0) === clause.length) return "plain";
	// A sentence must use a single grammatical person, because both halves of "I agree that you own my
	// account" have a known form.
	if (/\b(?:i|my|me)\b/i.test(clause) && /\b(?:you|your)\b/i.test(clause)) return null;
	let at = 0;
	let reading: Reading = "plain";
	while (at < clause.length) {
		const topic = longest(TOPICS, clause, at);
		const end = topic ?? longest(PHRASES, clause, at) ?? endOf(/[ ,:;-]+/y, clause, at);
		if (end === null) return null;
		if (topic !== null) reading = "topic";
		at = end;
	}
	return reading;
}

const ACCOUNT_LABEL = /^(?:(?:my |your )?(?:wallet )?(?:address|account)|wallet|user|public key|signer)$/i;
const SITE_LABEL = /^(?:domain|site|website|url|uri|origin)$/i;
const VALUE_LABEL =
	/^(?:(?:login |session |request )?(?:nonce|id|code)|challenge|session|method|timestamp|time|date|version|chain id|issued(?: at)?|(?:expires|expiration)(?: at| time)?|valid until)$/i;

const MOMENT =
	/^(?:\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:\d\d)?)?|[A-Z][a-z]{2},? \d\d? [A-Z][a-z]{2} \d{4}(?: [\d:]+)?)(?: (?:UTC|GMT))?$/;
const isValue = (text: string): boolean =>
	(/^[\w.:+=-]{1,36}$/.test(text) && !namesPower(text)) || MOMENT.test(text);

type FieldKind = "account" | "site" | "nonce" | "value";

function fieldKind(label: string, value: string): FieldKind | null {
	if (ACCOUNT_LABEL.test(label)) return value === USER_MARK ? "account" : null;
	if (SITE_LABEL.test(label)) return value === SITE ? "site" : null;
	if (!VALUE_LABEL.test(label) || !isValue(value)) return null;
	return /nonce|challenge/i.test(label) ? "nonce" : "value";
}

function fieldAt([line = "", next]: readonly string[]): { kind: FieldKind; lines: 1 | 2 } | null {
	const [, label = "", value = ""] = /^([A-Za-z ]{2,20}?) ?: ?(.*)$/.exec(line) ?? [];
	if (label === "") return null;
	const lines = value === "" ? 2 : 1;
	const kind = fieldKind(label, value === "" ? (next ?? "") : value);
	return kind === null ? null : { kind, lines };
}

const LOGIN_FIELDS: readonly FieldKind[] = ["site", "account", "nonce"];

function readLines(lines: readonly string[]): Reading {
	let reading: Reading = "plain";
	const fields = new Set<FieldKind>();
	for (let at = 0; at < lines.length; ) {
		const field = fieldAt(lines.slice(at));
		if (field !== null) {
			fields.add(field.kind);
			at += field.lines;
			continue;
		}
		const clauses = (lines[at] ?? "").split(/(?<=[.!?])\s+/).map((each) => each.replace(/[.!?:]+$/, ""));
		const readings = clauses.map(readClause);
		if (readings.includes(null)) return null;
		if (readings.includes("topic")) reading = "topic";
		at += 1;
	}
	return LOGIN_FIELDS.every((kind) => fields.has(kind)) ? "topic" : reading;
}

const LINK =
	/https?:[/\\]*[^\s()<>"\u201c\u201d]*[^\s()<>"\u201c\u201d.,;:!?]|\b(?:[a-z0-9-]+\.)+[a-z]{2,}\b(?::\d+)?(?:\/[^\s()<>"\u201c\u201d]*[^\s()<>"\u201c\u201d.,;:!?])?/gi;
const ADDRESS = /\b(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})\b/g;

function isOneSite(links: readonly string[]): boolean {
	const urls = links.map((link) => (/^https?:/i.test(link) ? link : `https://${link}`));
	if (!urls.every((url) => URL.canParse(url))) return false;
	const hosts = urls.map((url) => new URL(url).host).toSorted((left, right) => left.length - right.length);
	const [site = ""] = hosts;
	const found = urls.flatMap((url) => siteFindings(site, url)).filter((each) => each !== null);
	return found.every(({ id }) => id === "sign-in-subdomain");
}

/**
 * Recognizes ordinary logins and terms: every sentence has a known form, every address is the signer's, and
 * all links lead to the same site. A single unknown word makes the whole text unknown, so new wording is
 * never treated as less severe.
 */
export function isPlainText(text: string, signer: string): boolean {
	const bytes = new TextEncoder().encode(text).length;
	if (text.length > MAX_LENGTH || bytes === HASH_BYTES || !PLAIN_CHARACTERS.test(text)) return false;
	const links = text.match(LINK) ?? [];
	if (!isOneSite(links)) return false;
	const read = text
		.replace(LINK, SITE)
		.replace(ADDRESS, (address) => (sameAddress(address, signer) ? USER_MARK : address));
	const lines = read
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "");
	return readLines(lines) === "topic";
}
