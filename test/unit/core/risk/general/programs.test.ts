import { describe, expect, it } from "vitest";
import type { AppCall, Proposal, RetainedPowers } from "../../../../../src/core/effects/effects.ts";
import { issuerPowers, proposal } from "../../../../../src/core/risk/general/control.ts";
import { appCall } from "../../../../../src/core/risk/general/unread-calls.ts";
import {
	DEALT,
	decodedMovement,
	effects,
	FRIEND,
	JUNK,
	KNOWN,
	ME,
	SAVINGS,
	THIEF,
} from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const CAUTION = { severity: "caution", needsWord: false };
const DANGER = { severity: "danger", needsWord: true };

describe("powers that a token's maker keeps", () => {
	const found = (over: Partial<RetainedPowers>) => {
		const kept = { asset: JUNK, powers: ["permanent-delegate"], use: "comes", isListed: false } as const;
		return issuerPowers(evidenceOf(effects({ retainedPowers: [{ ...kept, ...over }] })));
	};

	it("are a danger if an unlisted token that arrives can be taken away again", () => {
		expect(found({})).toMatchObject({ ...DANGER, stake: { kind: "address", address: JUNK.address } });
		expect(found({ isListed: true })).toMatchObject(CAUTION);
		expect(found({ powers: ["transfer-hook"] })).toMatchObject(CAUTION);
	});

	it("are not reported to a sender of the token", () => {
		expect(found({ use: "sent" })).toMatchObject({ severity: "info" });
		expect(found({ use: "other" })).toMatchObject(CAUTION);
	});
});

describe("a proposal", () => {
	const found = (over: Partial<Proposal>) => {
		const { payees = [], doesMore = false } = over;
		const movements = payees.map((to) => decodedMovement({ to, basis: "permitted" }));
		return proposal(evidenceOf(effects({ movements, proposals: [{ payees, doesMore }] })));
	};

	it("is a danger if it pays an unknown recipient or does more than pay", () => {
		for (const payee of [THIEF, KNOWN])
			expect(found({ payees: [FRIEND, payee] })).toMatchObject({
				...DANGER,
				stake: { kind: "address", address: payee },
			});
		expect(found({ payees: [FRIEND], doesMore: true })).toMatchObject(DANGER);
	});

	it("is a caution if it pays known recipients", () => {
		expect(found({ payees: [FRIEND, DEALT, SAVINGS] })).toMatchObject(CAUTION);
		expect(proposal(evidenceOf(effects({})))).toBeNull();
	});
});

describe("an app's call", () => {
	const APP = KNOWN;
	const call = (over: Partial<AppCall> = {}): AppCall => ({
		target: APP,
		app: "Swap",
		step: 0,
		at: 1,
		gainer: null,
		alsoGiven: null,
		open: null,
		doubt: null,
		isDebt: false,
		isIntoPosition: false,
		isProposal: false,
		isVote: false,
		...over,
	});
	const found = (...calls: readonly AppCall[]) => appCall(evidenceOf(effects({ appCalls: calls })));

	it("is reported without a typed word if only the requested effects were observed", () => {
		expect(found(call())).toMatchObject({ id: "app-call", severity: "info", needsWord: false });
		expect(found(call({ isDebt: true }))).toMatchObject(CAUTION);
		expect(found(call({ isIntoPosition: true }))).toMatchObject(CAUTION);
		expect(found(call({ isVote: true }))).toMatchObject(CAUTION);
		expect(found(call({ isVote: true, doubt: "not-shown" }))).toMatchObject(DANGER);
	});

	it("requires a typed word for any doubt, for the worst of several calls", () => {
		const doubtful = [call({ doubt: "loose" }), call({ alsoGiven: SAVINGS })];
		for (const each of doubtful)
			expect(found(call(), each)).toMatchObject({
				...{ ...DANGER, id: "app-call" },
				stake: { kind: "address", address: APP },
			});
	});

	it("names the recipient of the result, unless the rule on results does", () => {
		const given = call({ gainer: THIEF });
		expect(found(call({ doubt: "loose" }), given)).toMatchObject({
			...{ ...DANGER, id: "app-recipient" },
			stake: { kind: "address", address: THIEF },
		});
		const movements = [decodedMovement({ from: ME, to: APP }), decodedMovement({ from: APP, to: THIEF })];
		expect(appCall(evidenceOf(effects({ movements, appCalls: [given] })))).toBeNull();
	});
});
