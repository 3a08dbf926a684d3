import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { node24Path, root } from "../../../scripts/lib/ensure.mjs";
import { scenes } from "../../preview/scenes.ts";

it("the gallery starts under plain Node, which does not parse .tsx", () => {
	const { status, stdout, stderr } = spawnSync(node24Path(), [join(root, "test/preview/main.ts"), "--list"], {
		encoding: "utf8",
	});
	expect({ status, stderr }).toMatchObject({ status: 0 });
	expect(stdout.trim().split("\n")).toEqual(scenes.map(({ name }) => name));
});
