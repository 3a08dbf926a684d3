import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../../scripts/lib/ensure.mjs";
import { workflowFaults } from "../../../scripts/lint/workflows.mjs";

const CI = readFileSync(join(root, ".github/workflows/ci.yml"), "utf8");

it("a workflow of ours has no fault", async () => {
	expect(await workflowFaults(CI, "ci.yml")).toEqual([]);
});

it.each([
	["a missing property of a matrix", CI.replace("matrix.os }}", "matrix.ox }}"), 1],
	["an unknown runner", CI.replace("windows-2025]", "windows-2052]"), 1],
	[
		"an action referenced by a tag, which can be moved",
		CI.replace(/checkout@[0-9a-f]{40} # v7\.0\.1/, "checkout@v7"),
		1,
	],
	["a commit without its version", CI.replace(/(checkout@[0-9a-f]{40}) # v7\.0\.1/, "$1"), 1],
])("%s is reported", async (_what, changed, faults) => {
	expect(changed).not.toBe(CI);
	expect(await workflowFaults(changed, "ci.yml")).toHaveLength(faults);
});
