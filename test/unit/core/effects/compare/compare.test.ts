import { describe, expect, it } from "vitest";
import { shortAddress } from "../../../../../src/core/decoded-transaction/decoded-transaction.ts";
import type { ControlChange } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { fallsShort } from "../../../../../src/core/effects/compare/compare.ts";
import { message, verbatim } from "../../../../../src/core/localized-text.ts";
import type { BalanceChange } from "../../../../../src/service-api/simulation.ts";
import { codesOf, saying } from "../../../../support/saying.ts";
import { SIGNER, TOKEN } from "../../match/honest.ts";
import { user } from "../../review/scene.ts";
import {
	approval,
	compared,
	dai,
	friend,
	me,
	moves,
	ownSimulation,
	paying,
	simulated,
	thief,
	token,
	vault,
} from "./compare-scene.ts";

const texts = (found: ReturnType<typeof compared>) => found.effects.map((effect) => effect.text);
const statuses = (found: ReturnType<typeof compared>) => found.effects.map(({ status }) => status);

describe("outflows and inflows", () => {
	it("agree if both sides match, in any spelling", () => {
		const service = simulated({
			balanceChanges: [
				{ asset: "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE", amount: "-7" },
				moves("out", TOKEN, 60n, { account: SIGNER }),
				moves("out", TOKEN, 40n, { account: null }),
			],
		});
		const own = ownSimulation({ balanceChanges: [moves("out", "native", 7n), moves("out", token, 100n)] });
		expect(compared(service, own).verdict).toBe("agrees");
		expect(statuses(compared(service, own))).toEqual(["same", "same"]);
	});

	it("are reported if the service omits one, with the recipient and in the chain's own units", () => {
		const own = ownSimulation({ balanceChanges: [moves("out", token, 5_000_001n, { counterparty: thief })] });
		const found = compared(simulated(), own);
		expect(found.verdict).toBe("undeclared");
		expect(found.effects[0]).toMatchObject({ status: "only_ours", costs: true, other: thief });
		expect(texts(found)).toEqual([saying("comparison.undeclared")]);
		expect(texts(found)).toEqual([
			saying("comparison.balance.told", {
				amount: message("amount.exact", { amount: "5.000001", symbol: "TUSD" }),
				isSigner: true,
				isOut: true,
				isNamed: true,
				other: shortAddress(thief),
			}),
		]);
	});

	it("are in base units for an unchecked token", () => {
		const found = compared(simulated(), ownSimulation({ balanceChanges: [moves("out", dai, 5_000n)] }));
		expect(texts(found)).toEqual([saying("amount.base-units", { amount: "5,000" })]);
	});

	it("are reported if one is larger than stated, by one unit", () => {
		const service = simulated({ balanceChanges: [moves("out", token, 100n)] });
		const own = ownSimulation({ balanceChanges: [moves("out", token, 101n)] });
		expect(compared(service, own).verdict).toBe("undeclared");
	});

	it("are reported from another account of the user's", () => {
		const own = ownSimulation({ balanceChanges: [moves("out", token, 1n, { account: friend })] });
		const who = user({ accounts: [SIGNER, friend] });
		expect(compared(simulated(), own, { who }).verdict).toBe("undeclared");
		expect(compared(simulated(), own).verdict).toBe("unseen");
	});

	it("do not agree merely because neither side shows any", () => {
		expect(compared(simulated(), ownSimulation()).verdict).toBe("unseen");
		const circle = [moves("out", token, 5n), moves("in", token, 5n)];
		expect(
			compared(simulated({ balanceChanges: circle }), ownSimulation({ balanceChanges: circle })).verdict,
		).toBe("unseen");
		expect(compared(simulated({ balanceChanges: circle }), ownSimulation()).verdict).toBe("unseen");
	});

	it("may include the network fee", () => {
		const gas = { units: "1", priceWei: "500", nativeCost: "500" };
		const service = simulated({ balanceChanges: [moves("out", "native", 1_500n)], gas });
		expect(
			compared(service, ownSimulation({ balanceChanges: [moves("out", "native", 1_000n)] })).verdict,
		).toBe("agrees");
		const fee = simulated({ balanceChanges: [moves("out", "native", 500n)], gas });
		expect(compared(fee, ownSimulation()).effects).toEqual([]);
		expect(
			compared(service, ownSimulation({ balanceChanges: [moves("out", "native", 1_501n)] })).verdict,
		).toBe("undeclared");
	});

	it("are a difference, and no loss, if less leaves or more comes in", () => {
		const service = simulated({ balanceChanges: [moves("out", token, 100n), moves("in", dai, 10n)] });
		const own = ownSimulation({ balanceChanges: [moves("out", token, 50n), moves("in", dai, 20n)] });
		expect(compared(service, own).verdict).toBe("differs");
		expect(compared(service, own).effects.every(({ costs }) => !costs)).toBe(true);
	});

	it("are matched in the nearer direction if the service states none, and with no other amount", () => {
		const service = simulated({ balanceChanges: [{ asset: token, amount: "100" }] });
		expect(compared(service, ownSimulation({ balanceChanges: [moves("out", token, 100n)] })).verdict).toBe(
			"agrees",
		);
		expect(compared(service, ownSimulation({ balanceChanges: [moves("in", token, 100n)] })).verdict).toBe(
			"agrees",
		);
		expect(compared(service, ownSimulation({ balanceChanges: [moves("out", token, 300n)] })).verdict).toBe(
			"undeclared",
		);
	});

	it("are never read from text that is not a number", () => {
		const service = simulated({ balanceChanges: [moves("out", token, 0n, { amount: "1e9" })] });
		expect(compared(service, ownSimulation({ balanceChanges: [moves("out", token, 5n)] })).verdict).toBe(
			"undeclared",
		);
	});

	it("are reported if the service shows an outflow as an inflow", () => {
		const service = simulated({ balanceChanges: [moves("in", token, 5n)] });
		expect(compared(service, ownSimulation({ balanceChanges: [moves("out", token, 5n)] })).verdict).toBe(
			"undeclared",
		);
	});
});

describe("items of a collection", () => {
	const item = (direction: "in" | "out", id: string | null) =>
		moves(direction, token, 1n, id === null ? {} : { tokenId: id });

	it("are distinguished by number when one leaves", () => {
		const service = simulated({ balanceChanges: [item("out", "5")] });
		expect(compared(service, ownSimulation({ balanceChanges: [item("out", "5")] })).verdict).toBe("agrees");
		expect(compared(service, ownSimulation({ balanceChanges: [item("out", "6")] })).verdict).toBe(
			"undeclared",
		);
	});

	it("are counted if the service states only their number", () => {
		const service = simulated({ balanceChanges: [moves("out", token, 2n)] });
		const two = ownSimulation({ balanceChanges: [item("out", "5"), item("out", "6")] });
		expect(compared(service, two).verdict).toBe("agrees");
		const three = ownSimulation({ balanceChanges: [item("out", "5"), item("out", "6"), item("out", "7")] });
		expect(compared(service, three).verdict).toBe("undeclared");
	});

	describe("newly minted items", () => {
		const nobody = `0x${"0".repeat(40)}`;
		const made = (id: string, more: Partial<BalanceChange> = {}) =>
			moves("in", token, 1n, { tokenId: id, standard: "erc721", counterparty: nobody, ...more });
		const held = (said: readonly BalanceChange[], found: readonly BalanceChange[]) =>
			compared(simulated({ balanceChanges: [...said] }), ownSimulation({ balanceChanges: [...found] }));
		const promised = (...all: Parameters<typeof held>) => held(...all).effects.filter(fallsShort);

		it("are counted: a mint in between shifts their numbers", () => {
			const { verdict, effects } = held([made("6"), made("7")], [made("7"), made("8")]);
			expect(verdict).toBe("agrees");
			expect(effects).toMatchObject([
				{ status: "same", theirs: { raw: 2n }, ours: { raw: 2n, symbol: saying("amount.new-item") } },
			]);
		});
		it("are described equally for any numbers, so that a consent stays valid", () => {
			expect(held([made("6")], [made("6")]).effects).toEqual(held([made("6")], [made("9")]).effects);
		});
		it("are a broken promise if fewer arrive", () => {
			expect(promised([made("6"), made("7")], [made("7")])).toMatchObject([{ ours: null }]);
			expect(promised([made("6")], [])).toMatchObject([{ ours: null }]);
			expect(promised([made("6")], [made("9"), made("10")])).toEqual([]);
		});
		it("do not replace an existing item, or one that is not known to be new", () => {
			expect(promised([made("1", { counterparty: friend })], [made("9")])).toHaveLength(1);
			expect(promised([moves("in", token, 1n, { tokenId: "1" })], [made("9")])).toHaveLength(1);
			expect(promised([made("1")], [made("9", { counterparty: friend })])).toHaveLength(1);
			expect(promised([made("new")], [made("9")])).toEqual([]);
			expect(promised([made("new", { counterparty: friend })], [made("9")])).toHaveLength(1);
		});
		it("do not replace another kind of one contract, or another collection or account", () => {
			const kind = { standard: "erc1155" } as const;
			expect(promised([made("6", kind)], [made("7", kind)])).toHaveLength(1);
			expect(promised([made("6", { asset: dai })], [made("7")])).toHaveLength(1);
		});
		it("do not hide an outgoing item", () => {
			const own = [made("9"), item("out", "3")];
			expect(held([made("8")], own).verdict).toBe("undeclared");
		});
	});

	it("incoming ones never hide an outgoing one", () => {
		const service = simulated({ balanceChanges: [moves("in", token, 1n)] });
		const own = ownSimulation({ balanceChanges: [item("in", "1"), item("in", "2"), item("out", "9")] });
		expect(compared(service, own).verdict).toBe("undeclared");
	});
});

describe("price drift", () => {
	const swap = (out: bigint, back: bigint) => [moves("out", token, out), moves("in", dai, back)] as const;

	it("covers up to five percent of a trade", () => {
		const service = simulated({ balanceChanges: [...swap(1_000n, 1_000n)] });
		for (const [out, back] of [
			[1_000n, 950n],
			[1_050n, 1_000n],
			[1_050n, 1_050n],
		] as const)
			expect(compared(service, ownSimulation({ balanceChanges: [...swap(out, back)] })).verdict).toBe(
				"drifts",
			);
	});

	it("does not cover more: that is a loss", () => {
		const service = simulated({ balanceChanges: [...swap(1_000n, 1_000n)] });
		expect(compared(service, ownSimulation({ balanceChanges: [...swap(1_000n, 949n)] })).verdict).toBe(
			"undeclared",
		);
		expect(compared(service, ownSimulation({ balanceChanges: [...swap(1_051n, 1_000n)] })).verdict).toBe(
			"undeclared",
		);
	});

	it("does not apply if nothing is received", () => {
		const service = simulated({ balanceChanges: [moves("out", token, 1_000n)] });
		expect(compared(service, ownSimulation({ balanceChanges: [moves("out", token, 1_001n)] })).verdict).toBe(
			"undeclared",
		);
	});

	it("does not apply to a trade that only the service reports", () => {
		const service = simulated({ balanceChanges: [...swap(1_000n, 1_000n)] });
		const found = compared(service, ownSimulation({ balanceChanges: [moves("out", token, 1_001n)] }));
		expect(found.effects.find(({ asset }) => asset === token)).toMatchObject({
			status: "differs",
			costs: true,
		});
	});
});

describe("the recipient", () => {
	const pays = (to: string, amount: bigint) => moves("out", token, amount, { counterparty: to });

	it("differs from the one the service names", () => {
		const found = compared(
			simulated({ balanceChanges: [pays(friend, 100n)] }),
			ownSimulation({ balanceChanges: [pays(thief, 100n)] }),
		);
		expect(found.verdict).toBe("undeclared");
		expect(texts(found)).toEqual([
			saying("comparison.redirected", { to: shortAddress(thief), stated: shortAddress(friend) }),
		]);
	});

	it("differs for most of the amount", () => {
		const own = ownSimulation({ balanceChanges: [pays(friend, 10n), pays(thief, 90n)] });
		expect(compared(simulated({ balanceChanges: [pays(friend, 100n)] }), own).verdict).toBe("undeclared");
	});

	it("may get it through the called contract", () => {
		const own = ownSimulation({ balanceChanges: [pays(thief, 100n)] });
		expect(compared(simulated({ balanceChanges: [pays(vault, 100n)] }), own).verdict).toBe("agrees");
	});

	it("may get it through any intermediaries of a trade", () => {
		const back = moves("in", dai, 10n);
		const service = simulated({ balanceChanges: [pays(friend, 100n), back] });
		expect(compared(service, ownSimulation({ balanceChanges: [pays(thief, 100n), back] })).verdict).toBe(
			"agrees",
		);
	});

	it("has a separate row if it gets less than stated", () => {
		const service = simulated({ balanceChanges: [pays(friend, 100n)] });
		const own = ownSimulation({ balanceChanges: [pays(friend, 98n), pays(thief, 2n)] });
		const found = compared(service, own, { call: paying(friend, 100n) });
		expect(found.verdict).toBe("differs");
		expect(found.effects.find(({ account }) => account === friend)).toMatchObject({
			status: "differs",
			theirs: { raw: 100n },
			ours: { raw: 98n },
		});
	});

	it("is not compared if our simulation does not know it", () => {
		const own = ownSimulation({ balanceChanges: [moves("out", token, 100n)] });
		expect(compared(simulated({ balanceChanges: [pays(friend, 100n)] }), own).verdict).toBe("agrees");
	});
});

describe("permissions", () => {
	const most = 2n ** 256n - 1n;

	it.each([
		["that the service omits", [], [approval(thief, 1n)]],
		["that is larger", [approval(vault, 100n)], [approval(vault, 101n)]],
		["without a limit", [approval(vault, 100n)], [approval(vault, most)]],
		["to another", [approval(vault, 100n)], [approval(thief, 100n)]],
		["of another token", [approval(vault, 100n)], [approval(vault, 100n, { asset: dai })]],
		["over everything", [approval(vault, 100n)], [approval(vault, 0n, { kind: "operator", amount: null })]],
		[
			"that the service describes as revoked",
			[approval(vault, 100n, { approved: false })],
			[approval(vault, 100n)],
		],
		[
			"whose amount the service does not state",
			[approval(vault, 0n, { amount: null })],
			[approval(vault, 1n)],
		],
		[
			"on another item",
			[approval(vault, 0n, { kind: "token", tokenId: "1" })],
			[approval(vault, 0n, { kind: "token", tokenId: "2" })],
		],
	])("reveal one %s", (_, theirs, ours) => {
		const found = compared(simulated({ approvals: theirs }), ownSimulation({ approvals: ours }));
		expect(found.verdict).toBe("undeclared");
		expect(found.effects[0]).toMatchObject({ kind: "approval", costs: true });
	});

	it.each([
		["the same", [approval(vault, 100n)], [approval(vault, 100n)]],
		[
			"the same without a limit",
			[approval(vault, 0n, { amount: null, unlimited: true })],
			[approval(vault, most)],
		],
		[
			"an item whose number the service omits",
			[approval(vault, 0n, { kind: "token" })],
			[approval(vault, 0n, { kind: "token", tokenId: "2" })],
		],
	])("agree on %s", (_, theirs, ours) => {
		expect(compared(simulated({ approvals: theirs }), ownSimulation({ approvals: ours })).verdict).toBe(
			"agrees",
		);
	});

	it("ignore one that is used up at once", () => {
		const service = simulated({ approvals: [approval(vault, 100n)] });
		expect(compared(service, ownSimulation()).verdict).toBe("unseen");
		const paid = [moves("out", token, 1n)];
		expect(
			compared({ ...service, balanceChanges: paid }, ownSimulation({ balanceChanges: paid })).verdict,
		).toBe("agrees");
	});

	it("accept a stated existing allowance that ours does not raise", () => {
		const found = compared(simulated({ approvals: [approval(vault, 50n)] }), ownSimulation());
		expect(texts(found)).toEqual([saying("comparison.may.not-raised")]);
	});

	it("are a difference if smaller", () => {
		const found = compared(
			simulated({ approvals: [approval(vault, 100n)] }),
			ownSimulation({ approvals: [approval(vault, 40n)] }),
		);
		expect(found.verdict).toBe("differs");
	});
});

describe("control", () => {
	const owner = (patch: Partial<ControlChange> = {}): ControlChange => ({
		account: vault,
		what: "owner",
		before: me,
		after: thief,
		mine: true,
		...patch,
	});
	const transferOwnership = (to: string) => `0xf2fde38b${to.slice(2).padStart(64, "0")}`;

	it("reveals a transfer to somebody else", () => {
		const found = compared(simulated(), ownSimulation({}, [owner()]));
		expect(found.verdict).toBe("undeclared");
		expect(texts(found)).toEqual([saying("comparison.undeclared")]);
		expect(texts(found)).toEqual([saying("comparison.control", { right: "owner", to: shortAddress(thief) })]);
	});

	it("leaves the payload's own statements to their finding", () => {
		const call = { to: vault, data: transferOwnership(thief) };
		expect(compared(simulated(), ownSimulation({}, [owner()]), { call }).verdict).toBe("agrees");
		const other = { to: vault, data: transferOwnership(friend) };
		expect(compared(simulated(), ownSimulation({}, [owner()]), { call: other }).verdict).toBe("undeclared");
	});

	it("names the code that runs from then on, and the new owner of an account", () => {
		const told = (what: ControlChange["what"]) =>
			texts(compared(simulated(), ownSimulation({}, [owner({ what })])));
		const undeclared = (code: string) => [["comparison.undeclared", code]];
		expect(told("code").map(codesOf)).toEqual(undeclared("comparison.control.code"));
		expect(told("program").map(codesOf)).toEqual(undeclared("comparison.control.program"));
	});

	it("ignores accounts that were never the user's", () => {
		expect(compared(simulated(), ownSimulation({}, [owner({ mine: false })])).verdict).toBe("differs");
	});
});

describe("if one of the two sides is silent", () => {
	it("nothing is undeclared while the effects are unknown", () => {
		const own = ownSimulation({
			balanceChanges: [moves("out", token, 5n)],
			approvals: [approval(thief, 5n)],
		});
		const found = compared(null, own);
		expect(found.verdict).toBe("unproven");
		expect(statuses(found)).toEqual(["only_ours", "only_ours"]);
		expect(found.effects.every(({ costs }) => !costs)).toBe(true);
		expect(texts(found).map((each) => each.code)).toEqual(["sentence", "sentence"]);
	});

	it("the comparison is running, or unproven, until our simulation is there", () => {
		expect(compared(simulated(), { state: "running" }).verdict).toBe("running");
		expect(
			compared(simulated(), { state: "impossible", why: "no_method", text: verbatim("No.") }).verdict,
		).toBe("unproven");
	});

	it("only the outcome is compared if one of them fails", () => {
		const found = compared(simulated(), ownSimulation({ status: "failed" }));
		expect(found.verdict).toBe("differs");
		expect(found.effects).toMatchObject([{ kind: "outcome", costs: false }]);
	});
});

describe("one step of several", () => {
	it("does not miss an inflow that another step may bring", () => {
		const service = simulated({ balanceChanges: [moves("in", dai, 10n)] });
		expect(compared(service, ownSimulation(), { several: true }).effects).toEqual([]);
		expect(compared(service, ownSimulation()).verdict).toBe("undeclared");
		const stepped = simulated({ balanceChanges: [moves("in", dai, 10n, { step: 1 })] });
		expect(compared(stepped, ownSimulation(), { several: true }).verdict).toBe("undeclared");
	});

	it("still finds more outflow than all steps state", () => {
		const service = simulated({ balanceChanges: [moves("out", token, 10n)] });
		const own = ownSimulation({ balanceChanges: [moves("out", token, 11n)] });
		expect(compared(service, own, { several: true }).verdict).toBe("undeclared");
	});
});
