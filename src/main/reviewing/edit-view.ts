import { factValue } from "../../core/chain/chain-error.ts";
import { nativeOf } from "../../core/chain/names.ts";
import { isUnlimited, unitOf } from "../../core/decoded-transaction/decoded-transaction.ts";
import { MAX_UNITS } from "../../core/decoded-transaction/svm/outflow.ts";
import type { PriceSource } from "../../core/fiat/price.ts";
import { decimalOf, gweiOf } from "../../core/format/decimal-units.ts";
import { readUint } from "../../core/format/numeral.ts";
import { sameAddress } from "../../core/identities/labels.ts";
import { intentsOf, type Lowered } from "../../core/match/frozen.ts";
import { allowanceOf } from "../../core/match/lowered.ts";
import { leastReplacementFee } from "../../core/match/replacement.ts";
import type { FeeChoice, RequestOf, RevocationRequest } from "../../core/review/approval-request.ts";
import type { Review } from "../../core/review/review.ts";
import type { AllowanceEditView, EditView, FeeEditView, ReviewView } from "../../ipc/review.ts";
import type { EvmTransactionPayload } from "../../service-api/commit.ts";
import { feeAmountView } from "../views/amounts.ts";
import { pricingFor } from "../views/fiat-view.ts";
import { hasAmount } from "./own/current-allowance.ts";
import { type FeeCaps, feeCapsOf } from "./own/evm-fees.ts";

/** Values that the user can change in a review, with the cost of each choice. */

const larger = (one: bigint, other: bigint) => (one > other ? one : other);
const smaller = (one: bigint, other: bigint) => (one < other ? one : other);

/** Returns whether Countersign sets the request's fee. For commits, the service sets it. */
export function choosesFee({ request, frozen }: Review): boolean {
	if (request.kind === "commit" || request.kind === "unreadable" || frozen === null) return false;
	return intentsOf(frozen).every(({ kind }) => kind === "evm_transaction");
}

function payloadsOf({ frozen }: Review): readonly EvmTransactionPayload[] {
	return frozen === null
		? []
		: intentsOf(frozen).flatMap((intent) => (intent.kind === "evm_transaction" ? [intent] : []));
}

const capsOf = ({ transaction: tx }: EvmTransactionPayload): FeeCaps => ({
	most: BigInt(tx.max_fee_per_gas),
	tip: BigInt(tx.max_priority_fee_per_gas),
});

/** Raises the caps to the minimum that nodes accept for a replacement of the pending transaction. */
function raised({ frozen }: Review, caps: FeeCaps): FeeCaps {
	if (frozen?.kind !== "replacement") return caps;
	const least = capsOf(frozen.replaces.payload);
	const tip = larger(caps.tip, leastReplacementFee(least.tip));
	return { tip, most: larger(caps.most + tip - caps.tip, leastReplacementFee(least.most)) };
}

const SPEEDS = ["slow", "normal", "fast"] as const;

/** Returns `null` if the fee can't be chosen or the chain's fees are unknown. */
function feeEditOf(review: Review, chosen: FeeChoice, prices: PriceSource | null): FeeEditView | null {
	const { analyses, costs, frozen } = review;
	const [first] = payloadsOf(review);
	const [content] = analyses.map((each) => each.content);
	if (!choosesFee(review) || first === undefined || costs?.gas.likely == null || costs.likely === null)
		return null;
	if (content?.kind !== "evm_transaction") return null;
	const { facts } = content.subject;
	const [baseFee, tip] = [factValue(facts?.baseFee), factValue(facts?.tip)];
	if (baseFee === null || tip === null || baseFee + tip === 0n) return null;
	const gas = costs.gas.likely.raw / (baseFee + tip);
	const limit = payloadsOf(review).reduce((sum, { transaction }) => sum + BigInt(transaction.gas_limit), 0n);
	const besideGas = costs.likely.raw - costs.gas.likely.raw;
	const mostBeside = (costs.most?.raw ?? 0n) - (costs.gas.most?.raw ?? 0n);
	const chainRef = frozen?.chain_ref ?? "";
	const pricing = pricingFor(chainRef, prices);
	const view = (raw: bigint) => {
		const amount = { raw, ...nativeOf(chainRef), checked: true };
		return { ...feeAmountView(amount), ...pricing.ofFee(amount) };
	};
	const priced = (caps: FeeCaps) => ({
		likely: view(gas * smaller(caps.most, baseFee + caps.tip) + besideGas),
		most: view(limit * caps.most + mostBeside),
	});
	const caps = capsOf(first);
	return {
		speed: chosen.speed,
		...priced(caps),
		own: { most: gweiOf(caps.most), tip: gweiOf(caps.tip) },
		options: SPEEDS.map((speed) => ({
			speed,
			...priced(raised(review, feeCapsOf({ baseFee, tip }, { speed }))),
		})),
	};
}

/** Returns how much of a token the rest of the request spends. `null` if the amount is unknown or zero. */
function takenOf({ analyses }: Review, token: string): bigint | null {
	const rows = analyses.flatMap(({ changes }) => changes?.rows ?? []);
	const taken = rows.flatMap(({ amount, asset, direction, mine }) =>
		mine && direction === "out" && amount.kind === "amount" && sameAddress(asset, token)
			? [amount.amount.raw < 0n ? -amount.amount.raw : amount.amount.raw]
			: [],
	);
	const sum = taken.reduce((all, each) => all + each, 0n);
	return sum === 0n ? null : sum;
}

export interface LowerableAllowance {
	readonly place: number;
	readonly token: string;
	readonly decimals: number;
	readonly symbol: AllowanceEditView["symbol"];
	/** Amount in base units that an agent proposed, or that the spender can currently spend. */
	readonly proposed: bigint;
}

/**
 * Returns the unit of a permission that the user revokes or lowers. `null` if the chain doesn't confirm its
 * decimals.
 */
function revokedUnitOf(
	{ analyses, frozen }: Review,
	{ unit }: RevocationRequest,
): Pick<LowerableAllowance, "decimals" | "symbol"> | null {
	const [content] = analyses.map((each) => each.content);
	if (frozen?.kind !== "revocation") return null;
	if (content?.kind !== "evm_transaction") return unit;
	const { checked, decimals, scale, symbol } = unitOf(content.subject.facts, frozen.revokes.token);
	return !checked || decimals === null || scale !== undefined ? null : { decimals, symbol };
}

function lowerableOwn(review: Review, { planned }: RequestOf<"revocation">): readonly LowerableAllowance[] {
	const { frozen } = review;
	if (frozen?.kind !== "revocation" || planned === null) return [];
	const { allowed } = planned.request;
	const unit = revokedUnitOf(review, planned.request);
	return allowed === null || unit === null || !hasAmount(planned.request)
		? []
		: [{ place: 0, token: frozen.revokes.token, ...unit, proposed: allowed }];
}

/**
 * Returns allowances whose amount the user can lower: in proposals that set one amount, and in the user's own
 * revocations. The chain must confirm their decimals.
 */
export function lowerableOf(review: Review): readonly LowerableAllowance[] {
	const { analyses, frozen, request } = review;
	if (request.kind === "revocation") return lowerableOwn(review, request);
	if (request.kind !== "proposal" || frozen?.kind !== "proposal") return [];
	const { request: proposed } = frozen;
	if (proposed.type !== "execute_evm") return [];
	return analyses.flatMap(({ permissions, content }, index): LowerableAllowance[] => {
		const raw = allowanceOf(proposed.transactions[index]?.data ?? "");
		const [row, ...others] = permissions.filter(({ source }) => source === "decoded");
		if (content.kind !== "evm_transaction" || raw === null || row === undefined || others.length > 0)
			return [];
		if (row.kind !== "allowance" || !row.grants) return [];
		const { checked, decimals, scale, symbol } = unitOf(content.subject.facts, row.token);
		return !checked || decimals === null || scale !== undefined
			? []
			: [{ place: index, token: row.token, decimals, symbol, proposed: raw }];
	});
}

function loweredOf({ frozen }: Review): readonly Lowered[] {
	if (frozen?.kind === "proposal") return frozen.lowered ?? [];
	return frozen?.kind === "revocation" && frozen.lowers_to !== undefined
		? [{ place: 0, amount: frozen.lowers_to.amount }]
		: [];
}

function allowanceEdits(review: Review): readonly AllowanceEditView[] {
	const isOwn = review.request.kind === "revocation";
	const isSvm = review.frozen?.chain_family === "svm";
	const isBoundless = (raw: bigint) => (isSvm ? raw >= MAX_UNITS : isUnlimited(raw));
	const lowered = loweredOf(review);
	return lowerableOf(review).map(({ place, token, decimals, symbol, proposed }) => {
		const amount = lowered.find((each) => each.place === place)?.amount;
		const taken = isOwn ? null : takenOf(review, token);
		return {
			place,
			isOwn,
			symbol,
			decimals,
			proposed: isBoundless(proposed) ? null : decimalOf(proposed, decimals),
			lowered: amount === undefined ? null : decimalOf(readUint(amount) ?? 0n, decimals),
			exact: taken === null || taken >= proposed ? null : decimalOf(taken, decimals),
		};
	});
}

/** Returns the symbol and decimals of the payment's asset. `null` if the chain doesn't confirm them. */
export function sentUnitOf(review: Review) {
	const { analyses, frozen, headline } = review;
	if (frozen?.kind !== "transfer") return null;
	const { sends } = frozen;
	if (sends.token === null) return nativeOf(frozen.chain_ref);
	const [content] = analyses.map((each) => each.content);
	if (content?.kind === "evm_transaction") {
		const { checked, decimals, scale, symbol } = unitOf(content.subject.facts, sends.token);
		return !checked || decimals === null || scale !== undefined ? null : { symbol, decimals };
	}
	return sends.svm === null || headline.amount === null
		? null
		: { symbol: headline.amount.symbol, decimals: sends.svm.decimals };
}

function amountEdit(review: Review, request: RequestOf<"transfer">): EditView["amount"] {
	const unit = sentUnitOf(review);
	if (unit === null || review.frozen?.kind !== "transfer" || request.planned === null) return null;
	const raw = readUint(review.frozen.sends.amount) ?? 0n;
	return {
		symbol: unit.symbol,
		decimals: unit.decimals,
		value: decimalOf(raw, unit.decimals),
		isAll: request.planned.request.isAll,
	};
}

/** Returns `null` if nothing can be changed. */
export function editView(review: Review, fee: FeeChoice, prices: PriceSource | null): EditView | null {
	const { request } = review;
	const edit: EditView = {
		fee: feeEditOf(review, fee, prices),
		allowances: allowanceEdits(review),
		amount: request.kind === "transfer" ? amountEdit(review, request) : null,
	};
	return edit.fee === null && edit.allowances.length === 0 && edit.amount === null ? null : edit;
}

/** Shows the likely fee at the chosen caps instead of the network's usual tip. */
export function withChosenFee(view: ReviewView, edit: EditView | null): ReviewView {
	if (edit === null) return view;
	if (edit.fee === null || view.costs === null) return { ...view, edit };
	return { ...view, edit, costs: { ...view.costs, likely: edit.fee.likely } };
}
