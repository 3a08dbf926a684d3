import { z } from "zod";
import { SCHEMAS } from "./pipeline-operations.ts";
import { STAGE_SCHEMA } from "./pipeline-stage.ts";
import { Problem } from "./problem.ts";

/**
 * Serves the pipeline's tree: paged listings, descriptors and documents. The app `trickster` has misleading
 * entries.
 */

interface Entry {
	readonly name: string;
	readonly kind: string;
	readonly href: string;
}

const ROOT = "/v1/pipeline";
const directory = (name: string, href: string): Entry => ({ name, kind: "directory", href });
const operation = (name: string, href: string): Entry => ({ name, kind: "operation", href });

/** Filler apps, enough for three pages of 20. */
const FILLER = Array.from({ length: 45 }, (_, index) => `app-${String(index + 1).padStart(2, "0")}`);

const lifecycle = (family: string, steps: readonly string[]) =>
	steps.map((step) => operation(step, `${ROOT}/${family}/${step}`));

const under = (path: string, names: readonly string[]) =>
	names.map((name) => operation(name, `${path}/${name}`));

const TRICKY: readonly Entry[] = [
	directory("operations", `${ROOT}/apps/trickster/operations`),
	{ name: "hologram", kind: "hologram", href: `${ROOT}/apps/trickster/hologram` },
	directory("elsewhere", "https://elsewhere.example/v1/pipeline/apps"),
	directory("up", `${ROOT}/../agent/sessions`),
	directory("up in disguise", `${ROOT}/%2e%2e/agent/sessions`),
	directory("beside", "//elsewhere.example/v1/pipeline"),
	directory("the account", "/v1/account/credits"),
	directory("circle", `${ROOT}/apps/trickster/circle`),
	directory("astray", `${ROOT}/apps/trickster/astray`),
	operation("pay", `${ROOT}/apps/trickster/commit`),
];

interface Paged {
	readonly entries: readonly Entry[];
	/** Maximum number of entries in a page; `null` if one page has all of them. */
	readonly most: number | null;
}

/** Listings by path. */
function listings(): ReadonlyMap<string, Paged> {
	const apps = ["demo", "trickster", ...FILLER].map((app) => directory(app, `${ROOT}/apps/${app}`));
	const all = (entries: readonly Entry[]): Paged => ({ entries, most: null });
	const appOf = (app: string): [string, Paged] => [
		`${ROOT}/apps/${app}`,
		all([directory("operations", `${ROOT}/apps/${app}/operations`)]),
	];
	return new Map<string, Paged>([
		[ROOT, all(["core", "evm", "svm", "apps", "skills"].map((name) => directory(name, `${ROOT}/${name}`)))],
		[`${ROOT}/core`, all([operation("chains", `${ROOT}/core/chains`)])],
		[`${ROOT}/evm`, all(lifecycle("evm", ["simulate", "commit"]))],
		[`${ROOT}/svm`, all(lifecycle("svm", ["stage", "simulate", "commit"]))],
		[`${ROOT}/apps`, { entries: apps, most: 20 }],
		appOf("demo"),
		...FILLER.map(appOf),
		[`${ROOT}/apps/trickster`, all(TRICKY)],
		[
			`${ROOT}/apps/demo/operations`,
			{ entries: under(`${ROOT}/apps/demo/operations`, [...Object.keys(SCHEMAS.demo), "hidden"]), most: 50 },
		],
		[
			`${ROOT}/apps/trickster/operations`,
			{ entries: under(`${ROOT}/apps/trickster/operations`, Object.keys(SCHEMAS.trickster)), most: 50 },
		],
		...FILLER.map((app): [string, Paged] => [`${ROOT}/apps/${app}/operations`, { entries: [], most: 50 }]),
		[`${ROOT}/skills`, { entries: [directory("hello", `${ROOT}/skills/hello`)], most: 50 }],
		[
			`${ROOT}/skills/hello`,
			all([{ name: "SKILL.md", kind: "document", href: `${ROOT}/skills/hello/SKILL.md` }]),
		],
	]);
}

const pageQuery = z.object({
	limit: z.coerce.number().int().min(1).optional(),
	cursor: z
		.string()
		.regex(/^p\d{1,6}$/)
		.transform((cursor) => Number(cursor.slice(1)))
		.default(0),
});

/** Returns one page; `next` is opaque to its reader. */
function pageOf(url: URL, entries: readonly Entry[], most: number | null): string {
	const query = pageQuery.safeParse(Object.fromEntries(url.searchParams));
	if (!query.success || (query.data.limit ?? 1) > (most ?? 50))
		throw new Problem(400, "invalid_request", "limit or cursor can't be read.");
	const { cursor } = query.data;
	const size = most === null ? entries.length : (query.data.limit ?? most);
	const rest = entries.length > cursor + size;
	const next = rest ? `${url.pathname}?cursor=p${cursor + size}&limit=${size}` : null;
	const page = { kind: "directory", path: url.pathname, entries: entries.slice(cursor, cursor + size), next };
	return JSON.stringify(page);
}

/** Returns one of two pages that link to each other forever. */
function circle(url: URL): string {
	const here = url.searchParams.get("turn") ?? "a";
	const next = `${url.pathname}?turn=${here === "a" ? "b" : "a"}`;
	const entries = [
		directory(`turn ${here}`, `${ROOT}/apps/trickster/${here}`),
		directory("always", `${ROOT}/apps`),
	];
	return JSON.stringify({ kind: "directory", path: url.pathname, entries, next });
}

const DOCUMENT = [
	"# Hello",
	"",
	"Say **hello** to somebody. <script>alert(1)</script>",
	"",
	"![a picture](https://elsewhere.example/pixel.png) [a link](https://elsewhere.example/)",
].join("\n");

const BUILD_SCHEMA = {
	type: "object",
	required: ["build"],
	additionalProperties: false,
	properties: { build: { type: "object", description: "The whole portable Build, unchanged." } },
};

function schemaOf(path: string): unknown {
	const named = /^\/v1\/pipeline\/apps\/(demo|trickster)\/operations\/([^/]+)$/.exec(path);
	if (named !== null) {
		const schemas: Readonly<Record<string, z.ZodType>> =
			named[1] === "demo" ? SCHEMAS.demo : SCHEMAS.trickster;
		const schema = Object.hasOwn(schemas, named[2] ?? "") ? schemas[named[2] ?? ""] : undefined;
		return schema === undefined ? undefined : z.toJSONSchema(schema, { io: "input" });
	}
	if (/^\/v1\/pipeline\/(?:evm|svm)\/(?:simulate|commit)$/.test(path)) return BUILD_SCHEMA;
	if (path === `${ROOT}/svm/stage`) return STAGE_SCHEMA;
	return path === `${ROOT}/core/chains` ? { type: "object", additionalProperties: false } : undefined;
}

export type TreeAnswer = { readonly json: string } | { readonly markdown: string };

/**
 * Answers a GET within the tree.
 * @throws Problem 400, 404, 405
 */
export function treeAnswer(url: URL): TreeAnswer {
	const path = url.pathname;
	if (path === `${ROOT}/skills/hello/SKILL.md`) return { markdown: DOCUMENT };
	if (path === `${ROOT}/apps/trickster/circle`) return { json: circle(url) };
	if (path === `${ROOT}/apps/trickster/astray`)
		return {
			json: JSON.stringify({
				kind: "directory",
				path,
				entries: [directory("home", ROOT)],
				next: "https://elsewhere.example/v1/pipeline?cursor=p1",
			}),
		};
	const listing = listings().get(path);
	if (listing !== undefined) return { json: pageOf(url, listing.entries, listing.most) };
	const inputSchema = schemaOf(path);
	if (inputSchema !== undefined) {
		const name = path.split("/").at(-1);
		return { json: JSON.stringify({ kind: "operation", name, method: "POST", href: path, inputSchema }) };
	}
	if (path.endsWith("/hidden")) throw new Problem(405, "method_not_allowed", "GET is not offered here.");
	throw new Problem(404, "not_found", "There is nothing here.");
}
