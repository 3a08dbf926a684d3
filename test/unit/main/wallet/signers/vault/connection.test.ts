import { describe, expect, it } from "vitest";
import {
	GIVEN_UP,
	notForVault,
	refuse,
	STOPPED,
} from "../../../../../../src/main/wallet/signers/vault/connection.ts";

describe("a payload that can't be sent to the vault", () => {
	it.each([
		["create", "password", "signer.password-length"],
		["restore", "password", "signer.password-length"],
		["unlock", "password", "signer.password-needed"],
		["changePassword", "next", "signer.password-length"],
		["importKey", "key", "signer.no-private-key"],
		["importPhrase", "phrase", "signer.no-phrase"],
		["setAutoLock", "ms", "signer.auto-lock-range"],
		["sign", "frozen.payload", "signer.not-for-vault"],
		["sign", null, "signer.not-for-vault"],
	] as const)("of %s, its member %s, says %s", (kind, field, code) => {
		expect(notForVault(kind, field).code).toBe(code);
	});
});

describe("a refusal on the vault's behalf", () => {
	it("says that nothing was signed only if that is known", () => {
		expect(refuse("stopped", STOPPED)).toMatchObject({ ok: false, reason: "stopped", saysUnsigned: true });
		expect(refuse("stopped", GIVEN_UP)).not.toHaveProperty("saysUnsigned");
	});

	it("names the unreadable member, and no retry time", () => {
		expect(refuse("badMessage", STOPPED, "password")).toMatchObject({ field: "password", nextTryAt: null });
		expect(refuse("timeout", STOPPED).field).toBeNull();
	});
});
