import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import {
	type AddressView,
	type AmountView,
	type Claim,
	type CommandOutcome,
	chainRef,
	decimalText,
	desk,
	id,
	trusted,
} from "./primitives.ts";
import type { TokenMark } from "./review.ts";

export interface SendAsset {
	/** Consists of chain and asset. Unique within an account. */
	readonly id: string;
	readonly chainRef: string;
	readonly chain: Text;
	/** `native` or the token's address. */
	readonly asset: string;
	readonly symbol: Claim;
	/** Whether the name comes from the app's list rather than from the token. */
	readonly isListed: boolean;
	readonly mark: TokenMark | null;
	readonly decimals: number;
	readonly balance: AmountView;
	/** US dollars per whole unit. `null` if there is no price or the user hides values. */
	readonly price: { readonly answer: string; readonly decimals: number } | null;
}

export interface SendAccount {
	readonly address: AddressView;
	readonly family: "evm" | "svm";
	/** Highest value first. */
	readonly assets: readonly SendAsset[];
}

export interface SendScreen {
	readonly screen: "send";
	/** Account that the form was opened from. */
	readonly from: string | null;
	readonly accounts: readonly SendAccount[];
	/** Contacts and the user's own accounts. */
	readonly recipients: readonly {
		readonly family: "evm" | "svm";
		readonly address: AddressView;
		readonly isOwn: boolean;
	}[];
	readonly isReading: boolean;
}

export type RecipientOutcome =
	| {
			readonly ok: true;
			readonly address: AddressView;
			/** Set if the user typed a name instead of an address. */
			readonly system: "ENS" | "SNS" | null;
	  }
	| Extract<CommandOutcome, { ok: false }>;

const recipientText = z.string().trim().min(1).max(120);

/** The desk can only open the form. */
export const sendProcedures = {
	openSend: desk.command(z.strictObject({ address: id.nullable() })),
};

export const sendTrustedProcedures = {
	/** Resolves a name through the user's own RPC. */
	resolveRecipient: trusted.returns<RecipientOutcome>()(z.strictObject({ chainRef, text: recipientText })),
	/** Creates the payment and opens its review. */
	send: trusted.command(
		z.strictObject({
			account: id,
			chainRef,
			asset: z.string().min(1).max(64),
			recipient: z.string().min(32).max(64),
			/** `null` sends the whole balance minus the fee. */
			amount: decimalText.nullable(),
		}),
	),
};
