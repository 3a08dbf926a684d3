export interface SenderFacts {
	readonly contentsId: number;
	readonly frame: { readonly url: string; readonly isMain: boolean } | null;
}

/** Accepts only the main frame of the window's own contents, and only on the window's own page. */
export function isFromPage(sender: SenderFacts, contentsId: number | null, page: string): boolean {
	if (contentsId === null || sender.contentsId !== contentsId) return false;
	if (sender.frame === null || !sender.frame.isMain || !URL.canParse(sender.frame.url)) return false;
	const url = new URL(sender.frame.url);
	const own = new URL(page);
	return (
		url.protocol === own.protocol &&
		url.host === own.host &&
		url.pathname === own.pathname &&
		url.username === "" &&
		url.password === ""
	);
}
