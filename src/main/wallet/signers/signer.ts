import { AppError } from "../../../core/app-error.ts";
import { readAddress } from "../../../core/format/numeral.ts";
import type { Message } from "../../../core/localized-text.ts";
import type { Frozen } from "../../../core/match/frozen.ts";
import type { DeviceFault } from "../../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../../service-api/action.ts";
import type { RefusalReason } from "../../../vault/protocol.ts";
import type { ProvenSignature } from "./signed.ts";

/**
 * Returns an EVM address in lower case, because its case is only a checksum (EIP-55). Base58 is
 * case-sensitive and remains unchanged.
 */
export function addressKey(address: string): string {
	return readAddress(address) ?? address;
}

export function sameAddress(one: string, other: string): boolean {
	return addressKey(one) === addressKey(other);
}

/** `locked` if the user has to unlock it, `missing` if this signer doesn't have the account. */
export type SignerState = "ready" | "locked" | "missing";

export interface SignerAccount {
	readonly address: string;
	readonly family: ChainFamily;
}

export type Readiness =
	| {
			readonly ready: true;
			/** Gives up the turn. Has no effect after `sign` is called. */
			readonly release?: () => void;
	  }
	| { readonly ready: false; readonly text: Message };

/** Only code in `signing/` may call it. */
export interface Signer {
	readonly kind: "local" | "ledger";
	addresses(): readonly SignerAccount[];
	state(address: string): SignerState;
	/**
	 * Checks that the signer is able to sign before the journal records a request. Shows nothing on a device.
	 * Never rejects.
	 */
	prepare(account: string): Promise<Readiness>;
	/** Returns the device and path for the journal. `null` if there is no device. */
	pathOf?(account: string): string | null;
	/**
	 * Verifies the signature before returning it.
	 * @param index index in `intentsOf(frozen)`; 0 for a commit or a replacement
	 * @param account must be the payload's signer
	 * @throws SignerError
	 */
	sign(frozen: Frozen, index: number, fingerprint: string, account: string): Promise<ProvenSignature>;
}

export type SignerReason = RefusalReason | DeviceFault;

export interface SignerErrorFacts extends ErrorOptions {
	/** Whether there may be a signature that was lost or discarded. */
	readonly mayHaveSigned?: boolean;
	readonly saysUnsigned?: boolean | undefined;
}

export class SignerError extends AppError {
	override readonly name = "SignerError";
	readonly reason: SignerReason;
	/** The payload's invalid field, if any. */
	readonly field: string | null;
	/** If `true`, the text can only say that nothing was sent, not that nothing was signed. */
	readonly mayHaveSigned: boolean;
	/** Whether the text already says that nothing was signed. */
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

/** Combines both signers. The vault signs for an account that both have. */
export function joinSigners(local: Signer, ledger: Signer): Signer {
	const signerOf = (account: string) => (local.state(account) === "missing" ? ledger : local);
	return {
		kind: "local",
		addresses: () => [...local.addresses(), ...ledger.addresses()],
		state: (account) => signerOf(account).state(account),
		prepare: (account) => signerOf(account).prepare(account),
		pathOf: (account) => signerOf(account).pathOf?.(account) ?? null,
		sign: (frozen, index, fingerprint, account) =>
			signerOf(account).sign(frozen, index, fingerprint, account),
	};
}
