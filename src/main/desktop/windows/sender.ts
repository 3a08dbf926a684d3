/** Checked facts of an IPC event, and of the only window that may have sent it. */
export interface SenderFacts {
	readonly contentsId: number;
	/** `null` if the frame has gone or navigated. */
	readonly frame: { readonly url: string; readonly isMain: boolean } | null;
}

/** Returns true only for the main frame of that window's own contents, displaying that window's own page. */
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
