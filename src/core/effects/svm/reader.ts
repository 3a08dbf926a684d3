import type { SvmAccountFacts } from "../../chain/svm.ts";
import { SVM_SYSTEM_PROGRAM, WRAPPED_SOL } from "../../chain/well-known.ts";
import type { SvmStep } from "../../decode/svm/decode-svm.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import type { AccountWrite, ItemOpinion, LocalSimulation } from "../../decoded-transaction/opinion.ts";
import { comesBack, foreignCloser, speaksFor } from "../../decoded-transaction/svm/outflow.ts";
import {
	authorityOf,
	closedBefore,
	type DecodedSvmTransaction,
	holderOf,
	mintFor,
	mintOf,
	openedHere,
	type SvmContext,
	tokenAccountOf,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { isUserKey } from "../../decoded-transaction/svm/user-accounts.ts";
import { innerStepsOf } from "../../simulate/svm/inner-steps.ts";
import { type EffectAsset, fungible, type Movement, NATIVE } from "../effects.ts";

export type MovementDraft = Pick<
	Movement,
	"from" | "to" | "asset" | "least" | "most" | "isByAuthority" | "stuckAt" | "placed"
>;

/** The System Program's address, which is all zeros and has no key. Burned assets go there. */
export const NOBODY = SVM_SYSTEM_PROGRAM;

const UNKNOWN: EffectAsset = { kind: "unknown", address: null, item: null };

export interface StepReader {
	readonly subject: SvmContext;
	/** The user wraps or unwraps SOL, so both forms count as SOL. */
	readonly isSolWrapped: boolean;
}

export interface SvmReader extends StepReader {
	/** Includes accounts that only our simulation read. */
	readonly subject: DecodedSvmTransaction;
	readonly local: LocalSimulation;
	readonly writes: readonly AccountWrite[];
	readonly inner: readonly SvmStep[];
}

function withWrites(subject: DecodedSvmTransaction, writes: readonly AccountWrite[]): DecodedSvmTransaction {
	const { facts } = subject;
	if (facts === null || writes.length === 0) return subject;
	const seen = writes.map(({ address, before }) => [address, { ok: true, value: before }] as const);
	const read = [...facts.accounts].filter(([, fact]) => fact.ok);
	return { ...subject, facts: { ...facts, accounts: new Map([...facts.accounts, ...seen, ...read]) } };
}

function wraps(subject: SvmContext, meaning: SvmMeaning): boolean {
	const isMine = (account: string) =>
		mintFor(subject, account, null) === WRAPPED_SOL && isUserKey(subject, holderOf(subject, account));
	switch (meaning.kind) {
		case "lamports":
			return isMine(meaning.to);
		case "token_close":
		case "token_unwrap":
			return isMine(meaning.account);
		case "token_open":
			return meaning.mint === WRAPPED_SOL && isUserKey(subject, meaning.owner);
		default:
			return false;
	}
}

export const stepReaderOf = (subject: SvmContext): StepReader => ({
	subject,
	isSolWrapped: subject.steps.some(({ meaning }) => wraps(subject, meaning)),
});

export function readerOf(asked: DecodedSvmTransaction, { local }: ItemOpinion): SvmReader {
	const isDone = local.state === "done" && local.simulation.status === "passed";
	const writes = isDone ? (local.writes ?? []) : [];
	const subject = withWrites(asked, writes);
	const inner = innerStepsOf(subject, local);
	const isSolWrapped = [...subject.steps, ...inner].some(({ meaning }) => wraps(subject, meaning));
	return { subject, local, writes, inner, isSolWrapped };
}

export function mintAsset({ subject, isSolWrapped }: StepReader, mint: string | null): EffectAsset {
	if (mint === null) return UNKNOWN;
	if (mint === "native" || (mint === WRAPPED_SOL && isSolWrapped)) return NATIVE;
	const data = mintOf(subject.facts, mint);
	return data?.decimals === 0 && data.supply === 1n
		? { kind: "item", address: mint, item: "1" }
		: fungible(mint);
}

export const assetIn = (reader: StepReader, account: string, named: string | null): EffectAsset =>
	mintAsset(reader, named === "native" ? named : mintFor(reader.subject, account, named));

export const holderBefore = ({ subject }: StepReader, account: string): string | null =>
	tokenAccountOf(subject.facts, account)?.owner ?? openedHere(subject.steps, account)?.owner ?? null;

export const tokenReceiver = ({ subject }: StepReader, account: string): string =>
	holderOf(subject, account) ?? account;

export function solReceiver(
	{ subject }: StepReader,
	account: string,
	sent: Pick<SvmStep, "at" | "part">,
): string {
	if (closedBefore(subject, account, sent)) return account;
	const closer = foreignCloser(subject, account);
	if (closer !== null) return closer;
	const holder = holderOf(subject, account) ?? authorityOf(subject, account);
	return holder ?? (comesBack(subject, account, sent) ? subject.signer : account);
}

/** Returns whether the authority is the user, or a multisig that they sign for here. */
export const signsFor = ({ subject }: StepReader, step: SvmStep, authority: string): boolean =>
	[subject.signer, ...subject.user.accounts].some((own) => speaksFor(step, authority, own));

export const signingKey = ({ subject }: StepReader, { accounts }: Pick<SvmStep, "accounts">): string | null =>
	accounts.find(({ pubkey, signer }) => signer && isUserKey(subject, pubkey))?.pubkey ?? null;

export const isPurse = (facts: SvmAccountFacts | null | undefined): boolean =>
	facts?.data.kind === "stake" || facts?.data.kind === "vote" || facts?.data.kind === "nonce";

export const exactly = (
	from: string,
	to: string | null,
	asset: EffectAsset,
	amount: bigint,
): MovementDraft => ({
	from,
	to,
	asset,
	least: amount,
	most: amount,
});
