import { describe, expect, it } from "vitest";
import type { Mention } from "../../../../../src/core/effects/effects.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { generalFindings } from "../../../../../src/core/risk/general/index.ts";
import { saying } from "../../../../support/saying.ts";
import {
	DEALT,
	decodedMovement,
	decodedRight,
	effects,
	FRIEND,
	KNOWN,
	ME,
	type StepInput,
	THIEF,
} from "../../effects/scene.ts";
import { WORDS } from "./scene.ts";

/** Findings about the addresses in a request, for every chain family and form. */

const found = (id: string, ...steps: readonly StepInput[]) =>
	generalFindings(effects(...steps), WORDS).find((each) => each.id === id);
const named = (address: string, role: Mention["role"] = "other"): Mention => ({ address, role });
const twinOf = (address: string): string => `${address.slice(0, 6)}${"7".repeat(32)}${address.slice(-4)}`;
const GRAVE = { severity: "danger", needsWord: true } as const;

describe("an address that looks like a known one", () => {
	const twin = twinOf(FRIEND);

	it("is a danger in every role, and if only our own simulation shows it", () => {
		const steps: readonly StepInput[] = [
			...(["paid", "allowed", "other"] as const).map((role) => ({ mentions: [named(twin, role)] })),
			{ movements: [decodedMovement({ to: twin, basis: "observed" })] },
			{ rights: [decodedRight({ holder: twin })] },
		];
		for (const step of steps)
			expect(found("look-alike", step)).toMatchObject({
				...GRAVE,
				stake: { kind: "imitation", address: twin, imitated: FRIEND },
				text: saying("finding.look-alike.named", { name: "Friend" }),
			});
	});

	it("is a danger for an own account and for a known contract as well", () => {
		expect(found("look-alike", { mentions: [named(twinOf(ME))] })?.text).toEqual(
			saying("finding.look-alike.own"),
		);
		expect(found("look-alike", { mentions: [named(twinOf(KNOWN))] })).toMatchObject({
			stake: { imitated: KNOWN },
		});
	});

	it("is a danger next to the one that it looks like, in another step or by the service's declaration", () => {
		const beside = { text: saying("finding.look-alike.beside") };
		const stranger = `0x5a5a${"1".repeat(32)}5a5a`;
		const mentions = [named(twinOf(stranger))];
		expect(found("look-alike", { mentions }, { mentions: [named(stranger)] })).toMatchObject(beside);
		expect(found("look-alike", { mentions, declaredNames: [stranger] })).toMatchObject(beside);
		expect(found("look-alike", { mentions, declaredNames: [twinOf(stranger), stranger] })).toBeUndefined();
	});

	it("is not reported for the known one itself, or for one with a single matching end", () => {
		for (const address of [FRIEND, ME, KNOWN, `${FRIEND.slice(0, 38)}0000`])
			expect(found("look-alike", { mentions: [named(address)] })).toBeUndefined();
	});
});

describe("an address that the user never paid or permitted", () => {
	it("is reported once, payments first", () => {
		const mentions = [named(THIEF, "allowed"), named(twinOf(THIEF), "paid")];
		expect(found("first-time", { mentions })).toMatchObject({
			severity: "info",
			text: message("finding.first-time.pay", { who: twinOf(THIEF) }),
		});
		expect(found("first-time", { mentions: [named(THIEF, "allowed")] })?.text).toEqual(
			message("finding.first-time.allow", { who: THIEF }),
		);
	});

	it("is not reported for the user's own accounts, contacts, and merely called contracts", () => {
		const mentions = [named(ME, "paid"), named(FRIEND, "paid"), named(THIEF)];
		expect(found("first-time", { mentions })).toBeUndefined();
	});
});

describe("a young contract", () => {
	const history = { isCreated: false, youngBlocks: 7_200, changedSince: null };
	const codeHistories = new Map([[DEALT, history]]);

	it("is a danger as a spender, and a caution otherwise", () => {
		expect(found("fresh-contract", { codeHistories, mentions: [named(DEALT, "allowed")] })).toMatchObject({
			...GRAVE,
			text: saying("finding.fresh-contract", { blocks: 7_200 }),
		});
		for (const role of ["paid", "other"] as const)
			expect(found("fresh-contract", { codeHistories, mentions: [named(DEALT, role)] })).toMatchObject({
				severity: "caution",
				needsWord: false,
			});
	});

	it("counts in any step or signature of the request", () => {
		const steps = [{ codeHistories, mentions: [named(DEALT)] }, { mentions: [named(DEALT, "allowed")] }];
		expect(found("fresh-contract", ...steps)).toMatchObject(GRAVE);
	});

	it("that the request itself creates is a danger as a spender", () => {
		const made = new Map([[DEALT, { ...history, isCreated: true, youngBlocks: null }]]);
		expect(
			found("fresh-contract", { codeHistories: made, mentions: [named(DEALT, "allowed")] }),
		).toMatchObject({
			...GRAVE,
			text: saying("finding.fresh-contract.made-here"),
		});
		expect(found("fresh-contract", { codeHistories: made, mentions: [named(DEALT)] })).toBeUndefined();
	});

	it("is ignored if nobody names it, or it is the user's own account", () => {
		expect(found("fresh-contract", { codeHistories })).toBeUndefined();
		const own = new Map([[ME, history]]);
		expect(found("fresh-contract", { codeHistories: own, mentions: [named(ME)] })).toBeUndefined();
	});
});

it("changed code of a known contract is a danger, even if the request does not name it", () => {
	const codeHistories = new Map([
		[KNOWN, { isCreated: false, youngBlocks: null, changedSince: 1_790_000_000_000 }],
	]);
	expect(found("code-changed", { codeHistories })).toMatchObject({
		...GRAVE,
		stake: { kind: "address", address: KNOWN },
	});
	expect(found("code-changed", {})).toBeUndefined();
});

it("a call without a contract is a doubt, in any step", () => {
	expect(found("no-code", {}, { unheard: [{ target: THIEF, step: 1 }] })).toMatchObject({
		...GRAVE,
		isDoubt: true,
	});
});

it("a description without a valid attestation is a caution", () => {
	expect(found("attestation-revoked", { disowned: ["Post Office"] })).toMatchObject({ severity: "caution" });
});

describe("an account that receives something", () => {
	const power = {
		holder: THIEF,
		account: ME,
		asset: { kind: "native", address: "native", item: null },
	} as const;

	it("is a danger if a stranger may spend from it or close it, and a caution for an earlier spender", () => {
		for (const may of ["spend", "close"] as const)
			expect(found("receiving", { earlierPowers: [{ ...power, may }] })).toMatchObject({
				...GRAVE,
				stake: { kind: "address", address: THIEF },
			});
		for (const holder of [DEALT, FRIEND])
			expect(found("receiving", { earlierPowers: [{ ...power, holder, may: "spend" }] })).toMatchObject({
				severity: "caution",
			});
		expect(found("receiving", { earlierPowers: [{ ...power, may: "close-empty" }] })).toMatchObject({
			severity: "caution",
		});
	});
});
