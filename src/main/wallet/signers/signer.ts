import { AppError } from "../../../core/app-error.ts";
import type { Frozen } from "../../../core/match/frozen.ts";
import type { Message } from "../../../core/message.ts";
import type { DeviceFault } from "../../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../../service-api/action.ts";
import type { RefusalReason } from "../../../vault/protocol.ts";
import type { ProvenSignature } from "./signed.ts";

/** Whether an account can sign now: `locked` needs the user, `missing` is no account of this signer. */
export type SignerState = "ready" | "locked" | "missing";

export interface SignerAccount {
	/** EVM: checksummed (EIP-55). Solana: base58. */
	readonly address: string;
	readonly family: ChainFamily;
}

/** Whether a signature could be asked for right now, and what the user can do where it can't. */
export type Readiness =
	| {
			readonly ready: true;
			/** Gives the turn back where nothing is signed after all; without effect once `sign` was called. */
			readonly release?: () => void;
	  }
	| { readonly ready: false; readonly text: Message };

/** Anything that can sign for the user. Only `signing/` calls it. */
export interface Signer {
	readonly kind: "local" | "ledger";
	/** Its accounts, in the order in which they were added. */
	addresses(): readonly SignerAccount[];
	/** EVM addresses in any case, Solana's letter by letter. */
	state(address: string): SignerState;
	/**
	 * Asked before the journal writes down that a signature is asked for: nothing is shown to anybody yet. A device
	 * must be there, unlocked, with the right app and the account's own address. Never rejects.
	 */
	prepare(account: string): Promise<Readiness>;
	/** Returns device and path for this account, for the journal; `null` if no device is involved. */
	placeOf?(account: string): string | null;
	/**
	 * Signs one intent inside `frozen`, and nothing else. What comes back was read again, and its signer proven.
	 * @param place which of `intentsOf(frozen)`, counted from 0; 0 for a commit or a replacement.
	 * @param account the user's account; must be the intent's signer.
	 * @throws SignerError if nothing was signed, or something else than was requested
	 */
	sign(frozen: Frozen, place: number, fingerprint: string, account: string): Promise<ProvenSignature>;
}

/** Why a signer gave no signature: the vault's reason, or the device's. */
export type SignerReason = RefusalReason | DeviceFault;

export interface SignerErrorFacts extends ErrorOptions {
	/** A device may have made a signature that never reached us, or made one that was thrown away. */
	readonly mayHaveSigned?: boolean;
	/** `text` says that nothing was signed. */
	readonly saysUnsigned?: boolean | undefined;
}

/** No signature left the signer. `told` tells the user why, and that no funds moved. */
export class SignerError extends AppError {
	override readonly name = "SignerError";
	readonly reason: SignerReason;
	/** The field of the payload that was at fault, where one was. */
	readonly field: string | null;
	/** Then nobody can say that nothing was signed; only that nothing was sent. */
	readonly mayHaveSigned: boolean;
	/** `told` tells already that nothing was signed. */
	readonly saysUnsigned: boolean;

	constructor(
		reason: SignerReason,
		text: Message,
		field: string | null = null,
		facts: SignerErrorFacts = {},
	) {
		const { mayHaveSigned = false, saysUnsigned = false, ...options } = facts;
		super(text, options);
		this.reason = reason;
		this.field = field;
		this.mayHaveSigned = mayHaveSigned;
		this.saysUnsigned = saysUnsigned;
	}
}

/**
 * Joins the vault's signer and the Ledger's. An account that both know is signed by the vault: the device is asked only
 * for accounts that the vault does not have.
 */
export function joinSigners(local: Signer, ledger: Signer): Signer {
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
