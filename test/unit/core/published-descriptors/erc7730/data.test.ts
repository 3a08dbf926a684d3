import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { parseAbiItem, toFunctionSelector } from "viem";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { DescriptorData } from "../../../../../src/core/published-descriptors/erc7730/data-types.ts";
import { loadDescriptors } from "../../../../../src/core/published-descriptors/erc7730/load.ts";

const address = z.string().regex(/^0x[0-9a-f]{40}$/);
const params = {
	amount: z.never(),
	duration: z.never(),
	tokenAmount: z.strictObject({
		tokenPath: z.string().optional(),
		token: z.string().optional(),
		nativeCurrencyAddress: z.union([z.string(), z.array(z.string())]).optional(),
		threshold: z.string().optional(),
		message: z.string().optional(),
	}),
	nftName: z.strictObject({ collectionPath: z.string().optional(), collection: z.string().optional() }),
	date: z.strictObject({ encoding: z.enum(["timestamp", "blockheight"]) }),
	unit: z.strictObject({
		base: z.string(),
		decimals: z.number().optional(),
		prefix: z.boolean().optional(),
	}),
	enum: z.strictObject({ $ref: z.string() }),
	addressName: z.strictObject({
		types: z.array(z.string()).optional(),
		sources: z.array(z.string()).optional(),
		senderAddress: z.union([z.string(), z.array(z.string())]).optional(),
	}),
	calldata: z.strictObject({
		calleePath: z.string().optional(),
		callee: z.string().optional(),
		amountPath: z.string().optional(),
		spenderPath: z.string().optional(),
	}),
};
const base = {
	path: z.string().optional(),
	value: z.string().optional(),
	label: z.string(),
	group: z.string().optional(),
	visible: z.enum(["never", "optional"]).optional(),
};
const field = z.union([
	z.strictObject(base),
	...Object.entries(params).map(([format, of]) =>
		z.strictObject({ ...base, format: z.literal(format), params: of.optional() }),
	),
]);
const format = z.strictObject({
	key: z.string(),
	selector: z
		.string()
		.regex(/^0x[0-9a-f]{8}$/)
		.optional(),
	intent: z.string().nullable(),
	fields: z.array(field),
});
const descriptor = z.strictObject({
	file: z.string(),
	kind: z.enum(["call", "message"]),
	owner: z.string().nullable(),
	contractName: z.string().nullable(),
	deployments: z.record(z.string().regex(/^[1-9][0-9]*$/), z.array(address).min(1)),
	domain: z.strictObject({ name: z.string().optional(), version: z.string().optional() }),
	constants: z.record(z.string(), z.union([z.string(), z.number()])),
	enums: z.record(z.string(), z.record(z.string(), z.string())),
	attestations: z.array(
		z.strictObject({
			signer: address,
			uid: z.string().regex(/^0x[0-9a-f]{64}$/),
			time: z.int(),
			whole: z.boolean(),
		}),
	),
	formats: z.array(z.int()).min(1),
});

let data: DescriptorData;
beforeAll(async () => {
	({ data } = await loadDescriptors());
});

describe("the bundled descriptors", () => {
	it("match their digest", () => {
		const { auditors, descriptors, formats, head } = data;
		const canonical = canonicalize({ auditors, descriptors, formats }) ?? "";
		expect(createHash("sha256").update(canonical).digest("hex")).toBe(head.sha256);
	});

	it("match the counts in their head", () => {
		const { descriptors, formats, head } = data;
		const isAttested = (one: (typeof descriptors)[number]) => one.attestations.some(({ whole }) => whole);
		expect(head.counts).toEqual({
			descriptors: descriptors.length,
			formats: formats.length,
			contracts: descriptors.flatMap(({ deployments }) => Object.values(deployments).flat()).length,
			attested: descriptors.filter(isAttested).length,
			attestedInPart: descriptors.filter((one) => one.attestations.length > 0 && !isAttested(one)).length,
			leftOut: head.leftOut.length,
		});
		expect(head.commit).toMatch(/^[0-9a-f]{40}$/);
	});

	it("hold only the members of their types", () => {
		z.array(descriptor).parse(data.descriptors);
		z.array(format).parse(data.formats);
	});

	it("point to formats of their own kind, each function by its own selector", () => {
		for (const { kind, formats } of data.descriptors)
			for (const at of formats) expect(data.formats[at]?.selector !== undefined).toBe(kind === "call");
		for (const { key, selector } of data.formats)
			if (selector !== undefined)
				expect(toFunctionSelector(parseAbiItem(`function ${key}` as string) as never)).toBe(selector);
	});

	it("describe each function of a contract once", () => {
		const claims = data.descriptors.flatMap(({ kind, deployments, domain, formats }) =>
			Object.entries(deployments).flatMap(([chain, addresses]) =>
				addresses.flatMap((at) =>
					formats.map((index) => {
						const { key, selector } = data.formats[index] ?? {};
						return [kind, chain, at, selector ?? key, canonicalize(domain)].join(" ");
					}),
				),
			),
		);
		expect(new Set(claims).size).toBe(claims.length);
	});
});
