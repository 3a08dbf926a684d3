import { factValue } from "../../chain/chain-error.ts";
import { leavesOf } from "../../decode/evm/leaves.ts";
import {
	type DecodedEvmTransaction,
	nativeAmount,
	standardOf,
	tokenAmount,
	tokenOf,
} from "../../decoded-transaction/decoded-transaction.ts";
import type { Comparison, ItemOpinion, LocalSimulation } from "../../decoded-transaction/opinion.ts";
import { nameParam } from "../../decoded-transaction/party-names.ts";
import { readUint } from "../../format/numeral.ts";
import { sameAddress } from "../../identities/labels.ts";
import { amountParam, type Message, message, type Text } from "../../localized-text.ts";
import { describedDifference } from "../compare/described.ts";
import type { CallEnd, FailureCause, HiddenPart, TransactionFacts, UnseenValue } from "../step-facts.ts";
import { callsOf, unreadIn } from "./calls.ts";
import { hiddenParts } from "./hidden.ts";

type Done = Extract<LocalSimulation, { state: "done" }>;

/** Ignores calls that can fail without reverting the rest. */
function sentOn({ decoded, signer, chainRef, user }: DecodedEvmTransaction, own: Done): UnseenValue | null {
	if (decoded.meaning.kind !== "calls" || own.inner.length === 0) return null;
	const sent = leavesOf(decoded, signer).filter(
		({ decoded: { value, meaning }, delegate, optional }) =>
			value > 0n && !delegate && !optional && meaning.kind !== "unknown",
	);
	const left = own.inner.filter(({ kind, value }) => kind === "call" && value > 0n);
	for (const { decoded: promised } of sent) {
		const at = left.findIndex(({ to, value }) => to === promised.target && value === promised.value);
		if (at !== -1) {
			left.splice(at, 1);
			continue;
		}
		const amount = amountParam(nativeAmount(chainRef, promised.value));
		const to = nameParam(user, promised.target);
		return {
			text: message("finding.value-not-seen", { amount, to, through: nameParam(user, decoded.target) }),
			short: message("reason.value-not-seen", { amount, to }),
			contract: decoded.target,
		};
	}
	return null;
}

const comesIn = ({ user }: DecodedEvmTransaction, own: Done): boolean =>
	own.simulation.balanceChanges.some(
		({ account, direction, amount }) =>
			(account == null || user.accounts.some((own) => sameAddress(own, account))) &&
			(direction ?? (amount.startsWith("-") ? "out" : "in")) === "in" &&
			readUint(amount.replace(/^\+/, "")) !== 0n,
	);

/**
 * `deposit()` and `withdraw(uint256)` are decoded as wrapping in any contract, so the simulation must show
 * that something comes in.
 */
function wrapped(subject: DecodedEvmTransaction, own: Done): UnseenValue | null {
	const { decoded, user } = subject;
	const { meaning, target } = decoded;
	if (meaning.kind !== "wrap" || meaning.amount === 0n || comesIn(subject, own)) return null;
	return {
		text: message("finding.value-not-seen.wrap", { contract: nameParam(user, target) }),
		contract: target,
	};
}

const unseenValue = (subject: DecodedEvmTransaction, own: LocalSimulation): UnseenValue | null =>
	own.state === "done" && own.simulation.status === "passed"
		? (sentOn(subject, own) ?? wrapped(subject, own))
		: null;

/** Common names for a deadline in Unix seconds. */
const DEADLINES: ReadonlySet<string> = new Set(["deadline", "expiry", "sigDeadline", "validTo"]);

/** @param now in Unix ms */
export function endsOf(subject: DecodedEvmTransaction, now: number): readonly CallEnd[] {
	const seconds = BigInt(Math.floor(now / 1000));
	return callsOf(subject).flatMap(({ decoded }) =>
		(decoded.call?.args ?? []).flatMap(({ name, type, value }) => {
			const isEnd = DEADLINES.has(name) && type.startsWith("uint") && typeof value === "string";
			const at = isEnd ? readUint(value) : null;
			return at === null ? [] : [{ at, secondsLeft: at - seconds }];
		}),
	);
}

/**
 * The estimate ignores the gas limit, so a higher estimate means that the limit is too low. For a later step,
 * the estimate always fails, but a fully used limit reveals the cause.
 */
function gasCause({ payload, facts }: DecodedEvmTransaction, { simulation }: Done): Message | null {
	const { gas_limit: limit } = payload.transaction;
	if (!Number.isSafeInteger(limit) || limit < 0) return null;
	const needed = factValue(facts?.gas);
	if (needed !== null)
		return needed > BigInt(limit)
			? message("finding.own-simulation-failed.gas", { limit, needed: Number(needed) })
			: null;
	const used = readUint(simulation.gas?.units ?? "");
	return used !== null && used >= BigInt(limit)
		? message("finding.own-simulation-failed.gas-used-up", { limit })
		: null;
}

/** Tether and similar tokens reject a new allowance unless the old one is 0. */
function allowanceCause({
	decoded: { meaning, target },
	facts,
	user,
}: DecodedEvmTransaction): Message | null {
	if (meaning.kind !== "approve" || meaning.amountOrId === 0n) return null;
	const token = tokenOf(facts, target);
	const now = factValue(token?.allowance) ?? 0n;
	if (now === 0n || standardOf(token) !== "erc20") return null;
	return message("finding.own-simulation-failed.allowance", {
		who: nameParam(user, meaning.spender),
		amount: amountParam(tokenAmount(facts, target, now)),
	});
}

function causeOf(
	subject: DecodedEvmTransaction,
	own: LocalSimulation,
	isLater: boolean,
): FailureCause | null {
	if (own.state !== "done" || own.simulation.status !== "failed") return null;
	const gas = gasCause(subject, own);
	if (gas !== null) return { text: gas, isWhole: true };
	// Earlier steps may have changed the allowance.
	const allowance = isLater ? null : allowanceCause(subject);
	return allowance === null ? null : { text: allowance, isWhole: false };
}

/**
 * Inner calls may cancel each other out, e.g. by using up a permission, so two simulations that agree
 * outweigh individual calls. A failing call doesn't move anything and isn't signed.
 */
function hiddenOf(subject: DecodedEvmTransaction, facts: EvmStep): readonly HiddenPart[] {
	const { comparison, isLater } = facts;
	const { local } = facts.opinion;
	// Both simulations cover balances and permissions, so finding no change in either is also a result.
	const isSeen = ["agrees", "drifts", "unseen"].includes(comparison.verdict);
	const { decoded } = subject;
	if (decoded.meaning.kind === "calls" && isSeen) return [];
	if (local.state === "done" && local.simulation.status === "failed") return [];
	const isUnheard = factValue(subject.facts?.codeAtTo) === false && decoded.value === 0n && !isLater;
	if (isUnheard && local.state === "done" && isSeen) return [];
	const hidden = hiddenParts(subject);
	return hidden.length > 0 && isUnheard ? ["unheard"] : hidden;
}

interface EvmStep {
	readonly opinion: ItemOpinion;
	readonly comparison: Comparison;
	readonly isLater: boolean;
	readonly sameNonceHeadline: Text | null;
	readonly texts: readonly string[];
	readonly now: number;
}

export function evmStepFacts(subject: DecodedEvmTransaction, step: EvmStep): TransactionFacts {
	const { local } = step.opinion;
	return {
		local,
		comparison: step.comparison,
		unavailable: subject.unavailable ?? null,
		isUndeclared: subject.isUndeclared === true,
		isOverridden: subject.isOverridden === true,
		hidden: hiddenOf(subject, step),
		described: describedDifference(subject, local),
		isUnread: callsOf(subject).some(({ decoded }) => unreadIn(decoded)),
		cause: causeOf(subject, local, step.isLater),
		foreseen: null,
		unseen: unseenValue(subject, local),
		accounts: [subject.signer, ...subject.user.accounts],
		sameNonceHeadline: step.sameNonceHeadline,
		nonce: null,
		blockhash: null,
		texts: step.texts,
		ends: endsOf(subject, step.now),
	};
}
