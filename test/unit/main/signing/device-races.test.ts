import { afterEach, describe, expect, it } from "vitest";
import { message, verbatim } from "../../../../src/core/localized-text.ts";
import type { Readiness } from "../../../../src/main/wallet/signers/signer.ts";
import { START as LEDGER_START, ledgerScene } from "../wallet/signers/ledger/scene.ts";
import { openScene, type Scene, START } from "./scene.ts";

/**
 * A device, its user and the service each have their own pace. An approval waits for them without querying them too
 * often.
 */

let scene: Scene;
afterEach(() => scene.close());

const PLACE = "Ledger Nano X, m/44'/60'/0'/0/0";

function onDevice(): Scene {
	scene = openScene();
	scene.signer.place = PLACE;
	return scene;
}

const turns = async (times: number) => {
	for (let turn = 0; turn < times; turn += 1) await new Promise<void>((go) => setImmediate(go));
};

/** Creates a runner with a real Ledger signer, which wakes all waiting rows when it becomes free, as in the app. */
function withLedger() {
	onDevice();
	expect(LEDGER_START).toBe(START);
	const ledger = ledgerScene(scene.clock);
	scene.signer.readiness = (account) => ledger.signer.prepare(account);
	let woken = 0;
	ledger.world.onFree = () => {
		woken += 1;
		// If one row woke itself forever, the test would never end.
		if (woken < 100) scene.runner().wakeAll();
	};
	return ledger;
}

describe("a ready device without a ready service", () => {
	it("is not queried again and again, since the runner keeps its own interval", async () => {
		const { world } = withLedger();
		scene.chain.down = new Error("down");
		scene.approve();
		await turns(500);
		expect(scene.row().state).toBe("approved");
		expect(world.prepared).toHaveLength(1);
		scene.clock.advance(499);
		await turns(50);
		expect(world.prepared).toHaveLength(1);
		scene.clock.advance(1);
		await turns(50);
		expect(world.prepared).toHaveLength(2);
	});
});

describe("an approval withdrawn during the search for its device", () => {
	const WITHDRAWN = message("signing.withdrawn");

	it.each<[string, Readiness]>([
		["is not there", { ready: false, text: verbatim("Plug in your Ledger Nano X.") }],
		["is ready", { ready: true }],
	])("stays withdrawn, with its own text, if the device %s", async (_name, readiness) => {
		onDevice();
		const looking = Promise.withResolvers<Readiness>();
		scene.signer.readiness = () => looking.promise;
		scene.approve();
		await turns(50);
		expect(scene.signer.prepared).toBe(1);
		const facts = { outcome: "unsigned", live: false, text: WITHDRAWN } as const;
		scene.journal.step(scene.row().id, ["approved"], "refused", facts);
		looking.resolve(readiness);
		await turns(50);
		scene.clock.advance(20_000);
		await turns(50);
		expect(scene.row()).toMatchObject({ state: "refused", text: WITHDRAWN, live: false });
		expect(scene.signer.signed).toBe(0);
		expect(scene.history()).toEqual(["approved", "refused"]);
		expect(scene.lines).toEqual([]);
	});

	it("stays withdrawn if that happens during a query of the service", async () => {
		onDevice();
		const reading = Promise.withResolvers<void>();
		scene.service.onRead = () => reading.promise;
		scene.approve();
		await turns(50);
		const facts = { outcome: "unsigned", live: false, text: WITHDRAWN } as const;
		scene.journal.step(scene.row().id, ["approved"], "refused", facts);
		reading.resolve();
		await turns(50);
		expect(scene.row()).toMatchObject({ state: "refused", text: WITHDRAWN });
		expect(scene.signer.signed).toBe(0);
		expect(scene.lines).toEqual([]);
	});
});

describe("an app that ends during the search for a device", () => {
	it.each<[string, Readiness]>([
		["is there", { ready: true }],
		["is not", { ready: false, text: verbatim("Plug in your Ledger Nano X.") }],
	])("queries nothing any more, and shows nothing, if it %s", async (_name, readiness) => {
		onDevice();
		const looking = Promise.withResolvers<Readiness>();
		scene.signer.readiness = () => looking.promise;
		scene.approve();
		await turns(50);
		const stopped = scene.runner().stop();
		looking.resolve(readiness);
		await stopped;
		expect(scene.row()).toMatchObject({ state: "approved", text: null });
		expect(scene.service.reads).toBe(0);
		expect(scene.signer.signed).toBe(0);
	});
});

describe("a device whose user takes their time", () => {
	it("has its signature withheld if the service asks for something else by then", async () => {
		onDevice();
		scene.signer.during = () => {
			scene.clock.advance(60_000);
			scene.service.become({ state: "rejected", action: null });
		};
		scene.approve();
		await scene.carry("held");
		expect(scene.service.manuals).toEqual([]);
	});

	it("does not cause a second query of the service if they were quick", async () => {
		onDevice();
		scene.signer.during = () => scene.clock.advance(1_000);
		scene.approve();
		await scene.carry("reported");
		expect(scene.signer.signed).toBe(1);
	});
});
