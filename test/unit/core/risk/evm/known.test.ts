import { describe, expect, it } from "vitest";
import type { CodeFacts } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { saying } from "../../../../support/saying.ts";
import { approveData, commitOf, TOKEN, VAULT } from "../../match/honest.ts";
import { permit } from "../../match/typed-samples.ts";
import { ids, typedFindings } from "../../signed-messages/scene.ts";
import { addressFactsOf, CONTRACT, general, opinionWith } from "./scene.ts";

/** Findings about contracts that this app knows. */

const ROUTER = "0x2626664c2603336e57b271c5c0b26f421741e481";

describe("the code of a known contract", () => {
	const changed = { ...CONTRACT, history: { since: 1_790_000_000_000, isSame: false } } satisfies CodeFacts;
	const same = { ...CONTRACT, history: { since: 1_790_000_000_000, isSame: true } } satisfies CodeFacts;
	const allowing = (code: typeof CONTRACT) =>
		general(commitOf({ to: TOKEN, data: approveData(VAULT, 5n) }), {
			more: { opinion: opinionWith({ [VAULT]: code }) },
		});

	it("that has changed requires a typed word, which names the contract", () => {
		expect(allowing(changed)).toContainEqual(
			expect.objectContaining({
				id: "code-changed",
				severity: "danger",
				needsWord: true,
				stake: { kind: "address", address: VAULT.toLowerCase() },
				text: saying("finding.code-changed", {
					time: message("message.time", { time: "2026-09-21 14:13" }),
				}),
			}),
		);
		expect(
			ids({ findings: typedFindings(permit(), { addressFacts: addressFactsOf({ [VAULT]: changed }) }) }),
		).toContain("code-changed");
	});

	it("that is unchanged, or not stored, is not reported", () => {
		for (const code of [same, CONTRACT]) {
			expect(allowing(code).map(({ id }) => id)).not.toContain("code-changed");
			expect(
				ids({ findings: typedFindings(permit(), { addressFacts: addressFactsOf({ [VAULT]: code }) }) }),
			).not.toContain("code-changed");
		}
	});
});

describe("the first permission for a known contract", () => {
	const text = (spender: string) =>
		general(commitOf({ to: TOKEN, data: approveData(spender, 5n) })).find(({ id }) => id === "first-time")
			?.text;

	it("names its owner", () => {
		expect(text(ROUTER)).toEqual(saying("contract.known", { app: "Uniswap" }));
		expect(text(`0x${"5a".repeat(20)}`)).not.toEqual(saying("contract.known"));
	});
});
