import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { bandOf, worstOf } from "../../../../src/core/review/band.ts";
import type { FindingRow } from "../../../../src/ipc/review.ts";
import { locked, lying, review, risky } from "../../../preview/samples/review.ts";

const found = (id: string, severity: FindingRow["severity"]): FindingRow => ({ id, severity, text: id });
const refused = (text: string, canRetry = false) => ({
	approval: { possible: false, refusals: [text], word: null, wordOf: null, canRetry },
});

describe("the band of a review", () => {
	it("names the payment to an unknown address among others, and is never calm then", () => {
		const outlier = message("flow.outlier.one", {
			at: 9,
			count: 12,
			amounts: ["900 USDC"],
			isNeverPaid: true,
		});
		expect(bandOf({ ...review(), outlier })).toMatchObject({ tone: "caution", reason: outlier });
		expect(bandOf({ ...review({ findings: [found("loss", "danger")] }), outlier })).toMatchObject({
			tone: "danger",
			reason: outlier,
		});
		const other = bandOf({ ...review({ findings: [found("imitation", "danger")] }), outlier });
		expect(other.reason).not.toEqual(outlier);
	});

	it("is calm if nothing stands out; information does not", () => {
		expect(bandOf(review())).toMatchObject({ tone: "calm", more: [] });
		expect(bandOf(review({ findings: [found("first-time", "info")] })).tone).toBe("calm");
	});

	it("shows the worst finding, and counts the rest without information", () => {
		const findings = [found("a", "caution"), found("b", "danger"), found("c", "info"), found("d", "danger")];
		const band = bandOf(review({ findings }));
		expect(band).toMatchObject({ tone: "danger", reason: "b" });
		expect(band.more.map(({ id }) => id)).toEqual(["d", "a"]);
	});

	it("uses the short words of the worst finding's rule, here and in a list", () => {
		const short = message("reason.text-free");
		const band = bandOf(review({ findings: [{ ...found("a", "danger"), short }] }));
		expect(band.reason).toBe(short);
		expect(worstOf(band)).toEqual({ severity: "danger", text: short });
		expect(bandOf(review({ findings: [{ ...found("a", "block"), short }] })).reason).toBe(short);
	});

	it("is blocked by a mismatch, by a blocking finding, and by a lasting fault", () => {
		const band = bandOf(lying());
		expect(band).toMatchObject({
			tone: "blocked",
			reason: "The transaction goes to a different address than the review shows.",
		});
		expect(bandOf(review({ findings: [found("x", "block")] }))).toMatchObject({
			tone: "blocked",
			reason: "x",
		});
		expect(bandOf(review(refused("Your rule stops this.")))).toMatchObject({ tone: "blocked" });
	});

	it("is not blocked if a request is over, or if the cause resolves itself", () => {
		const expired = review(refused("It has expired."));
		expect(bandOf(expired).tone).toBe("blocked");
		expect(bandOf({ ...expired, approval: { ...expired.approval, isEnded: true } }).tone).toBe("caution");
		expect(bandOf(locked()).tone).toBe("calm");
		const down = { ...refused("The RPC is down.", true), verdict: "unproven" as const };
		expect(bandOf(review(down)).tone).toBe("caution");
	});

	it("never says that nothing is unusual about unreadable or unseen items, or with a warning", () => {
		expect(bandOf(review({ headlineKnown: false })).tone).toBe("caution");
		expect(bandOf(review({ warnings: ["Spender is new."] })).tone).toBe("caution");
		const { approval } = risky();
		expect(bandOf(review({ approval })).tone).toBe("caution");
		const guards = [{ name: "slippage", status: "failed", message: null }];
		expect(bandOf(review({ guards })).tone).toBe("caution");
	});

	it("is calm only once it was simulated, whatever else delays an approval", () => {
		const opinion = { state: "running", text: "", how: null, rows: [] } as const;
		const two = { approval: { ...refused("locked", true).approval, refusals: ["locked", "running"] } };
		expect(bandOf({ ...locked(), opinion, ...two }).tone).toBe("checking");
		expect(bandOf(review({ opinion, ...two })).tone).toBe("checking");
	});
});
