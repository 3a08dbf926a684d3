import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { runCommand } from "../cases/command.ts";
import { wrongsOf } from "../cases/compare.ts";
import { rankOf } from "../cases/expected.ts";
import { isLater, isWrong, type Judged, judgeAll, linesOf, tallyOf } from "../cases/run.ts";
import { readSet, setFolders } from "../cases/sets.ts";
import { cached } from "../fixtures/entries.ts";
import { figuresOf } from "../support/metered-rpc.ts";
import { scratch } from "../support/person.ts";

/** Compares every case of `test/cases` with the list of known wrong ones, and tests the command itself. */

const CASES = fileURLToPath(new URL("../cases/", import.meta.url));
const known = z.array(z.string()).parse(JSON.parse(readFileSync(join(CASES, "known-wrong.json"), "utf8")));
const folder = scratch();

let all: readonly Judged[];

beforeAll(async () => {
	all = await judgeAll(setFolders(CASES).flatMap(readSet));
}, 600_000);

afterAll(() => folder.remove());

const idsOf = (judged: readonly Judged[]) => judged.map(({ given }) => given.id).toSorted();

describe("the cases of test/cases", () => {
	it("are wrong if known-wrong.json says so, and in no other case", () => {
		const wrong = all.filter((each) => isWrong(each) && !isLater(each));
		expect(wrong.filter(({ given }) => !known.includes(given.id)).flatMap(linesOf)).toEqual([]);
		expect(idsOf(wrong)).toEqual(known.toSorted());
	});

	it("are not marked as later work once they are right", () => {
		expect(idsOf(all.filter((each) => isLater(each) && !isWrong(each)))).toEqual([]);
	});

	it("are each judged once", () => {
		expect(new Set(idsOf(all)).size).toBe(all.length);
		expect(tallyOf(all).cases).toBe(setFolders(CASES).flatMap(readSet).length);
	});

	it("make at most 40 RPC calls in the median and 120 in all, at most 20 of them together", () => {
		const calls = all.flatMap((each) => each.calls ?? []);
		expect(calls.length).toBeGreaterThan(50);
		const { median, most, largest } = figuresOf(calls);
		expect(median).toBeLessThanOrEqual(40);
		expect(most).toBeLessThanOrEqual(120);
		expect(largest).toBeLessThanOrEqual(20);
	});

	it("are reported as soon as the expected result is reversed", () => {
		const requests = all.flatMap(({ said, given }) =>
			said !== null && given.form === "request" ? [{ said, expected: given.case.expect, id: given.id }] : [],
		);
		expect(requests.length).toBeGreaterThan(50);
		for (const { said, id } of requests) {
			const turned = [
				wrongsOf({ outcome: [said.outcome === "refused" ? "approvable" : "refused"] }, { ...said, lies: [] }),
				wrongsOf({ word: said.word === null }, { ...said, lies: [] }),
				wrongsOf(
					{ severity: rankOf(said.severity) > 0 ? { atMost: "none" } : { atLeast: "block" } },
					{ ...said, lies: [] },
				),
			];
			expect([id, turned.map((wrongs) => wrongs.length)]).toEqual([id, [1, 1, 1]]);
		}
	});
});

async function run(...args: readonly string[]) {
	const lines: string[] = [];
	const code = await runCommand(args, (text) => lines.push(text));
	return { code, lines };
}

/** Runs the command in a child process, as a shell does. */
async function spawned(...args: readonly string[]): Promise<number | null> {
	const child = spawn(process.execPath, [join(CASES, "main.ts"), ...args], {
		env: { ...process.env, ...cached() },
		stdio: "ignore",
	});
	return await new Promise((resolve) => child.once("close", resolve));
}

/** Writes a set of sentence cases, which need no chain. */
function set(
	name: string,
	...cases: readonly { readonly differs: boolean; readonly until?: string }[]
): string {
	const path = join(folder.path, name);
	mkdirSync(path);
	const entries = cases.map(({ differs, ...marks }, at) => [
		`case-${at}`,
		{
			why: "It pays exactly that.",
			typed: "Send 5 USDC to Ben",
			does: { kind: "pays", amount: "5", token: "USDC", to: "Ben" },
			expect: { differs },
			...marks,
		},
	]);
	const file = { format: 1, world: "evm", cases: Object.fromEntries(entries) };
	writeFileSync(join(path, "expected.json"), JSON.stringify(file));
	return path;
}

describe("npm run cases", () => {
	it("ends with 0 if all is right", async () => {
		const { code, lines } = await run(set("right", { differs: false }));
		expect(lines).toEqual(["cases 1, wrong 0"]);
		expect(code).toBe(0);
	});

	it("prints a wrong case with its set's name, and ends with 1", async () => {
		const path = set("turned", { differs: false }, { differs: true });
		const { code, lines } = await run(path);
		expect(lines.at(0)).toBe("turned/case-1");
		expect(lines.at(-1)).toBe("cases 2, wrong 1");
		expect(code).toBe(1);
		expect(await spawned(path)).toBe(1);
	});

	it("counts cases marked as later work separately", async () => {
		const { code, lines } = await run(set("marked", { differs: false }, { differs: true, until: "effects" }));
		expect(lines.at(-1)).toBe("cases 2, wrong 0, later 1");
		expect(code).toBe(0);
	});

	it("judges only cases with one of the names, and prints JSON of one form", async () => {
		const path = set("named", { differs: false }, { differs: true });
		const { code, lines } = await run(path, "case-0", "--json");
		expect(JSON.parse(lines.join("\n"))).toEqual({
			format: 1,
			cases: [{ id: "named/case-0", form: "typed", right: true, until: null, wrongs: [], said: null }],
			tally: { cases: 1, wrong: 0, later: 0 },
		});
		expect(code).toBe(0);
	});

	it("ends with 2 for an unreadable set, and for a name without a case", async () => {
		expect((await run(set("strange", { differs: false, until: "tomorrow" }))).code).toBe(2);
		expect((await run(set("unnamed", { differs: false }), "no-such-case")).code).toBe(2);
	});
});
