import { describe, expect, it } from "vitest";
import { codesOf } from "../../../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../../../src/core/match/fingerprint.ts";
import type { DevicePayload } from "../../../../../../src/ledger-process/protocol.ts";
import { commit, frozenOf, OTHER, SIGNER } from "../../../../core/match/honest.ts";
import { ACCOUNT, deviceScene } from "./device-channels.ts";
import { ledgerScene, refusal, refusalOf, SVM_ACCOUNT } from "./scene.ts";

/** Concurrent or misordered events between main, the device process and a device. */

const PAYLOAD: DevicePayload = { kind: "evm_personal", message: "0x00" };

describe("a dying device process", () => {
	it("may have shown the request once it received it, whatever it reported", async () => {
		const scene = deviceScene();
		const call = scene.client.sign("a", ACCOUNT, PAYLOAD, () => {});
		await scene.rest();
		scene.channel().die();
		expect(await call.answer).toMatchObject({ fault: "stopped", prompt: "unknown" });
	});

	it("has shown nothing if the request never reached it", async () => {
		const scene = deviceScene();
		const before = scene.client.inspect("a");
		const call = scene.client.sign("a", ACCOUNT, PAYLOAD, () => {});
		await scene.rest();
		scene.channel().die();
		expect(await before).toMatchObject({ fault: "stopped", prompt: "notAsked" });
		scene.unable = true;
		for (let tries = 0; tries < 5; tries += 1) {
			scene.clock.advance(4_000);
			await scene.rest();
		}
		expect(await call.answer).toMatchObject({ fault: "stopped", prompt: "notAsked" });
	});

	it("in the middle of a check has shown nothing", async () => {
		const scene = deviceScene();
		const call = scene.client.prepare("a", ACCOUNT);
		await scene.rest();
		scene.channel().die();
		expect(await call).toMatchObject({ fault: "stopped", prompt: "notAsked" });
	});
});

describe("a question cancelled during its process' start", () => {
	it("never reaches the process, and the next one does", async () => {
		const scene = deviceScene();
		scene.greets = false;
		const call = scene.client.sign("a", ACCOUNT, PAYLOAD, () => {});
		await scene.rest();
		call.cancel();
		expect(await call.answer).toMatchObject({ fault: "cancelled", prompt: "notAsked" });
		scene.channel().answer("hello", { ok: true });
		await scene.rest();
		void scene.client.inspect("a");
		await scene.rest();
		expect(scene.channel().posted.map(({ request }) => request.kind)).toEqual(["hello", "inspect"]);
	});
});

describe("an answer that arrives late, twice or to another question", () => {
	it("is discarded", async () => {
		const scene = deviceScene();
		const first = scene.client.sign("a", ACCOUNT, PAYLOAD, () => {});
		await scene.rest();
		const { id } = scene.channel().last("sign");
		scene.channel().answer("sign", refusalOf("rejected", "answered"));
		expect(await first.answer).toMatchObject({ fault: "rejected" });
		const second = scene.client.sign("a", ACCOUNT, PAYLOAD, () => {});
		await scene.rest();
		expect(scene.channel().last("sign").id).not.toBe(id);
		const late = { ok: true, signature: `0x${"11".repeat(64)}00` };
		let over = false;
		void second.answer.then(() => {
			over = true;
		});
		scene.channel().send({ kind: "answer", token: "0".repeat(64), id: id + 1, answer: late });
		await scene.rest();
		expect(over).toBe(false);
		scene.channel().answer("sign", refusalOf("locked"));
		expect(await second.answer).toMatchObject({ fault: "locked" });
	});
});

describe("two approvals for one account", () => {
	const one = () => frozenOf(commit());

	it("are requested one after the other, even if the first took so long that its lock had expired", async () => {
		const { ask, clock, rest, signer, world } = ledgerScene();
		expect((await signer.prepare(SIGNER)).ready).toBe(true);
		clock.advance(60_000);
		expect((await signer.prepare(SIGNER)).ready).toBe(true);
		const answers = [
			Promise.withResolvers<ReturnType<typeof refusalOf>>(),
			Promise.withResolvers<ReturnType<typeof refusalOf>>(),
		];
		let asked = 0;
		world.sign = () => {
			const answer = answers[asked];
			asked += 1;
			if (answer === undefined) throw new Error("a third question");
			return answer.promise;
		};
		const first = refusal(ask(one()));
		const second = refusal(ask(one()));
		await rest();
		expect(asked).toBe(1);
		answers[0]?.resolve(refusalOf("rejected", "answered"));
		expect((await first).reason).toBe("rejected");
		await rest();
		expect(asked).toBe(2);
		answers[1]?.resolve(refusalOf("locked"));
		expect((await second).reason).toBe("locked");
	});

	it("are not both requested if the review expires while the second waits for its turn", async () => {
		const { ask, clock, rest, world } = ledgerScene();
		const first = Promise.withResolvers<ReturnType<typeof refusalOf>>();
		let asked = 0;
		world.sign = () => {
			asked += 1;
			return first.promise;
		};
		const answers = [refusal(ask(one())), refusal(ask(one()))];
		await rest();
		clock.advance(60 * 60_000);
		first.resolve(refusalOf("cancelled", "unknown"));
		expect(codesOf((await answers[0])?.text ?? "")).toEqual([
			"signer.given-up.time",
			"signer.device-may-still-show",
		]);
		expect(codesOf((await answers[1])?.text ?? "")).toEqual(["proof.expired", "nothing-signed"]);
		expect(asked).toBe(1);
	});

	it("keep the lock while a question is open, however long", async () => {
		const { ask, clock, rest, signer, world } = ledgerScene();
		const answer = Promise.withResolvers<ReturnType<typeof refusalOf>>();
		world.sign = () => answer.promise;
		await signer.prepare(SIGNER);
		const asked = refusal(ask(one()));
		await rest();
		clock.advance(5 * 60_000);
		expect(await signer.prepare(SVM_ACCOUNT.address)).toMatchObject({ ready: false });
		answer.resolve(refusalOf("rejected", "answered"));
		await asked;
		expect((await signer.prepare(SVM_ACCOUNT.address)).ready).toBe(true);
	});

	it("do not use the lock that was prepared for another account", async () => {
		const { ask, rest, signer, world } = ledgerScene();
		const other = await signer.prepare(SVM_ACCOUNT.address);
		const signed = ask(one());
		await rest();
		expect(world.payloads).toEqual([]);
		if (other.ready) other.release?.();
		expect((await signed).signed).toMatchObject({ kind: "evm_transaction" });
		// The signer searched again for the device with this account.
		expect(world.prepared).toHaveLength(2);
	});

	it("don't wake a waiting caller when an unused lock is released", async () => {
		const { signer, world } = ledgerScene();
		let free = 0;
		world.onFree = () => {
			free += 1;
		};
		const ready = await signer.prepare(SIGNER);
		if (!ready.ready) throw new Error(ready.text.code);
		ready.release?.();
		expect(free).toBe(0);
		expect((await signer.prepare(SIGNER)).ready).toBe(true);
	});

	it("wake the next caller once a question is over", async () => {
		const { ask, signer, world } = ledgerScene();
		let free = 0;
		world.onFree = () => {
			free += 1;
		};
		await signer.prepare(SIGNER);
		await ask(one());
		expect(free).toBe(1);
	});
});

describe("a signer's accounts", () => {
	it("sign only for themselves, never with another account of the same device", async () => {
		const { signer, world } = ledgerScene();
		world.accounts = [ACCOUNT, { ...ACCOUNT, address: OTHER, path: "m/44'/60'/1'/0/0" }];
		const frozen = frozenOf(commit());
		const error = await refusal(signer.sign(frozen, 0, fingerprintOf(frozen), OTHER));
		expect(error).toMatchObject({ reason: "refusedMatch", field: "payload.signer", mayHaveSigned: false });
		expect(world.payloads).toEqual([]);
	});

	it("that can't be read once do not prevent later tries", async () => {
		const { signer, world } = ledgerScene();
		const { accounts } = world;
		Object.defineProperty(world, "accounts", {
			configurable: true,
			get: () => {
				throw new Error("no settings");
			},
		});
		expect(await signer.prepare(SIGNER)).toMatchObject({ ready: false });
		Object.defineProperty(world, "accounts", { value: accounts });
		expect((await signer.prepare(SIGNER)).ready).toBe(true);
	});
});
