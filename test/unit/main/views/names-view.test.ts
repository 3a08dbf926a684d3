import { describe, expect, it } from "vitest";
import type { Labels } from "../../../../src/core/people/labels.ts";
import { namesView } from "../../../../src/main/views/names-view.ts";
import { OTHER, SIGNER, VAULT } from "../../core/match/honest.ts";
import { SVM_OTHER } from "../../core/match/honest-svm.ts";
import { user } from "../../core/review/scene.ts";

const shown = (names: Readonly<Record<string, string>>, labels: Labels = {}) =>
	namesView({ names: new Map(Object.entries(names)), user: user({ labels }) });

describe("a name that the chain gives", () => {
	it("stands by the address as it is shown, with the system that gives it", () => {
		expect(shown({ [OTHER.toLowerCase()]: "ana.eth", [SVM_OTHER]: "ana.sol" })).toEqual({
			[OTHER]: { name: "ana.eth", system: "ENS" },
			[SVM_OTHER]: { name: "ana.sol", system: "SNS" },
		});
	});

	it("never stands beside or in the place of the user's own", () => {
		expect(shown({ [OTHER.toLowerCase()]: "ana.eth" }, { [OTHER.toLowerCase()]: "Landlord" })).toEqual({});
	});

	it.each(["savings.eth", "Savings.eth", "sаvings.eth", "savings.cold.eth", "5avings.eth", "sav-ings.eth"])(
		"is not given where it looks like the name of another address: %s",
		(name) => {
			expect(shown({ [OTHER.toLowerCase()]: name }, { [VAULT.toLowerCase()]: "Savings" })).toEqual({});
		},
	);

	it("is given where only its ending is like a name of the user's", () => {
		const labels = { [VAULT.toLowerCase()]: "ETH", [SIGNER.toLowerCase()]: "Main" };
		expect(Object.keys(shown({ [OTHER.toLowerCase()]: "ana.eth" }, labels))).toEqual([OTHER]);
	});

	it("is cut where it is long, and shows what hides in it", () => {
		const [name] = Object.values(shown({ [OTHER.toLowerCase()]: `${"a".repeat(90)}.eth` })).map(
			(each) => each.name,
		);
		expect(name).toBe(`${"a".repeat(40)}…`);
		expect(shown({ [OTHER.toLowerCase()]: "a\u202eb.eth" })[OTHER]?.name).toBe("a‹U+202E›b.eth");
	});
});
