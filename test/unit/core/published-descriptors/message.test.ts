import { expect, it } from "vitest";
import { typedDataHashes } from "../../../../src/core/match/typed-data/reading.ts";
import type { DescriptorField } from "../../../../src/core/published-descriptors/erc7730/data-types.ts";
import { indexDescriptors } from "../../../../src/core/published-descriptors/erc7730/describe.ts";
import { approveData, TOKEN, transferData, VAULT } from "../match/honest.ts";
import { mail, members, permit, type Typed } from "../match/typed-samples.ts";
import { user } from "../review/scene.ts";
import { analyzeTyped, typedFindings } from "../signed-messages/scene.ts";
import { dataWith } from "./erc7730/scene.ts";

const THIEF = "0x9b1f4c2ed8a67035b4a9e8d1c6f2037a5e4d8b61";

/** Typed data that is described by the contract that verifies it. */

const LETTER: readonly DescriptorField[] = [{ path: "contents", label: "Letter" }];

/** Returns address facts with a published description of the typed data. */
function publishedOf(typed: Typed, fields = LETTER) {
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
		fields,
	};
	const index = indexDescriptors({ ...data, formats: [format] });
	return { addressFacts: { codes: new Map(), published: { index, revoked: new Map() } } };
}

const toldWith = (typed: Typed, fields = LETTER) => analyzeTyped(typed, publishedOf(typed, fields));

it("described typed data uses the contract's own words if its kind is unknown, and still requires a typed word", () => {
	const insight = toldWith(mail());
	expect(insight).toMatchObject({
		headline: {
			text: { code: "message.unknown-kind.claimed", params: { name: "Mail" } },
			known: false,
		},
		needsWord: true,
		claims: [{ target: null, claimant: "Post Office", vouched: { code: "claim.not-audited" } }],
	});
	expect(insight.findings).toEqual(analyzeTyped(mail()).findings);
	const kinds = insight.claims?.[0]?.rows.map(({ kind }) => kind) ?? [];
	expect(kinds[0]).toBe("said");
	expect(kinds).toContain("left_out");
});

it("described typed data uses only our own words if its kind is known", () => {
	const insight = toldWith(permit());
	expect(insight.claims).toEqual([]);
	expect(insight.headline).toEqual(analyzeTyped(permit()).headline);
});

it("a described call among the values is judged as a call, and lowers no finding", () => {
	const typed: Typed = {
		types: { Errand: members("address token,uint256 pay,bytes what") },
		primaryType: "Errand",
		domain: { ...mail().domain },
		message: { token: TOKEN, pay: 7, what: transferData(THIEF, 5n) },
	};
	const call: DescriptorField = {
		path: "what",
		label: "Errand",
		format: "calldata",
		params: { calleePath: "token", amountPath: "pay" },
	};
	const insight = toldWith(typed, [call]);
	const ids = insight.findings.map(({ id }) => id);
	expect(ids).toEqual(expect.arrayContaining(["unknown-typed-data", "carried-call"]));
	expect(insight.needsWord).toBe(true);
	const others = analyzeTyped(typed).findings.map(({ id }) => id);
	expect(ids).toEqual(expect.arrayContaining(others));
	const judged = (what: string) => {
		const errand = { ...typed, message: { ...typed.message, what } };
		const known = user({ labels: { [VAULT.toLowerCase()]: "Vault" } });
		return typedFindings(errand, { ...publishedOf(errand, [call]), user: known });
	};
	expect(judged(transferData(THIEF, 5n))).toContainEqual(
		expect.objectContaining({ id: "first-time", severity: "info" }),
	);
	const alike = `${VAULT.slice(0, 6)}${"7".repeat(32)}${VAULT.slice(-4)}`.toLowerCase();
	expect(judged(transferData(alike, 5n))).toContainEqual(
		expect.objectContaining({ id: "look-alike", severity: "danger" }),
	);
	const allows = toldWith({ ...typed, message: { ...typed.message, what: approveData(THIEF, 5n) } }, [call]);
	expect(allows.permissions).toMatchObject([{ spender: THIEF, token: TOKEN.toLowerCase(), grants: true }]);
});
