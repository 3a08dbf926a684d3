import { describe, expect, it } from "vitest";
import type { LocalSimulation } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { message, verbatim } from "../../../../../src/core/localized-text.ts";
import { policyFactsOf } from "../../../../../src/core/review/policy/policy-facts.ts";
import { opinionView } from "../../../../../src/main/views/opinion-view.ts";
import { commitView } from "../../../../../src/service-api/commit.ts";
import { newer } from "../../../../fixtures/newer.ts";
import { codesOf, saying } from "../../../../support/saying.ts";
import { approval, ownSimulation, vault } from "../../effects/compare/compare-scene.ts";
import { changed, commit } from "../../match/honest.ts";
import { NOT_SIMULATED, review } from "../../review/scene.ts";

/**
 * The service couldn't simulate, so only our own simulation supports the review. The review says so and requires a
 * typed word.
 */

const silent = commitView.parse(newer("commit-not-simulated"));
const seen = ownSimulation({ approvals: [approval(vault, 25_000_000n)] });
const of = (view: typeof silent, local: LocalSimulation) =>
	review(view, { opinion: { items: [{ ...NOT_SIMULATED, local }], names: new Map() } });
const finding = (made: ReturnType<typeof of>) =>
	made.findings.find(({ text }) => codesOf(text).some((code) => code.startsWith("finding.service-silent")));

describe("a request that the service could not simulate", () => {
	it("can be approved with a typed word, and quotes the service", () => {
		const made = of(silent, seen);
		expect(made.match.verdict).toBe("matched");
		expect(finding(made)).toMatchObject({
			severity: "danger",
			needsWord: true,
			text: saying("finding.service-silent.says", { text: "The simulation provider did not answer." }),
		});
		expect(made.approval).toMatchObject({ possible: true, refusals: [] });
		expect(made.approval.word).not.toBeNull();
	});

	it("declares nothing, so that none of it is undeclared, hidden or agreed with", () => {
		const made = of(silent, seen);
		const ids = made.findings.map(({ id }) => id);
		expect(ids).not.toContain("declared-differs");
		expect(made.analyses[0]?.comparison?.verdict).toBe("unproven");
		expect(opinionView(made)?.text).toEqual(message("opinion.declared-unknown"));
		expect(policyFactsOf(made)[0]?.simulated).toBe("not");
	});

	it("is unproven if our own simulation is unavailable too", () => {
		const made = of(silent, { state: "impossible", why: "no_method", text: verbatim("Your RPC can't.") });
		expect(finding(made)?.text).toEqual(saying("finding.service-silent.unproven"));
		expect(made.analyses[0]?.changes?.claim.text).toEqual(saying("changes.unsimulated"));
	});

	it("is silent as a whole if the request is, whatever one of its legs claims", () => {
		const view = changed(silent, (copy) => {
			copy.review?.legs.splice(0, 1, ...(commit().review?.legs ?? []));
		});
		const made = of(view, seen);
		expect(finding(made)).toBeDefined();
		expect(made.analyses[0]?.comparison?.verdict).toBe("unproven");
	});

	it("stays refused if a guard of the service did not pass", () => {
		const view = changed(silent, (copy) => {
			const parts = [copy.review?.request, ...(copy.review?.legs ?? [])];
			for (const part of parts)
				if (part?.type === "execute_evm")
					part.simulation.guards = [{ name: "limits", status: "unavailable" }];
		});
		expect(of(view, seen).match.verdict).toBe("refused");
	});
});

const withEach = (view: typeof silent, members: Readonly<Record<string, unknown>>) =>
	changed(view, (copy) => {
		for (const part of [copy.review?.request, ...(copy.review?.legs ?? [])])
			if (part?.type === "execute_evm") Object.assign(part.simulation, members);
	});

describe("a request that the service is still simulating", () => {
	const pending = withEach(silent, { status: "pending", warnings: [] });

	it("is neither passed nor failed, and requires a typed word", () => {
		const made = of(pending, seen);
		expect(made.match.verdict).toBe("matched");
		expect(finding(made)).toMatchObject({ severity: "danger", needsWord: true, isDoubt: true });
		expect(finding(made)?.text).toEqual(saying("finding.service-silent.pending"));
		expect(made.analyses[0]?.comparison?.verdict).toBe("unproven");
		expect(policyFactsOf(made)[0]?.simulated).toBe("not");
		expect(made.approval.word).not.toBeNull();
	});

	it("is read again once the simulation has a result", () => {
		const passed = withEach(pending, { status: "passed" });
		expect(of(pending, seen).fingerprint).not.toBe(of(passed, seen).fingerprint);
		expect(finding(of(passed, seen))).toBeUndefined();
	});

	it("is refused if any part of it failed", () => {
		const failed = changed(pending, (copy) => {
			const [leg] = copy.review?.legs ?? [];
			if (leg?.type === "execute_evm") leg.simulation.status = "failed";
		});
		expect(of(failed, seen).match.verdict).toBe("refused");
	});
});

describe("a simulation of other balances than the account has", () => {
	const overridden = (made: ReturnType<typeof of>) =>
		made.findings.find(({ id }) => id === "service-overrides");
	const richer = { [vault]: "1000000000000000000000" };

	it.each([
		["balance_overrides", { balance_overrides: richer }],
		["balanceOverrides", { balanceOverrides: [richer] }],
		["a context", { contexts: [{ chain_id: 31337 }, { balance_overrides: richer }] }],
	])("in %s is a doubt that requires a typed word", (_, members) => {
		const made = of(withEach(commit(), members), seen);
		expect(made.match.verdict).toBe("matched");
		expect(overridden(made)).toMatchObject({ severity: "danger", needsWord: true, isDoubt: true });
		expect(made.approval.word).not.toBeNull();
	});

	it.each([{}, { balance_overrides: {} }, { balance_overrides: null }, { contexts: [] }])(
		"is not one with %j",
		(members) => {
			const made = of(withEach(commit(), members), seen);
			expect(made.match.verdict).toBe("matched");
			expect(overridden(made)).toBeUndefined();
		},
	);

	it("hides no undeclared cost", () => {
		const made = of(withEach(commit(), { approvals: [], balance_overrides: richer }), seen);
		expect(made.findings.find(({ id }) => id === "declared-differs")).toMatchObject({ severity: "block" });
		expect(made.approval.possible).toBe(false);
	});

	it("belongs to the approved object", () => {
		const doubled = { balance_overrides: { [vault]: "2" } };
		expect(of(withEach(commit(), { balance_overrides: richer }), seen).fingerprint).not.toBe(
			of(withEach(commit(), doubled), seen).fingerprint,
		);
	});
});

describe("a successful service simulation that omits a cost to the user", () => {
	it("is refused, and the sentence says that it ran", () => {
		const view = changed(commit(), (copy) => {
			for (const part of [copy.review?.request, ...(copy.review?.legs ?? [])])
				if (part?.type === "execute_evm") part.simulation.approvals = [];
		});
		const made = of(view, seen);
		expect(finding(made)).toBeUndefined();
		expect(made.findings.find(({ id }) => id === "declared-differs")).toMatchObject({
			severity: "block",
			text: saying("finding.undeclared"),
		});
		expect(made.approval.possible).toBe(false);
	});
});

describe("a request whose simulation uses unknown terms", () => {
	const strange = (name: string) => commitView.parse(newer(name));

	it.each([
		["commit-with-unknown-direction", { of: "direction", value: "sideways" }],
		["commit-with-unknown-standard", { of: "standard", value: "erc6909" }],
	])("of %s declares nothing known: it is never agreed with, and requires a typed word", (name, values) => {
		const made = of(strange(name), seen);
		expect(finding(made)).toMatchObject({ severity: "danger", needsWord: true });
		expect(finding(made)?.text).toEqual(saying("finding.service-silent.unlisted", values));
		expect(made.analyses[0]?.comparison?.verdict).toBe("unproven");
		expect(policyFactsOf(made)[0]?.simulated).toBe("not");
		expect(made.approval).toMatchObject({ possible: true });
		expect(made.approval.word).not.toBeNull();
	});

	it("shows a fee of an unknown kind as one of an unknown amount", () => {
		const made = of(strange("commit-with-unknown-fee"), seen);
		expect(made.costs?.serviceFee).toEqual(message("cost.service.unlisted", { kind: "sponsored" }));
		expect(made.match.verdict).toBe("matched");
	});
});
