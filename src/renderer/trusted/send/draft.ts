import { fiatTextOf } from "../../../core/fiat/price.ts";
import { readDecimal } from "../../../core/format/decimal-units.ts";
import type { Text } from "../../../core/localized-text.ts";
import type { SendAccount, SendAsset, SendScreen } from "../../../ipc/send.ts";

export interface SendDraft {
	readonly account: string | null;
	/** `null` until the user chooses an asset. Until then, the most valuable asset is used. */
	readonly assetId: string | null;
	readonly recipient: string;
	readonly amount: string;
	readonly isAll: boolean;
}

export const emptyDraft = (from: string | null): SendDraft => ({
	account: from,
	assetId: null,
	recipient: "",
	amount: "",
	isAll: false,
});

/** Returns the chosen account, or else the first one that has something to send. */
export function accountOf({ accounts }: SendScreen, draft: SendDraft): SendAccount | null {
	const chosen = accounts.find(({ address }) => address.address === draft.account);
	return chosen ?? accounts.find(({ assets }) => assets.length > 0) ?? accounts[0] ?? null;
}

export function assetOf(account: SendAccount | null, draft: SendDraft): SendAsset | null {
	const assets = account?.assets ?? [];
	return assets.find(({ id }) => id === draft.assetId) ?? assets[0] ?? null;
}

const rawOf = (asset: SendAsset, { amount }: SendDraft): bigint | null =>
	readDecimal(amount.trim(), asset.decimals);

export type AmountFault = "format" | "decimals" | "zero" | "exceeds";

/** Returns `null` if the amount is valid or the field is empty. */
export function amountFault(asset: SendAsset, draft: SendDraft): AmountFault | null {
	if (draft.isAll || draft.amount.trim() === "") return null;
	const raw = rawOf(asset, draft);
	if (raw === null) return readDecimal(draft.amount.trim(), 60) === null ? "format" : "decimals";
	if (raw === 0n) return "zero";
	return raw > BigInt(asset.balance.raw) ? "exceeds" : null;
}

export function isReady(asset: SendAsset, draft: SendDraft): boolean {
	const stated = draft.isAll || draft.amount.trim() !== "";
	return stated && amountFault(asset, draft) === null;
}

/** Returns the value of the entered amount, or `null` if there is no price. */
export function worthOf(asset: SendAsset, draft: SendDraft): Text | null {
	const { price } = asset;
	const raw = draft.isAll ? BigInt(asset.balance.raw) : rawOf(asset, draft);
	if (price === null || raw === null) return null;
	const read = { answer: BigInt(price.answer), decimals: price.decimals, feed: "", at: 0 };
	return fiatTextOf(raw, asset.decimals, read, "up");
}

/**
 * Returns recipients in the account's family whose name or address contains the text. Returns none if the
 * text is already an address.
 */
export function suggestions(
	{ recipients }: SendScreen,
	account: SendAccount | null,
	text: string,
): SendScreen["recipients"] {
	const searched = text.trim().toLowerCase();
	if (account === null || searched.length > 30) return [];
	return recipients.filter(
		({ family, address }) =>
			family === account.family &&
			address.address !== account.address.address &&
			`${address.label ?? ""} ${address.address}`.toLowerCase().includes(searched),
	);
}

/** Returns whether the text could be a name that has to be resolved. */
export const isName = (text: string): boolean => /^[^\s.]+(?:\.[^\s.]+)+$/u.test(text.trim());
