import { describe, expect, it } from "vitest";
import { ExplainUsageError, readArguments } from "../../../src/explain/args.ts";

const URL_OF = "http://127.0.0.1:8545";

describe("the command line of explain", () => {
	it("accepts files, RPCs by chain id and by any name of a cluster, rules and context", () => {
		const args = ["a.json", "--rpc", `1=${URL_OF}`, "--rpc", `solana:mainnet=${URL_OF}?key=a=b`, "b.json"];
		expect(readArguments([...args, "--rules", "r.json", "--context", "c.json", "--json"])).toEqual({
			command: "explain",
			files: ["a.json", "b.json"],
			rpcs: [
				{ chain: "1", url: URL_OF },
				{ chain: "mainnet-beta", url: `${URL_OF}?key=a=b` },
			],
			rules: "r.json",
			context: "c.json",
			json: true,
		});
	});

	it.each([
		["no file", []],
		["an unknown option", ["a.json", "--nope"]],
		["an RPC without a chain", ["a.json", "--rpc", URL_OF]],
		["an RPC of an unknown chain", ["a.json", "--rpc", `venus=${URL_OF}`]],
		["an RPC that is no web address", ["a.json", "--rpc", "1=file:///etc/passwd"]],
		["one chain twice", ["a.json", "--rpc", `mainnet=${URL_OF}`, "--rpc", `mainnet-beta=${URL_OF}`]],
	])("refuses %s", (_, args) => {
		expect(() => readArguments(args)).toThrow(ExplainUsageError);
	});

	it("reads RPCs from the environment, and an argument before them", () => {
		const variable = { "1": "https://one.example", localnet: { rpcUrl: URL_OF, genesisHash: "g" } };
		const environment = { COUNTERSIGN_RPC: JSON.stringify(variable) };
		expect(readArguments(["a.json", "--rpc", `1=${URL_OF}`], environment)).toMatchObject({
			rpcs: [
				{ chain: "1", url: URL_OF },
				{ chain: "localnet", url: URL_OF },
			],
		});
		for (const wrong of ["{", "[1]", '{"1": 2}', '{"1": "secret"}'])
			expect(() => readArguments(["a.json"], { COUNTERSIGN_RPC: wrong })).toThrow(/^(?!.*secret)/);
	});

	it("repeats no argument in its output, since an address may contain a key", () => {
		expect(() => readArguments(["--rpc", "1=ftp://secret"])).toThrow(/^(?!.*secret)/);
		expect(() => readArguments(["--secret"])).toThrow(/^(?!.*secret)/);
	});
});
