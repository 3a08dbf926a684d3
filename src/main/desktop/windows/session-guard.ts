import { session } from "electron";

export interface WebRequestFacts {
	readonly url: string;
	readonly webContentsId?: number | undefined;
	readonly frame?: unknown;
	readonly initiatorOrigin?: string | undefined;
}

/**
 * Pages can only load `app:`. Requests from `net.fetch` in the main process share the session but have no
 * page, frame or origin. An ambiguous request is treated as coming from a page.
 */
export function mayRequest(request: WebRequestFacts, devTools: boolean): boolean {
	if (request.url.startsWith("app://")) return true;
	if (devTools && request.url.startsWith("devtools://")) return true;
	const isMain =
		request.webContentsId === undefined &&
		(request.frame === undefined || request.frame === null) &&
		request.initiatorOrigin === undefined;
	return isMain && /^https?:\/\//.test(request.url);
}

export function guardSession(devTools: boolean, log: (line: string) => void): void {
	const { defaultSession } = session;
	defaultSession.setPermissionRequestHandler((_contents, permission, answer) => {
		log(`permission refused: ${permission}`);
		answer(false);
	});
	defaultSession.setPermissionCheckHandler(() => false);
	defaultSession.setDevicePermissionHandler(() => false);
	defaultSession.on("will-download", (event) => event.preventDefault());
	defaultSession.webRequest.onBeforeRequest((details, answer) => {
		const may = mayRequest(details, devTools);
		if (!may) log(`request of a page refused: ${details.resourceType}`);
		answer({ cancel: !may });
	});
}
