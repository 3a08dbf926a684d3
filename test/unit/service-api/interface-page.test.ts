import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { EVENT_KINDS } from "../../../src/service-api/events.ts";

it("the page on the interface names every parsed kind of event", () => {
	const page = readFileSync("docs/service-api/interface.md", "utf8");
	expect([...EVENT_KINDS].filter((kind) => !page.includes(`\`${kind}\``))).toEqual([]);
});
