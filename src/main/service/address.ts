import { plain } from "../../core/format/plain.ts";
import { message } from "../../core/message.ts";
import { ServiceError } from "./errors.ts";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const SCHEME = "Bearer";
const BEARER = /^[\x21-\x7e]+$/;
/** Opaque ids travel in header lines, where only printable ASCII is safe. */
const HEADER_VALUE = /^[\x21-\x7e]{1,160}$/;

/** The URL of a path under the base address. A token never travels in clear over a network. */
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

/** The Authorization header's value, or a ServiceError; the token itself stands in no message. */
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

/** Whether this id can stand in a header line. */
export function fitsHeader(id: string): boolean {
	return HEADER_VALUE.test(id);
}

/** One segment of a path. Throws a ServiceError for an id that would lead to another path. */
export function pathSegment(id: string): string {
	// URL folds dots, and lone surrogates have no bytes.
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
