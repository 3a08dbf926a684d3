import { describe, expect, it } from "vitest";
import { appInfoOf, evmAddressOf } from "../../../src/ledger-process/answers.ts";
import { DeviceError, promptOf } from "../../../src/ledger-process/faults.ts";
import { isDashboard } from "../../../src/ledger-process/protocol.ts";
import { exchangesOf } from "./recordings.ts";
import { EVM } from "./scene.ts";

const field = (text: string) => Buffer.from([text.length, ...Buffer.from(text, "latin1")]);
const told = (name: string, version: string) =>
	Buffer.concat([Buffer.from([1]), field(name), field(version), Buffer.from([1, 0])]);

describe("a device's answer about its open app", () => {
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

describe("a device's answer about an address", () => {
	const name = "address at 44'/60'/0'/0/0";
	const answer = exchangesOf("Ethereum", name).at(-1)?.response.slice(0, -4) ?? "";

	it("is the address of the public key next to it", () => {
		expect(evmAddressOf(Buffer.from(answer, "hex"))).toBe(EVM.address);
	});

	it("is refused if it is another key's, however well-formed", () => {
		const digits = Buffer.from(EVM.address.slice(2), "latin1").toString("hex");
		const other = Buffer.from("11".repeat(20), "latin1").toString("hex");
		expect(answer).toContain(digits);
		expect(() => evmAddressOf(Buffer.from(answer.replace(digits, other), "hex"))).toThrow(DeviceError);
	});
});

describe("the outcome of a question", () => {
	it.each(["gone", "unplugged", "cancelled", "timeout", "failed", "stopped", "busy"] as const)(
		"is unknown if it was sent and then %s, and nothing if it was never sent",
		(fault) => {
			expect(promptOf(fault, true)).toBe("unknown");
			expect(promptOf(fault, false)).toBe("notAsked");
		},
	);
});
