import { textOfError } from "../../core/app-error.ts";
import type { ReadDetail, StepFacts } from "../../core/journal/details.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import {
	asMessage,
	type Message,
	message,
	sentences,
	type Text,
	verbatim,
} from "../../core/localized-text.ts";
import { withUnsigned } from "../../core/unsigned.ts";
import type { CommitTransport } from "../../service-api/commit.ts";
import { headlineText, textOf } from "../../text/index.ts";
import { purposeOf } from "../storage/same-nonce.ts";
import { SignerError } from "../wallet/signers/signer.ts";
import type { Mined } from "./chain-client.ts";
import type { CommitFault } from "./signing-service.ts";

export function userMessage(cause: unknown): Message {
	const text = textOfError(cause);
	return text === null ? message("signing.own-fault") : asMessage(text);
}

/** A device may have produced a signature that was lost. In that case, the text must not say "not signed". */
export function unsignedText(cause: unknown): Message {
	const text = userMessage(cause);
	if (!(cause instanceof SignerError)) return withUnsigned({ text });
	return cause.mayHaveSigned ? text : withUnsigned({ text, saysUnsigned: cause.saysUnsigned });
}

export function waitingText(text: Message): Message {
	return sentences(message("signing.approved"), text, message("signing.not-signed.yet"));
}

export const LEFT_WAITING = message("signing.left-waiting");

export function cutOffText(
	device: string | null,
	transport: CommitTransport = "sign_and_broadcast",
): Message {
	const stopped =
		device === null ? message("signing.cut-off") : message("signing.cut-off.device", { device });
	return transport === "browser_send"
		? sentences(stopped, message("signing.nothing-sent"), LEFT_WAITING)
		: sentences(stopped, message("signing.not-signed.approve-again"));
}

export function lineOf(cause: unknown): string {
	return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}

/** Describes how long anyone who has the signed transaction could still broadcast it. */
export function lifeOf(row: JournalRow): Message {
	return row.nonce === null
		? message("signing.life.blockhash")
		: message("signing.life.nonce", { nonce: row.nonce.toString() });
}

export const spentUnknown = (row: JournalRow): Message =>
	message("signing.spent.unknown", { life: lifeOf(row) });

export function briefly(headline: Text): Message {
	const text = headlineText(headline);
	return text === textOf(headline) ? asMessage(headline) : verbatim(text);
}

const DROPPED: Readonly<Partial<Record<JournalRow["kind"], Message>>> = {
	leg: message("signing.dropped.leg"),
	revocation: message("signing.dropped.revocation"),
};

export function replacedFacts(row: JournalRow): StepFacts {
	if (row.nonce === null)
		return {
			outcome: "dropped",
			live: false,
			dead: true,
			text: DROPPED[row.kind] ?? message("signing.dropped"),
		};
	return {
		outcome: "replaced",
		live: false,
		text: message("signing.nonce-replaced", { nonce: row.nonce.toString() }),
	};
}

export interface Taken {
	readonly other: JournalRow;
	readonly id: string;
	readonly succeeded: boolean;
}

function takenText({ other, id, succeeded }: Taken): readonly Message[] {
	const failed = succeeded ? [] : [message("signing.taken-by.failed")];
	switch (purposeOf(other)) {
		case "speed_up":
			return succeeded
				? [message("signing.taken-by.speed-up", { id })]
				: [message("signing.taken-by.speed-up-failed", { id }), ...failed];
		case "cancel":
			return [message("signing.taken-by.cancel", { id })];
		case null:
			return [message("signing.taken-by.first", { id }), ...failed];
	}
}

export function takenFacts(taken: Taken): StepFacts {
	const text = sentences(...takenText(taken), message("signing.taken-by.costs-nothing"));
	return { outcome: "replaced", live: false, text };
}

export function settledFacts(mined: Mined): StepFacts {
	return {
		outcome: mined.succeeded ? "confirmed" : "failed",
		receipt: mined.receipt,
		live: false,
		text: mined.succeeded ? null : message("signing.reverted"),
		detail: { kind: "in_block", block: String(mined.blockNumber) },
	};
}

export function endedFacts(mined: Mined, service: string): StepFacts {
	const facts = settledFacts(mined);
	if (!mined.succeeded || service === "confirmed") return facts;
	return {
		...facts,
		text: message("signing.in-block", { block: String(mined.blockNumber), state: service }),
	};
}

/** The service reports a different transaction, although the bytes that were sent are the reviewed ones. */
export function mismatchedFacts(mined: Mined): StepFacts {
	const block = String(mined.blockNumber);
	return {
		...settledFacts(mined),
		text: sentences(
			message("signing.mismatched"),
			message(mined.succeeded ? "signing.approved-in-block" : "signing.approved-in-block.failed", { block }),
		),
	};
}

export const refusedReport = ({ serviceText }: Pick<CommitFault, "serviceText">): Message =>
	serviceText === null
		? message("signing.refused-report")
		: message("signing.refused-report.said", { said: serviceText });

export function unreportedFacts(mined: Mined, detail: ReadDetail | null): StepFacts | null {
	if (detail?.kind !== "refused") return null;
	const block = String(mined.blockNumber);
	return {
		...settledFacts(mined),
		text: sentences(
			detail.told,
			message(mined.succeeded ? "signing.in-block.unreported" : "signing.in-block.unreported-failed", {
				block,
			}),
		),
	};
}

export function minedAfterAllFacts(mined: Mined): StepFacts {
	const block = String(mined.blockNumber);
	return {
		...settledFacts(mined),
		text: message(mined.succeeded ? "signing.kept-back.sent" : "signing.kept-back.sent-failed", { block }),
	};
}

/** Compares hex case-insensitively and base58 case-sensitively. */
export function sameId(one: string | null, other: string | null): boolean {
	if (one === null || other === null) return false;
	return one === other || (one.startsWith("0x") && one.toLowerCase() === other.toLowerCase());
}

/** If there is no RPC for the chain, the service's result can't be verified and is shown as its claim. */
export function serviceFacts(over: {
	readonly state: string;
	readonly transactionId: string | null;
	readonly failure: Message | null;
}): StepFacts {
	const { state, transactionId: id } = over;
	const isDone = state === "confirmed";
	const unseen = message("signing.not-looked-up");
	const done =
		id === null ? message("signing.service.confirmed") : message("signing.service.confirmed.named", { id });
	return {
		outcome: isDone ? "confirmed" : "failed",
		live: false,
		text: isDone
			? sentences(done, unseen)
			: sentences(message("signing.service.ended", { state }), ...failureOf(over), unseen),
	};
}

export const failureOf = ({ failure }: { readonly failure: Message | null }): readonly Message[] =>
	failure === null ? [] : [failure];
