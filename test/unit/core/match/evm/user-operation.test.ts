import { secp256k1 } from "@noble/curves/secp256k1.js";
import { describe, expect, it } from "vitest";
import {
	checkUserOperationSignatures,
	matchUserOperation,
	type UserOperationPayload,
	userOperationChecks,
} from "../../../../../src/core/match/evm/user-operation.ts";
import { personalHash } from "../../../../../src/core/match/message/checks.ts";
import { CHAIN, commit, frozenOf, OTHER, SIGNER, simulation, transaction } from "../honest.ts";

const HASH = `0x${"5c".repeat(32)}`;

function payload(patch: Partial<UserOperationPayload> = {}): UserOperationPayload {
	return { kind: "user_operation", chain_id: CHAIN, signer: SIGNER, requests: [asked()], ...patch };
}

function asked(message = HASH, raw_payload = message): UserOperationPayload["requests"][number] {
	return { kind: "personal_sign", message, raw_payload };
}

const frozen = (of: UserOperationPayload = payload(), allowed = true) => ({
	...frozenOf(commit({ action: { kind: "sign", payload: of } })),
	...(allowed ? { blind: true as const } : {}),
});

const faults = (of: UserOperationPayload) =>
	userOperationChecks(frozen(of))
		.filter((check) => check.status === "failed")
		.map((check) => check.field);

describe("a user operation", () => {
	it("matches if the user permits a blind signature, and says that it is one", () => {
		const match = matchUserOperation(frozen());
		expect(match.verdict).toBe("matched");
		expect(match.checks).toContainEqual(expect.objectContaining({ field: "blind", status: "noted" }));
	});

	it("is refused if the user does not", () => {
		const match = matchUserOperation(frozen(payload(), false));
		expect(match.verdict).toBe("refused");
		expect(match.checks.filter((check) => check.status === "failed").map((check) => check.field)).toEqual([
			"blind",
		]);
	});

	it("asks for exactly one signature", () => {
		expect(faults(payload({ requests: [] }))).toEqual(["requests"]);
		expect(faults(payload({ requests: [asked(), asked()] }))).toEqual(["requests"]);
	});

	it("has its raw payload as message, and a hash", () => {
		expect(faults(payload({ requests: [asked(HASH, `0x${"5d".repeat(32)}`)] }))).toEqual([
			"requests[0].message",
		]);
		for (const message of ["hello", "0x5c", `0x${"5c".repeat(33)}`, "a text of thirty-two characters!"])
			expect(faults(payload({ requests: [asked(message)] })), message).toEqual(["requests[0].raw_payload"]);
	});

	it("is of the commit's signer and chain", () => {
		expect(faults(payload({ signer: OTHER }))).toEqual(["signer"]);
		expect(faults(payload({ chain_id: 1 }))).toEqual(["chain_id"]);
		expect(faults(payload({ signer: SIGNER.toLowerCase() }))).toEqual([]);
	});

	it("is refused with an unknown member, a failed simulation or another expiry", () => {
		const strange = payload({ requests: [{ ...asked(), paymaster: OTHER }] });
		expect(matchUserOperation(frozen(strange)).verdict).toBe("refused");
		const bad = {
			type: "execute_evm",
			transactions: [transaction()],
			simulation: simulation({ status: "failed" }),
		} as const;
		expect(
			matchUserOperation({ ...frozen(), request: { ...bad, transactions: [...bad.transactions] } }).verdict,
		).toBe("refused");
		expect(matchUserOperation({ ...frozen(), expires_at: 1 }).verdict).toBe("refused");
	});

	it("accepts one signature of its EIP-191 hash for each request", async () => {
		const key = Uint8Array.from(Buffer.from("1".padStart(64, "0"), "hex"));
		const digest = Buffer.from(personalHash(HASH).slice(2), "hex");
		const bytes = Buffer.from(secp256k1.sign(digest, key, { prehash: false, format: "recovered" }));
		const good = `0x${bytes.subarray(1).toString("hex")}${(27 + (bytes[0] ?? 0)).toString(16)}`;
		expect(await checkUserOperationSignatures(payload(), [good])).toEqual({ ok: true, signatures: [good] });
		expect(await checkUserOperationSignatures(payload({ signer: OTHER }), [good])).toMatchObject({
			ok: false,
			field: "signatures[0]",
		});
		for (const list of [[], [good, good]])
			expect(await checkUserOperationSignatures(payload(), list)).toMatchObject({
				ok: false,
				field: "signatures",
			});
	});
});
