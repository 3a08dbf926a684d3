import { describe, expect, it } from "vitest";
import { Events } from "../../../../src/main/events.ts";
import type { Release } from "../../../../src/main/ports.ts";
import type { Settings } from "../../../../src/main/settings-schema.ts";
import { MAX_LIST_BYTES, signList } from "../../../../src/main/updates/signed-list.ts";
import { Updates } from "../../../../src/main/updates/updates.ts";
import { memorySettings } from "../../../support/ports.ts";
import { saying } from "../../../support/saying.ts";
import { virtualClock } from "../signing/clock.ts";
import { after, body, KEYS, NOW, published, SECRETS } from "./lists.ts";

const RELEASE: Release = {
	list: "https://releases.example/list",
	page: "https://releases.example/",
	keys: [KEYS.present, KEYS.next],
};
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @param answer returns the response of the release's address, for each query */
function scene(
	answer: () => Response | Promise<Response>,
	kept: Partial<Settings> = {},
	release: Release = RELEASE,
) {
	const time = virtualClock(NOW);
	/** Advances by at most a quarter of an hour at a time, so that queries are answered in between. */
	const clock = {
		...time,
		async advance(ms: number) {
			for (let left = ms; left > 0; left -= HOUR / 4) {
				time.advance(Math.min(left, HOUR / 4));
				await new Promise((resolve) => setImmediate(resolve));
			}
		},
	};
	const asked: { url: string; init: RequestInit | undefined }[] = [];
	const settings = memorySettings(kept);
	let busy = false;
	const lines: string[] = [];
	const make = (version = "0.1.0") =>
		new Updates({
			ports: {
				clock,
				settings,
				version,
				release,
				log: (line) => lines.push(line),
				desktop: { openExternal: async () => {} },
				fetch: async (input, init) => {
					asked.push({ url: String(input), init });
					return await answer();
				},
			},
			events: new Events(() => {}),
			window: { route: () => ({ kind: busy ? "welcome" : "empty" }) },
			stores: { journal: { unsettled: () => [] } },
		});
	return {
		clock,
		asked,
		settings,
		lines,
		make,
		updates: make(),
		setBusy(value: boolean) {
			busy = value;
		},
	};
}

const list = (text: string) => () => new Response(text);

describe("the update check", () => {
	it("runs a minute after the start, then once a day, and sends nothing of the user's", async () => {
		const { updates, asked, clock } = scene(list(published({ version: "0.1.0" })));
		updates.start();
		await clock.advance(MINUTE - 1);
		expect(asked).toHaveLength(0);
		await clock.advance(1);
		expect(asked).toHaveLength(1);
		expect(asked[0]?.url).toBe(RELEASE.list);
		expect(asked[0]?.init).toMatchObject({ redirect: "error", cache: "no-store" });
		expect(asked[0]?.init?.headers ?? asked[0]?.init?.body ?? null).toBeNull();
		await clock.advance(DAY - HOUR);
		expect(asked).toHaveLength(1);
		await clock.advance(2 * HOUR);
		expect(asked).toHaveLength(2);
		updates.stop();
		await clock.advance(5 * DAY);
		expect(asked).toHaveLength(2);
	});

	it("runs once a day over restarts as well", async () => {
		const { make, asked, clock } = scene(list(published()));
		const first = make();
		first.start();
		await clock.advance(MINUTE);
		first.stop();
		const second = make();
		second.start();
		await clock.advance(2 * HOUR);
		expect(asked).toHaveLength(1);
		expect(second.view()).toMatchObject({ state: "out", announced: true });
		second.stop();
	});

	it("ends after a time without an answer, and is retried within the hour", async () => {
		const never = () =>
			new Promise<Response>((_, reject) => {
				const signal = asked.at(-1)?.init?.signal;
				signal?.addEventListener("abort", () => reject(new Error("aborted")));
			});
		const { updates, asked, clock } = scene(never);
		updates.start();
		await clock.advance(MINUTE);
		expect(updates.view().checking).toBe(true);
		await clock.advance(20_000);
		await clock.advance(1);
		expect(updates.view()).toMatchObject({ checking: false, fault: saying("updates.fault.unreachable") });
		await clock.advance(HOUR);
		expect(asked).toHaveLength(2);
		updates.stop();
	});

	it("never runs if it is turned off, and an earlier result is not reported", async () => {
		const { updates, asked, clock, settings } = scene(list(published()));
		await updates.check();
		expect(updates.view().state).toBe("out");
		settings.set({ lookForUpdates: false });
		updates.start();
		await clock.advance(3 * DAY);
		await updates.check();
		expect(asked).toHaveLength(1);
		expect(updates.view()).toMatchObject({ state: "off", release: null, announced: false, fault: null });
		updates.stop();
	});

	it("never runs in a build without a key or an address", async () => {
		for (const release of [
			{ ...RELEASE, keys: [] },
			{ ...RELEASE, list: null },
			{ ...RELEASE, page: null },
		]) {
			const { updates, asked, clock } = scene(list(published()), {}, release);
			updates.start();
			await clock.advance(2 * DAY);
			await updates.check();
			expect(asked).toHaveLength(0);
			expect(updates.view()).toMatchObject({ state: "unset", announced: false });
		}
	});
});

describe("a newer version", () => {
	it("is reported with its changes, as plain text of bounded length", async () => {
		const { updates } = scene(list(published({ changes: ["Faster", "<b>x</b> \u202eevil"] })));
		await updates.check();
		expect(updates.view()).toEqual({
			state: "out",
			release: { version: "0.2.0", changes: ["Faster", "<b>x</b> ‹U+202E›evil"] },
			announced: true,
			checkedAt: NOW,
			checking: false,
			fault: null,
		});
	});

	it("is not reported during an approval, and is afterwards", async () => {
		const { updates, setBusy } = scene(list(published()));
		setBusy(true);
		await updates.check();
		expect(updates.view()).toMatchObject({ state: "out", announced: false });
		setBusy(false);
		expect(updates.view().announced).toBe(true);
	});

	it("is absent if it is the installed one, and stays known after its list has expired", async () => {
		const { make, clock } = scene(list(published({ expires: after(1) })));
		const updates = make("0.2.0");
		await updates.check();
		expect(updates.view().state).toBe("current");
		await clock.advance(2 * DAY);
		expect(updates.view().state).toBe("unknown");
		expect(make("0.1.0").view().state).toBe("out");
	});
});

describe("an untrusted list", () => {
	const refusals: readonly [string, () => Response, string][] = [
		["another key", list(published({}, SECRETS.other)), "updates.fault.signature"],
		["a changed list", list(published().replace("0.2.0", "0.9.0")), "updates.fault.signature"],
		["no signature", list(body()), "updates.fault.not-a-list"],
		["no list", list(signList("{}", SECRETS.present)), "updates.fault.not-a-list"],
		["an expired one", list(published({ expires: after(0) })), "updates.fault.expired"],
		["one with a future date", list(published({ issued: after(3) })), "updates.fault.early"],
		["an older version", list(published({ version: "0.0.9" })), "updates.fault.older"],
		["a flood", list("x".repeat(MAX_LIST_BYTES + 1)), "updates.fault.not-a-list"],
		["an error of the server", () => new Response("", { status: 500 }), "updates.fault.unreachable"],
	];
	it.each(refusals)("%s is refused, and nothing of it is reported", async (_, answer, code) => {
		const { updates, settings } = scene(answer);
		await updates.check();
		expect(updates.view()).toMatchObject({
			state: "unknown",
			release: null,
			announced: false,
			fault: saying(code),
		});
		expect(settings.get().updates).toEqual({ checkedAt: NOW, list: "" });
	});

	it("keeps the earlier state, also over a restart: neither rolled back nor withheld", async () => {
		let text = published({ version: "0.3.0" });
		const { make, settings, clock } = scene(() => new Response(text));
		await make().check();
		text = published({ issued: after(-0.5) });
		const later = make();
		await later.check();
		expect(later.view()).toMatchObject({
			release: { version: "0.3.0" },
			fault: saying("updates.fault.older"),
		});
		// The same valid list, served until after its expiry.
		text = published({ version: "0.3.0" });
		await clock.advance(91 * DAY);
		await later.check();
		expect(later.view().fault).toEqual(saying("updates.fault.expired"));
		expect(settings.get().updates?.list).toBe(text);
	});

	it("is not trusted because it is in the settings' file", () => {
		const { updates } = scene(list(""), {
			updates: { checkedAt: NOW, list: published({}, SECRETS.other) },
		});
		expect(updates.view()).toMatchObject({ state: "unknown", release: null });
	});
});
