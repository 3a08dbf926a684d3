import type { Signer } from "./signer.ts";

/**
 * Every account of the user, whichever signer holds its key. An account that both know is signed here, by the
 * vault: the device is asked only for what the vault does not have.
 */
export function createSigners(local: Signer, ledger: Signer): Signer {
	const signerOf = (account: string) => (local.state(account) === "missing" ? ledger : local);
	return {
		kind: "local",
		addresses: () => [...local.addresses(), ...ledger.addresses()],
		state: (account) => signerOf(account).state(account),
		prepare: (account) => signerOf(account).prepare(account),
		placeOf: (account) => signerOf(account).placeOf?.(account) ?? null,
		sign: (frozen, place, fingerprint, account) =>
			signerOf(account).sign(frozen, place, fingerprint, account),
	};
}
