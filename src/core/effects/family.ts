import { type BalanceChange, directionOf } from "../../service-api/simulation.ts";
import { clusterOf } from "../chain/names.ts";
import { WRAPPED_SOL } from "../chain/well-known.ts";
import type { ControlWhat, Decoded } from "../decode/evm/meaning.ts";
import type { SvmMeaning } from "../decode/svm/meaning.ts";
import {
	type DecodedEvmTransaction,
	isNative,
	nativeAmount,
	tokenAmount,
} from "../decoded-transaction/decoded-transaction.ts";
import type { ControlChange } from "../decoded-transaction/opinion.ts";
import { collectionParam, nameParam } from "../decoded-transaction/party-names.ts";
import { isSol } from "../decoded-transaction/svm/outflow.ts";
import {
	authorityOf,
	type DecodedSvmTransaction,
	mintAmount,
	openedAnew,
	openedHere,
	rentOf,
	svmNameParam,
	tokenAccountOf,
} from "../decoded-transaction/svm/svm-decoded-transaction.ts";
import type { Amount } from "../format/amount.ts";
import { readAddress, readUint } from "../format/numeral.ts";
import { plain } from "../format/plain.ts";
import { labelOf } from "../identities/labels.ts";
import { type Message, message, type Text } from "../localized-text.ts";

export interface FamilyOperations {
	readonly signer: string;
	/**
	 * Returns the canonical form. EVM: lower case. Solana: the owner of a token account, or the withdraw
	 * authority of a stake, vote or nonce account if it isn't the user.
	 */
	account(text: string): string;
	/**
	 * Returns the account that a record is about. SOL that moves from a user's stake, vote or nonce account
	 * to a named party is a loss for its withdraw authority.
	 */
	bearer(record: StatedChange): string;
	/**
	 * Returns `native` or a token's canonical form. Wrapped SOL counts as SOL, because wrapping isn't a loss.
	 */
	asset(text: string): string;
	token(text: string): string;
	mine(account: string): boolean;
	isOtherChain(record: Pick<BalanceChange, "chainId" | "cluster">): boolean;
	knows(account: string): boolean;
	readonly amount: (asset: string, item: string | null, raw: bigint) => Amount;
	readonly nameOf: (address: string) => string | Message;
	/**
	 * Returns whether the recipient is a called contract that passes the asset on. A record may name the
	 * contract instead of the final recipients that it chooses.
	 */
	passesOn(recipient: string, asset: string): boolean;
	handsTo(recipient: string, asset: string): boolean;
	/** Rent in base units for accounts that decoded instructions open. */
	readonly spare: bigint;
	/**
	 * Returns whether our decoding shows this change of control, which is then reported as a separate
	 * finding.
	 */
	plainly(control: ControlChange): boolean;
}

type StatedChange = Pick<BalanceChange, "account" | "asset" | "counterparty" | "direction" | "amount">;

const MAX_ITEM_LENGTH = 24;

export const NEW_ITEM = "new";

/** Returns an item ID's canonical form. The text "new" is quoted, so it can't be mistaken for `NEW_ITEM`. */
export const itemOf = (text: string | null | undefined): string | null =>
	text === null || text === undefined || text === ""
		? null
		: (readUint(text)?.toString() ?? (text === NEW_ITEM ? `“${text}”` : text));

const itemAmount = (raw: bigint, item: string, name: Text, checked: boolean): Amount => ({
	raw,
	decimals: 0,
	symbol:
		item === NEW_ITEM
			? message("amount.new-item", { collection: name })
			: message("amount.item", { item: plain(item, MAX_ITEM_LENGTH), collection: name }),
	checked,
});

const lower = (text: string) => readAddress(text) ?? text;

const REMOVES_CONTROL: ReadonlySet<ControlWhat> = new Set(["renounce", "revoke", "safe-owner-removed"]);

/** Searches decoded calls at any depth, because the user sees all of them. */
function changesControl(decoded: Decoded, account: string, after: string | null): boolean {
	const { meaning, target } = decoded;
	if (meaning.kind === "control")
		return target === account && (after === null ? REMOVES_CONTROL.has(meaning.what) : meaning.to === after);
	if (meaning.kind !== "calls" || !meaning.sure || !meaning.verified) return false;
	return meaning.calls.some((inner) => changesControl(inner.decoded, account, after));
}

function evmOperations(subject: DecodedEvmTransaction): FamilyOperations {
	const { decoded, facts, user } = subject;
	const signer = lower(subject.signer);
	const own = new Set([signer, ...user.accounts.map(lower)]);
	const { meaning, target } = decoded;
	return {
		signer,
		account: lower,
		bearer: ({ account }) => lower(account ?? signer),
		asset: (text) => (isNative(text) ? "native" : lower(text)),
		token: lower,
		mine: (account) => own.has(account),
		isOtherChain: ({ chainId }) => typeof chainId === "number" && String(chainId) !== subject.chainRef,
		knows: (account) => own.has(account) || labelOf(user.labels, account) !== null,
		amount(asset, item, raw) {
			if (asset === "native") return nativeAmount(subject.chainRef, raw);
			if (item === null) return tokenAmount(facts, asset, raw);
			return itemAmount(raw, item, collectionParam(subject, asset), facts?.tokens.has(asset) === true);
		},
		nameOf: (address) => nameParam(user, address),
		passesOn: (recipient, asset) => recipient === target && recipient !== asset && meaning.kind !== "native",
		handsTo: (recipient, asset) =>
			asset === target && meaning.kind === "transfer" && meaning.to === recipient,
		spare: 0n,
		plainly: ({ account, after }) =>
			changesControl(decoded, lower(account), after === null ? null : lower(after)),
	};
}

function changesSvmControl(meaning: SvmMeaning, { account, what, after }: ControlChange): boolean {
	if (meaning.kind === "token_authority")
		return meaning.account === account && meaning.to === after && (meaning.role === what || what === "other");
	if (meaning.kind === "control") return meaning.account === account && meaning.to === after;
	if (meaning.kind === "nonce")
		return meaning.what === "authorize" && meaning.account === account && meaning.to === after;
	if (meaning.kind === "lockup")
		return what === "lockup" && meaning.stake === account && (meaning.custodian ?? after) === after;
	if (meaning.kind === "rule")
		return what === "lockup" && meaning.account === account && meaning.lockup?.custodian === after;
	if (meaning.kind === "assign") return meaning.account === account && meaning.owner === after;
	// An account that the payload opens has no previous owner.
	return meaning.kind === "token_open" && meaning.account === account && meaning.owner === after;
}

function svmOperations(subject: DecodedSvmTransaction): FamilyOperations {
	const { facts, user, signer, steps } = subject;
	const own = new Set([signer, ...user.accounts]);
	const holder = (text: string) =>
		tokenAccountOf(facts, text)?.owner ?? openedHere(steps, text)?.owner ?? text;
	const token = (text: string) => tokenAccountOf(facts, text)?.mint ?? openedHere(steps, text)?.mint ?? text;
	const ruler = (text: string) => (holder(text) === text ? authorityOf(subject, text) : null);
	const mine = (account: string | null) => account !== null && own.has(account);
	/**
	 * An account that the user controls keeps its own address, because movements between it and the user
	 * don't change the owner.
	 */
	const account = (text: string) => {
		const ruling = ruler(text);
		return ruling === null || mine(ruling) ? holder(text) : ruling;
	};
	const isSolLeaving = ({ asset, direction, amount, counterparty }: StatedChange) => {
		const isOut = (directionOf({ direction }) ?? (amount.startsWith("-") ? "out" : null)) === "out";
		const to = counterparty ?? "";
		return isSol(asset) && isOut && to !== "" && !mine(holder(to)) && !mine(ruler(to));
	};
	return {
		signer,
		account,
		bearer(record) {
			const stated = record.account ?? signer;
			const ruling = ruler(stated);
			return ruling !== null && mine(ruling) && isSolLeaving(record) ? ruling : account(stated);
		},
		asset: (text) => (isSol(text) || token(text) === WRAPPED_SOL ? "native" : token(text)),
		token,
		mine,
		isOtherChain({ cluster }) {
			const [stated, here] = [clusterOf(cluster ?? ""), clusterOf(subject.chainRef)];
			return stated !== null && here !== null && stated !== here;
		},
		knows: (account) => own.has(account) || labelOf(user.labels, account) !== null,
		amount(asset, item, raw) {
			if (asset === "native") return nativeAmount(subject.chainRef, raw);
			const amount = mintAmount(facts, asset, raw);
			return item === null ? amount : itemAmount(raw, item, amount.symbol, amount.checked);
		},
		nameOf: (address) => svmNameParam(user, address),
		passesOn: (recipient) => steps.some(({ programId }) => programId === recipient),
		handsTo: (recipient, asset) =>
			asset !== "native" &&
			steps.some(
				({ meaning }) => meaning.kind === "token_transfer" && holder(meaning.destination) === recipient,
			),
		spare: openedAnew(subject).length === 0 ? 0n : (rentOf(subject) ?? 0n),
		plainly: (control) => steps.some(({ meaning }) => changesSvmControl(meaning, control)),
	};
}

export function familyOperationsOf(subject: DecodedEvmTransaction | DecodedSvmTransaction): FamilyOperations {
	return "steps" in subject ? svmOperations(subject) : evmOperations(subject);
}

export function familyOperationsOfAll(
	first: DecodedEvmTransaction | DecodedSvmTransaction,
	more: readonly (DecodedEvmTransaction | DecodedSvmTransaction)[],
): FamilyOperations {
	const own = familyOperationsOf(first);
	const all = [own, ...more.map(familyOperationsOf)];
	const spelt = (text: string, of: (each: FamilyOperations) => string) =>
		all.map(of).find((each) => each !== text);
	return {
		signer: own.signer,
		account: (text) => spelt(text, (each) => each.account(text)) ?? text,
		bearer(record) {
			const stated = record.account ?? own.signer;
			return spelt(stated, (each) => each.bearer(record)) ?? stated;
		},
		asset: (text) => spelt(text, (each) => each.asset(text)) ?? text,
		token: (text) => spelt(text, (each) => each.token(text)) ?? text,
		mine: (account) => all.some((each) => each.mine(account)),
		isOtherChain: (record) => all.every((each) => each.isOtherChain(record)),
		knows: (account) => all.some((each) => each.knows(account)),
		amount(asset, item, raw) {
			const amounts = all.map((each) => each.amount(asset, item, raw));
			return amounts.find(({ checked }) => checked) ?? own.amount(asset, item, raw);
		},
		nameOf: own.nameOf,
		passesOn: (recipient, asset) => all.some((each) => each.passesOn(recipient, asset)),
		handsTo: (recipient, asset) => all.some((each) => each.handsTo(recipient, asset)),
		spare: all.reduce((sum, { spare }) => sum + spare, 0n),
		plainly: (control) => all.some((each) => each.plainly(control)),
	};
}
