import { chainName } from "../chain/names.ts";
import { listedUnit, nativeAmount } from "../decoded-transaction/decoded-transaction.ts";
import { nameParam } from "../decoded-transaction/party-names.ts";
import type { Headline } from "../describe/evm/headline.ts";
import { EVERY_CHAIN, LABEL, moreThings, plainAmount } from "../format/labels.ts";
import { plain } from "../format/plain.ts";
import { amountParam, type Message, message, type Text } from "../localized-text.ts";
import type { Finding } from "../risk/finding.ts";
import type { SigningMode, SigningPermit, TokenLimit } from "../signed/hosted-signing.ts";
import { addressText, danger, type ExplainedRow, type MessageContext, row, untilRow } from "./explanation.ts";

/**
 * Explains the permit that lets the service sign on a wallet's behalf: what the service may sign without
 * asking, for which networks, recipients and amounts, and until when. Its limits apply to each request, not
 * to the total.
 */

const MAX_LENGTH = 64;
const MAX_LISTED = 12;

const UNLIMITED = message("message.signing.unlimited");
const ANYBODY = message("message.signing.anybody");
const HASHED = message("message.signing.hashed");

const LABELS = {
	mode: message("message.row.signing-mode"),
	wallet: message("message.row.signing-wallet"),
	account: message("message.row.signing-account"),
	chains: message("message.row.signing-networks"),
	recipients: message("message.row.signing-recipients"),
	native: message("message.row.signing-native"),
	tokens: message("message.row.signing-tokens"),
} as const;

const MODES: Readonly<Record<SigningMode, "auto" | "asks" | "link" | "unknown">> = {
	automatic: "auto",
	asking: "asks",
	link: "link",
	unknown: "unknown",
};

function listed(
	label: Message,
	values: readonly Text[] | null,
	none: Message,
	isHashed: boolean,
): readonly ExplainedRow[] {
	if (values === null) return [row(label, isHashed ? HASHED : none, "danger")];
	const more = values.length - MAX_LISTED;
	const shown = more > 0 ? [...values.slice(0, MAX_LISTED), moreThings(more)] : values;
	return shown.map((value) => row(label, value));
}

function nativeText({ limits }: SigningPermit): Message | null {
	if (limits.nativeMost === null) return null;
	const [only, ...others] = limits.chainRefs ?? [];
	// The native coins of EVM chains have the same decimals but different names.
	const chainRef = only !== undefined && others.length === 0 ? only : "";
	return plainAmount(amountParam(nativeAmount(chainRef, limits.nativeMost)));
}

function tokenText({ user }: MessageContext, { chainRef, token, most }: TokenLimit): Message {
	const chain = chainRef === null ? EVERY_CHAIN : chainName(chainRef);
	if (most === null) return message("message.signing.token-any", { token: addressText(user, token), chain });
	const unit = chainRef === null ? null : listedUnit(chainRef, token);
	return unit === null
		? message("message.signing.token-raw", {
				token: addressText(user, token),
				amount: most.toString(),
				chain,
			})
		: message("message.signing.token", { amount: amountParam({ raw: most, ...unit }), chain });
}

export function signingPermitRows(context: MessageContext, permit: SigningPermit): readonly ExplainedRow[] {
	const { mode, statedMode, account, wallet, until, limits, isHashed } = permit;
	const stated = statedMode === null ? "" : plain(statedMode, MAX_LENGTH);
	const tone = mode === "asking" || mode === "link" ? "plain" : "danger";
	return [
		row(LABELS.mode, message("message.signing.mode", { mode: MODES[mode], stated }), tone),
		...(wallet === null ? [] : [row(LABELS.wallet, addressText(context.user, wallet))]),
		...(account === null ? [] : [row(LABELS.account, plain(account, MAX_LENGTH))]),
		...listed(LABELS.chains, limits.chainRefs?.map(chainName) ?? null, EVERY_CHAIN, isHashed),
		...listed(
			LABELS.recipients,
			limits.recipients?.map((each) => addressText(context.user, each)) ?? null,
			ANYBODY,
			isHashed,
		),
		...listed(LABELS.native, only(nativeText(permit)), UNLIMITED, isHashed),
		...listed(
			LABELS.tokens,
			limits.tokens?.map((each) => tokenText(context, each)) ?? null,
			UNLIMITED,
			isHashed,
		),
		untilRow(context, LABEL.usedUntil, until),
	];
}

const only = (text: Text | null): readonly Text[] | null => (text === null ? null : [text]);

const walletParam = ({ user, signer }: MessageContext, { wallet }: SigningPermit) =>
	nameParam(user, wallet ?? signer);

/** This is always dangerous, because the format isn't published and the user isn't asked again afterwards. */
export function signingPermitFinding(context: MessageContext, permit: SigningPermit): Finding {
	const who = walletParam(context, permit);
	const mode = MODES[permit.mode];
	return {
		...danger("hosted-signing", message("finding.hosted-signing", { who, mode })),
		short: message("reason.hosted-signing", { mode }),
		...(permit.wallet === null ? {} : { about: [permit.wallet, permit.statedMode ?? ""] }),
	};
}

export const signingPermitHeadline = (context: MessageContext, permit: SigningPermit): Headline => ({
	text: message("message.signing.headline", { who: walletParam(context, permit), mode: MODES[permit.mode] }),
	known: false,
	amount: null,
});
