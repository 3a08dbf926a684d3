import { keccak256 } from "viem/utils";
import { afterEach, describe, expect, it } from "vitest";
import { detailOf } from "../../../../src/core/journal/details.ts";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import { replaceable } from "../../../../src/main/reviewing/own/replacement.ts";
import { signedBytesOf } from "../../../../src/main/signing/sign-step.ts";
import { COMMIT_STEPS } from "../../../fixtures/steps.ts";
import { hex } from "../../core/match/honest.ts";
import { openScene, type Scene } from "./scene.ts";
import { rowTextCodes } from "./told.ts";

/** Each route from the approval to the end, without failures. */

let scene: Scene;
afterEach(() => scene.close());

describe("an approval by wallet", () => {
	it("is signed, submitted to the service, broadcast, reported and followed to its block", async () => {
		scene = openScene("wallet");
		expect(scene.approve().ok).toBe(true);
		const reported = await scene.carry("reported");
		const hash = reported.transactionId ?? "";
		expect(scene.chain.sent).toEqual([signedBytesOf(reported)]);
		expect(scene.service.submissions()).toEqual([
			{ body: { kind: "signed", payloads: [signedBytesOf(reported)] }, key: reported.signedKey },
		]);
		expect(scene.service.reported()).toEqual([
			{ body: { kind: "broadcast", transaction_id: hash }, key: reported.reportKey },
		]);
		scene.chain.mine(hash);
		scene.service.become({ state: "confirmed" });
		const settled = await scene.carry("settled");
		expect(settled).toMatchObject({ outcome: "confirmed", live: false, text: null });
		expect(settled.receipt).toMatchObject({ succeeded: true, blockNumber: "12" });
		expect(scene.history()).toEqual(COMMIT_STEPS);
		expect(scene.signer.signed).toBe(1);
		expect(scene.journal.verify().ok).toBe(true);
	});

	it("stores each step before the effect that follows it", async () => {
		scene = openScene("wallet");
		const before: Record<string, string | undefined> = {};
		const last = () => scene.steps.at(-1);
		scene.signer.during = () => {
			before["signature"] = last();
		};
		scene.service.onAccepted = () => {
			before["hand-in"] = last();
		};
		scene.chain.sending.push((hash) => {
			before["send"] = last();
			scene.chain.accept(hash);
			return hash;
		});
		scene.approve();
		await scene.carry("reported");
		expect(before).toEqual({
			signature: "after signing",
			"hand-in": "after handing_in",
			send: "after sending",
		});
		expect(scene.row().signature).not.toBeNull();
	});

	it("names the transaction by the keccak-256 of its own bytes", async () => {
		scene = openScene("wallet");
		scene.approve();
		const row = await scene.carry("reported");
		expect(row.transactionId).toBe(keccak256(hex(signedBytesOf(row) ?? "")));
	});

	it("releases the nonce when its transaction is mined, although the service has not seen it", async () => {
		scene = openScene("wallet");
		scene.approve();
		const row = await scene.carry("reported");
		scene.chain.mine(row.transactionId ?? "");
		scene.clock.next();
		await scene.rest();
		expect(scene.row()).toMatchObject({ state: "reported", live: false });
		expect(scene.row().text).toEqual(message("signing.mined-waiting", { block: "12" }));
	});

	it.each(["failed", "rejected", "expired"] as const)(
		"does not claim that the service confirmed one that it calls %s, although the chain has it",
		async (state) => {
			scene = openScene("wallet");
			scene.approve();
			const row = await scene.carry("reported");
			scene.chain.mine(row.transactionId ?? "");
			scene.service.become({ state });
			expect(await scene.carry("settled")).toMatchObject({
				outcome: "confirmed",
				text: message("signing.in-block", { block: "12", state }),
			});
		},
	);

	it("reports that a transaction reverted, and that its fee is spent", async () => {
		scene = openScene("wallet");
		scene.approve();
		const row = await scene.carry("reported");
		scene.chain.mine(row.transactionId ?? "", false);
		scene.service.become({ state: "failed", failure_code: "reverted" });
		expect(await scene.carry("settled")).toMatchObject({
			outcome: "failed",
			live: false,
			text: message("signing.reverted"),
		});
	});

	it("trusts the chain rather than the service on its outcome", async () => {
		scene = openScene("wallet");
		scene.approve();
		const row = await scene.carry("reported");
		scene.chain.mine(row.transactionId ?? "", false);
		scene.service.become({ state: "confirmed" });
		expect(await scene.carry("settled")).toMatchObject({ outcome: "failed" });
	});

	it("does not call a transaction replaced because an RPC was behind for a moment", async () => {
		scene = openScene("wallet");
		scene.approve();
		const row = await scene.carry("reported");
		scene.chain.standings.clear();
		scene.chain.useNonce();
		scene.clock.next();
		await scene.rest();
		expect(scene.row().state).toBe("reported");
		scene.chain.mine(row.transactionId ?? "");
		scene.service.become({ state: "confirmed" });
		expect(await scene.carry("settled")).toMatchObject({ outcome: "confirmed" });
	});
});

describe("an approval that the service submits (hosted)", () => {
	it("is signed and submitted to the service, and never sent or reported by us", async () => {
		scene = openScene("hosted");
		scene.approve();
		const row = await scene.carry("reported");
		scene.chain.mine(row.transactionId ?? "");
		scene.service.become({ state: "confirmed" });
		expect(await scene.carry("settled")).toMatchObject({ outcome: "confirmed" });
		expect(scene.history()).not.toContain("sending");
		expect(scene.chain.sent).toEqual([]);
		expect(scene.service.reported()).toEqual([]);
		expect(scene.signer.signed).toBe(1);
	});

	it("is not sent by us if the service asks for it after all", async () => {
		scene = openScene("hosted");
		scene.service.onAccepted = (raw) => {
			const action = {
				kind: "broadcast" as const,
				signed_transaction: raw,
				transaction_id: keccak256(hex(raw)),
			};
			scene.service.become({ state: "awaiting_broadcast", action, transaction_id: null });
		};
		scene.approve();
		await expect(scene.carry("submitted")).rejects.toThrow("handed_in");
		expect(scene.chain.sent).toEqual([]);
		expect(scene.row().text).toEqual(
			sentences(message("signing.handed-in.hosted"), message("signing.holds-nonce", { nonce: "11" })),
		);
	});

	it("is held if the service ends it and names no transaction", async () => {
		scene = openScene("hosted");
		scene.service.onAccepted = () => {
			scene.service.become({ state: "failed", transaction_id: null });
		};
		scene.approve();
		expect((await scene.carry("held")).text).toEqual(
			sentences(
				message("signing.ended", { state: "failed" }),
				message("signing.could-be-sent", { life: message("signing.life.nonce", { nonce: "11" }) }),
			),
		);
	});

	it("is held if the service names another transaction than the signed one", async () => {
		scene = openScene("hosted");
		scene.service.onAccepted = () => scene.service.become({ transaction_id: `0x${"ab".repeat(32)}` });
		scene.approve();
		const row = await scene.carry("held");
		expect(row.live).toBe(true);
		expect(rowTextCodes(row.text)).toEqual(["signing.other-transaction"]);
	});
});

describe("a transaction sent by somebody else", () => {
	it.each(["hosted", "venue"] as const)(
		"is not sent by us, if the RPC never learns of it (%s)",
		async (broadcaster) => {
			scene = openScene(broadcaster);
			scene.service.onAccepted = () => {
				scene.service.become({ state: "submitted", action: null, transaction_id: scene.row().transactionId });
			};
			scene.approve();
			await scene.carry("reported");
			await expect(scene.carry("settled")).rejects.toThrow("reported");
			expect(scene.chain.sent).toEqual([]);
			expect(scene.row().text).toEqual(
				sentences(
					message("signing.unknown-to-rpc"),
					message("signing.unknown-to-rpc.of-others", { who: broadcaster }),
				),
			);
		},
	);
});

describe("an approval for a venue", () => {
	const silent = { state: "awaiting_broadcast", action: null } as const;

	it("is broadcast and reported by us once the venue returns exactly the signed bytes", async () => {
		scene = openScene("venue");
		scene.approve();
		const row = await scene.carry("reported");
		expect(scene.chain.sent).toEqual([signedBytesOf(row)]);
		expect(scene.service.reported()).toEqual([
			{ body: { kind: "broadcast", transaction_id: row.transactionId }, key: row.reportKey },
		]);
		scene.chain.mine(row.transactionId ?? "");
		scene.service.become({ state: "confirmed" });
		expect(await scene.carry("settled")).toMatchObject({ outcome: "confirmed" });
		expect(scene.history()).toEqual(COMMIT_STEPS);
	});

	it("is never broadcast if the venue returns other bytes", async () => {
		scene = openScene("venue");
		scene.service.returnedBytes = "0x02f8";
		scene.approve();
		expect((await scene.carry("held")).text).toEqual(message("signing.other-bytes"));
		expect(scene.chain.sent).toEqual([]);
	});

	it("follows a venue that sends by itself, and reports nothing", async () => {
		scene = openScene("venue");
		scene.service.onAccepted = () => scene.service.become(silent);
		scene.approve();
		await scene.carry("handed_in");
		scene.clock.next();
		await scene.rest();
		expect(scene.row().text).toEqual(
			sentences(message("signing.handed-in.venue"), message("signing.holds-nonce", { nonce: "11" })),
		);
		const hash = scene.row().transactionId ?? "";
		scene.service.become({ state: "submitted", transaction_id: hash });
		scene.chain.mine(hash);
		await scene.carry("reported");
		scene.service.become({ state: "confirmed" });
		await scene.carry("settled");
		expect(scene.chain.sent).toEqual([]);
		expect(scene.service.reported()).toEqual([]);
	});

	it("is followed if the chain shows it, although the venue is silent", async () => {
		scene = openScene("venue");
		scene.service.onAccepted = () => scene.service.become(silent);
		scene.approve();
		await scene.carry("handed_in");
		await scene.rest();
		scene.chain.accept(scene.row().transactionId ?? "");
		await scene.carry("reported", 10_000);
		expect(detailOf(scene.journal.steps(scene.row().id), "submitted")).toMatchObject({
			kind: "sent_by",
			whom: "unknown",
		});
		expect(scene.chain.sent).toEqual([]);
	});

	it("ends if the venue is silent and its nonce is used by another transaction", async () => {
		scene = openScene("venue");
		scene.service.onAccepted = () => scene.service.become(silent);
		scene.approve();
		await scene.carry("handed_in");
		expect(replaceable(scene.row())).toEqual(["cancel"]);
		scene.chain.useNonce();
		expect(await scene.carry("settled", 300_000)).toMatchObject({ outcome: "replaced", live: false });
	});

	it.each(["before", "after"] as const)(
		"sends the same bytes once if the app ends %s it stores the sending",
		async (moment) => {
			scene = openScene("venue");
			let dead = false;
			scene.onStep = (when, step) => {
				dead ||= when === moment && step === "sending";
				if (dead) throw new Error("killed");
			};
			scene.approve();
			await scene.rest();
			expect(scene.chain.sent).toEqual([]);
			scene.onStep = () => {};
			await scene.restart();
			const row = await scene.carry("reported");
			expect(scene.chain.sent).toEqual([signedBytesOf(row)]);
			expect(scene.signer.signed).toBe(1);
		},
	);
});
