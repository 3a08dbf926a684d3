import { afterEach, describe, expect, it } from "vitest";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import { evmAction, openActionScene } from "./actions-scene.ts";
import { rpcFault } from "./fakes.ts";
import { openScene, type Scene } from "./scene.ts";

/** A transaction counts as replaced only if more than one RPC, or one RPC for some time, says so. */

let scene: Scene;
afterEach(() => scene.close());

const OTHER_HASH = `0x${"ab".repeat(32)}`;

/** Reports a transaction, then uses its nonce while the RPC doesn't know it. */
async function lose(): Promise<void> {
	scene = openScene("wallet");
	scene.approve();
	await scene.carry("reported");
	scene.chain.standings.clear();
	scene.chain.useNonce();
}

/** Advances time by this much, timer by timer. */
async function pass(ms: number): Promise<void> {
	const end = scene.clock.now() + ms;
	while (scene.clock.now() < end) {
		await scene.rest();
		if (!scene.clock.next()) return;
	}
	await scene.rest();
}

describe("a submitted transaction unknown to the RPC although its nonce is used", () => {
	it("is watched for a minute before it is reported as replaced", async () => {
		await lose();
		scene.service.become({ state: "failed", transaction_id: null });
		await pass(55_000);
		expect(scene.row()).toMatchObject({ state: "reported", live: true });
		expect(scene.row().text).toEqual(
			message("signing.spent.in-no-block", { life: message("signing.life.nonce", { nonce: "11" }) }),
		);
		await pass(10_000);
		expect(scene.row()).toMatchObject({
			state: "settled",
			outcome: "replaced",
			live: false,
			text: message("signing.nonce-replaced", { nonce: "11" }),
		});
	});

	it("restarts the minute if the nonce shows as unused in between", async () => {
		await lose();
		scene.service.become({ state: "failed", transaction_id: null });
		await pass(50_000);
		scene.chain.latest = 11n;
		await pass(5_000);
		scene.chain.useNonce();
		await pass(30_000);
		expect(scene.row().state).toBe("reported");
		expect(await scene.carry("settled")).toMatchObject({ outcome: "replaced" });
	});

	it("restarts the minute if it was in a block in between, which the chain reverted", async () => {
		await lose();
		scene.service.become({ state: "submitted", transaction_id: scene.row().transactionId });
		await pass(50_000);
		scene.chain.mine(scene.row().transactionId ?? "");
		await pass(5_000);
		expect(scene.row().text).toEqual(message("signing.mined-waiting", { block: "12" }));
		scene.chain.standings.clear();
		scene.service.become({ state: "failed", transaction_id: null });
		await pass(30_000);
		expect(scene.row().state).toBe("reported");
		expect(await scene.carry("settled")).toMatchObject({ outcome: "replaced" });
	});

	it("restarts the minute if the RPC shows it in between", async () => {
		await lose();
		scene.service.become({ state: "failed", transaction_id: null });
		await pass(50_000);
		scene.chain.accept(scene.row().transactionId ?? "");
		await pass(5_000);
		scene.chain.standings.clear();
		await pass(30_000);
		expect(scene.row().state).toBe("reported");
		expect(await scene.carry("settled")).toMatchObject({ outcome: "replaced" });
	});

	it("is not reported as replaced after only two checks, whatever the time between them", async () => {
		await lose();
		scene.service.become({ state: "failed", transaction_id: null });
		await pass(1_000);
		scene.chain.down = rpcFault("The RPC is away.");
		await pass(100_000);
		expect(scene.row().state).toBe("reported");
		scene.chain.down = null;
		scene.chain.lookups = 0;
		while (scene.chain.lookups === 0) await pass(1);
		expect(scene.row()).toMatchObject({ state: "reported", live: true });
		expect(await scene.carry("settled", 5_000)).toMatchObject({ outcome: "replaced" });
	});

	it.each(["submitted", "confirmed"] as const)(
		"is not reported as replaced while the service says that it is %s",
		async (state) => {
			await lose();
			scene.service.become({ state, transaction_id: scene.row().transactionId });
			await pass(150_000);
			expect(scene.row()).toMatchObject({ state: "reported", live: true });
			expect(scene.row().text).toEqual(
				message("signing.spent.service-goes-on", { life: message("signing.life.nonce", { nonce: "11" }) }),
			);
			scene.chain.mine(scene.row().transactionId ?? "");
			scene.service.become({ state: "confirmed" });
			expect(await scene.carry("settled")).toMatchObject({ outcome: "confirmed" });
		},
	);

	it("is reported as replaced if the service names another transaction", async () => {
		await lose();
		scene.service.become({ state: "confirmed", transaction_id: OTHER_HASH });
		expect(await scene.carry("settled")).toMatchObject({ outcome: "replaced" });
	});
});

describe("a held signature with a used nonce", () => {
	it("is not reported as replaced while the service says that its transaction is confirmed", async () => {
		scene = openScene("wallet");
		scene.service.returnedBytes = "0x02f8ab";
		scene.approve();
		await scene.carry("held");
		scene.service.become({ state: "confirmed", action: null, transaction_id: scene.row().transactionId });
		scene.chain.useNonce();
		await pass(150_000);
		expect(scene.row()).toMatchObject({ state: "held", live: true });
		scene.chain.mine(scene.row().transactionId ?? "");
		expect(await scene.carry("settled")).toMatchObject({ outcome: "confirmed" });
	});

	it("restarts the minute if the nonce shows as unused in between", async () => {
		scene = openScene("wallet");
		scene.service.returnedBytes = "0x02f8ab";
		scene.approve();
		await scene.carry("held");
		scene.service.become({ state: "failed", action: null, transaction_id: null });
		scene.chain.useNonce();
		await pass(50_000);
		scene.chain.latest = 11n;
		await pass(20_000);
		scene.chain.useNonce();
		await pass(30_000);
		expect(scene.row()).toMatchObject({ state: "held", live: true });
		expect(await scene.carry("settled")).toMatchObject({ outcome: "replaced" });
	});
});

describe("an action's step with a used nonce, unknown to the RPC", () => {
	it("restarts the minute if the nonce shows as unused in between", async () => {
		const action = openActionScene(evmAction(1));
		scene = action;
		action.begin();
		await action.until(() => action.stepRow(1).state === "submitted");
		action.chain.standings.clear();
		action.chain.useNonce();
		await action.pass(50_000);
		action.chain.latest = 11n;
		await action.pass(5_000);
		action.chain.standings.clear();
		action.chain.useNonce();
		await action.pass(30_000);
		expect(action.stepRow(1)).toMatchObject({ state: "submitted", live: true });
		await action.until(() => action.stepRow(1).state === "settled");
		expect(action.stepRow(1)).toMatchObject({ outcome: "replaced" });
	});
});

describe("a signature for the user's wallet that the service calls submitted", () => {
	const moved = async (change: Parameters<Scene["service"]["become"]>[0]) => {
		scene = openScene("wallet");
		scene.service.onAccepted = () => scene.service.become({ action: null, ...change });
		scene.approve();
		await scene.rest();
		await pass(10_000);
	};

	it.each(["submitted", "confirmed"] as const)("is awaited until the chain knows it (%s)", async (state) => {
		await moved({ state, transaction_id: null });
		expect(scene.row()).toMatchObject({ state: "handed_in", live: true });
		expect(scene.row().text).toEqual(message("signing.shown-elsewhere", { state }));
		scene.service.become({ transaction_id: scene.row().transactionId });
		await pass(5_000);
		expect(scene.row().state).toBe("handed_in");
		scene.chain.accept(scene.row().transactionId ?? "");
		await scene.carry("reported");
		expect(scene.chain.sent).toEqual([]);
		expect(scene.history()).not.toContain("sending");
	});

	it("is held if the service names another one", async () => {
		await moved({ state: "submitted", transaction_id: OTHER_HASH });
		expect(scene.row()).toMatchObject({
			state: "held",
			text: message("signing.other-transaction", {
				named: OTHER_HASH,
				signed: scene.row().transactionId ?? "",
			}),
		});
	});

	it("is held if the service ended it and the chain does not know it", async () => {
		scene = openScene("wallet");
		scene.service.onAccepted = () => {
			scene.service.become({ state: "expired", action: null, transaction_id: scene.row().transactionId });
		};
		scene.approve();
		expect((await scene.carry("held")).text).toEqual(
			sentences(
				message("signing.ended", { state: "expired" }),
				message("signing.could-be-sent", { life: message("signing.life.nonce", { nonce: "11" }) }),
			),
		);
		expect(scene.chain.sent).toEqual([]);
	});
});
