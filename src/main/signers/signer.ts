import type { RefusalReason } from "../../vault/protocol.ts";
import type { FrozenReview } from "../match/frozen.ts";

/** Whether an account can sign now: `locked` needs the person, `missing` is no account of this signer. */
export type SignerState = "ready" | "locked" | "missing";

export interface SignedEvm {
	/** The signed transaction as it is sent, EIP-2718 bytes. */
	readonly raw: `0x${string}`;
	/** Keccak-256 of `raw`: the transaction id. */
	readonly hash: `0x${string}`;
}

/** Whatever can sign for the person. `signing/` is its only caller. */
export interface Signer {
	readonly kind: "local" | "ledger";
	/** Its accounts, checksummed, in the order in which they were added. */
	addresses(): readonly string[];
	state(address: string): SignerState;
	/**
	 * Signs the payload inside `frozen`, and nothing else. What comes back was decoded, and its signer recovered.
	 * @param account the person's account; must be `frozen.payload.signer`.
	 * @throws SignerError where nothing was signed, or where what was signed is not what was asked for.
	 */
	signEvm(frozen: FrozenReview, fingerprint: string, account: string): Promise<SignedEvm>;
}

/** No signature left the signer. `message` tells the person why, and that no funds moved. */
export class SignerError extends Error {
	override readonly name = "SignerError";
	readonly reason: RefusalReason;
	/** The field of the payload that was at fault, where one was. */
	readonly field: string | null;

	constructor(reason: RefusalReason, words: string, field: string | null = null, options?: ErrorOptions) {
		super(words, options);
		this.reason = reason;
		this.field = field;
	}
}
