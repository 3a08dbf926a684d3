import { describe, expect, it } from "vitest";
import { codesOf, message, sentences } from "../../../src/core/localized-text.ts";
import { commitView } from "../../../src/service-api/commit.ts";
import { actionEvent } from "../../../src/service-api/events.ts";
import { refusedMembers, strangersIn, withoutShown } from "../../../src/service-api/open.ts";
import { newer } from "../../fixtures/newer.ts";

/** How each member that the interface doesn't define affects a signature. */

const grown = commitView.parse(newer("commit-with-newer-members"));
const action = actionEvent.parse(newer("action-with-open-members"));
const standings = (schema: Parameters<typeof strangersIn>[0], value: unknown) =>
	Object.fromEntries(strangersIn(schema, value).map(({ path, status }) => [path, status]));
const fieldsOf = (value: unknown) => refusedMembers(commitView, value).map(({ field }) => field);

describe("members of a newer service", () => {
	it("are ignored, displayed or required as in the table", () => {
		expect(standings(commitView, grown)).toEqual({
			signing_mode: "needed",
			continuation: "shown",
			transaction_url: "inert",
			"review.request.commitStages": "shown",
			"review.request.transactionSafety": "needed",
			"review.legs[0].commitStages": "shown",
			"review.legs[0].transactionSafety": "needed",
		});
		expect(fieldsOf(grown)).toEqual([]);
	});

	it("are displayed in a wallet attempt", () => {
		const view = commitView.parse(newer("commit-attempt-with-diagnostics"));
		expect(standings(commitView, view)).toEqual({
			"wallet_attempt.phase": "shown",
			"wallet_attempt.provider_code": "shown",
			"wallet_attempt.reason_category": "shown",
		});
	});

	it("are reported in a record that the interface leaves open", () => {
		expect(standings(actionEvent, action)).toEqual({
			timestamp: "shown",
			trace_id: "shown",
			priority: "shown",
			"request.simulation.balanceChanges[0].usd": "shown",
			"request.simulation.guards[0].detail": "shown",
		});
	});

	it("block in a signed or closed record, under any name", () => {
		for (const name of ["surprise", "constructor", "toString", "continuation"]) {
			const odd = { ...grown, batch: null, review: { ...grown.review, [name]: 1 } };
			expect(fieldsOf(odd)).toEqual([`review.${name}`]);
		}
		expect(fieldsOf({ ...grown, hasOwnProperty: 1 })).toEqual(["hasOwnProperty"]);
	});

	it("add nothing to the bound object, except for a member that affects the decision", () => {
		expect(withoutShown(actionEvent, action)).not.toHaveProperty("trace_id");
		expect(JSON.stringify(withoutShown(actionEvent, action))).not.toMatch(/usd|detail|0\.5/);
		const bound = withoutShown(commitView, grown);
		expect(bound).not.toHaveProperty("continuation");
		expect(bound).toHaveProperty("signing_mode", "manual");
		expect(bound).toHaveProperty("review.request.transactionSafety.decision.eligibility", "eligible");
	});
});

describe("the signing mode", () => {
	it.each([undefined, null, "manual", "external"])("%s lets the wallet sign", (mode) => {
		expect(fieldsOf({ ...grown, signing_mode: mode })).toEqual([]);
	});

	it.each([
		["auto", "contract.signing-mode.auto"],
		["delegated", "contract.signing-mode.unknown"],
		[1, "contract.signing-mode.unknown"],
		[["manual"], "contract.signing-mode.unknown"],
	])("%j is refused, with its own reason", (mode, code) => {
		const [refused, ...others] = refusedMembers(commitView, { ...grown, signing_mode: mode });
		expect(others).toEqual([]);
		expect(refused).toMatchObject({ field: "signing_mode", saysUnsigned: true });
		expect(codesOf(refused?.text ?? "")).toEqual([code, "nothing-signed"]);
	});
});

describe("the service's own safety check", () => {
	const eligible = { eligibility: "eligible", reasonCode: "ok" };
	const blocked = { eligibility: "blocked", reasonCode: "revoked_grant" };
	const refused = (transactionSafety: unknown) =>
		refusedMembers(actionEvent, { ...action, request: { ...action.request, transactionSafety } });

	it.each([
		null,
		{ decision: eligible },
		{ decision: eligible, authority: null },
		{ decision: eligible, authority: eligible },
	])("%j allows a signature", (safety) => expect(refused(safety)).toEqual([]));

	it.each([
		{},
		"eligible",
		{ decision: null },
		{ decision: blocked },
		{ decision: { eligibility: true } },
		{ decision: eligible, authority: blocked },
		{ decision: blocked, authority: eligible },
		{ authority: eligible },
	])("%j does not allow one", (safety) => {
		expect(refused(safety).map(({ field }) => field)).toEqual(["request.transactionSafety"]);
	});

	it("decides at any position in an open record", () => {
		const stands = (value: unknown) => refusedMembers(actionEvent, value).map(({ field }) => field);
		expect(stands({ ...action, transactionSafety: { decision: eligible } })).toEqual([]);
		expect(stands({ ...action, transactionSafety: { decision: blocked } })).toEqual(["transactionSafety"]);
		expect(stands({ ...action, signing_mode: "auto" })).toEqual(["signing_mode"]);
	});

	it("is quoted with its reason", () => {
		expect(refused({ decision: blocked })[0]?.text).toEqual(
			sentences(
				message("contract.safety.not-eligible-because", { reason: "revoked_grant" }),
				message("nothing-signed"),
			),
		);
	});
});
