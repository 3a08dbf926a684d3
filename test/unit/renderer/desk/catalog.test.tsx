import { Tooltip } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { CatalogListing } from "../../../../src/ipc/catalog.ts";
import {
	BuildActions,
	BuildDigest,
	CommitAnswer,
} from "../../../../src/renderer/components/review/build-parts.tsx";
import { buildTitle, digestParts } from "../../../../src/renderer/components/review/build-text.ts";
import { SimulationParts } from "../../../../src/renderer/components/review/simulation-parts.tsx";
import { JsonView } from "../../../../src/renderer/components/text/json-view.tsx";
import {
	applicationIdOf,
	bodyOf,
	firstDraft,
	type OperationDraft,
	OperationForm,
	turned,
	wrongJson,
} from "../../../../src/renderer/desk/catalog/operation-pane.tsx";
import { labelOfShape } from "../../../../src/renderer/desk/catalog/schema-controls.tsx";
import { readSchema } from "../../../../src/renderer/desk/catalog/schema-shape.ts";
import { EntryList } from "../../../../src/renderer/desk/catalog/tree-pane.tsx";
import { t } from "../../../../src/text/index.ts";
import {
	BUILD_DIGEST,
	committedBuild,
	listing,
	SWAP_SCHEMA,
	simulation,
} from "../../../preview/samples/catalog.ts";

const rendered = (element: React.ReactElement) =>
	renderToStaticMarkup(<Tooltip.Provider>{element}</Tooltip.Provider>);

const HOSTILE = '<img src=x onerror="alert(1)">\u202E';
const still = () => {};

describe("a listing of the pipeline", () => {
	const entries = (change: Partial<CatalogListing["entries"][number]>) =>
		rendered(
			<EntryList
				listing={listing({
					entries: [
						{ name: "apps", kind: "directory", stated: "directory", href: "/v1/pipeline/apps", ...change },
					],
					more: false,
				})}
				busy={false}
				onOpen={still}
				onMore={still}
			/>,
		);

	it("opens directories, operations and documents", () => {
		for (const kind of ["directory", "operation", "document"] as const) {
			const html = entries({ kind });
			expect(html).toMatch(/<button type="button"[^>]*>.*apps.*<\/button>/s);
			expect(html).toContain(kind);
		}
	});

	it("shows an unknown kind by the service's word, and does not open it", () => {
		const html = entries({ kind: "unknown", stated: "subscription" });
		expect(html).not.toContain("<button");
		expect(html).toContain("subscription");
		expect(html).toContain(t("desk.catalog.kinds.unknown"));
	});

	it("does not follow a link elsewhere, and shows it as text", () => {
		const html = entries({ href: null, leads: "https://elsewhere.example/x" });
		expect(html).not.toContain("<button");
		expect(html).not.toContain("<a");
		expect(html).toContain(t("desk.catalog.link.foreign"));
		expect(html).toContain("https://elsewhere.example/x");
	});

	it("shows hostile names as text, with hidden characters visible", () => {
		const html = entries({ name: HOSTILE });
		expect(html).not.toContain("<img");
		expect(html).toContain("⟦U+202E⟧");
	});

	it("offers more only if there is more, and gives the reason of its end", () => {
		expect(entries({})).not.toContain("More");
		const html = rendered(
			<EntryList
				listing={listing({ note: "No more than 20 pages are read." })}
				busy={false}
				onOpen={still}
				onMore={still}
			/>,
		);
		expect(html).toContain(">More</button>");
		expect(html).toContain("No more than 20 pages are read.");
	});
});

describe("the form of an operation", () => {
	const shape = readSchema(JSON.stringify(SWAP_SCHEMA));
	const form = (draft: OperationDraft = firstDraft(shape), tried = false) =>
		rendered(<OperationForm shape={shape} draft={draft} tried={tried} onDraft={still} />);

	it("has a label for every box and list", () => {
		const html = form();
		const labelled = new Set([...html.matchAll(/<label for="([^"]+)"/g)].map((match) => match[1]));
		const controls = [...html.matchAll(/<(?:input|select|textarea)[^>]*? id="([^"]+)"/g)].map(
			(match) => match[1],
		);
		expect(controls.length).toBeGreaterThan(5);
		for (const control of controls) expect(labelled).toContain(control);
		expect([...html.matchAll(/<(?:input|select|textarea)/g)].length).toBe(controls.length);
	});

	it("offers optional members without applying them, and a default without writing it", () => {
		const html = form();
		expect(html).toMatch(/Add<span class="sr-only"> memo<\/span>/);
		expect(html).not.toContain(">memo (optional)<");
		expect(html).toContain("Use the default: ");
		expect(html).not.toContain('value="1500000"');
	});

	it("reports missing input only after an attempt", () => {
		expect(form()).not.toContain(t("desk.catalog.write-something"));
		expect(form(firstDraft(shape), true)).toContain(t("desk.catalog.write-something"));
	});

	it("draws a schema's own words as text", () => {
		const hostile = readSchema(
			JSON.stringify({
				type: "object",
				properties: {
					[HOSTILE]: {
						type: "string",
						title: HOSTILE,
						description: HOSTILE,
						pattern: HOSTILE,
						format: HOSTILE,
					},
					choice: { enum: [HOSTILE], default: HOSTILE },
					left: { type: "string", description: HOSTILE },
				},
				required: [HOSTILE, "choice"],
			}),
		);
		const html = rendered(
			<OperationForm shape={hostile} draft={firstDraft(hostile)} tried={false} onDraft={still} />,
		);
		expect(html).not.toContain("<img");
		expect(html).not.toContain("\u202E");
		expect(html.split("⟦U+202E⟧").length).toBeGreaterThan(5);
	});

	it("converts to JSON and back unchanged, even if it is incomplete", () => {
		const draft = { ...firstDraft(shape) };
		const json = turned(shape, draft, "json");
		expect(json.text).toContain("{");
		expect(turned(shape, json, "form").value).toBe(draft.value);
	});

	it("adopts written JSON if it can represent it, and keeps the JSON if not", () => {
		const json = turned(shape, firstDraft(shape), "json");
		const text = '{"sell":"x","amount":7,"side":"exact_in","partial":true,"recipient":"self","hops":[]}';
		const taken = turned(shape, { ...json, text }, "form");
		expect(taken.way).toBe("form");
		expect(JSON.parse(turned(shape, taken, "json").text)).toEqual(JSON.parse(text));
		const more = turned(shape, { ...json, text: '{"unknown":1}' }, "form");
		expect([more.way, more.beyond, more.text]).toEqual(["json", true, '{"unknown":1}']);
		expect(rendered(<OperationForm shape={shape} draft={more} tried={false} onDraft={still} />)).toContain(
			t("desk.catalog.form.incomplete"),
		);
	});

	it("sends JSON byte for byte as written, and only an object", () => {
		const json = turned(shape, firstDraft(shape), "json");
		const text = '{ "a" : 1.00,\n"b":12345678901234567890 }';
		expect(bodyOf(shape, { ...json, text })).toEqual({ body: text });
		for (const wrong of ["", "[]", '"x"', "{", "1"])
			expect(bodyOf(shape, { ...json, text: wrong })).toBeNull();
		expect(wrongJson("[]")).toBe(t("desk.catalog.fault.object"));
		expect(wrongJson("{")).toMatch(/line 1/);
		expect(bodyOf(shape, firstDraft(shape))).toBeNull();
	});

	it("is only JSON if there is no schema", () => {
		const none = readSchema(null);
		const html = rendered(
			<OperationForm shape={none} draft={firstDraft(none)} tried={false} onDraft={still} />,
		);
		expect(html).toContain(t("desk.catalog.schema.none"));
		expect(html).not.toContain("As JSON</button>");
	});

	it("describes a value's requirements", () => {
		const asksFor = (schema: object) => labelOfShape(readSchema(JSON.stringify(schema)));
		expect(asksFor({ type: "integer", minimum: 1, maximum: 5 })).toBe("whole number, 1 to 5");
		expect(asksFor({ type: "number", exclusiveMinimum: 0 })).toBe("number, more than 0");
		expect(asksFor({ type: "string", maxLength: 8, format: "uuid" })).toBe("a UUID · at most 8 characters");
		expect(asksFor({ type: "array", items: {}, minItems: 2 })).toBe("at least 2 of them");
		expect(asksFor({ type: "boolean" })).toBe("");
	});

	it("accepts whole numbers from 1 on as an application's id", () => {
		expect(["", " 42 ", "9007199254740991"].map(applicationIdOf)).toEqual([null, 42, 9007199254740991]);
		for (const wrong of ["0", "-1", "1.5", "1e3", "0x1", "9007199254740993", "٣"])
			expect(applicationIdOf(wrong)).toBe(false);
	});
});

describe("displayed JSON", () => {
	it("keeps every digit, and duplicates", () => {
		const html = rendered(<JsonView text='{"a":12345678901234567890,"a":1.10}' what="x" />);
		expect(html).toContain("12345678901234567890");
		expect(html).toContain("1.10");
	});

	it("draws names and texts as text", () => {
		const html = rendered(<JsonView text={JSON.stringify({ [HOSTILE]: HOSTILE })} what="x" />);
		expect(html).not.toContain("<img");
		expect(html.split("⟦U+202E⟧").length).toBe(3);
	});

	it("is bounded: many items are drawn on demand, and depth is folded", () => {
		const html = rendered(
			<JsonView text={JSON.stringify(Array.from({ length: 5000 }, (_, at) => at))} what="x" />,
		);
		expect(html.length).toBeLessThan(40_000);
		expect(html).toContain("more of 5,000");
		expect(rendered(<JsonView text={"[".repeat(90) + "]".repeat(90)} what="x" />).length).toBeLessThan(
			10_000,
		);
	});

	it("draws invalid JSON unchanged", () => {
		expect(rendered(<JsonView text="# <b>not</b> JSON" what="x" />)).toContain(
			"# &lt;b&gt;not&lt;/b&gt; JSON",
		);
	});
});

describe("a Build", () => {
	it("has its app's name, or says that there is none", () => {
		expect(buildTitle({ app: "uniswap" })).toBe("Build from uniswap");
		expect(buildTitle({ app: null })).toBe(t("components.build.unnamed"));
	});

	it("has its digest in groups of four; one of another form is unchanged", () => {
		expect(rendered(<BuildDigest digest={BUILD_DIGEST} />)).toContain("7f3a 91c2 04de");
		expect(digestParts("md5:abc")).toEqual({ kind: null, hex: "md5:abc" });
	});

	it("names what is unknown before a simulation", () => {
		expect(rendered(<SimulationParts simulation={null} />)).toContain(t("components.simulation.missing"));
	});

	it("shows changes, permissions and costs in the rows of a review, as the service's statement", () => {
		const html = rendered(<SimulationParts simulation={simulation()} />);
		expect(html).toContain("− 1.5");
		expect(html).toContain("unlimited");
		expect(html).toContain("2,200,000");
		expect(html.split("the service’s simulation").length - 1).toBe(3);
		expect(html).toContain(t("components.claim.unproven"));
	});

	it("shows guards and warnings word for word, without a click", () => {
		const html = rendered(
			<SimulationParts
				simulation={simulation({
					status: "failed",
					guards: [{ name: "slippage", status: "failed", message: "4,102.90 is less" }],
					warnings: ["The pool is thin.", HOSTILE],
				})}
			/>,
		);
		for (const text of ["4,102.90 is less", "The pool is thin.", t("components.simulation.failed")])
			expect(html).toContain(text);
		expect(html).not.toContain("<img");
	});

	it("says so if its simulation names nothing", () => {
		const html = rendered(
			<SimulationParts
				simulation={simulation({ changes: [], permissions: [], fees: [], guards: [], warnings: [] })}
			/>,
		);
		for (const text of [
			t("components.claim.no-change"),
			t("components.claim.none"),
			t("components.no-fees-stated"),
			t("components.guards.none"),
		])
			expect(html).toContain(text);
	});

	it("shows each action's effect in the service's words, as text", () => {
		const html = rendered(<BuildActions actions={[{ at: 1, text: HOSTILE, raw: "{}" }]} />);
		expect(html).not.toContain("<img");
		expect(html).toContain("⟦U+202E⟧");
		expect(rendered(<BuildActions actions={[]} />)).toContain(t("components.holds-no-actions"));
	});

	it("shows the answer to its commit, and where to look", () => {
		const { committed } = committedBuild();
		if (committed === null) throw new Error("it is committed");
		const html = rendered(<CommitAnswer committed={committed} />);
		expect(html).toContain("appear there and in the inbox");
		expect(html).toContain("stg_71c2");
		expect(rendered(<CommitAnswer committed={{ ...committed, requests: [] }} />)).toContain(
			"created no requests",
		);
	});
});
