import { describe, expect, it } from "vitest";
import {
	ReviewContradictions,
	ScopedContradictions,
} from "../../../../../src/core/review/effects/contradiction.ts";
import { type CommitView, commitView } from "../../../../../src/service-api/commit.ts";
import { loadExamples } from "../../../../fixtures/examples.ts";

function view(change: (review: NonNullable<CommitView["review"]>) => void = () => {}): CommitView {
	const made = commitView.parse(structuredClone(loadExamples().commit_views["evm_needs_signature_sign"]));
	if (made.review !== null) change(made.review);
	return made;
}

describe("one revision has one content and one digest", () => {
	it("finds nothing if page and GET agree", () => {
		const contradictions = new ReviewContradictions();
		contradictions.addView(view());
		contradictions.addView(view());
		expect(contradictions.of(view())).toBeNull();
	});

	it("fails the digest if one revision is shown under two", () => {
		const contradictions = new ReviewContradictions();
		contradictions.addView(view());
		const other = view((review) => {
			review.digest = "rvd_other";
		});
		contradictions.addView(other);
		expect(contradictions.of(other)).toMatchObject({
			field: "review.digest",
			status: "failed",
			payload: "rvd_other",
		});
		expect(contradictions.of(view())).toMatchObject({ status: "failed" });
	});

	it("fails the review if its content changes under one digest", () => {
		const contradictions = new ReviewContradictions();
		contradictions.addView(view());
		const other = view((review) => {
			if (review.request.type === "execute_evm") review.request.simulation.warnings.push("new");
		});
		contradictions.addView(other);
		expect(contradictions.of(other)).toMatchObject({ field: "review", status: "failed" });
	});

	it("ignores descriptive members, and is not blinded by a fraction in one", () => {
		const priced = (usd: number, lie = false) =>
			view((review) => {
				if (review.request.type !== "execute_evm") return;
				const { simulation } = review.request;
				simulation.guards = [Object.assign({ name: "price", status: "passed" }, { usd })];
				if (lie) simulation.warnings.push("new");
			});
		const contradictions = new ReviewContradictions();
		contradictions.addView(priced(1.25));
		contradictions.addView(priced(1.5));
		expect(contradictions.of(priced(1.5))).toBeNull();
		contradictions.addView(priced(1.5, true));
		expect(contradictions.of(priced(1.5))).toMatchObject({ field: "review", status: "failed" });
	});

	it("accepts new content in a new revision", () => {
		const contradictions = new ReviewContradictions();
		contradictions.addView(view());
		const revised = view((review) => {
			review.revision = 2;
			review.digest = "rvd_other";
		});
		contradictions.addView(revised);
		expect(contradictions.of(revised)).toBeNull();
	});

	it("remembers an earlier revision's content after later ones", () => {
		const contradictions = new ReviewContradictions();
		const revised = view((review) => {
			review.revision = 2;
			review.digest = "rvd_other";
		});
		const changed = view((review) => {
			if (review.request.type === "execute_evm") review.request.simulation.warnings.push("new");
		});
		for (const each of [view(), revised, changed]) contradictions.addView(each);
		expect(contradictions.of(changed)).toMatchObject({ field: "review", status: "failed" });
		expect(contradictions.of(revised)).toBeNull();
	});

	it("reads no content of a view that is shown only once, and reads each view at most once", () => {
		const read: CommitView[] = [];
		const contradictions = new ReviewContradictions((each) => {
			read.push(each);
			return "content";
		});
		const [first, again, third] = [view(), view(), view()];
		for (const each of [first, first]) contradictions.addView(each);
		expect(read).toEqual([]);
		for (const each of [again, again, third, first]) contradictions.addView(each);
		expect(read).toHaveLength(3);
		expect([first, again, third].every((each, at) => each === read[at])).toBe(true);
	});

	it("never compares different environments or identities, and forgets neither", () => {
		let scope = "staging me";
		const contradictions = new ScopedContradictions(() => scope);
		for (const each of [view(), view()]) contradictions.addView(each);
		scope = "production me";
		const other = view((review) => {
			review.digest = "rvd_other";
		});
		for (const each of [other, structuredClone(other)]) contradictions.addView(each);
		expect(contradictions.of(other)).toBeNull();
		scope = "staging me";
		contradictions.addView(structuredClone(other));
		expect(contradictions.of(other)).toMatchObject({ field: "review.digest", status: "failed" });
	});
});
