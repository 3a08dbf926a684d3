/**
 * Chromium can't load a custom scheme here, so each registered scheme is mapped to an https origin below
 * `.invalid` (never resolves, RFC 2606). For example, app://trusted/x becomes https://trusted.app.invalid/x
 * in the browser. The app itself only sees its own URLs.
 */
const schemes = new Set<string>();

export function registerScheme(scheme: string): void {
	schemes.add(scheme);
}

export function schemeOf(url: string): string {
	return url.slice(0, url.indexOf(":"));
}

/** Converts one of the app's URLs to the browser's. */
export function toBrowser(url: string): string {
	const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url);
	if (match === null || !schemes.has(match[1] ?? "")) return url;
	return new URL(`https://${match[2]}.${match[1]}.invalid${match[3]}`).href;
}

/** Converts the browser's URL back to the app's. Other URLs stay unchanged. */
export function fromBrowser(url: string): string {
	const match = /^https:\/\/([^/?#]*)\.([a-z][a-z0-9-]*)\.invalid(?=[/?#]|$)(.*)$/i.exec(url);
	if (match === null || !schemes.has(match[2] ?? "")) return url;
	return `${match[2]}://${match[1]}${match[3]}`;
}

/** Replaces the app's origins in a header (CSP, Location, Access-Control-Allow-Origin) with the browser's. */
export function headerToBrowser(value: string): string {
	let mapped = value;
	for (const scheme of schemes) {
		mapped = mapped
			.replace(new RegExp(`\\b${scheme}://([a-z0-9.-]+)`, "gi"), `https://$1.${scheme}.invalid`)
			.replace(new RegExp(`(^|[\\s;])${scheme}:(?=$|[\\s;])`, "gi"), `$1https://*.${scheme}.invalid`);
	}
	return mapped;
}
