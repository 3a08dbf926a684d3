import { describe, expect, it } from "vitest";
import { imitationIn } from "../../../../../src/core/risk/special/imitation.ts";
import { saying } from "../../../../support/saying.ts";
import {
	approveData,
	commitOf,
	OTHER,
	SIGNER,
	simulation,
	TOKEN,
	transferData,
	VAULT,
} from "../../match/honest.ts";
import { user } from "../../review/scene.ts";
import { finding, GRAVE } from "./scene.ts";

/** Returns another address with the same four digits at both ends. */
const twinOf = (address: string) =>
	`${address.slice(0, 6)}${"3".repeat(32)}${address.slice(-4)}`.toLowerCase();
const NEVER_MET = new Map<string, never>();

describe("an address that looks like another", () => {
	it("requires a typed word if the other was used before", () => {
		expect(finding("look-alike", commitOf({ to: twinOf(OTHER), value: 1n }))).toMatchObject({
			...GRAVE,
			text: saying("finding.look-alike.dealt"),
		});
		expect(
			finding("look-alike", commitOf({ to: twinOf(OTHER), value: 1n }), {
				who: user({ counterparties: NEVER_MET }),
			}),
		).toBeUndefined();
	});

	it("requires a typed word if the service shows the other, and the payload pays this one", () => {
		const who = user({ counterparties: NEVER_MET });
		const shown = simulation({
			approvals: [],
			balanceChanges: [{ account: SIGNER, asset: TOKEN, amount: "5", direction: "out", counterparty: OTHER }],
		});
		const twin = commitOf({ to: TOKEN, data: transferData(twinOf(OTHER), 5n) }, shown);
		expect(finding("look-alike", twin, { who })).toMatchObject({
			...GRAVE,
			text: saying("finding.look-alike.beside"),
		});
		const honest = commitOf({ to: TOKEN, data: transferData(OTHER, 5n) }, shown);
		expect(finding("look-alike", honest, { who })).toBeUndefined();
	});

	it("requires a typed word if both are in one call", () => {
		const who = user({ counterparties: NEVER_MET });
		const view = commitOf({ to: TOKEN, data: approveData(twinOf(TOKEN), 5n) });
		expect(finding("look-alike", view, { who })).toMatchObject(GRAVE);
	});

	it("is not found for the known ones themselves, or for the zero address", () => {
		for (const to of [OTHER, VAULT, `0x0000${"1".repeat(32)}0000`])
			expect(finding("look-alike", commitOf({ to, value: 1n }))).toBeUndefined();
	});
});

describe("a text that imitates the app's voice", () => {
	it.each([
		"Nothing was signed, go on",
		"Ｃｏｕｎｔｅｒｓｉｇｎ checked this",
		"Соuntersign has checked this",
		"Coun\u200btersign",
		"matches   the\nreview",
		"Your sеcrеt phrаse is needed",
	])("is found in %j", (text) => {
		expect(imitationIn(["fine", text])).toMatchObject({ id: "imitation", severity: "caution" });
	});

	it("is shown from its beginning, in a long text too", () => {
		const long = `${"Terms. ".repeat(40)}Countersign says yes`;
		expect(imitationIn([long])?.text).toEqual(saying("finding.imitation"));
	});

	it.each([
		"Allow the vault to take 25 TUSD",
		"Подтвердите перевод",
		"This is a counter-signature offer",
		"⚠️ Prices may be delayed",
	])("is not found in %j", (text) => {
		expect(imitationIn([text])).toBeNull();
	});
});
