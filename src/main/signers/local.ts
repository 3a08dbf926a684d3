import { checkSignedEvm } from "../match/evm-bytes.ts";
import type { FrozenReview } from "../match/frozen.ts";
import { type SignedEvm, type Signer, SignerError, type SignerState } from "./signer.ts";
import type { VaultClient } from "./vault-types.ts";

/** Accounts whose keys the vault process keeps on this computer. */

function hasAccount(vault: VaultClient, address: string): boolean {
	const wanted = address.toLowerCase();
	return vault.status().accounts.some((each) => each.address.toLowerCase() === wanted);
}

function stateOf(vault: VaultClient, address: string): SignerState {
	if (!hasAccount(vault, address)) return "missing";
	return vault.status().state === "unlocked" ? "ready" : "locked";
}

/** What the vault answered is read once more by main: only bytes that are exactly the frozen payload go further. */
async function signEvm(
	vault: VaultClient,
	frozen: FrozenReview,
	fingerprint: string,
	account: string,
): Promise<SignedEvm> {
	const { payload } = frozen;
	if (payload.kind !== "evm_transaction")
		throw new SignerError(
			"refusedMatch",
			"Only EVM transactions are signed. Nothing was signed.",
			"payload.kind",
		);
	if (payload.signer.toLowerCase() !== account.toLowerCase())
		throw new SignerError(
			"refusedMatch",
			"The payload names another signer than your account. Nothing was signed.",
			"payload.signer",
		);
	const answer = await vault.sign(account, frozen, fingerprint);
	if (!answer.ok) throw new SignerError(answer.reason, answer.words, answer.field);
	const checked = await checkSignedEvm(answer.raw, payload);
	if (!checked.ok)
		throw new SignerError(
			"refusedMatch",
			`${checked.words} The signature was thrown away; no funds moved.`,
			checked.field,
		);
	if (checked.hash !== answer.hash)
		throw new SignerError(
			"refusedMatch",
			"The vault named another hash than its bytes have. The signature was thrown away; no funds moved.",
			"hash",
		);
	return { raw: checked.raw, hash: checked.hash };
}

export function createLocalSigner(vault: VaultClient): Signer {
	return {
		kind: "local",
		addresses: () => vault.status().accounts.map((each) => each.address),
		state: (address) => stateOf(vault, address),
		signEvm: (frozen, fingerprint, account) => signEvm(vault, frozen, fingerprint, account),
	};
}
