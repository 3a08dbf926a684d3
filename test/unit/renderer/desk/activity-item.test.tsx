import { expect, it } from "vitest";
import { ActivityItem } from "../../../../src/renderer/desk/activity/activity-item.tsx";
import { t } from "../../../../src/text/index.ts";
import { keptRows } from "../../../preview/samples/activity.ts";
import { activityRow } from "../../../preview/samples/desk.ts";
import { renderDesk } from "./drawn.tsx";

it.each([
	["shows the digest of a review of the service", "3f".repeat(32), true],
	["has no line for a digest if there is none, as for a revocation", "", false],
])("a row of the journal %s", (_name, digest, isShown) => {
	const item = <ActivityItem row={activityRow(0, { digest })} open={true} onOpenChange={() => {}} />;
	expect(renderDesk(item).includes(t("desk.activity.review-digest"))).toBe(isShown);
	expect(renderDesk(item)).toContain(t("ui.fingerprint"));
});

it("names the first field of a lie in readable words", () => {
	const lie = keptRows.find((row) => row.kind === "lie" && row.fields[0] === "instructions.count");
	if (lie === undefined) throw new Error("no sample lies about its instructions");
	const html = renderDesk(<ActivityItem row={lie} open={true} onOpenChange={() => {}} />);
	expect(html).toContain(t("check.field.instruction-count"));
	expect(html).not.toContain("instructions.count");
});
