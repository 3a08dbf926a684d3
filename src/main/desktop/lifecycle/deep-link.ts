/** Target of a link or of another start of the app: a review, a session, or (`null`) just the app itself. */
export type DeepLink = { readonly kind: "entry" | "session"; readonly id: string };

const LINK = /^countersign:\/\/(entry|session)\/([^/?#\s]{1,1200})\/?$/;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/**
 * Parses the target of a `countersign://entry/<id>` or `countersign://session/<id>` link; `null` for anything
 * else. A link can only display: it carries no command, and no query, fragment or second segment is read.
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

/** Parses the target in a command line; `null` if it names none, or several. */
export function deepLinkOfCommandLine(argv: readonly string[]): DeepLink | null {
	const links = argv.filter((argument) => argument.toLowerCase().startsWith("countersign:"));
	const [only] = links;
	return links.length === 1 && only !== undefined ? readDeepLink(only) : null;
}
