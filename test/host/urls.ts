/**
 * Chromium can't be made to load a scheme of one's own from outside, so each registered scheme lives at an https
 * origin under `.invalid` (never resolves, RFC 2606): app://trusted/x is https://trusted.app.invalid/x in the browser.
 * The app sees its own URLs everywhere.
 */
const schemes = new Set<string>();

export function registerScheme(scheme: string): void {
	schemes.add(scheme);
}

export function schemeOf(url: string): string {
	return url.slice(0, url.indexOf(":"));
}

/** The browser's URL for one of the app's. */
export function toBrowser(url: string): string {
	const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url);
	if (match === null || !schemes.has(match[1] ?? "")) return url;
	return new URL(`https://${match[2]}.${match[1]}.invalid${match[3]}`).href;
}

/** The app's URL for one of the browser's; others pass unchanged. */
export function fromBrowser(url: string): string {
	const match = /^https:\/\/([^/?#]*)\.([a-z][a-z0-9-]*)\.invalid(?=[/?#]|$)(.*)$/i.exec(url);
	if (match === null || !schemes.has(match[2] ?? "")) return url;
	return `${match[2]}://${match[1]}${match[3]}`;
}

/** A header's value (CSP, Location, Access-Control-Allow-Origin) with the app's origins put as the browser's. */
export function headerToBrowser(value: string): string {
	let mapped = value;
	for (const scheme of schemes) {
		mapped = mapped
			.replace(new RegExp(`\\b${scheme}://([a-z0-9.-]+)`, "gi"), `https://$1.${scheme}.invalid`)
			.replace(new RegExp(`(^|[\\s;])${scheme}:(?=$|[\\s;])`, "gi"), `$1https://*.${scheme}.invalid`);
	}
	return mapped;
}
