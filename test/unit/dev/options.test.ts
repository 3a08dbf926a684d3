import { describe, expect, it } from "vitest";
import { readDevOptions } from "../../dev/options.ts";

describe("the command line of npm run dev", () => {
	it("asks for a service, free ports and a temporary folder if nothing is said", () => {
		expect(readDevOptions([])).toEqual({
			help: false,
			dataDir: null,
			inspect: false,
			inspectPort: 0,
			devToolsPort: 0,
			service: true,
		});
	});

	it("takes a port of the inspector for a request to inspect", () => {
		expect(readDevOptions(["--inspect-port", "9229"])).toMatchObject({ inspect: true, inspectPort: 9229 });
	});

	it.each(["65536", "-1", "ten", "1e3", ""])("refuses %j as a port", (port) => {
		expect(() => readDevOptions([`--devtools-port=${port}`])).toThrow(/port/);
	});

	it("refuses an option that it does not know", () => {
		expect(() => readDevOptions(["--hot"])).toThrow(/--hot/);
	});
});
