import { afterEach, describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { type ActionScene, evmAction, openActionScene, SVM_BLOCKHASHES, svmAction } from "./actions-scene.ts";
import { openScene, type Scene } from "./scene.ts";

/**
 * A transaction that the RPC still shows is not dropped, whatever its nonce or blockhash. Otherwise it could be
 * executed twice.
 */

let scene: Scene;
afterEach(() => scene.close());

async function sentAction(made: Parameters<typeof openActionScene>[0]): Promise<ActionScene> {
	const opened = openActionScene(made);
	scene = opened;
	opened.begin();
	await opened.until(() => opened.stepRow(1).state === "submitted");
	return opened;
}

describe("a transaction that the RPC shows without details", () => {
	it("is not called dropped on Solana, however long its blockhash is expired: it may have landed", async () => {
		const opened = await sentAction(svmAction(1));
		for (const each of SVM_BLOCKHASHES) opened.svm.dead.add(each);
		opened.svm.finalized = opened.svm.confirmed + 1n;
		await opened.pass(300_000);
		expect(opened.stepRow(1)).toMatchObject({
			state: "submitted",
			live: true,
			dead: false,
			text: message("signing.spent.still-shown", { life: message("signing.life.blockhash") }),
		});
		opened.svm.finalize(opened.stepRow(1).transactionId ?? "");
		await opened.until(() => opened.parent().state === "settled");
		expect(opened.parent().outcome).toBe("confirmed");
	});

	it("is not called replaced on EVM while it is shown, and settles once its receipt is there", async () => {
		const opened = await sentAction(evmAction(1));
		opened.chain.useNonce();
		await opened.pass(300_000);
		expect(opened.stepRow(1)).toMatchObject({ state: "submitted", live: true });
		opened.chain.mine(opened.stepRow(1).transactionId ?? "");
		await opened.until(() => opened.parent().state === "settled");
		expect(opened.parent().outcome).toBe("confirmed");
	});

	it("of a commit is not called replaced either, although the service has ended it", async () => {
		scene = openScene("wallet");
		scene.approve();
		await scene.carry("reported");
		scene.chain.useNonce();
		scene.service.become({ state: "failed", transaction_id: null });
		await expect(scene.carry("settled", 200_000)).rejects.toThrow(/signing\.spent\.still-shown/);
		scene.chain.mine(scene.row().transactionId ?? "");
		expect(await scene.carry("settled")).toMatchObject({ outcome: "confirmed" });
	});

	it("of a signature that is held is not called replaced either", async () => {
		scene = openScene("wallet");
		scene.service.returnedBytes = "0x02f8ab";
		scene.approve();
		await scene.carry("held");
		const hash = scene.row().transactionId ?? "";
		scene.chain.accept(hash);
		scene.chain.useNonce();
		scene.service.become({ state: "failed", action: null, transaction_id: null });
		await expect(scene.carry("settled", 200_000)).rejects.toThrow("held");
		expect(scene.row()).toMatchObject({ state: "held", live: true });
		scene.chain.mine(hash);
		expect(await scene.carry("settled")).toMatchObject({ outcome: "confirmed" });
	});
});
