import { keccak256 } from "viem";
import { afterEach, describe, expect, it } from "vitest";
import { message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { replaceable } from "../../../../src/main/reviewing/own/replacement.ts";
import { signedBytesOf } from "../../../../src/main/signing/sign-step.ts";
import { commit, hex } from "../../core/match/honest.ts";
import { mined, offline, refusal, rpcFault } from "./fakes.ts";
import { EXPIRY, openScene, type Scene } from "./scene.ts";
import { rowTextCodes } from "./told.ts";

/** Failures after the signature exists. In every case, it is signed only once. */

let scene: Scene;
afterEach(async () => {
	expect(scene.signer.signed).toBe(1);
	expect(new Set(scene.service.submissions().map((call) => JSON.stringify(call))).size).toBeLessThanOrEqual(
		1,
	);
	expect(new Set(scene.chain.sent).size).toBeLessThanOrEqual(1);
	expect(scene.journal.verify().ok).toBe(true);
	await scene.close();
});

const heldUntilNonceIsUsed = async (): Promise<void> => {
	for (let times = 0; times < 3; times += 1) {
		scene.clock.next();
		await scene.rest();
	}
	expect(scene.row()).toMatchObject({ state: "held", live: true });
	const another = { ...commit(), commit_id: "commit-2" };
	expect(scene.journal.holder(another.chain_ref, another.signer, 11n)?.id).toBe(scene.row().id);
	scene.chain.useNonce();
	expect(await scene.carry("settled")).toMatchObject({ outcome: "replaced", live: false });
};

describe("submitting to the service", () => {
	it("repeats the same bytes with the same key if the answer was lost", async () => {
		scene = openScene();
		scene.service.failManuals({ when: "after", fault: offline() });
		scene.approve();
		await scene.carry("reported");
		// The re-read shows that the service has the signature, so it isn't submitted again.
		expect(scene.service.submissions()).toHaveLength(1);
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("submits the same bytes again, with the same key, if the request was lost", async () => {
		scene = openScene();
		scene.service.failManuals({ when: "before", fault: offline() }, { when: "before", fault: offline() });
		scene.approve();
		const row = await scene.carry("reported");
		expect(scene.service.submissions()).toHaveLength(3);
		for (const call of scene.service.submissions())
			expect(call).toEqual({
				body: { kind: "signed", payloads: [signedBytesOf(row)] },
				key: row.signedKey,
			});
	});

	it("submits the same bytes again if the service refuses them (409) and still asks for them", async () => {
		scene = openScene();
		const fault = { when: "before" as const, fault: refusal(409) };
		scene.service.failManuals(fault, fault, fault);
		scene.approve();
		const row = await scene.carry("reported");
		expect(scene.service.submissions()).toHaveLength(4);
		for (const call of scene.service.submissions())
			expect(call).toEqual({ body: { kind: "signed", payloads: [signedBytesOf(row)] }, key: row.signedKey });
		expect(scene.signer.signed).toBe(1);
		expect(scene.chain.sent).toEqual([signedBytesOf(row)]);
	});

	it("submits the same bytes after a restart in between", async () => {
		scene = openScene();
		scene.service.failManuals({ when: "before", fault: refusal(409) });
		scene.approve();
		await scene.rest();
		expect(scene.row().state).toBe("handing_in");
		expect(scene.row().text).toEqual(
			sentences(
				message("signing.refused-signature.said", { said: "code_409" }),
				message("signing.refused-signature.again"),
			),
		);
		await scene.restart();
		const row = await scene.carry("reported");
		expect(scene.service.submissions().map(({ body }) => body)).toEqual([
			{ kind: "signed", payloads: [signedBytesOf(row)] },
			{ kind: "signed", payloads: [signedBytesOf(row)] },
		]);
		expect(scene.signer.signed).toBe(1);
	});

	it("can be cancelled while the service refuses them and still asks, and ends once the nonce is used", async () => {
		scene = openScene();
		const fault = { when: "before" as const, fault: refusal(409) };
		scene.service.failManuals(...Array.from({ length: 100 }, () => fault));
		scene.approve();
		await scene.rest();
		expect(replaceable(scene.row())).toEqual(["cancel"]);
		scene.chain.useNonce();
		expect(await scene.carry("settled", 300_000)).toMatchObject({ outcome: "replaced", live: false });
	});

	it("is waited for if the service gives no answer and the chain has the transaction in a block", async () => {
		scene = openScene();
		const trouble = { when: "before", fault: offline() } as const;
		scene.service.failManuals(trouble, trouble, trouble, trouble, trouble);
		scene.approve();
		await scene.rest();
		scene.chain.mine(scene.row().transactionId ?? "");
		await expect(scene.carry("held")).rejects.toThrow("reported");
		expect(scene.history()).not.toContain("held");
		expect(scene.service.submissions()).toHaveLength(6);
	});

	it("continues if the refusal (409) was that the service has the signature already", async () => {
		scene = openScene();
		scene.service.failManuals({ when: "after", fault: refusal(409) });
		scene.approve();
		await scene.carry("reported");
		expect(scene.service.submissions()).toHaveLength(1);
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("holds the signature if the review was revised by the refusal (409)", async () => {
		scene = openScene();
		scene.service.failManuals({ when: "before", fault: refusal(409) });
		scene.signer.during = () => {
			scene.service.onRead = () => {
				const { review } = scene.service.view;
				if (scene.service.submissions().length === 1 && review !== null)
					scene.service.become({ review: { ...review, revision: 2, digest: "digest-2" } });
			};
		};
		scene.approve();
		expect((await scene.carry("held")).text).toEqual(
			sentences(
				message("signing.refused-signature.said", { said: "code_409" }),
				message("signing.review.revised-after-signature"),
				message("signing.refused-signature.seen", { life: message("signing.life.nonce", { nonce: "11" }) }),
			),
		);
		expect(scene.service.submissions()).toHaveLength(1);
	});

	it("holds the signature if the service refuses it for good (422)", async () => {
		scene = openScene();
		scene.service.failManuals({ when: "before", fault: refusal(422) });
		scene.approve();
		const row = await scene.carry("held");
		expect(row.text).toEqual(
			sentences(
				message("signing.refused-signature.said", { said: "code_422" }),
				message("signing.refused-signature.seen", { life: message("signing.life.nonce", { nonce: "11" }) }),
			),
		);
		await heldUntilNonceIsUsed();
		expect(scene.service.submissions()).toHaveLength(1);
		expect(scene.chain.sent).toEqual([]);
	});

	it("withholds the signature if the offer expired before it could be submitted", async () => {
		scene = openScene();
		scene.signer.during = () => scene.clock.advance(EXPIRY - scene.clock.now());
		scene.approve();
		const row = await scene.carry("held");
		expect(row.text).toEqual(message("signing.expired.before-hand-in"));
		expect(scene.service.manuals).toEqual([]);
		await heldUntilNonceIsUsed();
	});

	it("withholds the signature if the review was revised between two tries", async () => {
		scene = openScene();
		scene.service.failManuals({ when: "before", fault: offline() });
		scene.approve();
		await scene.rest();
		const { review } = scene.service.view;
		scene.service.become({ review: review === null ? null : { ...review, revision: 2, digest: "digest-2" } });
		expect((await scene.carry("held")).text).toEqual(
			sentences(message("signing.review.revised-after-signature"), message("signing.kept-back")),
		);
		expect(scene.service.submissions()).toHaveLength(1);
	});

	it("withholds the signature if the commit ended between two tries", async () => {
		scene = openScene();
		scene.service.failManuals({ when: "before", fault: offline() });
		scene.approve();
		await scene.rest();
		scene.service.become({ state: "rejected", action: null });
		expect((await scene.carry("held")).text).toEqual(
			sentences(
				message("signing.ended.before-sent", { state: "rejected" }),
				message("signing.signed-exists", { life: message("signing.life.nonce", { nonce: "11" }) }),
			),
		);
	});

	it("shows the service's own reason for an ended commit", async () => {
		scene = openScene();
		scene.service.failManuals({ when: "before", fault: offline() });
		scene.approve();
		await scene.rest();
		scene.service.become({ state: "failed", action: null, failure_code: "dependency_failed" });
		expect((await scene.carry("held")).text).toEqual(
			sentences(
				message("signing.ended.before-sent", { state: "failed" }),
				message("signing.service.failure", { word: "dependency_failed" }),
				message("signing.signed-exists", { life: message("signing.life.nonce", { nonce: "11" }) }),
			),
		);
	});

	it("waits without submitting again if the service accepted the signature but still asks for it", async () => {
		scene = openScene();
		const asking = { kind: "known" as const, view: commit(), reviewFault: null };
		scene.service.onAccepted = () => {
			scene.service.shown = asking;
		};
		scene.approve();
		await scene.carry("handed_in");
		scene.clock.next();
		await scene.rest();
		expect(scene.row().text).toEqual(
			sentences(message("signing.handed-in.still-asked"), message("signing.holds-nonce", { nonce: "11" })),
		);
		scene.service.shown = null;
		await scene.carry("reported");
		expect(scene.service.submissions()).toHaveLength(1);
	});

	it("queries again if the answer can't be read", async () => {
		scene = openScene();
		scene.service.onAccepted = () => {
			scene.service.shown = { kind: "unreadable", commitId: null, reason: "not JSON" };
		};
		scene.approve();
		await scene.carry("handed_in");
		expect(scene.row().text).toEqual(message("signing.service.unreadable", { reason: "not JSON" }));
		scene.service.shown = null;
		await scene.carry("reported");
		expect(scene.service.submissions()).toHaveLength(1);
	});
});

describe("broadcasting", () => {
	it("does not send other bytes than the signed ones", async () => {
		scene = openScene();
		scene.service.returnedBytes = "0x02f8ab";
		scene.approve();
		expect((await scene.carry("held")).text).toEqual(message("signing.other-bytes"));
		expect(scene.chain.sent).toEqual([]);
		await heldUntilNonceIsUsed();
	});

	it.each([
		[
			"other bytes under the signed transaction's hash",
			(raw: string) => [`${raw}00`, keccak256(hex(raw))] as const,
		],
		["the signed bytes under another hash", (raw: string) => [raw, `0x${"1".repeat(64)}`] as const],
	])("does not send %s", async (_, swap) => {
		scene = openScene();
		scene.service.onAccepted = (raw) => {
			const [signed_transaction, transaction_id] = swap(raw);
			scene.service.become({ action: { kind: "broadcast", signed_transaction, transaction_id } });
		};
		scene.approve();
		expect((await scene.carry("held")).text).toEqual(message("signing.other-bytes"));
		expect(scene.chain.sent).toEqual([]);
	});

	it("does not send if the service returns nothing to send", async () => {
		scene = openScene();
		scene.service.onAccepted = () => scene.service.become({ action: null });
		scene.approve();
		expect((await scene.carry("held")).text).toEqual(message("signing.awaits-nothing"));
		expect(scene.chain.sent).toEqual([]);
	});

	it("does not send an expired transaction", async () => {
		scene = openScene();
		scene.service.onAccepted = () => scene.clock.advance(EXPIRY - scene.clock.now());
		scene.approve();
		expect((await scene.carry("held")).text).toEqual(message("signing.expired.before-submitted"));
		expect(scene.chain.sent).toEqual([]);
	});

	it("does not send a transaction that the chain already has", async () => {
		scene = openScene();
		scene.service.onAccepted = () => {
			const { action } = scene.service.view;
			if (action?.kind === "broadcast") scene.chain.accept(action.transaction_id);
		};
		scene.approve();
		await scene.carry("reported");
		expect(scene.chain.sent).toEqual([]);
		expect(scene.history()).not.toContain("sending");
	});

	it("looks up an unclear send by its hash, and does not send again", async () => {
		scene = openScene();
		scene.chain.sending.push((hash) => {
			scene.chain.accept(hash);
			throw rpcFault("Your RPC did not answer.");
		});
		scene.approve();
		await scene.carry("reported");
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("sends the same bytes again only if the chain does not know them and the service still asks", async () => {
		scene = openScene();
		scene.chain.sending.push(() => {
			throw rpcFault("Your RPC did not answer.");
		});
		scene.approve();
		await scene.rest();
		expect(scene.row()).toMatchObject({ state: "sending", text: verbatim("Your RPC did not answer.") });
		const reads = scene.service.reads;
		await scene.carry("reported");
		expect(scene.service.reads).toBeGreaterThan(reads);
		expect(scene.chain.sent).toHaveLength(2);
	});

	it("holds if the RPC returns another hash", async () => {
		scene = openScene();
		scene.chain.sending.push(() => `0x${"cd".repeat(32)}`);
		scene.approve();
		expect(rowTextCodes((await scene.carry("held")).text)).toEqual(["signing.rpc.other-hash"]);
	});

	it("waits with the RPC's error if it is down, and continues when it is up", async () => {
		scene = openScene();
		scene.service.onAccepted = () => {
			scene.chain.down = rpcFault("Your RPC is of chain 1.");
		};
		scene.approve();
		await scene.carry("handed_in");
		await scene.rest();
		expect(scene.row().text).toEqual(verbatim("Your RPC is of chain 1."));
		scene.chain.down = null;
		await scene.carry("reported");
		expect(scene.chain.sent).toHaveLength(1);
	});

	it.each(["before the first send", "after an unclear send"])(
		"ends as replaced if the nonce is used by another transaction %s",
		async (when) => {
			scene = openScene();
			const tooLow = () => {
				scene.chain.useNonce();
				throw rpcFault("Your RPC refused the transaction: nonce too low");
			};
			if (when === "before the first send") scene.service.onAccepted = () => scene.chain.useNonce();
			scene.chain.sending.push(...Array(100).fill(tooLow));
			scene.approve();
			expect(await scene.carry("settled")).toMatchObject({
				outcome: "replaced",
				live: false,
				text: message("signing.nonce-replaced", { nonce: "11" }),
			});
		},
	);
});

describe("reporting", () => {
	it("finds by another read that a report with a lost answer has arrived", async () => {
		scene = openScene();
		scene.service.onAccepted = () => scene.service.failManuals({ when: "after", fault: offline() });
		scene.approve();
		await scene.carry("reported");
		expect(scene.service.reported()).toHaveLength(1);
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("repeats a report that did not arrive, with the same key", async () => {
		scene = openScene();
		scene.service.onAccepted = () => scene.service.failManuals({ when: "before", fault: offline() });
		scene.approve();
		const row = await scene.carry("reported");
		expect(scene.service.reported().map((call) => call.key)).toEqual([row.reportKey, row.reportKey]);
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("continues to follow the chain if the service refuses the report", async () => {
		scene = openScene();
		scene.service.onAccepted = () => scene.service.failManuals({ when: "before", fault: refusal(422) });
		scene.approve();
		const row = await scene.carry("reported");
		scene.chain.mine(row.transactionId ?? "");
		scene.service.become({ state: "expired", action: null });
		expect(await scene.carry("settled")).toMatchObject({ outcome: "confirmed" });
	});
});

describe("a signature that is held", () => {
	const holdIt = async () => {
		scene = openScene();
		scene.service.failManuals({ when: "before", fault: refusal(422) });
		scene.approve();
		return await scene.carry("held");
	};

	it("settles as confirmed if somebody sent it anyway", async () => {
		const row = await holdIt();
		scene.chain.mine(row.transactionId ?? "");
		expect(await scene.carry("settled")).toMatchObject({
			outcome: "confirmed",
			live: false,
			text: message("signing.kept-back.sent", { block: "12" }),
		});
	});

	it("settles as failed if somebody sent it and it reverted", async () => {
		const row = await holdIt();
		scene.chain.mine(row.transactionId ?? "", false);
		expect(await scene.carry("settled")).toMatchObject({
			outcome: "failed",
			live: false,
			text: message("signing.kept-back.sent-failed", { block: "12" }),
		});
	});

	it("keeps its reason, whatever its RPC says meanwhile", async () => {
		const { text } = await holdIt();
		scene.chain.down = rpcFault("Your RPC does not answer.");
		for (let times = 0; times < 3; times += 1) {
			scene.clock.next();
			await scene.rest();
		}
		expect(scene.row()).toMatchObject({ state: "held", text });
	});

	it("is not called replaced because an RPC was behind for a moment", async () => {
		const row = await holdIt();
		scene.chain.useNonce();
		scene.clock.next();
		await scene.rest();
		expect(scene.row().state).toBe("held");
		scene.chain.standings.set(row.transactionId ?? "", mined(true));
		expect(await scene.carry("settled")).toMatchObject({ outcome: "confirmed" });
	});

	it("can't be approved again", async () => {
		await holdIt();
		expect(scene.approve()).toMatchObject({
			ok: false,
			text: sentences(message("signing.authorize.twice"), message("nothing-signed")),
		});
	});
});
