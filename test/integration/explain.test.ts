import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encodeFunctionData, type Hex, maxUint256, parseAbi, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainReport } from "../../src/explain/result.ts";
import { buildEvm, NOTHING } from "../attacks/build.ts";
import { type Case, THIEF, USER } from "../attacks/case.ts";
import { install, SAMPLE_TOKEN } from "../attacks/world/evm/sample.ts";
import { type Anvil, startAnvil } from "../chains/evm.ts";
import { cached, entryOf } from "../fixtures/entries.ts";
import { loadExamples } from "../fixtures/examples.ts";
import { scratch } from "../support/person.ts";

/** Runs the command itself, as CI does: its exit codes, its output, and its result without a chain. */

const COMMAND = fileURLToPath(entryOf("explain"));
const FRIEND = "0x4F2083f5fBede34C2714aFfb3105539775f7FE64";
const folder = scratch();
const token = parseAbi(["function approve(address spender, uint256 amount)"]);

let chain: Anvil;

beforeAll(async () => {
	chain = await startAnvil({ chainId: 1 });
	await install(chain);
});

afterAll(async () => {
	await chain?.stop();
	folder.remove();
});

interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly error: string;
}

async function explain(...args: readonly string[]): Promise<Ended> {
	const child = spawn(process.execPath, [COMMAND, ...args], {
		env: { ...process.env, ...cached(), COUNTERSIGN_RPC: "{}" },
	});
	let [out, error] = ["", ""];
	child.stdout.setEncoding("utf8").on("data", (text: string) => {
		out += text;
	});
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		error += text;
	});
	const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
	return { code, out, error };
}

function file(name: string, value: unknown): string {
	const path = join(folder.path, name);
	writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
	return path;
}

/** Writes a commit of one transaction that declares exactly these effects. */
async function commit(name: string, to: Hex, value: bigint, data: Hex, declared: object): Promise<string> {
	const { publicClient } = chain;
	const [nonce, block] = await Promise.all([
		publicClient.getTransactionCount({ address: USER }),
		publicClient.getBlock(),
	]);
	const ask = { form: "evm", steps: [{ to, value, data }], declares: "nothing" } as const;
	const one: Case = { id: name, kind: "honest", label: "info", title: "", why: "", world: "evm", ask };
	const chosen = {
		nonce,
		gas: [data === "0x" ? 21_000n : 60_000n],
		baseFee: block.baseFeePerGas ?? 0n,
		tip: 1_000_000_000n,
	};
	return file(`${name}.json`, buildEvm(one, ask, chosen, { ...NOTHING, ...declared }));
}

const rpc = () => ["--rpc", `1=${chain.url}`];

const paid = () =>
	commit("pay", FRIEND, parseEther("0.1"), "0x", {
		balanceChanges: [
			{
				account: USER,
				asset: "native",
				amount: parseEther("0.1").toString(),
				direction: "out",
				counterparty: FRIEND,
				decimals: 18,
			},
		],
	});

const allowed = () =>
	commit(
		"allow",
		SAMPLE_TOKEN,
		0n,
		encodeFunctionData({ abi: token, functionName: "approve", args: [THIEF, maxUint256] }),
		{
			approvals: [
				{
					account: USER,
					spender: THIEF,
					asset: SAMPLE_TOKEN,
					kind: "allowance",
					standard: "erc20",
					amount: maxUint256.toString(),
					unlimited: true,
					approved: true,
				},
			],
		},
	);

describe("npm run explain", () => {
	it("ends with 0 for a request that a press could approve", async () => {
		const { code, out } = await explain(await paid(), ...rpc());
		expect(out).toContain("APPROVABLE");
		expect(out).toContain("simulated on your RPC, compared with the service’s: agrees");
		expect(code).toBe(0);
	});

	it("ends with 3 for a request that requires a typed word, and names it", async () => {
		const { code, out } = await explain(await allowed(), "--json", ...rpc());
		const report = explainReport.parse(JSON.parse(out));
		const [found] = report.files[0]?.requests ?? [];
		expect(report).toMatchObject({ outcome: "word", simulated: true });
		expect(found).toMatchObject({
			verdict: "matched",
			approval: { possible: true, word: expect.any(String) },
		});
		expect(found?.findings[0]).toMatchObject({ severity: "danger", needsWord: true });
		expect(found?.permissions).toContainEqual(expect.objectContaining({ unlimited: true, grants: true }));
		expect(code).toBe(3);
	});

	it("ends with 4 for a refused request: its outflow is not declared", async () => {
		const hidden = await commit("hidden", FRIEND, parseEther("1"), "0x", {});
		const { code, out } = await explain(hidden, "--json", ...rpc());
		const [found] = explainReport.parse(JSON.parse(out)).files[0]?.requests ?? [];
		expect(found?.findings.map(({ id }) => id)).toContain("declared-differs");
		expect(found?.changes).toContainEqual(
			expect.objectContaining({ direction: "out", asset: "native", amount: parseEther("1").toString() }),
		);
		expect(code).toBe(4);
	});

	it("ends with 4 without an RPC, and says that nothing was simulated", async () => {
		const { code, out } = await explain(await paid());
		expect(out).toContain("nothing was simulated");
		expect(code).toBe(4);
	});

	it("ends with 4 if the RPC is of another chain than stated", async () => {
		const other = loadExamples().commit_views["evm_needs_signature_sign"];
		const { code, out } = await explain(file("other.json", other), "--json", "--rpc", `8453=${chain.url}`);
		const [found] = explainReport.parse(JSON.parse(out)).files[0]?.requests ?? [];
		expect(found).toMatchObject({ verdict: "refused", outcome: "refused" });
		expect(code).toBe(4);
	});

	it("ends with 2 for an unreadable request, whatever else exists", async () => {
		const { code, out } = await explain(await paid(), file("broken.json", "{"), ...rpc());
		expect(out).toContain("UNREADABLE");
		expect(out).toContain("APPROVABLE");
		expect(code).toBe(2);
	});

	it("ends with 2 for invalid arguments, context and rules, and prints no address with them", async () => {
		const path = await paid();
		const wrong = [
			[],
			[path, "--rpc", "1=ftp://secret.example"],
			[path, "--context", file("context.json", { format: 1, account: [] })],
			[path, "--rules", file("rules.json", { format: 1, rules: [{ kind: "hours" }] })],
			[path, "--context", join(folder.path, "missing.json")],
		];
		for (const args of wrong) {
			const { code, out, error } = await explain(...args);
			expect([code, out]).toEqual([2, ""]);
			expect(error).not.toContain("secret");
		}
	});

	it("applies the rules from a file", async () => {
		const scope = { accounts: "all", apps: "all", chains: "all" };
		const rules = [
			{ id: "r", name: "Only my contacts", kind: "recipients", addresses: [], contacts: true, scope },
		];
		const context = (contacts: readonly object[]) =>
			file("known.json", { format: 1, accounts: [{ address: USER }], contacts });
		const given = [await paid(), ...rpc(), "--rules", file("rules.json", { format: 1, rules })];
		const stranger = await explain(...given, "--context", context([]));
		expect(stranger.out).toContain("refuses: Only my contacts");
		expect(stranger.code).toBe(4);
		const friend = await explain(...given, "--context", context([{ address: FRIEND, label: "Friend" }]));
		expect(friend.out).toContain("passes: Only my contacts");
		expect(friend.code).toBe(0);
	});

	it("completes an action with nonce, gas and fees, and judges its steps together", async () => {
		const ask = {
			form: "evm",
			steps: [1n, 2n].map((wei) => ({ to: FRIEND, value: wei }) as const),
			declares: "absent",
		} as const;
		const one: Case = { id: "two", kind: "honest", label: "info", title: "", why: "", world: "evm", ask };
		const chosen = { nonce: 0, gas: [21_000n, 21_000n], baseFee: 0n, tip: 0n };
		const moved = (step: number) => ({
			account: USER,
			asset: "native",
			amount: String(step),
			direction: "out" as const,
			counterparty: FRIEND,
			decimals: 18,
			step,
		});
		const action = buildEvm(one, ask, chosen, { ...NOTHING, balanceChanges: [moved(1), moved(2)] });
		const context = file("then.json", { format: 1, now: 1_800_000_000_000 });
		const { code, out } = await explain(file("two.json", action), "--context", context, "--json", ...rpc());
		const [found] = explainReport.parse(JSON.parse(out)).files[0]?.requests ?? [];
		expect(found?.steps.map(({ simulation }) => simulation)).toEqual(["done", "done"]);
		expect(found?.verdict).toBe("matched");
		expect(code).toBe(0);
	});
});
