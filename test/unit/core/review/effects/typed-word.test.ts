import { describe, expect, it } from "vitest";
import type { Effects } from "../../../../../src/core/effects/effects.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { isTyped, typedWordOf } from "../../../../../src/core/review/effects/typed-word.ts";
import type { ItemAnalysis } from "../../../../../src/core/review/item-analysis.ts";
import type { AtStake, Finding } from "../../../../../src/core/risk/finding.ts";
import type { MessageContent, SignInMessage } from "../../../../../src/core/signed-messages/content.ts";
import {
	approveData,
	batchCommit,
	CHAIN,
	commitOf,
	OTHER,
	SIGNER,
	TOKEN,
	transferData,
	VAULT,
} from "../../match/honest.ts";
import { facts, fine, review, user } from "../scene.ts";

/** The typed word for a high risk names what is at stake. */

const grave = (patch: Partial<Finding> = {}): Finding => ({
	id: "no-code",
	severity: "danger",
	text: message("finding.no-code", { address: "0x" }),
	needsWord: true,
	...patch,
});
const SIGN_IN: SignInMessage = {
	domain: "app.example",
	address: SIGNER,
	statement: null,
	uri: null,
	chainId: null,
	nonce: null,
	issuedAt: null,
	expiresAt: null,
	notBefore: null,
	resources: [],
};
const PLAIN: MessageContent = {
	kind: "message",
	encoding: "text",
	text: "",
	bytesHex: "0x",
	length: 0,
	standard: message("finding.no-code", { address: "0x" }),
	digest: null,
	signIn: null,
};
const FINGERPRINT = `${"0".repeat(60)}9a3f`;
const NOBODY = "0x00000000000000000000000000000000000c0ffe";
const whose = {
	user: user(),
	signer: SIGNER,
	chainRef: String(CHAIN),
	fingerprint: FINGERPRINT,
	effects: null,
};
const stated = (stake: AtStake) => typedWordOf([grave({ stake })], [], whose);

describe("the typed word", () => {
	it("is absent if no finding requires one", () => {
		expect(typedWordOf([], [], whose)).toBeNull();
		expect(typedWordOf([grave({ needsWord: false, stake: { kind: "unlimited" } })], [], whose)).toBeNull();
	});

	it("names the worst finding's stake", () => {
		const mild = grave({ severity: "caution", stake: { kind: "unlimited" } });
		const worst = grave({ stake: { kind: "address", address: NOBODY } });
		expect(typedWordOf([mild, worst], [], whose)).toMatchObject({ text: "0ffe", of: "address" });
		expect(stated({ kind: "unlimited" })).toMatchObject({ text: "UNLIMITED", of: "unlimited" });
		expect(stated({ kind: "name", name: "Savings vault" })).toMatchObject({
			text: "Savings vault",
			of: "name",
		});
		expect(stated({ kind: "application", name: "Hyperliquid" })).toMatchObject({
			text: "Hyperliquid",
			of: "application",
		});
	});

	it.each(["", "a".repeat(41), "va\u200Bult", "\u202Etluav", "!!"])(
		"is never a name that can't be typed: %j",
		(name) => {
			expect(stated({ kind: "name", name })).toMatchObject({ text: "9A3F", of: "fingerprint" });
		},
	);

	it("prefers a party to a finding without one, and a fee last", () => {
		const party = grave({ stake: { kind: "address", address: NOBODY } });
		const fee = grave({ stake: { kind: "cost" } });
		const mildParty = { ...party, severity: "caution" } as const;
		for (const findings of [
			[grave(), party],
			[fee, party],
			[fee, mildParty],
		])
			expect(typedWordOf(findings, [], whose)).toMatchObject({ text: "0ffe", of: "address" });
	});

	it("prefers a stranger to a contact", () => {
		const contact = grave({ stake: { kind: "address", address: OTHER } });
		const stranger = grave({ stake: { kind: "address", address: NOBODY } });
		const knows = { ...whose, user: user({ labels: { [OTHER.toLowerCase()]: "Ana" } }) };
		expect(typedWordOf([contact, stranger], [], knows)).toMatchObject({ text: "0ffe", of: "address" });
	});

	it("is the part where an imitation differs from the imitated address, never the shared end", () => {
		const imitated = `0x1234${"0".repeat(32)}5678`;
		const address = `0x1234${"0".repeat(20)}bcde${"0".repeat(8)}5678`;
		const stake = { kind: "imitation", address, imitated, knownAs: "Ana" } as const;
		expect(stated(stake)).toMatchObject({ text: expect.stringMatching(/^bcde$/i), of: "imitation" });
	});

	it("is the end of the fingerprint if nothing else is known", () => {
		expect(typedWordOf([grave()], [], whose)).toMatchObject({ text: "9A3F", of: "fingerprint" });
		expect(stated({ kind: "address", address: "somewhere" })).toMatchObject({
			text: "9A3F",
			of: "fingerprint",
		});
	});
});

describe("a review's typed word", () => {
	const LOST = { facts: facts({ codeAtTo: fine(false) }) };
	const asked = (...args: Parameters<typeof review>) => {
		const { word, wordOf } = review(...args).approval;
		return { word, wordOf };
	};

	it("names the recipient", () => {
		const view = commitOf({ to: TOKEN, data: transferData(OTHER, 5n) });
		expect(asked(view, LOST)).toEqual({
			word: expect.stringMatching(/^[0-9a-fA-F]{4}$/),
			wordOf: "recipient",
		});
		expect(asked(view, LOST).word?.toLowerCase()).toBe(OTHER.slice(-4).toLowerCase());
	});

	it("names a later spender", () => {
		const view = commitOf({ to: TOKEN, data: approveData(VAULT, 5n) });
		expect(asked(view, LOST).wordOf).toBe("spender");
		expect(asked(view, LOST).word?.toLowerCase()).toBe(VAULT.slice(-4).toLowerCase());
	});

	it("says if there is no limit", () => {
		const view = commitOf({ to: TOKEN, data: approveData(VAULT, 2n ** 256n - 1n) });
		expect(asked(view)).toEqual({ word: "UNLIMITED", wordOf: "unlimited" });
	});

	it("names the called contract, by the user's own name if there is one", () => {
		const view = commitOf({ to: VAULT, data: "0x12345678", value: 1n });
		const label = { user: user({ labels: { [VAULT.toLowerCase()]: "My vault" } }) };
		expect(asked(view, LOST).wordOf).toBe("contract");
		expect(asked(view, { ...LOST, ...label })).toEqual({ word: "My vault", wordOf: "name" });
	});

	const insight = (...args: Parameters<typeof review>) => {
		const [first] = review(...args).analyses;
		if (first === undefined) throw new Error("it can't be read");
		return first;
	};
	/** Combines the effects of several requests as if they were steps of one. */
	function together(...views: readonly Parameters<typeof review>[0][]): Effects | null {
		const lists = views.flatMap((view) => review(view).effects ?? []);
		const [first] = lists;
		const at = <Each>(all: readonly Each[], step: number) => all.map((each) => ({ ...each, step }));
		return first === undefined
			? null
			: {
					...first,
					parties: new Map(lists.flatMap(({ parties }) => [...parties])),
					movements: lists.flatMap(({ movements }, step) => at(movements, step)),
					rights: lists.flatMap(({ rights }, step) => at(rights, step)),
					called: lists.flatMap(({ called }, step) => at(called, step)),
					shownBy: lists.flatMap(({ shownBy }) => shownBy),
				};
	}
	const fee = grave({ id: "cost", stake: { kind: "cost" } });
	const asking = (about: ItemAnalysis, ...findings: Finding[]): ItemAnalysis => ({ ...about, findings });

	it("can't be moved to a harmless contract by too much gas in its step", () => {
		const [call, pay] = [
			commitOf({ to: VAULT, data: "0x12345678" }),
			commitOf({ to: NOBODY, data: "0x", value: 1n }),
		];
		const harmless = asking(insight(call), fee);
		const paying = asking(insight(pay));
		const word = typedWordOf([fee], [harmless, paying], { ...whose, effects: together(call, pay) });
		expect(word).toMatchObject({ text: "0ffe", of: "recipient" });
	});

	it("names a stranger before a contact, over all signed items", () => {
		const knows = { ...whose, user: user({ labels: { [OTHER.toLowerCase()]: "Ana" } }) };
		const [one, other] = [OTHER, NOBODY].map((to) => commitOf({ to: TOKEN, data: transferData(to, 5n) }));
		if (one === undefined || other === undefined) throw new Error("there are two");
		const insights = [asking(insight(one), grave()), asking(insight(other))];
		const word = typedWordOf([grave()], insights, { ...knows, effects: together(one, other) });
		expect(word).toMatchObject({ text: "0ffe", of: "recipient" });
	});

	it("names the recipient before a spender", () => {
		const [allow, pay] = [
			commitOf({ to: TOKEN, data: approveData(VAULT, 5n) }),
			commitOf({ to: TOKEN, data: transferData(NOBODY, 5n) }),
		];
		const insights = [asking(insight(allow)), asking(insight(pay))];
		const word = typedWordOf([grave()], insights, { ...whose, effects: together(allow, pay) });
		expect(word).toMatchObject({ text: "0ffe", of: "recipient" });
	});

	it("is that of a stranger who gains next to a contact, for any finding's subject", () => {
		const knows = { ...whose, user: user({ labels: { [OTHER.toLowerCase()]: "Ana" } }) };
		const about = grave({ stake: { kind: "address", address: OTHER } });
		const known = asking(insight(commitOf({ to: TOKEN, data: transferData(OTHER, 1n) })), about);
		const paying = commitOf({ to: TOKEN, data: transferData(NOBODY, 9_000n) });
		const strange = asking(insight(paying));
		const { effects } = review(paying);
		expect(typedWordOf([about], [known], knows)?.party?.toLowerCase()).toBe(OTHER.toLowerCase());
		const both = typedWordOf([about], [known, strange], { ...knows, effects });
		expect(both).toMatchObject({ text: "0ffe", of: "recipient", party: NOBODY });
	});

	it("stays with a finding's contract, whoever else is paid", () => {
		const [call, pay] = [
			commitOf({ to: VAULT, data: "0x12345678" }),
			commitOf({ to: NOBODY, data: "0x", value: 1n }),
		];
		const unread = asking(insight(call), grave());
		const decoy = asking(insight(pay));
		const word = typedWordOf([grave()], [decoy, unread], { ...whose, effects: together(pay, call) });
		expect(word).toMatchObject({ of: "contract" });
	});

	it("is never the site of a sign-in if its page can't be typed", () => {
		const host = `${"a".repeat(50)}.example`;
		const page = grave({ id: "sign-in-domain", stake: { kind: "site", host } });
		const signIn: ItemAnalysis = {
			...insight(commitOf({ to: VAULT, data: "0x" })),
			content: { ...PLAIN, signIn: SIGN_IN },
			findings: [page],
		};
		expect(typedWordOf([page], [signIn], whose)).toMatchObject({ text: "9A3F", of: "fingerprint" });
	});

	it("is not required if nothing is severe", () => {
		expect(asked(batchCommit(0))).toEqual({ word: null, wordOf: null });
	});
});

describe("the user's input", () => {
	it.each([
		["9a3f", "9A3f", true],
		[" 9A3F ", "9A3f", true],
		["9A3", "9A3f", false],
		["", "9A3f", false],
		["my vault", "My vault", true],
	] as const)("%j for %s: %s", (given, word, fits) => {
		expect(isTyped(given, word)).toBe(fits);
	});

	it("is empty without typing", () => {
		expect(isTyped(null, "9A3f")).toBe(false);
	});
});
