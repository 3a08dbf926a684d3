import { describe, expect, it } from "vitest";
import { codesOf } from "../../../../src/core/localized-text.ts";
import { type Frozen, intentsOf } from "../../../../src/core/match/frozen.ts";
import { type LentKey, sign } from "../../../../src/vault/sign/sign.ts";
import { changed, commit, frozenOf, SIGNER } from "../../core/match/honest.ts";
import { SVM_SIGNER, solTransfer } from "../../core/match/honest-svm.ts";
import { permit } from "../../core/match/typed-samples.ts";
import { evmMessages, svmMessage, userOperation } from "../payloads.ts";

/** Final checks against a faulty computation, or a match that accepted something wrong. */

const keyOf = (byte: number) => Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? byte : 0));
const lending =
	(key: Uint8Array): LentKey =>
	(use) =>
		use(key);

function signFirst(frozen: Frozen, withKey: LentKey) {
	const [intent] = intentsOf(frozen);
	if (intent === undefined) throw new Error("Nothing is to be signed.");
	const address = frozen.chain_family === "evm" ? SIGNER : SVM_SIGNER;
	return sign({ ok: true, frozen, intent }, address, withKey);
}

const bare = `0x${"5c".repeat(32)}`;
const personal = (message: string) => evmMessages([{ kind: "evm_personal", message }]);

describe("a signature of another account", () => {
	it.each<[string, () => Frozen]>([
		["a transaction", () => frozenOf(commit())],
		["text", () => personal("Sign in")],
		["typed data", () => evmMessages([{ kind: "evm_typed_data", typed_data: { ...permit() } }])],
		["a user operation", () => userOperation()],
		["a Solana message", () => svmMessage("U2lnbiBpbg==")],
		["a Solana transaction", () => solTransfer()],
	])("does not leave the vault: %s", async (_name, make) => {
		const answer = await signFirst(make(), lending(keyOf(9)));
		expect(answer).toMatchObject({ ok: false, reason: "refusedMatch", field: "signature" });
		expect(answer.ok ? [] : codesOf(answer.text)).toContain("vault.signature-thrown-away");
	});
});

describe("without permission no blind signature is made", () => {
	const neverLent: LentKey = () => {
		throw new Error("The key was lent.");
	};
	const unapproved = () => changed(userOperation(), (copy) => void Reflect.deleteProperty(copy, "blind"));

	it.each<[string, () => Frozen]>([
		["a bare hash", () => personal(bare)],
		["a user operation", unapproved],
	])("%s", async (_name, make) => {
		expect(await signFirst(make(), neverLent)).toMatchObject({ ok: false, field: "blind" });
	});

	it("and nothing but 32 bytes is signed as a user operation", async () => {
		const frozen = changed(userOperation(), ({ payload }) => {
			if (payload.kind === "user_operation") Object.assign(payload.requests[0] ?? {}, { message: "Sign in" });
		});
		expect(await signFirst(frozen, neverLent)).toMatchObject({ ok: false, field: "requests.message" });
	});
});
