import { describe, expect, it } from "vitest";
import { type CheckFile, checkFile, checkFileOf } from "../../../src/core/saved-review/file.ts";
import { t } from "../../../src/text/index.ts";
import { verifyReview } from "../../../src/verify/review.ts";
import { commit } from "../core/match/honest.ts";
import { indexWith } from "../core/published-descriptors/erc7730/scene.ts";
import { answerOf, facts, NOW, review } from "../core/review/scene.ts";

const NOTHING = indexWith("nothing()", []);

/** A saved review of a wallet attempt, verified on another computer. */

const sent = commit({ supported_transports: ["browser_send"] });

function fileOf(view: typeof sent): CheckFile {
	const file = checkFileOf(review(view), [answerOf(facts())], { app: "1.2.3", now: NOW });
	if (file === null) throw new Error("nothing is frozen");
	return checkFile.parse(JSON.parse(JSON.stringify(file)));
}

describe("a saved review of a wallet attempt", () => {
	it("is shown with its route, and checked like any other", () => {
		const verified = verifyReview(fileOf(sent), NOTHING);
		expect(verified.ok).toBe(true);
		expect(verified.lines.join("\n")).toMatch(/Route: claimed from the service.*\(browser_send\)/);
		expect(verifyReview(fileOf(commit()), NOTHING).lines.join("\n")).not.toContain("Route:");
	});

	it("does not match the approved one with another route", () => {
		const file = fileOf(sent);
		if (!("route" in file.frozen)) throw new Error("not of a commit");
		const changed = { ...file, frozen: { ...file.frozen, route: "sign_and_broadcast" as const } };
		const verified = verifyReview(changed, NOTHING);
		expect(verified.ok).toBe(false);
		expect(verified.lines).toContain(t("verify.other-fingerprint"));
	});
});
