import { type Message, message, sentences } from "../../../../core/localized-text.ts";
import { NOTHING_SIGNED, type UnsignedNotice, withUnsigned } from "../../../../core/unsigned.ts";
import type { DeviceRefusal } from "../../../../ledger-process/protocol.ts";
import { SignerError } from "../signer.ts";
import { deviceText } from "./device-text.ts";
import type { LedgerAccount } from "./ledger-types.ts";

export type GivenUp = "user" | "time";

const GIVEN_UP_WORDS: Readonly<Record<GivenUp, Message>> = {
	user: message("signer.given-up.person"),
	time: message("signer.given-up.time"),
};

/** No device was prompted. */
export const refused = (field: string, text: Message, notice: Pick<UnsignedNotice, "saysUnsigned"> = {}) =>
	new SignerError("refusedMatch", withUnsigned({ text, ...notice }), field, { saysUnsigned: true });

export const hostileAnswer = (model: string, field: string): SignerError =>
	new SignerError("badAnswer", message("signer.hostile-answer", { model }), field, { mayHaveSigned: true });

/** @param why `null` if the device refused by itself */
export function refusalError(
	refusal: DeviceRefusal,
	why: GivenUp | null,
	{ family, model }: Pick<LedgerAccount, "family" | "model">,
): SignerError {
	const { fault, prompt } = refusal;
	const mayHaveSigned = prompt === "unknown" || fault === "badAnswer";
	const facts = { mayHaveSigned, saysUnsigned: !mayHaveSigned };
	if (why === null || fault !== "cancelled")
		return new SignerError(fault, deviceText(refusal, { doing: "signing", family, model }), null, facts);
	const end = prompt === "unknown" ? message("signer.device-may-still-show") : NOTHING_SIGNED;
	return new SignerError(fault, sentences(GIVEN_UP_WORDS[why], end), null, facts);
}

/** The signature arrived after the request was abandoned, so it is not used. */
export const signedTooLate = (why: GivenUp): SignerError =>
	new SignerError("cancelled", sentences(GIVEN_UP_WORDS[why], message("signer.had-signed-by-then")), null, {
		mayHaveSigned: true,
	});
