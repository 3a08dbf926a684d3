import { factValue } from "../../chain/chain-error.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import { nativeAmount } from "../../decoded-transaction/decoded-transaction.ts";
import {
	accountOf,
	type DecodedSvmTransaction,
	mintAmount,
	mintFor,
	mintOf,
	mintUnit,
	openedHere,
	svmNameParam,
	tokenAccountOf,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { amountParam, type Message, message } from "../../localized-text.ts";
import type { ForeseenFailure } from "../step-facts.ts";

export function paidAnew({ steps, facts }: DecodedSvmTransaction): ReadonlyMap<string, bigint> {
	const sent = new Map<string, bigint>();
	for (const { meaning } of steps)
		if (meaning.kind === "lamports") sent.set(meaning.to, (sent.get(meaning.to) ?? 0n) + meaning.lamports);
	return new Map([...sent].filter(([to]) => accountOf(facts, to) === null && openedHere(steps, to) === null));
}

function wrongDecimals(subject: DecodedSvmTransaction): Message | null {
	for (const { meaning } of subject.steps) {
		if (!("decimals" in meaning) || meaning.decimals === null) continue;
		const mint =
			meaning.kind === "token_transfer" || meaning.kind === "token_approve"
				? mintFor(subject, meaning.source, meaning.mint)
				: meaning.mint;
		const data = mint === null ? null : mintOf(subject.facts, mint);
		if (data === null || data.decimals === meaning.decimals) continue;
		const { symbol } = mintUnit(subject.facts, mint);
		return message("finding.would-fail.decimals", {
			symbol,
			stated: meaning.decimals,
			decimals: data.decimals,
		});
	}
	return null;
}

function wrongMint(subject: DecodedSvmTransaction): Message | null {
	for (const { meaning } of subject.steps) {
		if (meaning.kind !== "token_transfer" && meaning.kind !== "token_approve") continue;
		const held = mintFor(subject, meaning.source, null);
		if (meaning.mint !== null && held !== null && held !== meaning.mint)
			return message("finding.would-fail.mint");
	}
	return null;
}

function stuck(subject: DecodedSvmTransaction): Message | null {
	const { steps, facts } = subject;
	const mints = steps.flatMap(({ meaning }) =>
		meaning.kind === "token_transfer" ? [mintFor(subject, meaning.source, meaning.mint)] : [],
	);
	const mint = mints.find(
		(each) => each !== null && mintOf(facts, each)?.extensions.includes("NonTransferable") === true,
	);
	return mint === undefined
		? null
		: message("finding.would-fail.non-transferable", { symbol: mintUnit(facts, mint).symbol });
}

function feeds(meaning: SvmMeaning, account: string): boolean {
	if (meaning.kind === "token_transfer" || meaning.kind === "token_mint")
		return meaning.destination === account;
	return meaning.kind === "lamports" && meaning.to === account;
}

/** An instruction that is unreadable or belongs to an app may prepare state for a later one. */
const mayPrepare = (steps: DecodedSvmTransaction["steps"]): boolean =>
	steps.some(({ meaning }) => meaning.kind === "unknown" || meaning.kind === "app");

/** Finds tokens sent to an address that has no token account. */
function nowhere({ steps, facts, user }: DecodedSvmTransaction, isLater: boolean): ForeseenFailure | null {
	for (const { meaning } of steps) {
		if (meaning.kind !== "token_transfer") continue;
		const { destination } = meaning;
		const account = accountOf(facts, destination);
		if (account === undefined || account?.data.kind === "token" || openedHere(steps, destination) !== null)
			continue;
		const text = message("finding.would-fail.no-account", { who: svmNameParam(user, destination) });
		return { text, mayBeMended: isLater || mayPrepare(steps) };
	}
	return null;
}

function tooLittle(subject: DecodedSvmTransaction): ForeseenFailure | null {
	const { facts, user, chainRef } = subject;
	const least = factValue(facts?.rent.wallet);
	const [first] = [...paidAnew(subject)].filter(([, lamports]) => least !== null && lamports < least);
	if (first === undefined || least === null) return null;
	const [to, lamports] = first;
	const text = message("finding.would-fail.new-account", {
		who: svmNameParam(user, to),
		sent: amountParam(nativeAmount(chainRef, lamports)),
		least: amountParam(nativeAmount(chainRef, least)),
	});
	return { text, mayBeMended: false };
}

function shortage(
	{ steps, facts, ...subject }: DecodedSvmTransaction,
	isLater: boolean,
): ForeseenFailure | null {
	const sent = new Map<string, { amount: bigint; named: string | null }>();
	for (const { meaning } of steps) {
		if (meaning.kind !== "token_transfer") continue;
		const { source, amount, mint } = meaning;
		sent.set(source, { amount: (sent.get(source)?.amount ?? 0n) + amount, named: mint });
	}
	for (const [source, { amount, named }] of sent) {
		const account = tokenAccountOf(facts, source);
		const held = account?.amount ?? (accountOf(facts, source) === null ? 0n : null);
		if (held === null || held >= amount) continue;
		const mint = mintFor({ ...subject, steps, facts }, source, named);
		return {
			text: message("finding.would-fail.token", {
				held: amountParam(mintAmount(facts, mint, held)),
				needed: amountParam(mintAmount(facts, mint, amount)),
			}),
			mayBeMended: isLater || mayPrepare(steps) || steps.some(({ meaning }) => feeds(meaning, source)),
		};
	}
	return null;
}

export function foreseenFailure(subject: DecodedSvmTransaction, isLater: boolean): ForeseenFailure | null {
	const wrong = wrongMint(subject) ?? wrongDecimals(subject) ?? stuck(subject);
	if (wrong !== null) return { text: wrong, mayBeMended: false };
	const found = [shortage(subject, isLater), nowhere(subject, isLater), tooLittle(subject)].filter(
		(each) => each !== null,
	);
	return found.find(({ mayBeMended }) => !mayBeMended) ?? found[0] ?? null;
}
