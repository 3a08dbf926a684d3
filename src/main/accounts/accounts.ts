import type { SettingsStore } from "../ports.ts";
import type { VaultClient } from "../signers/vault-types.ts";

/** The person's accounts: known while the vault is locked, since addresses are its public part. */

export interface Account {
	/** Checksummed (EIP-55). */
	readonly address: string;
	readonly family: "evm";
	readonly signer: "local";
	/** Null for an imported key. */
	readonly path: string | null;
	/** The person's own name; null where none was given. */
	readonly label: string | null;
}

export interface Accounts {
	/** In the order in which they were added. */
	list(): readonly Account[];
	/** By address, whatever its case; null where it is not the person's. */
	find(address: string): Account | null;
	/** Whether an address is the person's. */
	owns(address: string): boolean;
	/** The person's own name for any address, theirs or another's; null where none was given. */
	labelOf(address: string): string | null;
	/** Names an address; an empty name takes the former one away. */
	setLabel(address: string, label: string): void;
}

const LONGEST_LABEL = 60;
/** Control and format characters (bidi overrides among them) could make one name look like another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function cleaned(label: string): string {
	return [...label.normalize("NFC").replace(UNSEEN, " ").replace(/\s+/g, " ").trim()]
		.slice(0, LONGEST_LABEL)
		.join("")
		.trim();
}

/** @param settings keeps labels by address in lower case. */
export function createAccounts(
	vault: Pick<VaultClient, "status">,
	settings: Pick<SettingsStore, "get" | "set">,
): Accounts {
	const labelOf = (address: string) => {
		const labels = settings.get().labels;
		const key = address.toLowerCase();
		return Object.hasOwn(labels, key) ? (labels[key] ?? null) : null;
	};

	const list = () =>
		vault.status().accounts.map(
			({ address, path }): Account => ({
				address,
				family: "evm",
				signer: "local",
				path,
				label: labelOf(address),
			}),
		);

	function find(address: string): Account | null {
		const wanted = address.toLowerCase();
		return list().find((each) => each.address.toLowerCase() === wanted) ?? null;
	}

	return {
		list,
		find,
		owns: (address) => find(address) !== null,
		labelOf,
		setLabel(address, label) {
			const { [address.toLowerCase()]: _former, ...others } = settings.get().labels;
			const name = cleaned(label);
			settings.set({ labels: name === "" ? others : { ...others, [address.toLowerCase()]: name } });
		},
	};
}
