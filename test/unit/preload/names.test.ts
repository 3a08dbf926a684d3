import { join } from "node:path";
import { build } from "vite";
import { describe, expect, it } from "vitest";
import { literals } from "../../../packaging/literals.ts";
import { deskProcedures, trustedProcedures } from "../../../src/ipc/windows.ts";

const NAMES = join(import.meta.dirname, "../../../src/preload/names.ts");

describe("the permitted names of the preloads", () => {
	it("are built in as declared, and nothing is bundled with them", async () => {
		const built = await build({
			configFile: false,
			logLevel: "silent",
			plugins: [literals(NAMES)],
			build: { write: false, minify: false, lib: { entry: NAMES, formats: ["es"] } },
		});
		const chunks = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
		expect(chunks.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []))).toEqual([NAMES]);
		const [chunk] = chunks;
		const code = chunk?.type === "chunk" ? chunk.code : "";
		expect({ ...(await import(`data:text/javascript,${encodeURIComponent(code)}`)) }).toEqual({
			DESK_NAMES: Object.keys(deskProcedures),
			TRUSTED_NAMES: Object.keys(trustedProcedures),
		});
	});
});
