import { afterEach, describe, expect, it } from "vitest";
import { detailOf } from "../../../../src/core/journal/details.ts";
import type { JournalState } from "../../../../src/core/journal/types.ts";
import { message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { APPROVAL_LIFE_MS } from "../../../../src/main/signing/sign-step.ts";
import { type Readiness, SignerError } from "../../../../src/main/wallet/signers/signer.ts";
import { openScene, type Scene } from "./scene.ts";
import { rowTextCodes } from "./told.ts";

/** An approval whose key is on a device waits for the device, and requests its signature once. */

let scene: Scene;
afterEach(() => scene.close());

const PLACE = "Ledger Nano X, m/44'/60'/0'/0/0";
const away: Readiness = { ready: false, text: verbatim("Plug in your Ledger Nano X.") };

function onDevice(): Scene {
	scene = openScene();
	scene.signer.place = PLACE;
	return scene;
}

const turns = async (until: () => boolean) => {
	for (let times = 0; !until() && times < 1_000; times += 1)
		await new Promise<void>((go) => setImmediate(go));
};

const detailAt = (state: JournalState) => detailOf(scene.journal.steps(scene.row().id), state);

describe("an approval without its device", () => {
	it("waits, says so, queries nothing, and continues as soon as the device is there", async () => {
		onDevice();
		scene.signer.readiness = () => away;
		scene.approve();
		await scene.rest();
		expect(scene.row()).toMatchObject({
			state: "approved",
			live: true,
			text: sentences(
				message("signing.approved"),
				verbatim("Plug in your Ledger Nano X."),
				message("signing.not-signed.yet"),
			),
		});
		expect(scene.service.reads).toBe(0);
		scene.signer.readiness = () => ({ ready: true });
		const at = scene.clock.now();
		scene.runner().wakeAll();
		await turns(() => scene.row().state !== "approved");
		expect(scene.clock.now()).toBe(at);
		await scene.carry("reported");
		expect(scene.signer.signed).toBe(1);
		expect(detailAt("signing")).toEqual({ kind: "asked", device: PLACE, renewed: false });
	});

	it("also searches for it by itself", async () => {
		onDevice();
		scene.signer.readiness = () => (scene.signer.prepared < 3 ? away : { ready: true });
		scene.approve();
		await scene.carry("reported");
		expect(scene.signer.signed).toBe(1);
	});

	it("is void after ten minutes, without any request to the device", async () => {
		onDevice();
		scene.signer.readiness = () => away;
		scene.approve();
		await scene.rest();
		scene.clock.advance(APPROVAL_LIFE_MS + 1);
		expect((await scene.carry("refused")).text).toEqual(
			sentences(message("signing.approved.too-long-ago"), message("signing.not-signed.review-again")),
		);
		expect(scene.signer.signed).toBe(0);
	});

	it("keeps waiting after the app was stopped and started", async () => {
		onDevice();
		scene.signer.readiness = () => away;
		scene.approve();
		await scene.rest();
		await scene.restart();
		await scene.rest();
		expect(scene.row().state).toBe("approved");
		scene.signer.readiness = () => ({ ready: true });
		scene.runner().wakeAll();
		await scene.carry("reported");
		expect(scene.signer.signed).toBe(1);
	});
});

describe("the lock of a device", () => {
	it("is released if nothing is signed after all", async () => {
		onDevice();
		let given = 0;
		scene.signer.readiness = () => ({
			ready: true,
			release: () => {
				given += 1;
			},
		});
		scene.chain.pending = 12n;
		scene.approve();
		await scene.carry("refused");
		expect(scene.signer.signed).toBe(0);
		expect(given).toBe(1);
	});

	it("is released if the preceding queries fail, too", async () => {
		onDevice();
		let held = 0;
		scene.signer.readiness = () => {
			held += 1;
			return {
				ready: true,
				release: () => {
					held -= 1;
				},
			};
		};
		scene.chain.down = new Error("down");
		scene.approve();
		await scene.rest();
		expect(scene.signer.prepared).toBe(1);
		expect(held).toBe(0);
	});
});

describe("a request on a device", () => {
	it.each([
		[
			"rejected",
			new SignerError("rejected", verbatim("You said no on the device.")),
			sentences(verbatim("You said no on the device."), message("nothing-signed")),
		],
		[
			"without a known outcome",
			new SignerError("unplugged", verbatim("It was unplugged. Nothing was sent."), null, {
				mayHaveSigned: true,
			}),
			verbatim("It was unplugged. Nothing was sent."),
		],
	])("that was %s is never repeated without a new approval", async (_name, error, text) => {
		onDevice();
		scene.signer.refusing = error;
		scene.approve();
		expect((await scene.carry("refused")).text).toEqual(text);
		scene.signer.refusing = null;
		scene.runner().wakeAll();
		await scene.restart();
		await scene.rest();
		expect(scene.signer.signed).toBe(1);
		expect(scene.approve().ok).toBe(true);
		await scene.carry("reported");
		expect(scene.signer.signed).toBe(2);
	});

	it("that the app's own end cancelled is reported as such when the row is found again", async () => {
		onDevice();
		const cut = Promise.withResolvers<void>();
		scene.signer.during = () => cut.promise;
		scene.signer.refusing = new SignerError("stopped", verbatim("It ended."), null, { mayHaveSigned: true });
		scene.approve();
		await turns(() => scene.row().state === "signing");
		const restarted = scene.restart();
		cut.resolve();
		await restarted;
		await scene.rest();
		expect(scene.row().state).toBe("refused");
		expect(scene.row().text).toEqual(
			sentences(
				message("signing.cut-off.device", { device: "Ledger Nano X, m/44'/60'/0'/0/0" }),
				message("signing.not-signed.approve-again"),
			),
		);
		expect(scene.history()).toEqual(["approved", "signing", "refused"]);
		expect(scene.signer.signed).toBe(1);
	});

	it("that its user rejected while the app was ending is refused for that reason", async () => {
		onDevice();
		const cut = Promise.withResolvers<void>();
		scene.signer.during = () => cut.promise;
		scene.signer.refusing = new SignerError("rejected", verbatim("You said no on the device."));
		scene.approve();
		await turns(() => scene.row().state === "signing");
		const stopped = scene.runner().stop();
		cut.resolve();
		await stopped;
		expect(scene.row()).toMatchObject({ state: "refused" });
		expect(scene.row().text).toEqual(
			sentences(verbatim("You said no on the device."), message("nothing-signed")),
		);
	});

	it("that was cut off by a kill is refused when the row is found again, with text for the device", async () => {
		onDevice();
		await scene.runner().stop();
		const passage = scene.approve();
		if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
		scene.journal.step(passage.row.id, ["approved"], "signing", {
			detail: { kind: "asked", device: PLACE, renewed: true },
		});
		await scene.restart();
		await scene.rest();
		expect(scene.row().state).toBe("refused");
		expect(scene.row().text).toEqual(
			sentences(
				message("signing.cut-off.device", { device: "Ledger Nano X, m/44'/60'/0'/0/0" }),
				message("signing.not-signed.approve-again"),
			),
		);
		expect(scene.signer.signed).toBe(0);
	});
});
