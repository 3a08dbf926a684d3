import { describe, expect, it } from "vitest";
import { rpcUrl } from "../../../src/ipc/primitives.ts";
import { CHANNELS, deskProcedures, trustedProcedures } from "../../../src/ipc/windows.ts";

describe("an address that a user may set", () => {
	it.each([
		"https://rpc.example/v3/key",
		"http://127.0.0.1:8545",
		"http://localhost:1/x",
		"http://[::1]:8545",
	])("may be %s", (url) => {
		expect(rpcUrl.safeParse(url).success).toBe(true);
	});

	it.each([
		"http://rpc.example",
		"http://127.0.0.1:80@rpc.example/",
		"http://127.0.0.1.rpc.example/",
		"https://name:password@rpc.example/",
		"ws://127.0.0.1:8545",
		"file:///etc/passwd",
		"javascript:alert(1)",
		"nonsense",
		"",
	])("may not be %s", (url) => {
		expect(rpcUrl.safeParse(url).success).toBe(false);
	});
});

describe("the commands of the windows", () => {
	it("are closed: an additional member is refused", () => {
		for (const procedure of [...Object.values(deskProcedures), ...Object.values(trustedProcedures)])
			expect(procedure.input.safeParse({ surplus: 1 }).success).toBe(false);
	});

	it("let only the trusted window approve or touch secrets", () => {
		const desk = Object.keys(deskProcedures);
		for (const name of [
			"approve",
			"reject",
			"unlock",
			"createPhrase",
			"importKey",
			"saveNetwork",
			"setAutoLock",
			"openSetupStep",
			"answerPractice",
		])
			expect(desk).not.toContain(name);
	});

	it("use four separate channels", () => {
		expect(new Set(Object.values(CHANNELS)).size).toBe(4);
	});
});
