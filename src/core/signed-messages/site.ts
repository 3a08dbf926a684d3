import { plain } from "../format/plain.ts";
import { type Message, message } from "../localized-text.ts";
import type { Finding } from "../risk/finding.ts";
import { danger, finding } from "./explanation.ts";

const caution = (id: string, text: Message): Finding => finding(id, "caution", text);

/** RFC 3986, but only ASCII, so no letter can imitate another. */
const AUTHORITY = /^[!-~]+$/;
const NO_AUTHORITY = /[/?#@\\]/;

/** URL parsers disagree on backslashes, drop white space, and display the part before an @. */
const DISPUTED = /[\\\s\p{C}]|^[a-z][a-z0-9+.-]*:\/*[^/?#]*@/iu;

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

const isLocal = (hostname: string): boolean => /^(?:.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
const isIp = (hostname: string): boolean => /^\[.*\]$|^\d+\.\d+\.\d+\.\d+$/.test(hostname);

/** Hosts below a single-label site belong to others. */
const isBelow = (page: URL, site: URL): boolean =>
	site.hostname.includes(".") && page.hostname.endsWith(`.${site.hostname}`);

/** The user types the page's host, because the named site is false. */
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
