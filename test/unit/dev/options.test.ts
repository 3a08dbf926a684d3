import { describe, expect, it } from "vitest";
import { readDevOptions } from "../../dev/options.ts";

describe("the command line of npm run dev", () => {
	it("uses a service, free ports and a temporary folder by default", () => {
		expect(readDevOptions([])).toEqual({
			help: false,
			dataDir: null,
			inspect: false,
			inspectPort: 0,
			devToolsPort: 0,
			service: true,
		});
	});

	it("reads an inspector port as a request to inspect", () => {
		expect(readDevOptions(["--inspect-port", "9229"])).toMatchObject({ inspect: true, inspectPort: 9229 });
	});

	it.each(["65536", "-1", "ten", "1e3", ""])("refuses %j as a port", (port) => {
		expect(() => readDevOptions([`--devtools-port=${port}`])).toThrow(/port/);
	});

	it("refuses an unknown option", () => {
		expect(() => readDevOptions(["--hot"])).toThrow(/--hot/);
	});
});
