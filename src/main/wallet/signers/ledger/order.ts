import type { Frozen } from "../../../../core/match/frozen.ts";
import { type IntentAt, intentAt, provenFrozen } from "../../../../core/match/proof.ts";
import { message } from "../../../../core/message.ts";
import type { SignedTokens } from "../../../../core/subject/signed-token.ts";
import { saying } from "../../../../core/unsigned.ts";
import type { DevicePayload } from "../../../../ledger-process/protocol.ts";
import { sameAddress } from "../address.ts";
import { signerOf } from "../signed.ts";
import type { LedgerAccount } from "./ledger-types.ts";
import { devicePayloadOf, familyOf } from "./payload.ts";
import { refused } from "./signing-errors.ts";

/** One signature that is asked for: a step of a review, proven, and the account that signs it. */
export interface Order {
	readonly frozen: Frozen;
	/** Which intent of the review, from zero. */
	readonly place: number;
	readonly fingerprint: string;
	readonly account: LedgerAccount;
	readonly intent: IntentAt;
}

/**
 * What is signed, proven once more: whoever calls. @throws SignerError `refusedMatch`, with the member that is not as it
 * was reviewed; nothing was asked of a device then.
 *
 * @param account the one whose address was named; undefined where no Ledger has it
 * @param now Unix ms
 * @param clockOffset of the service's clock (service-clock.ts)
 */
export function orderOf(
	account: LedgerAccount | undefined,
	{ frozen, place, fingerprint }: Pick<Order, "frozen" | "place" | "fingerprint">,
	now: number,
	clockOffset = 0,
): Order {
	if (account === undefined) throw refused("accountAddress", message("signer.not-on-ledger"));
	const proof = provenFrozen({ frozen, fingerprint, now, clockOffset });
	if (!proof.ok) throw refused(proof.field, proof.text, saying(proof));
	const at = intentAt(proof.frozen, place);
	if (!at.ok) throw refused(at.field, at.text);
	const { intent } = at;
	if (familyOf(intent) !== account.family) throw refused("payload.kind", message("signer.other-family"));
	if (!sameAddress(signerOf(proof.frozen, intent), account.address))
		throw refused("payload.signer", message("signer.other-signer"));
	return { frozen: proof.frozen, place, fingerprint, account, intent };
}

/**
 * What the device is given of it. @throws SignerError `refusedMatch` if no device can be asked for it.
 *
 * @param tokens descriptions by which the device has to show it, or is not asked; `null` if none are promised
 */
export function payloadOf({ frozen, intent }: Order, tokens: SignedTokens | null): DevicePayload {
	const reading = devicePayloadOf(frozen, intent, tokens);
	if (!reading.ok) throw refused(reading.field, reading.text, saying(reading));
	return reading.payload;
}
