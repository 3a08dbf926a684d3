import { describe, expect, it } from "vitest";
import type { ActivityRow } from "../../../../src/ipc/activity.ts";
import { ActivityActions } from "../../../../src/renderer/desk/activity/activity-actions.tsx";
import { t } from "../../../../src/text/index.ts";
import { keptRows } from "../../../preview/samples/activity.ts";
import { activityRow, deskView } from "../../../preview/samples/desk.ts";
import { renderDesk } from "./drawn.tsx";

/** Exports that Activity offers, and the reasons for those that it doesn't. */

const JOURNAL = t("desk.activity.export");
const CSV = t("desk.activity.export-csv");
const LINES = t("desk.activity.export-lines");

/** Returns the disabled buttons by name, each with the reason that it shows. */
function asleep(page: "list" | "statement", activity: readonly ActivityRow[]) {
	const html = renderDesk(<ActivityActions page={page}>.</ActivityActions>, deskView({ activity }));
	const told = (id: string | undefined) =>
		id === undefined ? null : new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1];
	return [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)].flatMap(([, attributes = "", inside = ""]) =>
		attributes.includes('aria-disabled="true"')
			? [[inside.replace(/<[^>]*>/g, "").trim(), told(/aria-describedby="([^"]*)"/.exec(attributes)?.[1])]]
			: [],
	);
}

describe("the export buttons", () => {
	it("are disabled with a reason if there is nothing", () => {
		const why = t("desk.activity.export.nothing");
		expect(asleep("list", [])).toEqual([JOURNAL, CSV, LINES].map((name) => [name, why]));
		expect(asleep("statement", [])).toEqual([[CSV, why]]);
	});

	it("are enabled if something was approved", () => {
		expect(asleep("list", [activityRow(1)])).toEqual([]);
		expect(asleep("statement", [activityRow(1)])).toEqual([]);
	});

	it("disable the journal's if nothing was ever approved", () => {
		const why = t("desk.activity.export.no-approval");
		expect(asleep("list", keptRows)).toEqual([[JOURNAL, why]]);
		expect(asleep("statement", keptRows)).toEqual([]);
	});

	it("are enabled if older rows may contain an approval", () => {
		const [first] = keptRows;
		const many = Array.from({ length: 200 }, (_, at) => ({ ...first, id: `row-${at}` }) as ActivityRow);
		expect(asleep("list", many)).toEqual([]);
	});
});
