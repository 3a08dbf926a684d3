import { nativeOf } from "../../chain/names.ts";
import { type DecodedEvmTransaction, unitOf } from "../../decoded-transaction/decoded-transaction.ts";
import type { DecodedSvmTransaction } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import type { GrantedPermission } from "../../describe/evm/permissions.ts";
import { netsOf, receiversOf } from "../../effects/accounting.ts";
import type { AssetKind } from "../../effects/effects.ts";
import { isTheirs, isUsersParty, receiversIn } from "../../effects/gainers.ts";
import type { Unit } from "../../format/amount.ts";
import type { RecordedFacts, Spends } from "../../journal/records.ts";
import type { Text } from "../../localized-text.ts";
import type { ItemFacts } from "../../rules/rule-facts.ts";
import type { ItemAnalysis } from "../item-analysis.ts";
import { policyFactsOf } from "../policy/policy-facts.ts";
import type { Review } from "../review.ts";
import { formatterOf } from "./request-effects.ts";

interface PredictedChange {
	readonly kind: "transfer" | "approval";
	readonly direction: "in" | "out";
	readonly account: string;
	readonly asset: string;
	readonly amount: string | null;
	readonly symbol: Text;
	readonly decimals: number | null;
	/** Factor for displaying amounts. Not set if the token displays amounts as it stores them. */
	readonly scale?: { readonly numerator: string; readonly denominator: string };
}

interface PredictedTotal extends Pick<PredictedChange, "asset" | "amount" | "symbol" | "decimals" | "scale"> {
	readonly to: string;
	readonly isOutlier?: true;
}

const writtenScale = ({ scale }: Pick<Unit, "scale">): Pick<PredictedChange, "scale"> =>
	scale === undefined
		? {}
		: { scale: { numerator: scale.numerator.toString(), denominator: scale.denominator.toString() } };

export interface Prediction {
	readonly nativeSymbol: string;
	/** Gas limit × max fee, or the fee for a Solana message, in base units of the native coin. */
	readonly mostFee: string;
	/** Wei sent with an EVM call. */
	readonly value: string;
	readonly moves: readonly PredictedChange[];
	readonly receivers?: readonly PredictedTotal[];
	/** Maximum loss as counted by the user's rules, including granted permissions. */
	readonly spends: Spends;
	readonly facts: RecordedFacts;
}

const COUNTED: ReadonlySet<AssetKind> = new Set(["native", "fungible", "item"]);

function transfersIn({ effects, analyses, user }: Review, step: number): readonly PredictedChange[] {
	if (effects === null) return [];
	const { amount: amountOf } = formatterOf(analyses, user, effects.chainRef);
	const movements = effects.movements.filter((each) => each.step === step);
	const basis = movements.some((each) => each.basis === "observed") ? "observed" : "decoded";
	return netsOf({ movements }, basis, (account) => isUsersParty(effects, account)).flatMap(
		(net): PredictedChange[] => {
			const { account, asset, out, into } = net;
			if (asset.address === null || !COUNTED.has(asset.kind) || out === into) return [];
			const isOut = out === null || out > into;
			const amount =
				out === null || asset.kind === "item" || !net.isExact ? null : isOut ? out - into : into - out;
			const unit = amountOf(asset, amount ?? 0n);
			return [
				{
					kind: "transfer",
					direction: isOut ? "out" : "in",
					account,
					asset: asset.address,
					amount: amount?.toString() ?? null,
					symbol: unit.symbol,
					decimals: unit.decimals,
					...writtenScale(unit),
				},
			];
		},
	);
}

function evmApproval(subject: DecodedEvmTransaction, allow: GrantedPermission): PredictedChange {
	const { meaning } = subject.decoded;
	const decoded = allow.source === "decoded" && meaning.kind === "approve" ? meaning.amountOrId : null;
	const raw = allow.kind === "allowance" ? (decoded ?? allow.amount?.raw ?? null) : null;
	const unit = unitOf(subject.facts, allow.token);
	return {
		kind: "approval",
		direction: "out",
		account: subject.signer.toLowerCase(),
		asset: allow.token.toLowerCase(),
		amount: raw?.toString() ?? null,
		symbol: unit.symbol,
		decimals: unit.decimals,
		...writtenScale(unit),
	};
}

function svmApproval(subject: DecodedSvmTransaction, allow: GrantedPermission): PredictedChange {
	return {
		kind: "approval",
		direction: "out",
		account: subject.signer,
		asset: allow.token,
		amount: allow.amount?.raw.toString() ?? null,
		symbol: allow.amount?.symbol ?? "",
		decimals: allow.amount?.decimals ?? null,
		...(allow.amount === null ? {} : writtenScale(allow.amount)),
	};
}

const sentAlong = ({ content }: ItemAnalysis): string =>
	content.kind === "evm_transaction" ? BigInt(content.subject.payload.transaction.value).toString() : "0";

function receiversBy({ effects, analyses, flow, user }: Review, step: number): readonly PredictedTotal[] {
	if (effects === null) return [];
	const { amount: amountOf } = formatterOf(analyses, user, effects.chainRef);
	const named = receiversIn(effects, step);
	const movements = effects.movements.filter((each) => each.step === step);
	const isOutlier = (to: string) =>
		flow?.receivers.some((each) => each.isOutlier && each.address === to) === true;
	const totals = receiversOf({ movements }, (each) => isTheirs(effects, each)).flatMap(
		({ to, asset, amount }): PredictedTotal[] => {
			const isCounted = asset.kind === "native" || asset.kind === "fungible";
			if (to === null || asset.address === null || !isCounted || !named.includes(to)) return [];
			const unit = amountOf(asset, amount ?? 0n);
			const { symbol, decimals } = unit;
			return [
				{
					to,
					asset: asset.address,
					amount: amount?.toString() ?? null,
					symbol,
					decimals,
					...writtenScale(unit),
					...(isOutlier(to) ? { isOutlier: true } : {}),
				},
			];
		},
	);
	// A request's steps can pay different receivers, but share one receipt.
	return totals.length > 1 || effects.shownBy.length > 1 ? totals : [];
}

function approvalsOf({ content, permissions }: ItemAnalysis): readonly PredictedChange[] {
	if (content.kind === "evm_transaction")
		return permissions.map((allow) => evmApproval(content.subject, allow));
	if (content.kind === "svm_transaction")
		return permissions.map((allow) => svmApproval(content.subject, allow));
	return [];
}

/** A signature doesn't move anything by itself, so there is no receipt to compare with it. */
const NOTHING: Omit<Prediction, "spends" | "facts"> = {
	nativeSymbol: "",
	mostFee: "0",
	value: "0",
	moves: [],
};

function lookedAt(facts: ItemFacts): Pick<Prediction, "spends" | "facts"> {
	const { spends, recipients, contracts, grants, simulated } = facts;
	return {
		spends,
		facts: {
			recipients: recipients === null ? null : [...recipients],
			contracts: contracts === null ? null : [...contracts],
			grants: grants.map(({ spender, token, unlimited }) => ({ spender, token, unlimited })),
			simulated,
		},
	};
}

export function predictionOf(review: Review, index = 0): Prediction | null {
	const analysis = review.analyses[index];
	const facts = policyFactsOf(review)[index];
	if (analysis === undefined || facts === undefined) return null;
	const { content, costs } = analysis;
	const looked = lookedAt(facts);
	if (content.kind !== "evm_transaction" && content.kind !== "svm_transaction")
		return { ...NOTHING, ...looked };
	if (costs === null || costs.most === null) return null;
	const receivers = receiversBy(review, index);
	return {
		nativeSymbol: nativeOf(content.subject.chainRef).symbol,
		mostFee: costs.most.raw.toString(),
		value: sentAlong(analysis),
		moves: [...transfersIn(review, index), ...approvalsOf(analysis)],
		...(receivers.length === 0 ? {} : { receivers }),
		...looked,
	};
}
