import { orIfThrown } from "../../core/or-if-thrown.ts";
import type { CatalogOperation } from "../../ipc/catalog.ts";

export const PIPELINE = "/v1/pipeline";

/** The API documents two entry points. Everything else is reached through links. */
export const ROOTS: readonly { readonly name: string; readonly href: string }[] = [
	{ name: "pipeline", href: PIPELINE },
	{ name: "svm", href: `${PIPELINE}/svm` },
];

const MAX_LENGTH = 2048;
/** A link can't contain other characters (RFC 3986), and a fragment can't be requested. */
const PRINTABLE = /^[\x21-\x22\x24-\x5b\x5d-\x7e]+$/;
/** An encoded slash, backslash, dot, percent sign or NUL. Parsers decode these differently. */
const DISGUISED = /%(?:2f|5c|2e|25|00)/i;

const pathOnly = (reference: string): string => reference.split("?", 1)[0] ?? "";

function ofAbsolute(base: URL, link: string): string | null {
	const rest = /^[a-z][a-z0-9+.-]*:\/\/[^/?]+(.*)$/i.exec(link)?.[1];
	if (rest === undefined || !URL.canParse(link)) return null;
	const { origin, username, password } = new URL(link);
	return origin === base.origin && username === "" && password === "" ? rest : null;
}

function withoutPrefix(base: URL, reference: string): string {
	const prefix = base.pathname.replace(/\/+$/, "");
	return prefix !== "" && reference.startsWith(`${prefix}${PIPELINE}`)
		? reference.slice(prefix.length)
		: reference;
}

function resolved(base: URL, from: string, link: string): string | null {
	if (/^[a-z][a-z0-9+.-]*:/i.test(link)) {
		const rest = ofAbsolute(base, link);
		return rest === null ? null : withoutPrefix(base, rest);
	}
	if (link.startsWith("/")) return withoutPrefix(base, link);
	const here = pathOnly(from);
	return link.startsWith("?") ? `${here}${link}` : `${here.replace(/[^/]*$/, "")}${link}`;
}

function namesIn(path: string): string[] | null {
	return orIfThrown(null, () => path.slice(PIPELINE.length).split("/").slice(1).map(decodeURIComponent));
}

/**
 * Resolves a link from the service to a path with a query. `null` if the link must not be followed: it has
 * another origin, a path outside /v1/pipeline, `..`, `//`, encoded slashes or credentials.
 * @param from path of the response that contains the link
 */
export function readLink(baseUrl: string, from: string, link: string): string | null {
	if (!URL.canParse(baseUrl) || link.length > MAX_LENGTH || !PRINTABLE.test(link)) return null;
	const reference = resolved(new URL(baseUrl), from, link);
	if (reference === null || reference.length > MAX_LENGTH) return null;
	const path = pathOnly(reference);
	if (path !== PIPELINE && !path.startsWith(`${PIPELINE}/`)) return null;
	if (DISGUISED.test(path) || path.includes("//") || /(?:^|\/)\.\.?(?:\/|$)/.test(path)) return null;
	return namesIn(path) === null ? null : reference;
}

export interface LinkTarget {
	readonly role: CatalogOperation["role"];
	readonly family: "evm" | "svm" | null;
	/** The API documents this POST, so it can be sent even if its descriptor is unreadable. */
	readonly promised: boolean;
}

const STEPS = ["build", "stage", "simulate", "commit"] as const;
const FAMILIES = ["evm", "svm"] as const;

/**
 * Returns what a link leads to. A path that ends in `commit` counts as a commit, unless it is an app's own
 * operation.
 */
export function linkTarget(href: string): LinkTarget {
	const names = (namesIn(pathOnly(href)) ?? []).filter((name) => name !== "");
	const [first = "", , third, fourth] = names;
	if (first === "apps" && third === "operations" && fourth !== undefined && names.length === 4)
		return { role: "app", family: null, promised: true };
	const last = names.at(-1)?.toLowerCase();
	const step = STEPS.find((each) => each === last) ?? null;
	const family = FAMILIES.find((each) => each === first.toLowerCase()) ?? null;
	if (step !== null && family !== null && names.length === 2)
		return { role: step, family, promised: family === "svm" && (step === "simulate" || step === "commit") };
	return { role: step === "commit" ? "commit" : "other", family: null, promised: false };
}
