const LINK = /^countersign:\/\/entry\/([^/?#\s]{1,1200})\/?$/;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/**
 * The entry that a `countersign://entry/<id>` link names; null for anything else. A link can only open a review:
 * it carries no other command, and no query, fragment or second segment is read.
 */
export function entryOfLink(link: string): string | null {
	const encoded = LINK.exec(link)?.[1];
	if (encoded === undefined) return null;
	let id: string;
	try {
		id = decodeURIComponent(encoded);
	} catch {
		return null;
	}
	return id.length > 400 || UNPRINTABLE.test(id) ? null : id;
}

/** The entry that a command line names; null where it names none, or several. */
export function entryOfCommandLine(argv: readonly string[]): string | null {
	const links = argv.filter((argument) => argument.toLowerCase().startsWith("countersign:"));
	const [only] = links;
	return links.length === 1 && only !== undefined ? entryOfLink(only) : null;
}
