import { describe, expect, it } from "vitest";
import { createAccount, parseExactJson } from "../../../../src/main/service/account.ts";
import type { ServiceCall } from "../../../../src/main/service/address.ts";

function answering(text: string) {
	const calls: ServiceCall[] = [];
	const service = createAccount({
		text: async (call) => {
			calls.push(call);
			return text;
		},
	});
	return { calls, service };
}

describe("JSON with amounts", () => {
	it.each([
		["9007199254740993", false],
		["1e3", false],
		["1.0", false],
		["0.10", false],
		["-0", false],
		["2500000.00000000000001", false],
		["-5", true],
		["0", true],
		["9007199254740991", true],
	])("keeps %s as written, or as no number at all", (source, exact) => {
		const value = parseExactJson(`{"a":[${source}]}`);
		expect(value).toEqual({ a: [exact ? Number(source) : Number.NaN] });
	});

	it("keeps everything else", () => {
		const value = { a: "1.5", b: [true, null, { c: "x" }], d: {} };
		expect(parseExactJson(JSON.stringify(value))).toEqual(value);
	});
});

describe("the account's client", () => {
	it("exposes only declared members of an answer about secrets", async () => {
		const slot = { name: "KEY", required: true, configured: true, value: "hunter2" };
		const body = {
			application_id: 7,
			app: "a",
			ready: true,
			missing_required: [],
			slots: [slot],
			dump: "hunter2",
		};
		const { service } = answering(JSON.stringify(body));
		expect(JSON.stringify(await service.readAppSecrets(7))).not.toContain("hunter2");
	});

	it("requests older entries by the id that they precede", async () => {
		const { service, calls } = answering("{}");
		await expect(service.readCredits(12)).rejects.toMatchObject({ kind: "unreadable" });
		expect(calls).toMatchObject([{ method: "GET", path: "/v1/account/credits", query: { before_id: "12" } }]);
	});

	it.each([9_999n, 1_000_000_001n])("sends no top-up of %s", async (micro) => {
		const { service, calls } = answering("{}");
		await expect(service.topUpCredits(micro, "key")).rejects.toThrow();
		expect(calls).toEqual([]);
	});

	it("treats a removal with an empty answer as done", async () => {
		await expect(answering("").service.removeApp(7)).resolves.toBeUndefined();
		await expect(answering("{}").service.removeApp(7)).resolves.toBeUndefined();
		await expect(answering('{"removed":false}').service.removeApp(7)).rejects.toMatchObject({
			kind: "unreadable",
		});
	});
});
