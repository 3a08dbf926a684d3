import { plain } from "../../core/format/plain.ts";
import { message } from "../../core/localized-text.ts";
import { ServiceError } from "./errors.ts";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const SCHEME = "Bearer";
const BEARER = /^[\x21-\x7e]+$/;
const HEADER_VALUE = /^[\x21-\x7e]{1,160}$/;

/** Requires TLS except on this computer, since the token must not be sent in clear text. */
export function urlOf(baseUrl: string, path: string, query: Readonly<Record<string, string>>): URL {
	let url: URL;
	try {
		url = new URL(`${baseUrl.trim().replace(/\/+$/, "")}${path}`);
	} catch (cause) {
		throw new ServiceError("refused", {
			detail: "base address",
			text: message("service.address.unreadable"),
			cause,
		});
	}
	const safe = url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname));
	if (!safe || url.username !== "" || url.password !== "")
		throw new ServiceError("refused", {
			detail: "base address is not https",
			text: message("service.address.insecure"),
		});
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	return url;
}

export function bearerOf(token: string | null): string {
	if (token === null || token === "")
		throw new ServiceError("unauthorized", {
			detail: "no token",
			text: message("service.no-token"),
		});
	if (!BEARER.test(token))
		throw new ServiceError("unauthorized", { detail: "token has characters that can't be sent" });
	return `${SCHEME} ${token}`;
}

export function fitsHeader(id: string): boolean {
	return HEADER_VALUE.test(id);
}

/** Throws a ServiceError for an id that would change the path. */
export function pathSegment(id: string): string {
	// URL resolves dots, and lone surrogates can't be encoded.
	if (id === "" || id === "." || id === ".." || !id.isWellFormed())
		throw new ServiceError("refused", {
			detail: "id can't be sent in a path",
			text: message("service.id.unusable", { id: plain(id, 60) }),
			unsent: true,
		});
	return encodeURIComponent(id);
}

export function headerId(value: string): string {
	if (!HEADER_VALUE.test(value))
		throw new ServiceError("refused", { detail: "id can't be sent in a header" });
	return value;
}
