import { describe, expect, it } from "vitest";
import { declaredEffects } from "../../../../src/core/review/policy/policy-amounts.ts";
import {
	ME,
	MINT,
	MY_TOKENS,
	out,
	sending,
	svmSimulation,
	svmSubject,
	text,
	YOU,
	YOUR_TOKENS,
} from "../review/svm-scene.ts";
import {
	approval,
	dai,
	friend,
	me,
	moves,
	simulated,
	subjectDeclaring,
	thief,
	token,
	vault,
} from "./compare/compare-scene.ts";
import { movementLines, rightLines } from "./evm/scene.ts";

const declaring = (patch: Parameters<typeof simulated>[0]) => subjectDeclaring(simulated(patch));

describe("the service's declared effects", () => {
	it("are its records, in the terms of our own list", () => {
		const subject = declaring({
			balanceChanges: [
				moves("out", token.toUpperCase().replace("0X", "0x"), 5n, { counterparty: thief }),
				moves("in", dai, 3n),
			],
			approvals: [approval(thief, 7n)],
		});
		const effects = declaredEffects([subject]);
		expect(movementLines(effects, "observed")).toEqual([
			`5 ${token}: ${me} > ${thief}`,
			`3 ${dai}: ${dai} > ${me}`,
		]);
		expect(rightLines(effects, "observed")).toEqual([`${thief}: 7 ${token}, ${me}`]);
		expect(effects.undeclared).toEqual([]);
	});

	it("may go in either direction if none is stated, and are then never certain", () => {
		const subject = declaring({ balanceChanges: [{ account: me, asset: token, amount: "5" }] });
		expect(movementLines(declaredEffects([subject]), "observed")).toEqual([
			`0..5 ${token}: ${me} > ?`,
			`0..5 ${token}: ${token} > ${me}`,
		]);
		const signed = declaring({ balanceChanges: [{ account: me, asset: token, amount: "-5" }] });
		expect(movementLines(declaredEffects([signed]), "observed")).toEqual([`5 ${token}: ${me} > ?`]);
	});

	it("exclude other chains, and are unbounded if an amount is not a number", () => {
		const subject = declaring({
			balanceChanges: [
				moves("out", token, 5n, { chainId: 1 }),
				moves("out", "native", 0n, { amount: "lots", counterparty: friend }),
			],
		});
		expect(movementLines(declaredEffects([subject]), "observed")).toEqual([`0.. native: ${me} > ${friend}`]);
	});

	it("count a record without a step once among several transactions", () => {
		const record = moves("out", token, 5n, { counterparty: vault });
		const both = [declaring({ balanceChanges: [record] }), declaring({ balanceChanges: [record] })];
		expect(declaredEffects(both).movements).toMatchObject([{ step: 0, least: 5n }]);
	});

	it("name the owners of Solana's token accounts, and count wrapped SOL as SOL", () => {
		const simulation = svmSimulation([
			out(text(MINT), 5n, { account: text(MY_TOKENS), counterparty: text(YOUR_TOKENS) }),
			out("So11111111111111111111111111111111111111112", 7n, { counterparty: text(YOU) }),
		]);
		const effects = declaredEffects([svmSubject([sending(7n)], { simulation })]);
		expect(movementLines(effects, "observed")).toEqual([
			`5 ${text(MINT)}: ${text(ME)} > ${text(YOU)}`,
			`7 native: ${text(ME)} > ${text(YOU)}`,
		]);
	});

	it("are missing for a transaction without a declaration", () => {
		const { movements, undeclared } = declaredEffects([subjectDeclaring(null), declaring({})]);
		expect({ movements, undeclared }).toEqual({ movements: [], undeclared: [0] });
	});
});
