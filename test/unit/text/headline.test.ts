import { describe, expect, it } from "vitest";
import { headlineOf } from "../../../src/core/explain/evm/headline.ts";
import { headlineText } from "../../../src/text/index.ts";
import { commitOf, OTHER, TOKEN, transferData, VAULT } from "../core/match/honest.ts";
import { execTransaction, multicall } from "../core/review/calls.ts";
import { facts, subject, user } from "../core/review/scene.ts";

const send = transferData(OTHER, 25_000_000n);

describe("the headline of a call that holds others", () => {
	it("stays of one length, however many and long its names are", () => {
		const who = user({ labels: { [OTHER.toLowerCase()]: "x".repeat(5000) } });
		const data = execTransaction({ to: TOKEN, data: multicall(Array.from({ length: 60 }, () => send)) });
		const { text } = headlineOf(subject(commitOf({ to: VAULT, data }), facts(), who));
		expect(headlineText(text).length).toBeLessThan(700);
	});
});
