import type { Route } from "playwright";
import { HostEmitter } from "./emitter.ts";
import { NotOfferedError, strict } from "./strict.ts";
import { fromBrowser, headerToBrowser, registerScheme, schemeOf } from "./urls.ts";

type ProtocolHandler = (request: Request) => Response | Promise<Response>;
type BeforeRequest = (
	details: Record<string, unknown>,
	callback: (response: { cancel?: boolean; redirectURL?: string }) => void,
) => void;
type HeadersReceived = (
	details: Record<string, unknown>,
	callback: (response: { cancel?: boolean; responseHeaders?: Record<string, string | string[]> }) => void,
) => void;
type Filter = { urls: string[] };

const handlers = new Map<string, ProtocolHandler>();
let beforeRequest: { filter: Filter; listener: BeforeRequest } | undefined;
let headersReceived: { filter: Filter; listener: HeadersReceived } | undefined;
let permissionRequest: Parameters<Electron.Session["setPermissionRequestHandler"]>[0] = null;
let permissionCheck: Parameters<Electron.Session["setPermissionCheckHandler"]>[0] = null;
let requests = 0;

const protocolMembers = {
	registerSchemesAsPrivileged(custom: Electron.CustomScheme[]): void {
		for (const { scheme, privileges } of custom) {
			if (privileges?.bypassCSP === true) throw new NotOfferedError("protocol privilege bypassCSP");
			registerScheme(scheme);
		}
	},
	handle(scheme: string, handler: ProtocolHandler): void {
		if (handlers.has(scheme)) throw new Error("Failed to register protocol");
		registerScheme(scheme);
		handlers.set(scheme, handler);
	},
	unhandle(scheme: string): void {
		if (!handlers.delete(scheme)) throw new Error("Failed to unhandle protocol");
	},
	isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
} satisfies Pick<
	Electron.Protocol,
	"registerSchemesAsPrivileged" | "handle" | "unhandle" | "isProtocolHandled"
>;
export const protocol = strict("protocol", protocolMembers);

const webRequest = strict("session.webRequest", {
	onBeforeRequest(first: Filter | BeforeRequest | null, second?: BeforeRequest | null): void {
		const [filter, listener] =
			typeof first === "function" ? [{ urls: ["<all_urls>"] }, first] : [first, second];
		beforeRequest = filter && listener ? { filter, listener } : undefined;
	},
	onHeadersReceived(first: Filter | HeadersReceived | null, second?: HeadersReceived | null): void {
		const [filter, listener] =
			typeof first === "function" ? [{ urls: ["<all_urls>"] }, first] : [first, second];
		headersReceived = filter && listener ? { filter, listener } : undefined;
	},
});

class HostSession extends HostEmitter {
	readonly protocol = protocol;
	readonly webRequest = webRequest;

	constructor() {
		super("session", ["will-download"]);
	}

	setPermissionRequestHandler(handler: typeof permissionRequest): void {
		permissionRequest = handler;
	}

	setPermissionCheckHandler(handler: typeof permissionCheck): void {
		permissionCheck = handler;
	}

	// No page can reach a device here, because Chromium without a display has no chooser.
	setDevicePermissionHandler(_handler: ((details: object) => boolean) | null): void {}
}

const hostSession = new HostSession();
export const defaultSession = strict("session", hostSession);
export const session = strict("session", { defaultSession });

/** Returns the answers of the app's permission handlers. Without a handler, Electron grants everything. */
export async function permissionAnswers(
	contents: unknown,
	permission: string,
	origin: string,
): Promise<{ request: boolean; check: boolean }> {
	const asked = contents as Electron.WebContents;
	const name = permission as Parameters<NonNullable<typeof permissionRequest>>[1];
	const details = { requestingUrl: origin, isMainFrame: true } as Electron.PermissionRequest;
	const request = await new Promise<boolean>((resolve) => {
		if (permissionRequest === null) resolve(true);
		else permissionRequest(asked, name, resolve, details);
	});
	const checked = permission as Parameters<NonNullable<typeof permissionCheck>>[1];
	const check =
		permissionCheck === null ||
		permissionCheck(asked, checked, origin, { isMainFrame: true, requestingUrl: origin });
	return { request, check };
}

function matches(filter: Filter, url: string): boolean {
	return filter.urls.some((pattern) => {
		if (pattern === "<all_urls>" || pattern === "*://*/*") return true;
		const source = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
		return new RegExp(`^${source}$`).test(url);
	});
}

const resourceTypes: Record<string, string> = {
	stylesheet: "stylesheet",
	script: "script",
	image: "image",
	font: "font",
	xhr: "xhr",
	fetch: "xhr",
	ping: "ping",
	media: "media",
	websocket: "webSocket",
};

/** Returns whether webRequest allows a request. Redirects by the app aren't supported. */
async function isAllowed(details: Record<string, unknown> & { readonly url: string }): Promise<boolean> {
	if (beforeRequest === undefined || !matches(beforeRequest.filter, details.url)) return true;
	const { listener } = beforeRequest;
	const decision = await new Promise<{ cancel?: boolean; redirectURL?: string }>((resolve) =>
		listener(details, resolve),
	);
	if (decision.redirectURL !== undefined) throw new NotOfferedError("webRequest redirectURL");
	return decision.cancel !== true;
}

/**
 * Passes one of main's own requests through the session's filter, without a page or frame, as Electron does.
 */
export async function filterMainRequest(url: string, method: string): Promise<void> {
	const details = { url, method, frame: null, resourceType: "other", referrer: "", uploadData: [] };
	if (!(await isAllowed({ id: requests++, timestamp: Date.now(), ...details })))
		throw new Error("net::ERR_BLOCKED_BY_CLIENT");
}

/**
 * Handles a page's request: first with webRequest, then with the app's protocol handler. Anything else is
 * blocked, because pages have no network access here.
 */
export async function serve(route: Route, webContentsId: number): Promise<void> {
	const request = route.request();
	const url = fromBrowser(request.url());
	const mainFrame = request.frame().parentFrame() === null;
	const documentType = mainFrame ? "mainFrame" : "subFrame";
	const details = {
		id: requests++,
		url,
		method: request.method(),
		webContentsId,
		resourceType: request.isNavigationRequest()
			? documentType
			: (resourceTypes[request.resourceType()] ?? "other"),
		referrer: fromBrowser(request.headers().referer ?? ""),
		timestamp: Date.now(),
		uploadData: [],
	};
	if (!(await isAllowed(details))) return route.abort("blockedbyclient");
	const handler = handlers.get(schemeOf(url));
	if (handler === undefined) return route.abort("blockedbyclient");
	const answer = await callHandler(
		handler,
		url,
		request.method(),
		await request.allHeaders(),
		request.postDataBuffer(),
	);
	let headers: Record<string, string | string[]> = {};
	for (const [name, value] of answer.headers) headers[name] = value;
	if (headersReceived !== undefined && matches(headersReceived.filter, url)) {
		const { listener } = headersReceived;
		const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()]));
		const received = { ...details, statusCode: answer.status, responseHeaders: lists };
		const decision = await new Promise<Parameters<Parameters<HeadersReceived>[1]>[0]>((resolve) =>
			listener(received, resolve),
		);
		if (decision.cancel === true) return route.abort("blockedbyclient");
		headers = decision.responseHeaders ?? headers;
	}
	// Playwright doesn't intercept redirected requests, so a redirect could not reach the app's own handler.
	if (answer.status >= 300 && answer.status < 400) throw new NotOfferedError("protocol.handle redirects");
	await route.fulfill({
		status: answer.status,
		headers: Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [name, headerToBrowser([value].flat().join(", "))]),
		),
		body: Buffer.from(await answer.arrayBuffer()),
	});
}

async function callHandler(
	handler: ProtocolHandler,
	url: string,
	method: string,
	headers: Record<string, string>,
	body: Buffer | null,
): Promise<Response> {
	const sent = Object.entries(headers).filter(([name]) => !name.startsWith(":"));
	const bodied = method !== "GET" && method !== "HEAD" && body !== null;
	try {
		return await handler(
			new Request(url, { method, headers: sent, ...(bodied ? { body: new Uint8Array(body) } : {}) }),
		);
	} catch (error) {
		process.stderr.write(`[host] protocol handler failed for ${url}: ${String(error)}\n`);
		return Response.error();
	}
}
