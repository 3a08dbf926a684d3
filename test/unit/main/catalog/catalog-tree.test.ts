import { describe, expect, it } from "vitest";
import type { CatalogEntryView } from "../../../../src/ipc/catalog.ts";
import { PIPELINE, ROOTS } from "../../../../src/main/catalog/catalog-links.ts";
import { KnownLinks } from "../../../../src/main/catalog/catalog-tree.ts";
import { stub } from "../../../fixtures/stub.ts";

const ROOT = ROOTS.find(({ href }) => href !== PIPELINE);
const entry = (href: string | null, name: string, kind: CatalogEntryView["kind"] = "directory") =>
	stub<CatalogEntryView>({ href, name, kind });

describe("links from the service", () => {
	it("are the top of the tree and its roots before any reading, and no others", () => {
		const links = new KnownLinks();
		expect(links.at(PIPELINE)).toMatchObject({ kind: "directory", from: null });
		expect(links.at(ROOT?.href ?? "")).toMatchObject({ name: ROOT?.name, from: PIPELINE });
		expect(links.at(`${PIPELINE}/elsewhere`)).toBeNull();
		expect(links.leadInto(PIPELINE)).toBe(false);
	});

	it("keep their first names, whatever a later listing calls them", () => {
		const links = new KnownLinks();
		links.learn(PIPELINE, [entry("/a", "First", "operation"), entry(null, "No link")]);
		links.learn("/b", [entry("/a", "Second")]);
		expect(links.at("/a")).toEqual({ name: "First", kind: "operation", from: PIPELINE });
	});

	it("form a trail from the top, which ends before a circle", () => {
		const links = new KnownLinks();
		links.learn(PIPELINE, [entry("/a", "A")]);
		links.learn("/a", [entry("/a/b", "B")]);
		expect(links.trailTo("/a/b").map(({ href }) => href)).toEqual([PIPELINE, "/a", "/a/b"]);
		expect(links.trailTo("/nowhere")).toEqual([]);
		const round = new KnownLinks();
		round.learn("/x", [entry("/y", "Y")]);
		round.learn("/y", [entry("/x", "X")]);
		expect(round.trailTo("/x").map(({ href }) => href)).toEqual(["/y", "/x"]);
	});

	it("form a trail of at most twelve", () => {
		const links = new KnownLinks();
		for (let depth = 1; depth <= 20; depth += 1)
			links.learn(depth === 1 ? PIPELINE : `/${depth - 1}`, [entry(`/${depth}`, String(depth))]);
		expect(links.trailTo("/20")).toHaveLength(12);
	});

	it("lead to a node itself or its descendants, and not to names that merely begin equally", () => {
		const links = new KnownLinks();
		links.learn(PIPELINE, [entry(`${PIPELINE}/evmos`, "Evmos")]);
		expect(links.leadInto(`${PIPELINE}/evm`)).toBe(false);
		links.learn(PIPELINE, [entry(`${PIPELINE}/evm/build`, "Build")]);
		expect(links.leadInto(`${PIPELINE}/evm`)).toBe(true);
	});
});
