import { describe, expect, it } from "vitest";
import {
	actionIntentId,
	intentIdOf,
	isOfRevision,
	isStepOf,
	LOCAL_OWNER,
	LOCAL_SCOPE,
} from "../../../../src/core/journal/intent-id.ts";
import { hasStepRows } from "../../../../src/core/journal/types.ts";
import { scopeOf } from "../../../../src/main/sign-in/owner.ts";
import { proposalOf } from "../../../fixtures/proposals.ts";
import { evmAction, messageAction } from "../../main/signing/actions-scene.ts";
import { commit, frozenOf } from "../match/honest.ts";

const execute = (action_id: string) => ({ ...evmAction().frozen, action_id });
const sign = (action_id: string, action_revision: number) => ({
	...messageAction().frozen,
	action_id,
	action_revision,
});

describe("the journal's name for an action", () => {
	it("is its id unchanged, if that is plain", () => {
		expect(actionIntentId(execute("act_1"))).toBe("action:act_1");
		expect(actionIntentId(sign("act_1", 3))).toBe("action:act_1@3");
	});

	it.each([
		["another's step", execute("a#1"), `${actionIntentId(execute("a"))}#1`],
		["another's revision", execute("a@3"), actionIntentId(sign("a", 3))],
		["another id in this form", execute("a%231"), actionIntentId(execute("a#1"))],
	])("is never the name of %s, for any id", (_what, frozen, other) => {
		expect(actionIntentId(frozen)).not.toBe(other);
	});

	it("is found again by its revision", () => {
		expect(isOfRevision(actionIntentId(sign("a#1", 3)), "a#1", 3)).toBe(true);
		expect(isOfRevision(actionIntentId(sign("a", 3)), "a@3", null)).toBe(false);
	});
});

describe("a step", () => {
	it("belongs to the action that its name begins with", () => {
		const frozen = execute("a#1");
		expect(isStepOf(frozen, { intentId: `${intentIdOf(frozen)}#2` })).toBe(true);
		expect(isStepOf(execute("a"), { intentId: actionIntentId(frozen) })).toBe(false);
	});

	it("never belongs to a commit, whatever another's id begins with", () => {
		const frozen = frozenOf(commit({ commit_id: "c" }));
		expect(isStepOf(frozen, { intentId: "c#1" })).toBe(false);
	});
});

describe("the journal's name for a proposal", () => {
	const proposal = (proposal_id: string) => ({ ...proposalOf(evmAction()).frozen, proposal_id });

	it("is that of its id, in any revision of anything", () => {
		expect(intentIdOf(proposal("a".repeat(32)))).toBe(`proposal:${"a".repeat(32)}`);
		expect(isOfRevision(intentIdOf(proposal("a")), "a", 0)).toBe(false);
	});

	it("has steps, as an action's has, and none of another kind", () => {
		const frozen = proposal("a");
		expect(isStepOf(frozen, { intentId: "proposal:a#1" })).toBe(true);
		expect(isStepOf(frozen, { intentId: "proposal:ab#1" })).toBe(false);
		expect(isStepOf(frozen, { intentId: "action:a#1" })).toBe(false);
		expect(isStepOf(execute("a"), { intentId: "proposal:a#1" })).toBe(false);
	});

	it("is stored in the scope of this computer, which no service has", () => {
		expect(scopeOf(LOCAL_OWNER)).toBe(LOCAL_SCOPE);
		const { environment, identity } = proposal("a");
		expect(scopeOf({ environment, identity })).toBe(LOCAL_SCOPE);
	});
});

it("actions and proposals have rows for their steps, and nothing else has", () => {
	const kinds = ["commit", "action", "proposal", "leg", "replacement", "revocation"] as const;
	expect(kinds.filter((kind) => hasStepRows({ kind }))).toEqual(["action", "proposal"]);
});
