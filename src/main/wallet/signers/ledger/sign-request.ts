import type { SignedTokens } from "../../../../core/decoded-transaction/signed-token.ts";
import { message } from "../../../../core/localized-text.ts";
import type { Frozen } from "../../../../core/match/frozen.ts";
import { type IntentAt, intentAt, provenFrozen } from "../../../../core/match/proof.ts";
import { saying } from "../../../../core/unsigned.ts";
import type { DevicePayload } from "../../../../ledger-process/protocol.ts";
import { sameAddress } from "../address.ts";
import { signerOf } from "../signed.ts";
import type { LedgerAccount } from "./ledger-types.ts";
import { devicePayloadOf, familyOf } from "./payload.ts";
import { refused } from "./signing-errors.ts";

export interface DeviceSignRequest {
	readonly frozen: Frozen;
	readonly place: number;
	readonly fingerprint: string;
	readonly account: LedgerAccount;
	readonly intent: IntentAt;
}

/**
 * Proves again that the payload is part of the frozen object.
 *
 * @param account `undefined` if no Ledger has the account
 * @param now Unix ms
 * @param clockOffset offset of the service's clock (service-clock.ts)
 * @throws SignerError `refusedMatch` with the differing member, before any device was prompted
 */
export function signRequestOf(
	account: LedgerAccount | undefined,
	{ frozen, place, fingerprint }: Pick<DeviceSignRequest, "frozen" | "place" | "fingerprint">,
	now: number,
	clockOffset = 0,
): DeviceSignRequest {
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
 * @param tokens descriptions that the device must accept; `null` if none are promised
 * @throws SignerError `refusedMatch` if no device can sign the payload
 */
export function payloadOf({ frozen, intent }: DeviceSignRequest, tokens: SignedTokens | null): DevicePayload {
	const reading = devicePayloadOf(frozen, intent, tokens);
	if (!reading.ok) throw refused(reading.field, reading.text, saying(reading));
	return reading.payload;
}
