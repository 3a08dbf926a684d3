import { type Message, message, sentences } from "../../../../core/message.ts";
import { NOTHING_SIGNED, type UnsignedNotice, withUnsigned } from "../../../../core/unsigned.ts";
import type { DeviceRefusal } from "../../../../ledger-process/protocol.ts";
import { SignerError } from "../signer.ts";
import { deviceText } from "./device-text.ts";
import type { LedgerAccount } from "./ledger-types.ts";

/** Why no signature came of a question to a device, and whether one may be out in the world all the same. */

/** Why a question ended before the user answered it on the device. */
export type GivenUp = "user" | "time";

const GIVEN_UP_WORDS: Readonly<Record<GivenUp, Message>> = {
	user: message("signer.given-up.person"),
	time: message("signer.given-up.time"),
};

/** Nothing was asked of a device: this member is not what was reviewed. */
export const refused = (field: string, text: Message, notice: Pick<UnsignedNotice, "saysUnsigned"> = {}) =>
	new SignerError("refusedMatch", withUnsigned({ text, ...notice }), field, { saysUnsigned: true });

/** Returns the error for an answer that is not a signature of the request. */
export const hostileAnswer = (model: string, field: string): SignerError =>
	new SignerError("badAnswer", message("signer.hostile-answer", { model }), field, { mayHaveSigned: true });

/** The device gave no signature. @param why who gave up; `null` if the device refused by itself */
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

/** The user had signed on the device by the time the question was given up: the signature is not used. */
export const signedTooLate = (why: GivenUp): SignerError =>
	new SignerError("cancelled", sentences(GIVEN_UP_WORDS[why], message("signer.had-signed-by-then")), null, {
		mayHaveSigned: true,
	});
