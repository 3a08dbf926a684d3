import { type Frozen, intentsOf } from "../match/frozen.ts";
import { sameAddress } from "./address.ts";
import { checkSigned, signerOf } from "./signed.ts";
import { type Readiness, type Signed, type Signer, SignerError, type SignerState } from "./signer.ts";
import type { VaultClient } from "./vault-types.ts";

/** Accounts whose keys the vault process keeps on this computer. */

function stateOf(vault: VaultClient, address: string): SignerState {
	const { accounts, state } = vault.status();
	if (!accounts.some((each) => sameAddress(each.address, address))) return "missing";
	return state === "unlocked" ? "ready" : "locked";
}

function readinessOf(state: SignerState): Readiness {
	if (state === "ready") return { ready: true };
	return {
		ready: false,
		words:
			state === "locked"
				? "It waits for the vault to be unlocked."
				: "The account that must sign is not on this computer.",
	};
}

const refused = (field: string, words: string) => new SignerError("refusedMatch", words, field);

/** What the vault answered is read once more by main: only what is exactly the frozen intent, signed, goes further. */
async function sign(
	vault: VaultClient,
	frozen: Frozen,
	place: number,
	fingerprint: string,
	account: string,
): Promise<Signed> {
	const intent = intentsOf(frozen)[place];
	if (intent === undefined)
		throw refused("place", "The review holds nothing to sign at this place. Nothing was signed.");
	const signer = signerOf(frozen, intent);
	if (!sameAddress(signer, account))
		throw refused(
			"payload.signer",
			"The payload names another signer than your account. Nothing was signed.",
		);
	const answer = await vault.sign(account, frozen, fingerprint, place);
	if (!answer.ok) throw new SignerError(answer.reason, answer.words, answer.field);
	const checked = await checkSigned(answer.signed, intent, signer);
	if (!checked.ok)
		throw refused(checked.field, `${checked.words} The signature was thrown away; no funds moved.`);
	return checked.signed;
}

export function createLocalSigner(vault: VaultClient): Signer {
	return {
		kind: "local",
		addresses: () => vault.status().accounts.map(({ address, family }) => ({ address, family })),
		state: (address) => stateOf(vault, address),
		prepare: async (account) => readinessOf(stateOf(vault, account)),
		sign: (frozen, place, fingerprint, account) => sign(vault, frozen, place, fingerprint, account),
	};
}
