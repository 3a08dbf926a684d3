import { expect, it } from "vitest";
import { runsAsNode } from "../../../../../src/main/desktop/lifecycle/as-node.ts";

it("a binary that runs programs is detected: this one is Node.js itself", async () => {
	expect(await runsAsNode()).toBe(true);
});
