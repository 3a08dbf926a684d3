import type { ChainFamily } from "../../contract/action.ts";
import type { RefusalReason, Signed } from "../../vault/protocol.ts";
import type { Frozen } from "../match/frozen.ts";

/** What one signature makes, by the kind of what was signed. */
export type { Signed } from "../../vault/protocol.ts";

/** Whether an account can sign now: `locked` needs the person, `missing` is no account of this signer. */
export type SignerState = "ready" | "locked" | "missing";

export interface SignerAccount {
	/** EVM: checksummed (EIP-55). Solana: base58. */
	readonly address: string;
	readonly family: ChainFamily;
}

/** Whatever can sign for the person. `signing/` is its only caller. */
export interface Signer {
	readonly kind: "local" | "ledger";
	/** Its accounts, in the order in which they were added. */
	addresses(): readonly SignerAccount[];
	/** EVM addresses in any case, Solana's letter by letter. */
	state(address: string): SignerState;
	/**
	 * Signs one intent inside `frozen`, and nothing else. What comes back was read again, and its signer proven.
	 * @param place which of `intentsOf(frozen)`, counted from 0; 0 for a commit or a replacement.
	 * @param account the person's account; must be the intent's signer.
	 * @throws SignerError where nothing was signed, or where what was signed is not what was asked for.
	 */
	sign(frozen: Frozen, place: number, fingerprint: string, account: string): Promise<Signed>;
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
