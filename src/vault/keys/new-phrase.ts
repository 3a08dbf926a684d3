import { secretCopy } from "../memory.ts";
import type { VaultResult } from "../protocol.ts";
import { added, newPasswordRefusal, REFUSALS, wrongWordsRefusal } from "../refusals.ts";
import type { VaultCore } from "../vault-core.ts";
import { newEntropy, wordsOf } from "./keys.ts";
import { firstAccounts } from "./vault-accounts.ts";

const CHECKED_WORDS = 3;

function pickPositions(count: number, random: (length: number) => Uint8Array): number[] {
	const left = Array.from({ length: count }, (_, at) => at + 1);
	const picked = Array.from({ length: CHECKED_WORDS }, () => {
		// 32 random bits for at most 24 positions keep the modulo bias below 2^-27.
		const at = Buffer.from(random(4)).readUInt32BE() % left.length;
		return left.splice(at, 1)[0] ?? 1;
	});
	return picked.sort((one, other) => one - other);
}

export async function create(vault: VaultCore, password: Uint8Array): Promise<VaultResult<"create">> {
	if (vault.file() !== null) return REFUSALS.exists;
	const refusal = newPasswordRefusal(password);
	if (refusal !== null) return refusal;
	const fresh = await vault.freshKey(password);
	if (fresh === null) return REFUSALS.lockedMeanwhile;
	const random = (length: number) => vault.random(length);
	const entropy = newEntropy(random);
	const words = wordsOf(entropy);
	const positions = pickPositions(words.length, random);
	vault.session.setPending({ entropy, ...fresh, positions });
	return { ok: true, words, positions };
}

export function confirmPhrase(vault: VaultCore, words: readonly string[]): VaultResult<"confirmPhrase"> {
	const { session } = vault;
	const pending = session.pending();
	if (pending === null) return REFUSALS.noPending;
	if (vault.file() !== null) return REFUSALS.exists;
	session.touch();
	const right = wordsOf(pending.entropy);
	const given = words.map((word) => word.normalize("NFKD").trim().toLowerCase());
	const wrong = pending.positions.filter((position, at) => given[at] !== right[position - 1]);
	if (wrong.length > 0 || given.length !== pending.positions.length) return wrongWordsRefusal(wrong);
	const accounts = firstAccounts(pending.entropy);
	// Copied, so the recovery phrase survives a failed write and the user can try again.
	const secrets = { entropy: secretCopy(pending.entropy), keys: [], sealKey: null };
	vault.save({ secrets, key: secretCopy(pending.key), kdf: pending.kdf, accounts });
	session.drop();
	return added(accounts);
}

export function pendingPhrase({ session }: VaultCore): VaultResult<"pendingPhrase"> {
	const pending = session.pending();
	if (pending === null) return REFUSALS.noPending;
	session.touch();
	return { ok: true, words: wordsOf(pending.entropy) };
}

export function forgetPhrase({ session }: VaultCore): VaultResult<"forgetPhrase"> {
	session.drop();
	return { ok: true };
}
