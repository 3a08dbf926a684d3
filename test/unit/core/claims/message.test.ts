import { expect, it } from "vitest";
import { indexDescriptors } from "../../../../src/core/claims/descriptors/describe.ts";
import { typedDataHashes } from "../../../../src/core/match/typed-data/reading.ts";
import { mail, permit, type Typed } from "../match/typed-samples.ts";
import { toldTyped } from "../messages/scene.ts";
import { dataWith } from "./descriptors/scene.ts";

/** Typed data of which the contract that reads it publishes what it is. */

function toldWith(typed: Typed) {
	const read = typedDataHashes({ ...typed });
	if (!read.ok) throw new Error(read.text.code);
	const { chainId, verifyingContract } = read.domain;
	const data = dataWith("mail()", [], {
		kind: "message",
		owner: "Post Office",
		deployments: { [String(chainId)]: [verifyingContract?.toLowerCase() ?? ""] },
	});
	const format = {
		key: read.encodedType,
		intent: "Send mail",
		fields: [{ path: "contents", label: "Letter" }],
	};
	const index = indexDescriptors({ ...data, formats: [format] });
	return toldTyped(typed, { addressFacts: { codes: new Map(), published: { index, revoked: new Map() } } });
}

it("described typed data is told in the contract's own words where its kind is unknown, and takes a word all the same", () => {
	const insight = toldWith(mail());
	expect(insight).toMatchObject({
		headline: {
			text: { code: "message.unknown-kind.claimed", params: { name: "Mail" } },
			known: false,
		},
		needsWord: true,
		claims: [{ target: null, claimant: "Post Office", vouched: { code: "claim.not-audited" } }],
	});
	expect(insight.findings).toEqual(toldTyped(mail()).findings);
	const kinds = insight.claims?.[0]?.rows.map(({ kind }) => kind) ?? [];
	expect(kinds[0]).toBe("said");
	expect(kinds).toContain("left_out");
});

it("described typed data is told in our own words alone where its kind is known", () => {
	const insight = toldWith(permit());
	expect(insight.claims).toEqual([]);
	expect(insight.headline).toEqual(toldTyped(permit()).headline);
});
