import { describe, expect, it } from "vitest";
import { refusedSwitch, switchText } from "../../../../../src/main/desktop/lifecycle/switches.ts";

describe("a packaged app", () => {
	it.each([
		["--inspect", "--inspect"],
		["--inspect-brk=0.0.0.0:9229", "--inspect-brk"],
		["-inspect", "-inspect"],
		["--remote-debugging-port=9222", "--remote-debugging-port"],
		["--remote-debugging-pipe", "--remote-debugging-pipe"],
		["--Remote-Debugging-Port=1", "--Remote-Debugging-Port"],
		["--js-flags=--expose-gc", "--js-flags"],
		["--ignore-certificate-errors-spki-list=x", "--ignore-certificate-errors-spki-list"],
		["--log-net-log=/tmp/x", "--log-net-log"],
		["--require=/tmp/x.js", "--require"],
		["-r", "-r"],
		["--experimental_loader=/tmp/x.mjs", "--experimental_loader"],
		["--loader=/tmp/x.mjs", "--loader"],
		["--renderer-cmd-prefix=gdb", "--renderer-cmd-prefix"],
		["--utility-cmd-prefix=gdb", "--utility-cmd-prefix"],
		["--gpu-launcher=gdb", "--gpu-launcher"],
		["--wait-for-debugger-children", "--wait-for-debugger-children"],
		["--no-sandbox", "--no-sandbox"],
		["--disable-seccomp-filter-sandbox", "--disable-seccomp-filter-sandbox"],
		["--single-process", "--single-process"],
	])("does not start with %s", (given, named) => {
		expect(refusedSwitch(["countersign", given], {})).toBe(named);
	});

	it.each([
		[{ NODE_OPTIONS: "--max-old-space-size=4096 --inspect=1" }, "--inspect"],
		[{ ELECTRON_RUN_AS_NODE: "1" }, "ELECTRON_RUN_AS_NODE"],
		[{ ELECTRON_DISABLE_SANDBOX: "1" }, "ELECTRON_DISABLE_SANDBOX"],
		[{ SSLKEYLOGFILE: "/tmp/keys" }, "SSLKEYLOGFILE"],
	])("does not start under %o", (environment, named) => {
		expect(refusedSwitch([], environment)).toBe(named);
	});

	it("starts with a desktop's or a link's arguments", () => {
		const given = ["countersign://entry/abc?--inspect", "--self-test", "--hidden", "/home/inspect"];
		expect(refusedSwitch(given, { NODE_OPTIONS: "--max-old-space-size=4096", SSLKEYLOGFILE: "" })).toBeNull();
	});

	it("names the risk to the user's funds", () => {
		expect(switchText("--inspect")).toMatch(/--inspect.*no funds moved/);
	});
});
