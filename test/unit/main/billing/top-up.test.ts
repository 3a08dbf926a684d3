import { describe, expect, it } from "vitest";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import { ServiceError } from "../../../../src/main/service/errors.ts";
import { saying } from "../../../support/saying.ts";
import { type AccountScene, accountScene, httpError, lost, positionText, SCOPE } from "./account-scene.ts";

const ROUTE = "POST /v1/account/credits/top-up";
const keysOf = (scene: AccountScene) =>
	scene.calls.filter(({ path }) => path.endsWith("/top-up")).map(({ idempotencyKey }) => idempotencyKey);
const shown = (scene: AccountScene) => scene.account.view().topUp;

describe("a top-up", () => {
	it("is sent once, with its key stored before, and returns its balance", async () => {
		const scene = accountScene();
		let pending = 0;
		scene.answer(ROUTE, async () => {
			pending = scene.intents.pending(SCOPE).length;
			return positionText({ balance: 12_500_000 });
		});
		expect(await scene.topUp(10_000_000n)).toEqual({ ok: true });
		expect(pending).toBe(1);
		expect(scene.intents.pending(SCOPE)).toEqual([]);
		expect(scene.calls).toMatchObject([{ body: { amount_microusd: 10_000_000 } }]);
		expect(shown(scene)).toMatchObject({
			state: "done",
			amount: { usd: message("credits.usd", { amount: "10.00" }) },
		});
		expect(scene.account.view().credits?.balance.usd).toEqual(message("credits.usd", { amount: "12.50" }));
	});

	it.each([0n, 9_999n, 1_000_000_001n, -10_000n])(
		"of %s micro-USD is refused before anything is sent",
		async (micro) => {
			const scene = accountScene();
			expect(await scene.topUp(micro)).toMatchObject({
				ok: false,
				text: saying("account.top-up.limits"),
			});
			expect(scene.calls).toEqual([]);
			expect(scene.intents.pending(SCOPE)).toEqual([]);
		},
	);

	it("at each of its limits is sent", async () => {
		const scene = accountScene();
		scene.answer(ROUTE, positionText());
		expect(await scene.topUp(10_000n)).toEqual({ ok: true });
		expect(await scene.topUp(1_000_000_000n)).toEqual({ ok: true });
		expect(new Set(keysOf(scene)).size).toBe(2);
	});

	it("with a lost answer is unclear, is not sent by itself, and is retried with the same key", async () => {
		const scene = accountScene();
		scene.answer(ROUTE, lost(), httpError(503, null, { "x-request-id": "req_5" }), positionText());
		expect((await scene.topUp(20_000n)).ok).toBe(false);
		expect(shown(scene)).toMatchObject({ state: "unclear", text: saying("account.top-up.same-key") });
		await scene.pass(10 * 60_000);
		expect(scene.calls).toHaveLength(1);
		expect(await scene.topUp(20_000n)).toMatchObject({ ok: false });
		expect(scene.calls).toHaveLength(1);
		expect((await scene.retryTopUp()).ok).toBe(false);
		expect(shown(scene)?.text).toEqual(saying("service.support", { id: "req_5" }));
		expect(await scene.retryTopUp()).toEqual({ ok: true });
		expect(new Set(keysOf(scene)).size).toBe(1);
		expect(keysOf(scene)).toHaveLength(3);
		expect(await scene.retryTopUp()).toMatchObject({ ok: false });
	});

	it.each([
		["a page of a gateway", () => "<html>"],
		["an error with status 200", () => '{"error":"busy"}'],
		["nothing that is an object", () => "12"],
		["no text at all", () => ""],
	])("with an answer of %s is unclear", async (_what, text) => {
		const scene = accountScene();
		scene.answer(ROUTE, text());
		await scene.topUp(20_000n);
		expect(shown(scene)?.state).toBe("unclear");
		expect(scene.intents.pending(SCOPE)).toHaveLength(1);
	});

	it("with an unreadable balance is done, and shows no balance rather than a rounded one", async () => {
		const scene = accountScene();
		scene.answer(ROUTE, positionText().replace("2500000", "9007199254740993"));
		expect(await scene.topUp(20_000n)).toEqual({ ok: true });
		expect(shown(scene)).toMatchObject({ state: "done", text: saying("account.top-up.done-unread") });
		expect(scene.account.view().credits).toBeNull();
	});

	it("cut off by a restart is shown as unclear, and is sent with its key only on request", async () => {
		const first = accountScene();
		first.answer(ROUTE, () => new Promise(() => {}));
		void first.topUp(4_000_000n);
		const [key] = keysOf(first);
		first.account.stop();
		const second = first.again();
		expect(shown(second)).toMatchObject({
			state: "unclear",
			amount: { usd: message("credits.usd", { amount: "4.00" }) },
		});
		await second.pass(60_000);
		expect(second.calls).toEqual([]);
		second.answer(ROUTE, positionText());
		expect(await second.retryTopUp()).toEqual({ ok: true });
		expect(keysOf(second)).toEqual([key]);
		expect(shown(second.again())).toBeNull();
	});

	it("that requires a payment says so, and uses the same key afterwards, even if it is requested again", async () => {
		const scene = accountScene();
		scene.answer(ROUTE, httpError(402, { error: "payment_required" }), httpError(402), positionText());
		await scene.topUp(50_000n);
		expect(shown(scene)).toMatchObject({
			state: "payment_needed",
			text: sentences(
				message("service.payment-required"),
				message("service.calls-it", { code: "payment_required" }),
			),
		});
		await scene.retryTopUp();
		expect(await scene.topUp(50_000n)).toEqual({ ok: true });
		expect(new Set(keysOf(scene)).size).toBe(1);
	});

	it("that requires a payment is replaced by one of another amount, with its own key", async () => {
		const scene = accountScene();
		scene.answer(ROUTE, httpError(402), positionText());
		await scene.topUp(50_000n);
		expect(await scene.topUp(60_000n)).toEqual({ ok: true });
		expect(new Set(keysOf(scene)).size).toBe(2);
		expect(scene.intents.pending(SCOPE)).toEqual([]);
	});

	it.each([
		[409, "service.conflict"],
		[422, "service.unprocessable"],
		[429, "account.top-up.patience"],
		[404, "account.top-up.not-offered"],
		[403, "service.forbidden"],
		[401, "service.unauthorized"],
	])("refused with %d is over, gives the reason, and is forgotten", async (status, code) => {
		const scene = accountScene();
		scene.answer(ROUTE, httpError(status));
		expect(await scene.topUp(20_000n)).toMatchObject({
			ok: false,
			text: saying(code),
		});
		expect(shown(scene)?.state).toBe("refused");
		expect(scene.intents.pending(SCOPE)).toEqual([]);
	});

	it.each([401, 403, 404, 409, 429])("stays unclear if a retry is answered with %d", async (status) => {
		const scene = accountScene();
		scene.answer(ROUTE, lost(), httpError(status), positionText());
		await scene.topUp(20_000n);
		await scene.retryTopUp();
		expect(shown(scene)?.state).toBe("unclear");
		expect(await scene.retryTopUp()).toEqual({ ok: true });
		expect(new Set(keysOf(scene)).size).toBe(1);
	});

	it("that never left this computer is refused, not unclear", async () => {
		const scene = accountScene();
		scene.answer(ROUTE, new ServiceError("offline", { unsent: true }));
		await scene.topUp(20_000n);
		expect(shown(scene)).toMatchObject({
			state: "refused",
			text: saying("account.top-up.unsent"),
		});
	});

	it("respects the service's retry delay, unclear or not", async () => {
		const scene = accountScene();
		const busy = { "retry-after": "30" };
		scene.answer(ROUTE, httpError(429, null, busy), httpError(503, null, busy), positionText());
		await scene.topUp(20_000n);
		expect(await scene.topUp(20_000n)).toMatchObject({
			ok: false,
			text: saying("account.top-up.wait", { seconds: 30 }),
		});
		await scene.pass(30_000);
		await scene.topUp(20_000n);
		expect(shown(scene)?.state).toBe("unclear");
		expect((await scene.retryTopUp()).ok).toBe(false);
		expect(scene.calls).toHaveLength(2);
		await scene.pass(30_000);
		expect(await scene.retryTopUp()).toEqual({ ok: true });
	});

	it("is not sent twice by a second click", async () => {
		const scene = accountScene();
		let answer: (text: string) => void = () => {};
		scene.answer(ROUTE, () => new Promise((resolve) => (answer = resolve)));
		const first = scene.topUp(20_000n);
		expect((await scene.topUp(20_000n)).ok).toBe(false);
		expect((await scene.retryTopUp()).ok).toBe(false);
		answer(positionText());
		expect(await first).toEqual({ ok: true });
		expect(scene.calls).toHaveLength(1);
	});

	it("unclear for a day says so, and no longer blocks another", async () => {
		const scene = accountScene();
		scene.answer(ROUTE, lost(), positionText());
		await scene.topUp(20_000n);
		await scene.pass(86_400_001);
		expect(shown(scene)?.text).toEqual(saying("account.top-up.old"));
		expect(await scene.topUp(30_000n)).toEqual({ ok: true });
		expect(new Set(keysOf(scene)).size).toBe(2);
		expect(scene.intents.pending(SCOPE)).toEqual([]);
	});

	it("can be cleared only when it is over", async () => {
		const scene = accountScene();
		scene.answer(ROUTE, lost(), positionText());
		await scene.topUp(20_000n);
		await scene.account.askTopUp();
		expect(shown(scene)?.state).toBe("unclear");
		await scene.retryTopUp();
		await scene.account.askTopUp();
		expect(shown(scene)).toBeNull();
	});

	it("keeps the other intents", () => {
		const scene = accountScene();
		scene.intents.remember("start", SCOPE, { message: "hello" });
		scene.intents.remember("top_up", SCOPE, { amount_microusd: 5 });
		scene.intents.remember("top_up", "another", { amount_microusd: 20_000 });
		expect(shown(scene.again())).toBeNull();
		expect(scene.intents.pending(SCOPE)).toMatchObject([{ kind: "start" }]);
		expect(scene.intents.pending("another")).toHaveLength(1);
	});
});
