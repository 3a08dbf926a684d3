import { verifyMessage, verifyTypedData } from "viem";
import { describe, expect, it } from "vitest";
import { codesOf } from "../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import type { Frozen, FrozenAction } from "../../../../src/core/match/frozen.ts";
import { changed, hex, OTHER, SIGNER } from "../../core/match/honest.ts";
import { SVM_SIGNER, tokenTransfer } from "../../core/match/honest-svm.ts";
import { permit } from "../../core/match/typed-samples.ts";
import {
	askSign,
	evmMessages,
	sceneWithBoth,
	signedOf,
	svmMessage,
	userOperation,
	verifiesEd25519,
} from "../payloads.ts";
import { bytes, sceneWithPhrase } from "../scene.ts";

const personal = (message: string) => ({ kind: "evm_personal" as const, message });
const base64 = (text: string) => Buffer.from(text).toString("base64");
const BARE = `0x${"5c".repeat(32)}`;
const blindPersonal = () => evmMessages([personal(BARE)], { blind: true });

async function messageOf(frozen: Frozen, place = 0): Promise<string> {
	const signed = await signedOf(await sceneWithBoth(), frozen, { place });
	if (signed.kind !== "message") throw new Error("Another kind was signed.");
	return signed.signature;
}

/** Expects r, s in the lower half (EIP-2), and a v of 27 or 28. */
function expectCanonical(signature: string): void {
	expect(signature).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/);
	const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
	expect(BigInt(`0x${signature.slice(66, 130)}`)).toBeLessThanOrEqual(order / 2n);
}

describe("the vault signs a message", () => {
	it.each([
		["of text", "Sign in to the test vault", "Sign in to the test vault"],
		["of letters beyond ASCII", "Grüße 🌞", "Grüße 🌞"],
		["that only begins like bytes", "0xabc", "0xabc"],
		["of bytes", "0x48656c6c6f", { raw: "0x48656c6c6f" as const }],
	])("%s, as in EIP-191", async (_name, message, meant) => {
		const signature = await messageOf(evmMessages([personal(message)]));
		expectCanonical(signature);
		expect(await verifyMessage({ address: SIGNER, message: meant, signature: hex(signature) })).toBe(true);
	});

	it("of typed data, as in EIP-712", async () => {
		const typed = permit();
		const signature = await messageOf(evmMessages([{ kind: "evm_typed_data", typed_data: { ...typed } }]));
		expectCanonical(signature);
		const { types, primaryType, domain, message } = typed;
		const data = { address: SIGNER, types, primaryType, domain, message, signature: hex(signature) } as const;
		expect(await verifyTypedData(data)).toBe(true);
		expect(await verifyTypedData({ ...data, message: { ...message, value: "25000001" } })).toBe(false);
	});

	it("of Solana, its bytes unchanged", async () => {
		const signature = Buffer.from(await messageOf(svmMessage(base64("Sign in to the test vault"))), "base64");
		expect(signature).toHaveLength(64);
		expect(verifiesEd25519(signature, bytes("Sign in to the test vault"), SVM_SIGNER)).toBe(true);
	});

	it("at the requested index, and no other", async () => {
		const frozen = evmMessages([personal("first"), personal("second")]);
		const signature = hex(await messageOf(frozen, 1));
		expect(await verifyMessage({ address: SIGNER, message: "second", signature })).toBe(true);
		expect(await verifyMessage({ address: SIGNER, message: "first", signature })).toBe(false);
	});

	it("with the key of each account of a phrase, at any number", async () => {
		const scene = await sceneWithPhrase();
		for (const family of ["evm", "svm", "svm", "evm"] as const) await scene.ask({ kind: "derive", family });
		const { accounts } = scene.status();
		expect(accounts).toHaveLength(6);
		for (const { family, address } of accounts) {
			const asked = family === "evm" ? evmMessages([personal("Sign in")]) : svmMessage(base64("Sign in"));
			const frozen = changed(asked, (copy) => {
				Object.assign(copy, { signer: address });
				Object.assign(copy.request, { signer: address });
			});
			const signed = await signedOf(scene, frozen);
			if (signed.kind !== "message") throw new Error("Another kind was signed.");
			const { signature } = signed;
			const isTheirs =
				family === "evm"
					? await verifyMessage({ address: hex(address), message: "Sign in", signature: hex(signature) })
					: verifiesEd25519(Buffer.from(signature, "base64"), bytes("Sign in"), address);
			expect(isTheirs, address).toBe(true);
		}
	});

	it("of a bare hash only if that was approved", async () => {
		const signature = hex(await messageOf(blindPersonal()));
		expect(await verifyMessage({ address: SIGNER, message: { raw: hex(BARE) }, signature })).toBe(true);
	});
});

describe("the vault signs a user operation", () => {
	it("as a message of its 32 bytes, if blind signing was approved", async () => {
		const signed = await signedOf(await sceneWithBoth(), userOperation());
		if (signed.kind !== "user_operation") throw new Error("Another kind was signed.");
		expect(signed.signatures).toHaveLength(1);
		for (const signature of signed.signatures) {
			expectCanonical(signature);
			const signs = { address: SIGNER, message: { raw: hex(BARE) }, signature: hex(signature) } as const;
			expect(await verifyMessage(signs)).toBe(true);
		}
	});
});

describe("the vault signs no message", () => {
	const withoutBlind = <T extends Frozen>(frozen: T): T =>
		changed(frozen, (copy) => void Reflect.deleteProperty(copy, "blind"));

	it.each<[string, () => Frozen]>([
		["that is a bare hash", () => withoutBlind(blindPersonal())],
		["that is a bare hash in letters", () => evmMessages([personal("aB3kQ9xZ7pLm2Nv8RtYc5Wd1Ef6Gh4Jj")])],
		["that is a user operation", () => withoutBlind(userOperation())],
	])("%s without permission", async (_name, frozen) => {
		const answer = await askSign(await sceneWithBoth(), frozen());
		expect(answer).toMatchObject({ ok: false, reason: "refusedMatch" });
		const codes = answer.ok ? [] : codesOf(answer.text);
		expect(["match.blind.bare-hash-off", "match.blind.user-operation-off"]).toContain(codes[0]);
		expect(codes.slice(1)).toEqual(["nothing-signed"]);
	});

	it("that is a user operation with another hash than the displayed one", async () => {
		const scene = await sceneWithBoth();
		const lies = [
			{ message: `0x${"00".repeat(32)}` },
			{ raw_payload: "0x5c" },
			{ message: "0x5c", raw_payload: "0x5c" },
		];
		for (const lie of lies) {
			const frozen = changed(userOperation(), ({ payload }) => {
				if (payload.kind === "user_operation") Object.assign(payload.requests[0] ?? {}, lie);
			});
			expect(await askSign(scene, frozen)).toMatchObject({ ok: false, reason: "refusedMatch" });
		}
	});

	it("that is a Solana transaction in disguise", async () => {
		const { payload } = tokenTransfer();
		if (payload.kind !== "svm_transaction") throw new Error("Another kind was made.");
		const whole = Buffer.from(payload.transaction_base64, "base64");
		for (const disguised of [whole, whole.subarray(65)]) {
			const answer = await askSign(await sceneWithBoth(), svmMessage(disguised.toString("base64")));
			expect(answer).toMatchObject({ ok: false, field: "message_base64" });
		}
	});

	const altered: [string, () => FrozenAction, (copy: FrozenAction) => void][] = [
		[
			"text",
			() => evmMessages([personal("Sign in")]),
			(copy) => Object.assign(copy.intents[0] ?? {}, { message: "Sign out" }),
		],
		[
			"typed data",
			() => evmMessages([{ kind: "evm_typed_data", typed_data: { ...permit() } }]),
			(copy) => Object.assign(copy.intents[0] ?? {}, { typed_data: permit({ value: "1" }) }),
		],
		[
			"a Solana message",
			() => svmMessage(base64("Sign in")),
			(copy) => Object.assign(copy.intents[0] ?? {}, { message_base64: base64("Sign out") }),
		],
		[
			"the permission",
			() => evmMessages([personal("Sign in")]),
			(copy) => Object.assign(copy, { blind: true }),
		],
		["the order", () => evmMessages([personal("a"), personal("b")]), (copy) => copy.intents.reverse()],
	];

	it.each(altered)("with %s altered under the same fingerprint", async (_name, make, change) => {
		const fingerprint = fingerprintOf(make());
		const scene = await sceneWithBoth();
		expect(await askSign(scene, make(), { fingerprint })).toMatchObject({ ok: true });
		const answer = await askSign(scene, changed(make(), change), { fingerprint });
		expect(answer).toMatchObject({ ok: false, reason: "refusedMatch", field: "fingerprint" });
	});

	it.each(altered.filter(([name]) => name !== "the permission"))(
		"with %s altered, even if the fingerprint was made for it",
		async (_name, make, change) => {
			const answer = await askSign(await sceneWithBoth(), changed(make(), change));
			expect(answer).toMatchObject({ ok: false, reason: "refusedMatch" });
		},
	);

	const every: [string, () => Frozen][] = [
		["text", () => evmMessages([personal("Sign in")])],
		["typed data", () => evmMessages([{ kind: "evm_typed_data", typed_data: { ...permit() } }])],
		["a Solana message", () => svmMessage(base64("Sign in"))],
		["a user operation", () => userOperation()],
	];

	it.each(every)("with %s after its expiry, by its own clock", async (_name, make) => {
		const scene = await sceneWithBoth();
		scene.clock.time = 1_790_000_900_000 - 1;
		await scene.ask({ kind: "unlock", password: bytes("correct horse") });
		expect(await askSign(scene, make())).toMatchObject({ ok: true });
		scene.clock.time += 1;
		expect(await askSign(scene, make())).toMatchObject({ ok: false, field: "expires_at" });
	});

	it.each(every)("with %s while it is locked", async (_name, make) => {
		const scene = await sceneWithBoth();
		await scene.ask({ kind: "lock" });
		expect(await askSign(scene, make())).toMatchObject({ ok: false, reason: "locked" });
	});

	it.each(every)("with %s at an empty index", async (_name, make) => {
		const answer = await askSign(await sceneWithBoth(), make(), { place: 1 });
		expect(answer).toMatchObject({ ok: false, reason: "refusedMatch", field: "place" });
	});

	it.each(every)("with %s for a foreign account", async (_name, make) => {
		const scene = await sceneWithBoth();
		expect(await askSign(scene, make(), { account: OTHER })).toMatchObject({
			ok: false,
			field: "accountAddress",
		});
	});

	it.each(every)("with %s and the account of the other chain family", async (_name, make) => {
		const frozen = make();
		const account = frozen.chain_family === "evm" ? SVM_SIGNER : SIGNER;
		const answer = await askSign(await sceneWithBoth(), frozen, { account });
		expect(answer).toMatchObject({ ok: false, reason: "refusedMatch", field: "payload.kind" });
	});

	it("with another account of the same family", async () => {
		const scene = await sceneWithBoth();
		const other = await scene.ask({
			kind: "importKey",
			key: bytes("2".padStart(64, "0")),
			password: bytes("correct horse"),
		});
		if (!other.ok) throw new Error(other.text.code);
		const answer = await askSign(scene, evmMessages([personal("Sign in")]), {
			account: other.account.address,
		});
		expect(answer).toMatchObject({ ok: false, field: "payload.signer" });
	});
});
