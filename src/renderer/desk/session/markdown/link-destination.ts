/** Where a link leads, read from its address and never from what it says of itself. */

export type LinkDestination =
	| {
			readonly kind: "web";
			/** The whole address as a browser reads it. */
			readonly url: string;
			/** In ASCII: another alphabet's letters show as xn--. */
			readonly host: string;
	  }
	/** Another kind of address, or none that can be read: shown, and never opened. */
	| { readonly kind: "other" };

const MAX_LENGTH = 4096;

export function linkDestination(href: string): LinkDestination {
	if (href.length > MAX_LENGTH || !URL.canParse(href)) return { kind: "other" };
	const { protocol, username, password, host, href: url } = new URL(href);
	if (protocol !== "https:" && protocol !== "http:") return { kind: "other" };
	if (username !== "" || password !== "" || url.length > MAX_LENGTH) return { kind: "other" };
	return { kind: "web", url, host };
}

const NAMED = /(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/giu;

/** Whether what a link says names another host than the one it leads to. */
export function namesAnotherHost(label: string, host: string): boolean {
	const real = host.replace(/:\d+$/, "").replace(/^www\./, "");
	const ours = (name: string) => real === name || real.endsWith(`.${name}`) || name.endsWith(`.${real}`);
	return [...label.slice(0, MAX_LENGTH).matchAll(NAMED)].some(
		([name]) => !ours(name.toLowerCase().replace(/^www\./, "")) && looksLikeHost(name),
	);
}

const ENDINGS = new Set([
	"com",
	"org",
	"net",
	"io",
	"dev",
	"app",
	"xyz",
	"finance",
	"eth",
	"fi",
	"co",
	"eu",
	"gov",
	"info",
	"exchange",
	"network",
	"money",
	"cash",
	"wallet",
	"link",
	"site",
]);

/** “file.txt” and “e.g” are no hosts; two letters at the end are a country's. */
function looksLikeHost(name: string): boolean {
	const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
	return ENDINGS.has(ending) || (ending.length === 2 && name.length > 5);
}
