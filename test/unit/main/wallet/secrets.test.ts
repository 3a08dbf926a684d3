import { beforeEach, describe, expect, it } from "vitest";
import type { Gesture } from "../../../../src/main/ports.ts";
import { PRESS_MS } from "../../../../src/main/wallet/hold-gesture.ts";
import { isNewPhrase, SecretScreens, SHOWN_MS } from "../../../../src/main/wallet/secrets.ts";
import type { WindowRoute } from "../../../../src/main/window-route.ts";
import { stub } from "../../../fixtures/stub.ts";

/** Recipients and lifetimes of secrets in cleartext. */

const NOW = 1_790_000_000_000;
const HELD: Gesture = { visibleSince: NOW - 10_000, pressedSince: NOW - PRESS_MS, lastInputAt: NOW };
const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const bytes = (text: string) => new TextEncoder().encode(text);

let place: WindowRoute;
let timers: { readonly ms: number; readonly run: () => void }[];
let touch: "yes" | "no" | "none";
let asked: string[];
let given: Uint8Array;

const secrets = () =>
	new SecretScreens(
		stub({
			ports: {
				clock: {
					now: () => NOW,
					after(ms: number, run: () => void) {
						timers.push({ ms, run });
						return () => {};
					},
				},
				desktop: { confirmByTouch: async () => touch },
			},
			wallet: {
				vault: {
					async showPhrase(password: Uint8Array) {
						asked.push(new TextDecoder().decode(password));
						given = bytes("one two three");
						return { ok: true, phrase: given };
					},
					async exportKey(address: string) {
						asked.push(address);
						given = bytes("0xabc");
						return { ok: true, key: given };
					},
				},
			},
			window: {
				route: () => place,
				go(next: WindowRoute) {
					place = next;
				},
			},
		}),
	);
const showPhrase = async (gesture: Gesture) => await secrets().showPhrase({ password: "right" }, gesture);

beforeEach(() => {
	place = { kind: "showPhrase" };
	timers = [];
	touch = "none";
	asked = [];
});

describe("the recovery phrase", () => {
	it("is shown for a minute after a held press, and its bytes are overwritten", async () => {
		expect(await showPhrase(HELD)).toEqual({ ok: true });
		expect(place).toEqual({
			kind: "secret",
			secret: { kind: "phrase", phrase: ["one", "two", "three"], hidesAt: NOW + SHOWN_MS },
		});
		expect(given.every((byte) => byte === 0)).toBe(true);
		expect(timers.map(({ ms }) => ms)).toEqual([SHOWN_MS]);
		timers[0]?.run();
		expect(place).toEqual({ kind: "showPhrase" });
	});
	it.each([
		["no press", { ...HELD, pressedSince: null }],
		["a press that is too short", { ...HELD, pressedSince: NOW - PRESS_MS + 1 }],
		["a window that is not on screen", { ...HELD, visibleSince: null }],
	])("is not even requested from the vault after %s", async (_name, gesture) => {
		expect(await showPhrase(gesture)).toMatchObject({ ok: false });
		expect(asked).toEqual([]);
	});
	it("also requires the fingerprint if a reader exists, in addition to the password", async () => {
		touch = "no";
		expect(await showPhrase(HELD)).toMatchObject({ ok: false });
		expect(asked).toEqual([]);
		touch = "yes";
		expect(await showPhrase(HELD)).toEqual({ ok: true });
		expect(asked).toEqual(["right"]);
	});
	it("is shown only on its page, and not if the user left it meanwhile", async () => {
		place = { kind: "empty" };
		expect(await showPhrase(HELD)).toMatchObject({ ok: false });
		place = { kind: "showPhrase" };
		const shown = showPhrase(HELD);
		place = { kind: "rules" };
		expect(await shown).toMatchObject({ ok: false });
		expect(place).toEqual({ kind: "rules" });
	});
	it("stays hidden if the user hid it and showed something else before the minute was over", async () => {
		await showPhrase(HELD);
		expect(secrets().hide()).toBe(true);
		expect(secrets().hide()).toBe(false);
		place = { kind: "rules" };
		timers[0]?.run();
		expect(place).toEqual({ kind: "rules" });
	});
});

describe("a private key", () => {
	it("is shown for the account of its page, and for no other", async () => {
		place = { kind: "exportKey", address: ADDRESS };
		const other = { address: ADDRESS.replace("f3", "f4"), password: "right" };
		expect(await secrets().exportKey(other, HELD)).toMatchObject({ ok: false });
		expect(asked).toEqual([]);
		expect(await secrets().exportKey({ address: ADDRESS, password: "right" }, HELD)).toEqual({ ok: true });
		expect(place).toMatchObject({ secret: { kind: "key", key: "0xabc" } });
		timers[0]?.run();
		expect(place).toEqual({ kind: "account", address: ADDRESS });
	});
});

const holds = (kind: string, phrasePositions: number[] | null) =>
	isNewPhrase({ kind } as Parameters<typeof isNewPhrase>[0], { phrasePositions });

describe("a new phrase on screen", () => {
	it.each(["phrase", "phraseCheck"])("pins the window while the vault waits for its check: %s", (kind) => {
		expect(holds(kind, [1, 5, 9])).toBe(true);
	});

	it("releases it once the vault has dropped it, and nothing else requires it", () => {
		expect(holds("phraseCheck", null)).toBe(false);
		expect(holds("entry", [1, 5, 9])).toBe(false);
	});
});
