import { describe, expect, it } from "vitest";
import { ruleSchema } from "../../../../src/core/rules/rules.ts";
import type { RuleChainView } from "../../../../src/ipc/rules.ts";
import {
	baseUnits,
	draftOf,
	faultsOf,
	newDraft,
	type RuleDraft,
	ruleOf,
	unitsOf,
} from "../../../../src/renderer/trusted/rules/rule-draft.ts";
import { RULE_KINDS } from "../../../../src/renderer/trusted/rules/rule-kinds.ts";
import { OTHER, TOKEN } from "../../core/rules/scene.ts";

/** A rule in the editor, before main reads it. */

const CHAINS: readonly RuleChainView[] = [
	{ ref: "8453", name: "Base", family: "evm", symbol: "ETH", decimals: 18, priced: true },
];

/** Returns a draft that is filled in as by a user. */
function filled(kind: RuleDraft["kind"]): RuleDraft {
	const list = `${OTHER}\n ${TOKEN.toUpperCase().replace("0X", "0x")}`;
	return { ...newDraft(kind, CHAINS, "r1"), amount: "1.5", addresses: list, apps: "Vault, Swap" };
}

describe("an amount in units", () => {
	it.each([
		["1.5", 18, "1500000000000000000"],
		["0.000001", 6, "1"],
		["1,250", 6, "1250000000"],
		["12", 0, "12"],
		[
			"123456789012345678901234567890.123456789012345678",
			18,
			"123456789012345678901234567890123456789012345678",
		],
	])("%s with %d decimals is %s base units", (text, decimals, raw) => {
		expect(baseUnits(text, decimals)).toBe(raw);
		expect(baseUnits(unitsOf(raw, decimals), decimals)).toBe(raw);
	});

	it.each(["", "-1", "1.", "1e18", "0x10", "1.0000001", "many"])(
		"“%s” is invalid with 6 decimals",
		(text) => {
			expect(baseUnits(text, 6)).toBeNull();
		},
	);
});

describe("a draft", () => {
	it.each(RULE_KINDS)("of %s becomes a rule that main accepts, and is restored from it", (kind) => {
		const draft = filled(kind);
		expect(faultsOf(draft)).toEqual({});
		const rule = ruleOf(draft);
		const read = ruleSchema.safeParse(rule);
		expect(read.error?.issues ?? []).toEqual([]);
		expect(ruleOf(draftOf(rule))).toEqual(rule);
	});

	it.each<[string, Partial<RuleDraft>, RuleDraft["kind"]]>([
		["name", { name: " " }, "simulated"],
		["accounts", { accounts: [] }, "simulated"],
		["chains", { chains: [] }, "simulated"],
		["agents", { agents: [] }, "simulated"],
		["apps", { apps: " \n" }, "blocked_app"],
		["amount", { amount: "" }, "spend_day"],
		["amount", { amount: "0.0000000000000000001" }, "spend_day"],
		["asset", { asset: "USDC", decimals: 6 }, "spend_once"],
		["asset", { asset: TOKEN, decimals: null }, "ledger_above"],
		["addresses", { addresses: `${OTHER}\nAna` }, "recipients"],
		["addresses", { addresses: "" }, "contracts"],
		["addresses", { addresses: "" }, "blocked_recipient"],
		["hours", { from: "8" }, "hours"],
		["hours", { from: "24:00" }, "hours"],
		["hours", { from: "08:00", to: "08:00" }, "hours"],
		["days", { days: [] }, "hours"],
	])("reports faults in its %s", (field, change, kind) => {
		expect(Object.keys(faultsOf({ ...filled(kind), ...change }))).toEqual([field]);
	});
});
