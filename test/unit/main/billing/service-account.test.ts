import { describe, expect, it } from "vitest";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import { newestPage, withOlderPage } from "../../../../src/main/billing/service-account.ts";
import type { ServiceError } from "../../../../src/main/service/errors.ts";
import type { WindowRoute } from "../../../../src/main/window-route.ts";
import type { CreditEntry, CreditPosition } from "../../../../src/service-api/account.ts";
import { newer } from "../../../fixtures/newer.ts";
import { stub } from "../../../fixtures/stub.ts";
import { saying } from "../../../support/saying.ts";
import {
	type AccountScene,
	accountScene,
	httpError,
	lost,
	positionText,
	secretsText,
} from "./account-scene.ts";

const CREDITS = "GET /v1/account/credits";
const APPS = "GET /v1/account/apps";
const SECRETS = "GET /v1/account/apps/7/secrets";
const REMOVE = "DELETE /v1/account/apps/7";
const LIST = JSON.stringify({
	apps: [
		{ application_id: 7, app: "test-vault" },
		{ application_id: 12, app: "Notes" },
	],
});
const REMOVED = JSON.stringify({ application_id: 7, app: "test-vault", installed: false, apps: ["Notes"] });

async function opened(): Promise<AccountScene> {
	const scene = accountScene();
	scene.answer(CREDITS, positionText());
	scene.answer(APPS, LIST);
	await scene.account.readAccount();
	return scene;
}

const ids = (scene: AccountScene) =>
	scene.account.view().apps?.map(({ applicationId }) => applicationId) ?? null;

describe("reading the account", () => {
	it("loads credit and apps", async () => {
		const { account } = await opened();
		expect(account.view()).toMatchObject({
			offered: true,
			text: null,
			credits: {
				balance: {
					usd: message("credits.usd", { amount: "2.50" }),
					credits: message("credits.many", { amount: "250" }),
				},
				more: false,
			},
			creditsFault: null,
			appsFault: null,
			loading: false,
		});
		expect(account.app(12)?.app).toBe("Notes");
		expect(account.app(99)).toBeNull();
	});

	it.each([404, 405, 501])(
		"says that the service does not offer it if it answers %d, and continues without it",
		async (status) => {
			const scene = accountScene();
			scene.answer(CREDITS, httpError(status));
			scene.answer(APPS, httpError(status));
			scene.answer(SECRETS, secretsText(7, "test-vault"));
			scene.answer("POST /v1/account/credits/top-up", positionText({ balance: 20_000 }));
			expect(await scene.account.readAccount()).toEqual({ ok: true });
			expect(scene.account.view()).toMatchObject({
				offered: true,
				creditsFault: saying("account.credit.not-offered"),
				appsFault: saying("account.apps.not-offered"),
				apps: null,
			});
			expect(await scene.account.readSecrets({ applicationId: 7 })).toEqual({ ok: true });
			expect(ids(scene)).toEqual([7]);
			expect(await scene.topUp(20_000n)).toEqual({ ok: true });
			expect(scene.account.view()).toMatchObject({
				creditsFault: null,
				credits: { balance: { micro: "20000" } },
			});
		},
	);

	it("leads to sign-in if the service requires it", async () => {
		const scene = accountScene();
		scene.answer(CREDITS, httpError(401), positionText());
		scene.answer(APPS, httpError(401), LIST);
		expect((await scene.account.readAccount()).ok).toBe(false);
		expect(scene.account.view()).toMatchObject({
			offered: false,
			text: saying("account.sign-in"),
		});
		await scene.account.readAccount();
		expect(scene.account.view()).toMatchObject({ offered: true, text: null });
	});

	it("names the missing permission, and keeps the other one's data", async () => {
		const scene = accountScene();
		const challenge = { "www-authenticate": 'Bearer error="insufficient_scope", scope="account:apps:read"' };
		scene.answer(CREDITS, positionText());
		scene.answer(APPS, httpError(403, { error: { code: "insufficient_scope" } }, challenge));
		await scene.account.readAccount();
		expect(scene.account.view()).toMatchObject({
			offered: true,
			appsFault: sentences(
				message("service.code.insufficient-scope"),
				message("service.missing-scope", { scope: "account:apps:read" }),
			),
			credits: { balance: { micro: "2500000" } },
		});
		scene.answer(CREDITS, httpError(403));
		await scene.account.readAccount();
		expect(scene.account.view().offered).toBe(false);
	});

	it.each([
		["an amount beyond a safe number", positionText().replace("2500000", "9007199254740993")],
		["a fraction that would round away", positionText().replace("2500000", "2500000.00000000001")],
		["an exponent", positionText().replace("2500000", "25e5")],
		["an unknown form", '{"credits":1}'],
		["no JSON", "<html>"],
	])("shows no balance that has %s", async (_what, text) => {
		const scene = accountScene();
		scene.answer(CREDITS, text);
		scene.answer(APPS, LIST);
		await scene.account.readAccount();
		expect(scene.account.view()).toMatchObject({
			credits: null,
			creditsFault: saying("account.credit.unreadable"),
		});
		expect(ids(scene)).toEqual([7, 12]);
	});

	it("reads an amount in digits exactly", async () => {
		const scene = accountScene();
		scene.answer(CREDITS, positionText({ balance: "9007199254740993" }));
		await scene.account.readAccount();
		expect(scene.account.view().credits?.balance.micro).toBe("9007199254740993");
	});

	it("lists apps next to the installed ones, and removes none of them", async () => {
		const scene = accountScene();
		scene.answer(APPS, JSON.stringify(newer("apps-of-the-catalog")));
		await scene.account.readAccount();
		expect(ids(scene)).toEqual([7]);
		expect(scene.account.view().otherApps.map(({ why }) => why)).toEqual(["built_in", "not_installed"]);
		expect(scene.account.view().appsFault).toBeNull();
		expect(await scene.remove(9, "bridge")).toMatchObject({ ok: false });
	});

	it("reports undisplayable apps, and an unreadable list", async () => {
		const scene = accountScene();
		scene.answer(APPS, JSON.stringify({ apps: ["notes", { application_id: 7, app: "test-vault" }] }), "{}");
		await scene.account.readAccount();
		expect(scene.account.view().appsFault).toEqual(message("account.apps.left-out", { count: 1 }));
		await scene.account.readAccount();
		expect(scene.account.view().appsFault).toEqual(message("account.apps.unreadable"));
		expect(ids(scene)).toEqual([7]);
	});

	it("is retried automatically after a temporary failure, more and more slowly, and not forever", async () => {
		const scene = accountScene();
		scene.answer(CREDITS, lost());
		scene.answer(APPS, LIST);
		await scene.account.readAccount();
		expect(scene.calls).toHaveLength(2);
		for (const pause of [2_000, 4_000, 8_000, 16_000, 32_000]) await scene.pass(pause);
		expect(scene.calls).toHaveLength(12);
		await scene.pass(3_600_000);
		expect(scene.calls).toHaveLength(12);
		scene.answer(CREDITS, positionText());
		await scene.account.readAccount();
		expect(scene.account.view().creditsFault).toBeNull();
	});

	it("respects the service's retry delay", async () => {
		const scene = accountScene();
		scene.answer(CREDITS, httpError(429, null, { "retry-after": "60" }), positionText());
		scene.answer(APPS, LIST);
		await scene.account.readAccount();
		expect(scene.account.view().creditsFault).toEqual(
			sentences(message("service.rate-limited"), message("service.wait.seconds", { seconds: 60 })),
		);
		expect(await scene.account.readAccount()).toMatchObject({
			ok: false,
			text: saying("account.patience", { seconds: 60 }),
		});
		await scene.pass(59_000);
		expect(scene.calls).toHaveLength(2);
		await scene.pass(1_000);
		expect(scene.calls).toHaveLength(4);
		expect(scene.account.view().creditsFault).toBeNull();
	});

	it("does not replace a top-up's balance with an older one", async () => {
		const scene = accountScene();
		let answer: (text: string) => void = () => {};
		scene.answer(CREDITS, () => new Promise((resolve) => (answer = resolve)));
		scene.answer("POST /v1/account/credits/top-up", positionText({ balance: 9_000_000 }));
		const reading = scene.account.readAccount();
		await scene.topUp(20_000n);
		answer(positionText({ balance: 1 }));
		await reading;
		expect(scene.account.view().credits?.balance.micro).toBe("9000000");
	});
});

describe("older entries", () => {
	it("are requested by the service's id, and arrive once each", async () => {
		const scene = accountScene();
		scene.answer(
			CREDITS,
			positionText({ ids: [9, 8], next: 8 }),
			positionText({ ids: [8, 7], next: 7 }),
			positionText({ ids: [6] }),
		);
		await scene.account.readAccount();
		expect(scene.account.view().credits?.more).toBe(true);
		await scene.account.moreCredits();
		await scene.account.moreCredits();
		await scene.account.moreCredits();
		const credits = scene.account.view().credits;
		expect(credits?.entries.map(({ id }) => id)).toEqual(["9", "8", "7", "6"]);
		expect(credits?.more).toBe(false);
		expect(scene.calls.flatMap(({ query }) => query?.["before_id"] ?? [])).toEqual(["8", "7"]);
	});

	it("end if the service's links form a circle", async () => {
		const scene = accountScene();
		scene.answer(CREDITS, positionText({ ids: [9, 8], next: 8 }));
		await scene.account.readAccount();
		await scene.account.moreCredits();
		expect(scene.account.view().credits).toMatchObject({ more: false });
		expect(scene.account.view().credits?.entries).toHaveLength(2);
	});
});

describe("the secrets of an app", () => {
	it("are shown as present or not, and no member's value is stored, shown or logged", async () => {
		const scene = await opened();
		scene.answer(SECRETS, secretsText(7, "test-vault"));
		expect(await scene.account.readSecrets({ applicationId: 7 })).toEqual({ ok: true });
		expect(scene.account.app(7)?.secrets?.slots).toMatchObject([{ name: "KEY", presence: "own" }]);
		expect(JSON.stringify([scene.account.view(), scene.lines])).not.toContain("hunter2");
	});

	it("of another app than the requested one are refused", async () => {
		const scene = await opened();
		scene.answer(SECRETS, secretsText(12, "Notes"));
		expect((await scene.account.readSecrets({ applicationId: 7 })).ok).toBe(false);
		expect(scene.account.app(7)).toMatchObject({
			secrets: null,
			loading: false,
			fault: message("account.later"),
		});
		expect(scene.account.app(12)?.secrets).toBeNull();
	});

	it("that can't be read are not logged", async () => {
		const scene = await opened();
		scene.answer(SECRETS, 'hunter2 {"application_id":7');
		await scene.account.readSecrets({ applicationId: 7 });
		expect(scene.lines.join()).not.toContain("hunter2");
	});
});

describe("removing an app", () => {
	it("succeeds if the typed name is exactly the app's, and the app leaves the list", async () => {
		const scene = await opened();
		scene.answer(REMOVE, REMOVED);
		expect(await scene.remove(7, "test-vault")).toEqual({ ok: true });
		expect(ids(scene)).toEqual([12]);
	});

	it.each(["", "Test-vault", "test-vault ", "test‑vault", "test-vaul", "7"])(
		"is refused if %j was typed",
		async (name) => {
			const scene = await opened();
			scene.answer(REMOVE, REMOVED);
			expect(await scene.remove(7, name)).toMatchObject({
				ok: false,
				text: saying("account.apps.wrong-name"),
			});
			expect(scene.calls.some(({ method }) => method === "DELETE")).toBe(false);
		},
	);

	it("requires the name in the service's spelling, not an equivalent one", async () => {
		const scene = accountScene();
		scene.answer(APPS, JSON.stringify([{ application_id: 7, app: "cafe\u0301" }]));
		await scene.account.readAccount();
		scene.answer(REMOVE, REMOVED);
		expect((await scene.remove(7, "caf\u00e9")).ok).toBe(false);
		expect(await scene.remove(7, "cafe\u0301")).toEqual({ ok: true });
	});

	it("is refused for an unknown app", async () => {
		const scene = await opened();
		expect(await scene.remove(99, "test-vault")).toMatchObject({ ok: false });
		expect(scene.calls.some(({ method }) => method === "DELETE")).toBe(false);
	});

	it.each<[string, string | ServiceError]>([
		["about another app", REMOVED.replace('"application_id":7', '"application_id":12')],
		["that it is installed", REMOVED.replace("false", "true")],
		["lost", lost()],
		["broken on the way", httpError(502)],
	])("with an answer of %s is not complete: the list is read again", async (_what, reply) => {
		const scene = await opened();
		scene.answer(REMOVE, reply);
		expect(await scene.remove(7, "test-vault")).toMatchObject({
			ok: false,
			text: saying("account.apps.unclear"),
		});
		expect(scene.calls.filter(({ path }) => path === "/v1/account/apps")).toHaveLength(2);
		expect(scene.account.app(7)?.fault).toEqual(saying("account.apps.unclear"));
	});

	it.each<[string, string | ServiceError]>([
		["can't be read", '{"deleted":true}'],
		["is lost", lost()],
	])("with an answer of %s is complete if the list no longer names the app", async (_what, reply) => {
		const scene = await opened();
		scene.answer(REMOVE, reply);
		scene.answer(APPS, JSON.stringify([{ application_id: 12, app: "Notes" }]));
		expect(await scene.remove(7, "test-vault")).toEqual({ ok: true });
		expect(ids(scene)).toEqual([12]);
	});

	it("with a lost answer stays unclear if the list can't be read completely", async () => {
		const scene = await opened();
		scene.answer(REMOVE, lost());
		scene.answer(APPS, JSON.stringify([{ application_id: 12, app: "Notes" }, "?"]));
		expect(await scene.remove(7, "test-vault")).toMatchObject({
			ok: false,
			text: saying("account.apps.unclear"),
		});
	});

	it("leaves the app in place if the service refuses", async () => {
		const scene = await opened();
		scene.answer(REMOVE, httpError(403));
		expect((await scene.remove(7, "test-vault")).ok).toBe(false);
		expect(ids(scene)).toEqual([7, 12]);
		expect(scene.account.app(7)?.fault).toEqual(message("service.forbidden"));
	});
});

it("nothing is requested, shown or changed after another sign-in", async () => {
	const scene = await opened();
	scene.account.stop();
	const before = scene.calls.length;
	for (const work of [
		scene.account.readAccount(),
		scene.account.readSecrets({ applicationId: 7 }),
		scene.remove(7, "test-vault"),
		scene.topUp(20_000n),
	])
		expect((await work).ok).toBe(false);
	expect(scene.calls).toHaveLength(before);
});

describe("a paid operation", () => {
	it.each([
		[
			"a top-up",
			"account.top-up.not-on-screen",
			(scene: AccountScene) => scene.account.topUp({ amountMicrousd: "10000" }),
		],
		[
			"a top-up that is tried again",
			"account.top-up.not-on-screen",
			(scene: AccountScene) => scene.account.retryTopUp(),
		],
		[
			"removing an app",
			"account.app-not-on-screen",
			(scene: AccountScene) => scene.account.removeApp({ applicationId: 7, name: "test-vault" }),
		],
	])("is not run if something else is on screen: %s", async (_what, code, command) => {
		const scene = await opened();
		const before = scene.calls.length;
		const elsewhere: readonly WindowRoute[] = [
			{ kind: "empty" },
			{ kind: "signIn" },
			code.startsWith("account.top-up")
				? { kind: "removeApp", applicationId: 7 }
				: { kind: "removeApp", applicationId: 8 },
		];
		for (const route of elsewhere) {
			scene.showRoute(route);
			expect(await command(scene)).toMatchObject({ ok: false, text: saying(code) });
		}
		expect(scene.calls).toHaveLength(before);
	});

	it("is confirmed in the trusted window, which the desk opens", async () => {
		const scene = await opened();
		expect(await scene.account.askTopUp()).toEqual({ ok: true });
		expect(scene.route()).toEqual({ kind: "topUp" });
		expect(await scene.account.askRemoveApp({ applicationId: 7 })).toEqual({ ok: true });
		expect(scene.route()).toEqual({ kind: "removeApp", applicationId: 7 });
		expect((await scene.account.askRemoveApp({ applicationId: 99 })).ok).toBe(false);
	});
});

describe("credits", () => {
	const entry = (id: number) => stub<CreditEntry>({ id });
	const ids = ({ entries }: CreditPosition) => entries.map(({ id }) => id);
	const range = (from: number, count: number) =>
		Array.from({ length: count }, (_, index) => entry(from - index));

	const position = (entries: readonly CreditEntry[], nextBeforeId: number | null) =>
		stub<CreditPosition>({ entries, nextBeforeId });

	describe("an older page of entries", () => {
		it("goes after the newer ones, and links to the next", () => {
			const both = withOlderPage(position(range(9, 2), 8), position(range(7, 2), 6));
			expect(ids(both)).toEqual([9, 8, 7, 6]);
			expect(both.nextBeforeId).toBe(6);
		});

		it("adds no entry twice", () => {
			expect(ids(withOlderPage(position(range(9, 2), 8), position(range(8, 2), 7)))).toEqual([9, 8, 7]);
		});

		it.each([
			["brings nothing new", range(9, 2), 5],
			["links back to the same page", range(7, 1), 8],
			["fills the stored list", range(7, 5_000), 1],
		])("is the last one if it %s", (_what, entries, next) => {
			const both = withOlderPage(position(range(9, 2), 8), position(entries, next));
			expect(both.nextBeforeId).toBeNull();
			expect(both.entries.length).toBeLessThanOrEqual(5_000);
		});
	});

	it("keeps no more entries than of all pages together", () => {
		expect(newestPage(position(range(9_000, 6_000), null)).entries).toHaveLength(5_000);
	});
});
