import { describe, expect, it } from "vitest";
import { devicePlanOf } from "../../../../src/core/device/plans.ts";
import type { Intent } from "../../../../src/core/match/frozen.ts";
import type { DevicePlan } from "../../../../src/core/subject/device-plan.ts";
import { CASES } from "../../../attacks/cases/index.ts";
import { deviceFacts, ETHEREUM_ACCOUNT, transfer } from "./recorded.ts";

/** How much of what agents ask for a Ledger signs with blind signing off, with and without Ledger's descriptions. */

const MAINNET = 1;

/** What of the corpus an Ethereum app would be asked: each step of it. */
function intentsOf({ ask }: (typeof CASES)[number]): readonly Intent[] {
	switch (ask.form) {
		case "evm":
			return ask.steps.map(({ to, value = 0n, data = "0x" }) =>
				transfer({ chain_id: MAINNET, to, value: value.toString(), data }),
			);
		case "typed":
			return [{ kind: "evm_typed_data", typed_data: { ...ask.typedData } }];
		case "personal":
			return [{ kind: "evm_personal", message: ask.text }];
		default:
			return [];
	}
}

const asked = CASES.map((each) => ({ kind: each.kind, intents: intentsOf(each) })).filter(
	({ intents }) => intents.length > 0,
);

const canSign = ({ sight, needsBlindSigning }: DevicePlan) => sight !== "impossible" && !needsBlindSigning;

function signable(kind: "attack" | "honest", words: boolean): readonly [number, number] {
	const facts = deviceFacts("1.22.0", false, {
		app: { version: "1.22.0", blindSigning: false, refusesWords: !words },
	});
	const own = asked.filter((each) => each.kind === kind);
	const good = own.filter(({ intents }) =>
		intents.every((intent) => canSign(devicePlanOf(intent, ETHEREUM_ACCOUNT, facts))),
	);
	return [good.length, own.length];
}

describe("requests that a Ledger signs with blind signing off", () => {
	it.each(["honest", "attack"] as const)(
		"are more by Ledger’s descriptions than without them: %s",
		(kind) => {
			const [[before, all], [after]] = [signable(kind, false), signable(kind, true)];
			console.log(
				`${kind} requests of the corpus: ${before} of ${all} before, ${after} of ${all} with descriptions`,
			);
			expect(after).toBeGreaterThan(before);
		},
	);
});
