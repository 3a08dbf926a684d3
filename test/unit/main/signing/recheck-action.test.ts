import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { actionRejection } from "../../../../src/main/signing/recheck.ts";
import { changed } from "../../core/match/honest.ts";
import { evmAction } from "./actions-scene.ts";

/** Changes of an action that its recheck after the approval finds. */

const { action, frozen } = evmAction(1);
const recheck = (more: object) =>
	actionRejection(
		changed(action, (copy) => Object.assign(copy.request, more)),
		frozen,
	);

describe("an action that is read again before it is signed", () => {
	it("is the same with any descriptive changes", () => {
		const [first] = action.request.type === "execute_evm" ? action.request.simulation.guards : [];
		const simulation = { ...Object(action.request).simulation, guards: [{ ...first, usd: 12.34 }] };
		expect(recheck({ simulation })).toBeNull();
		expect(actionRejection({ ...action, trace_id: "another" }, frozen)).toBeNull();
	});

	it.each([
		["its own commits", { commitStages: ["evm:1"] }],
		["a relevant unknown member", { surprise: 1 }],
		["a value that parsers read differently", { surprise: 1.5 }],
		["a check that forbids it", { transactionSafety: { decision: { eligibility: "blocked" } } }],
	])("differs with %s", (_what, more) => {
		expect(recheck(more)).toEqual(message("signing.changed"));
	});
});
