import { protocol } from "electron";
import { fileOfAddress, readServedFile } from "./served-file.ts";
import { stoppedFile } from "./stopped-page.ts";

const CONTENT_SECURITY_POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"font-src 'self'",
	"connect-src 'none'",
	"worker-src 'none'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
	// connect-src doesn't cover WebRTC connections.
	"webrtc 'block'",
].join("; ");

const HEADERS = {
	"Content-Security-Policy": CONTENT_SECURITY_POLICY,
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "no-referrer",
	"X-DNS-Prefetch-Control": "off",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":
		"camera=(), microphone=(), geolocation=(), clipboard-read=(), clipboard-write=(), usb=(), hid=(), serial=()",
	"Cache-Control": "no-store",
} as const;

/**
 * Must run before the app is ready. `app:` becomes a standard, secure origin that can't fetch or be fetched.
 */
export function registerAppScheme(): void {
	protocol.registerSchemesAsPrivileged([
		{
			scheme: "app",
			privileges: {
				standard: true,
				secure: true,
				supportFetchAPI: false,
				corsEnabled: false,
				codeCache: true,
			},
		},
	]);
}

/** Serves files from `root` with strict headers, and responds with 404 to everything else. */
export async function answerAppRequest(root: string, request: Request): Promise<Response> {
	if (request.method !== "GET" && request.method !== "HEAD")
		return new Response(null, { status: 405, headers: HEADERS });
	const wanted = fileOfAddress(request.url);
	const file = wanted === null ? stoppedFile(request.url) : await readServedFile(root, wanted.path);
	if (file === null) return new Response(null, { status: 404, headers: HEADERS });
	return new Response(request.method === "HEAD" ? null : file.body, {
		headers: { ...HEADERS, "Content-Type": file.type },
	});
}

export function serveApp(root: string): void {
	protocol.handle("app", (request) => answerAppRequest(root, request));
}
