import { describe, expect, it } from "vitest";
import { appInfoOf } from "../../../src/ledger/answers.ts";
import { DeviceError } from "../../../src/ledger/faults.ts";
import { isDashboard } from "../../../src/ledger/protocol.ts";

const field = (text: string) => Buffer.from([text.length, ...Buffer.from(text, "latin1")]);
const told = (name: string, version: string) =>
	Buffer.concat([Buffer.from([1]), field(name), field(version), Buffer.from([1, 0])]);

describe("what a device says of its open app", () => {
	it("is its name and version", () => {
		expect(appInfoOf(told("Ethereum", "1.22.0"))).toEqual({ name: "Ethereum", version: "1.22.0" });
	});

	it.each(["BOLOS", "OLOS", "OLOS\0"])("is the dashboard by the name %j", (name) => {
		expect(isDashboard(appInfoOf(told(name, "1.6.0")).name)).toBe(true);
	});

	it.each(["", "\0", "OLOS\0\0", "Eth\0ereum", "Eth\nereum", "Ethereum\u0080", "x".repeat(65)])(
		"is refused with the name %j, which no app has",
		(name) => {
			expect(() => appInfoOf(told(name, "1.22.0"))).toThrow(DeviceError);
		},
	);
});
