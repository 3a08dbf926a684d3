export type DeepLink = { readonly kind: "entry" | "session"; readonly id: string };

const LINK = /^countersign:\/\/(entry|session)\/([^/?#\s]{1,1200})\/?$/;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/**
 * Parses `countersign://entry/<id>` and `countersign://session/<id>`. A link can only open a screen, because
 * it doesn't contain a command. A query, fragment or extra segment makes it invalid.
 */
export function readDeepLink(link: string): DeepLink | null {
	const [, host, encoded] = LINK.exec(link) ?? [];
	if (encoded === undefined) return null;
	let id: string;
	try {
		id = decodeURIComponent(encoded);
	} catch {
		return null;
	}
	if (id.length > 400 || UNPRINTABLE.test(id)) return null;
	return { kind: host === "session" ? "session" : "entry", id };
}

export function deepLinkOfCommandLine(argv: readonly string[]): DeepLink | null {
	const links = argv.filter((argument) => argument.toLowerCase().startsWith("countersign:"));
	const [only] = links;
	return links.length === 1 && only !== undefined ? readDeepLink(only) : null;
}
