import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { DescriptorIndex } from "../../../../../src/core/published-descriptors/erc7730/describe.ts";
import { describeCall } from "../../../../../src/core/published-descriptors/erc7730/describe.ts";
import type { DescriptionResult } from "../../../../../src/core/published-descriptors/erc7730/description.ts";
import { loadDescriptors } from "../../../../../src/core/published-descriptors/erc7730/load.ts";
import { GOLDEN } from "../../../../descriptors/golden.ts";
import { judge } from "../../../../descriptors/judge.ts";
import { type Case, caseOf, writtenCase } from "../../../../descriptors/registry.ts";
import { randomOf } from "./random.ts";

/** Expected results from the registry's own cases, chosen by `npm run descriptors -- REGISTRY --golden`. */
const cases = await Promise.all(
	z
		.array(writtenCase)
		.parse(JSON.parse(await readFile(GOLDEN, "utf8")))
		.map(caseOf),
);

let index: DescriptorIndex;
beforeAll(async () => {
	index = await loadDescriptors();
});

describe("the registry's own cases", () => {
	it.each(cases)("reads $name", (each) => {
		expect(judge(index, each)).toEqual({ verdict: "exact", detail: "" });
	});

	it("cover each kind of value, nested calls and typed data", () => {
		const kinds = new Set(cases.map(({ kind }) => kind));
		const nested = cases.filter(({ expected }) =>
			expected.fields.some(({ value }) => typeof value !== "string"),
		);
		expect(kinds).toEqual(new Set(["call", "message"]));
		expect(nested.length).toBeGreaterThan(0);
		const described = cases.flatMap((each) => (each.kind === "call" ? [read(each, each.data)] : []));
		const shown = new Set(
			described.flatMap((said) => (said.ok ? said.fields.map(({ value }) => value.kind) : [])),
		);
		expect([...shown].sort()).toEqual(KINDS);
	});
});

const KINDS = ["address", "amount", "call", "date", "enum", "nft", "raw", "tokenAmount", "unit"];

type CallCase = Extract<Case, { kind: "call" }>;
type Bytes = CallCase["data"];

const calls = cases.filter((each) => each.kind === "call");
const read = (each: CallCase, data: Bytes) => describeCall(index, { ...each, data, implementation: null });

/** Returns everything that is said about the bytes: shown fields, uncovered bytes and the tail. */
function toldOf(said: DescriptionResult): string {
	const all = said.ok ? [said.key, said.fields, said.uncovered, said.tail] : [];
	return JSON.stringify(all, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
}

const leavesOf = (said: DescriptionResult) => toldOf(said.ok ? { ...said, tail: null } : said);
const tailOf = (said: DescriptionResult) => (said.ok ? (said.tail?.hex ?? "0x") : null);

describe("changed bytes", () => {
	const random = randomOf(1);

	it("are refused or reported: no flipped bit goes unnoticed", () => {
		let described = 0;
		for (const each of calls) {
			const before = toldOf(read(each, each.data));
			for (let round = 0; round < 25; round += 1) {
				const bytes = Buffer.from(each.data.slice(2), "hex");
				const at = random.upTo(bytes.length);
				bytes[at] = (bytes[at] ?? 0) ^ (1 << random.upTo(8));
				const after = read(each, `0x${bytes.toString("hex")}`);
				expect(toldOf(after), `${each.name}, byte ${at}`).not.toBe(before);
				if (after.ok) described += 1;
			}
		}
		expect(described).toBeGreaterThan(calls.length);
	});

	it("are refused if the call is truncated", () => {
		for (const each of calls) {
			const whole = read(each, each.data);
			const tail = ((tailOf(whole) ?? "0x").length - 2) / 2;
			for (let round = 0; round < 10; round += 1) {
				const size = 1 + random.upTo((each.data.length - 2) / 2);
				const after = read(each, each.data.slice(0, each.data.length - 2 * size) as Bytes);
				expect(after.ok, `${each.name}, ${size} bytes`).toBe(size <= tail);
				if (after.ok) expect(leavesOf(after)).toBe(leavesOf(whole));
			}
		}
	});

	it("are a tail if the call is followed by more bytes: the values are equal", () => {
		for (const each of calls) {
			const whole = read(each, each.data);
			const more = random.bytes(1 + random.upTo(100));
			const after = read(each, `${each.data}${more.slice(2)}`);
			expect(leavesOf(after)).toBe(leavesOf(whole));
			expect(tailOf(after)).toBe(`${tailOf(whole)}${more.slice(2)}`);
		}
	});
});
