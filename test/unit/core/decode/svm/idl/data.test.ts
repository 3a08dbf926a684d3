import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import canonicalize from "canonicalize";
import { describe, expect, it } from "vitest";
import data from "../../../../../../src/core/decode/svm/idl/data.json" with { type: "json" };
import type { IdlType } from "../../../../../../src/core/decode/svm/idl/data-types.ts";

const { head, programs } = data;

it("the head has the digest, the counts and the source of every program", () => {
	const sha256 = createHash("sha256")
		.update(canonicalize(programs) ?? "")
		.digest("hex");
	expect(head.sha256).toBe(sha256);
	expect(head.counts).toEqual({
		programs: programs.length,
		instructions: programs.flatMap(({ instructions }) => instructions).length,
		types: programs.flatMap(({ types }) => Object.keys(types)).length,
	});
	for (const { id } of programs) expect(head.sources.map(({ program }) => program)).toContain(id);
	for (const { sha256: digest, licence, commit } of head.sources)
		expect([/^[0-9a-f]{64}$/.test(digest), licence !== "", commit !== ""]).toEqual([true, true, true]);
});

it("every program has a 32-byte address, and appears once", () => {
	const ids = programs.map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
	for (const id of ids) expect(base58.decode(id)).toHaveLength(32);
});

/** Types that are used but not defined, because an instruction that contains one stays unknown. */
const UNREAD = ["Payload"];

function namesIn(type: IdlType): readonly string[] {
	if (typeof type === "string") return [];
	if ("defined" in type) return [type.defined];
	if ("option" in type) return namesIn(type.option);
	return namesIn("vec" in type ? type.vec : type.array[0]);
}

describe.each(programs.map((program) => [program.name, program] as const))("%s", (_, program) => {
	it("defines every type it uses", () => {
		const fields = [
			...program.instructions.flatMap(({ args }) => args),
			...Object.values(program.types).flatMap((type) =>
				type.kind === "struct" ? type.fields : type.variants.flatMap((each) => each.fields),
			),
		];
		for (const name of fields.flatMap(({ type }) => namesIn(type)))
			if (!UNREAD.includes(name)) expect(Object.keys(program.types)).toContain(name);
	});
	it("has Anchor's discriminators, or a single byte", () => {
		for (const { name, discriminator } of program.instructions) {
			const anchor = createHash("sha256").update(`global:${name}`).digest("hex").slice(0, 16);
			expect([anchor, discriminator.length === 2 ? discriminator : null]).toContain(discriminator);
		}
	});
	it("names no account twice in one instruction", () => {
		for (const { accounts } of program.instructions)
			expect(new Set(accounts.map(({ name }) => name)).size).toBe(accounts.length);
	});
});
