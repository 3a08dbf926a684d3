import { describe, expect, it } from "vitest";
import { NO_HISTORY } from "../../../../src/core/identities/counterparties.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { CHAIN, TOKEN } from "../match/honest.ts";
import { END, members, type Typed } from "../match/typed-samples.ts";
import { user } from "../review/scene.ts";
import { analyzeTyped, ids, typedFindings } from "./scene.ts";

const STRANGER = { user: user({ counterparties: NO_HISTORY, labels: {} }) };
const OTHER = "0x9b1f4c2ed8a67035b4a9e8d1c6f2037a5e4d8b61";
const domain = { name: "Positions", version: "1", chainId: CHAIN, verifyingContract: TOKEN };

const permit = (patch: Typed["message"] = {}): Typed => ({
	types: { Permit: members("address spender,uint256 tokenId,uint256 nonce,uint256 deadline") },
	primaryType: "Permit",
	domain,
	message: { spender: OTHER, tokenId: 4711, nonce: 0, deadline: END, ...patch },
});

const permitForAll = (patch: Typed["message"] = {}): Typed => ({
	types: { PermitForAll: members("address operator,bool approved,uint256 nonce,uint256 deadline") },
	primaryType: "PermitForAll",
	domain,
	message: { operator: OTHER, approved: true, nonce: 0, deadline: END, ...patch },
});

describe("a permit of an item", () => {
	it("is a right over it: a danger for a stranger, a caution for somebody known", () => {
		const insight = analyzeTyped(permit(), STRANGER);
		expect(insight.headline.text).toEqual(
			message("message.lets-move", {
				who: expect.any(String),
				item: "4711",
				collection: expect.anything(),
			}),
		);
		expect(insight.permissions).toMatchObject([
			{ spender: OTHER.toLowerCase(), token: TOKEN.toLowerCase(), kind: "token", grants: true },
		]);
		expect(typedFindings(permit(), STRANGER)).toMatchObject([
			{ id: "rights", severity: "danger", needsWord: true, stake: { kind: "address", address: OTHER } },
			{ id: "first-time", severity: "info" },
		]);
		expect(
			typedFindings(permit(), { user: user({ labels: { [OTHER]: "Market" }, uses: new Map() }) }),
		).toMatchObject([{ id: "rights", severity: "caution", needsWord: false }]);
	});

	it("ends at its expiry", () => {
		expect(ids(analyzeTyped(permit({ deadline: 1 })))).toContain("deadline-past");
		expect(typedFindings(permit({ deadline: String(2n ** 256n - 1n) }))).toContainEqual(
			expect.objectContaining({ id: "deadline-far", severity: "danger" }),
		);
	});
});

describe("a permit of all items", () => {
	it("is a danger for any spender, and none if it is a revocation", () => {
		for (const around of [STRANGER, { user: user({ labels: { [OTHER]: "Market" }, uses: new Map() }) }]) {
			const insight = analyzeTyped(permitForAll(), around);
			expect(insight.permissions).toMatchObject([{ kind: "operator", unlimited: true, grants: true }]);
			expect(typedFindings(permitForAll(), around)[0]).toMatchObject({
				id: "rights",
				severity: "danger",
				needsWord: true,
				stake: { kind: "unlimited" },
			});
		}
		for (const approved of [false, 0]) {
			const back = analyzeTyped(permitForAll({ approved }), STRANGER);
			expect(back.permissions).toMatchObject([{ grants: false, unlimited: false }]);
			expect(back.needsWord).toBe(false);
		}
	});
});
