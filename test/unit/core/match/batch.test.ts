import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { matchFrozenEvm } from "../../../../src/core/match/evm/commit.ts";
import { commitKeys, transactionKeys } from "../../../../src/main/inbox/requests/deduplication.ts";
import { commitView } from "../../../../src/service-api/commit.ts";
import { changed, frozenOf } from "./honest.ts";

const file = new URL("../../../fixtures/newer/batch-members-alone.json", import.meta.url);
const { commits } = z
	.object({ commits: z.tuple([commitView, commitView]) })
	.parse(JSON.parse(readFileSync(file, "utf8")));
const [first, second] = commits;

describe("a batch whose members are each reviewed alone", () => {
	it("matches each member by the content of its own request", () => {
		for (const view of commits) expect(matchFrozenEvm(frozenOf(view)).verdict).toBe("matched");
	});

	it("refuses a member that would sign another one's transaction, under any batch name", () => {
		const view = changed(second, (copy) => {
			copy.action = first.action;
		});
		expect(matchFrozenEvm(frozenOf(view)).verdict).toBe("refused");
	});

	it("recognises the second member's own transaction, so that its action is answered through it", () => {
		const request = second.review?.request;
		if (request === undefined) throw new Error("no request");
		expect(commitKeys(second)).toEqual(expect.arrayContaining([...transactionKeys(request)]));
		expect(commitKeys(first)).not.toEqual(expect.arrayContaining([...transactionKeys(request)]));
	});
});
