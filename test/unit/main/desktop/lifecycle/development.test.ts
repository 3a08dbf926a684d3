import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import { DevelopmentError, readDevelopment } from "../../../../../src/main/desktop/lifecycle/development.ts";

const nothing = { overrides: { baseUrl: null, token: null, chains: [], ledger: null }, dataDir: null };

describe("a developer's environment variables", () => {
	it("are empty if nothing is set", () => {
		expect(readDevelopment({}, false)).toEqual(nothing);
		expect(readDevelopment({ COUNTERSIGN_BASE_URL: "", COUNTERSIGN_RPC: "" }, false)).toEqual(nothing);
	});

	it("are read completely", () => {
		const environment = {
			COUNTERSIGN_BASE_URL: "http://127.0.0.1:4000",
			COUNTERSIGN_TOKEN: "abc",
			COUNTERSIGN_DATA_DIR: "/data",
			COUNTERSIGN_LEDGER_URL: "http://127.0.0.1:5000  http://127.0.0.1:5001",
			COUNTERSIGN_RPC: JSON.stringify({
				"31337": "http://127.0.0.1:8545",
				localnet: { rpcUrl: "http://127.0.0.1:8899", genesisHash: "hash" },
			}),
		};
		expect(readDevelopment(environment, false)).toEqual({
			overrides: {
				baseUrl: "http://127.0.0.1:4000",
				token: "abc",
				chains: [
					{
						family: "evm",
						chainId: "31337",
						name: "Network 31337",
						rpcUrl: "http://127.0.0.1:8545",
						genesisHash: null,
					},
					{
						family: "svm",
						chainId: "localnet",
						name: "Network localnet",
						rpcUrl: "http://127.0.0.1:8899",
						genesisHash: "hash",
					},
				],
				ledger: { kind: "speculos", urls: ["http://127.0.0.1:5000", "http://127.0.0.1:5001"] },
			},
			dataDir: "/data",
		});
	});

	it("no longer contain the token once it is read", () => {
		const environment: Record<string, string | undefined> = { COUNTERSIGN_TOKEN: "abc", OTHER: "x" };
		readDevelopment(environment, false);
		expect(environment).toEqual({ OTHER: "x" });
	});

	it("are ignored by a packaged app, which still drops the token", () => {
		const environment: Record<string, string | undefined> = {
			COUNTERSIGN_TOKEN: "abc",
			COUNTERSIGN_BASE_URL: "nonsense",
			COUNTERSIGN_LEDGER_URL: "http://127.0.0.1:5000",
		};
		expect(readDevelopment(environment, true)).toEqual(nothing);
		expect(environment["COUNTERSIGN_TOKEN"]).toBeUndefined();
	});

	it.each([
		["COUNTERSIGN_BASE_URL", "http://example.org"],
		["COUNTERSIGN_BASE_URL", "127.0.0.1:4000"],
		["COUNTERSIGN_RPC", "{"],
		["COUNTERSIGN_RPC", "[]"],
		["COUNTERSIGN_RPC", '{"0x1":"https://x.org"}'],
		["COUNTERSIGN_RPC", '{"1":"ftp://x.org"}'],
		["COUNTERSIGN_LEDGER_URL", "http://example.org:5000"],
		["COUNTERSIGN_LEDGER_URL", "https://127.0.0.1:5000"],
		["COUNTERSIGN_LEDGER_URL", "http://127.0.0.1:5000 somewhere"],
		["COUNTERSIGN_DATA_DIR", "relative"],
		["COUNTERSIGN_TOKEN", "two words"],
	])("are refused by name: %s=%s", (variable, value) => {
		const read = () => readDevelopment({ [variable]: value }, false);
		expect(read).toThrow(DevelopmentError);
		expect(read).toThrow(expect.objectContaining({ params: expect.objectContaining({ variable }) }));
	});

	it("never expose a malformed token", () => {
		const read = () => readDevelopment({ COUNTERSIGN_TOKEN: "top secret" }, false);
		expect(read).toThrow(
			expect.objectContaining({
				text: message("desktop.development.refused", {
					variable: "COUNTERSIGN_TOKEN",
					what: message("desktop.development.not-a-header"),
				}),
			}),
		);
	});
});
