import { factValue } from "../../chain/chain-error.ts";
import { l1ChargeOf } from "../../chain/evm.ts";
import type { DecodedEvmTransaction } from "../../decoded-transaction/decoded-transaction.ts";
import { type ItemOpinion, type LocalSimulation, passedOf } from "../../decoded-transaction/opinion.ts";
import { readUint } from "../../format/numeral.ts";
import type { Cost, GasBound, PriorityCost, UnknownCost } from "../effects.ts";

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right);
const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right);

function gasLimit({ payload }: DecodedEvmTransaction): bigint | null {
	const { gas_limit: limit } = payload.transaction;
	return limit < 0 || !Number.isSafeInteger(limit) ? null : BigInt(limit);
}

export function mostWei(subject: DecodedEvmTransaction): bigint | null {
	const limit = gasLimit(subject);
	const price = readUint(subject.payload.transaction.max_fee_per_gas);
	return price === null || limit === null ? null : limit * price;
}

function simulatedGas(own: LocalSimulation): bigint | null {
	if (own.state !== "done" || own.simulation.status !== "passed" || own.revert !== null) return null;
	return readUint(own.simulation.gas?.units ?? "");
}

export function likelyWei({ facts }: DecodedEvmTransaction, own: LocalSimulation): bigint | null {
	const gas = factValue(facts?.gas) ?? simulatedGas(own);
	const [base, tip] = [factValue(facts?.baseFee), factValue(facts?.tip)];
	return gas === null || base === null || tip === null ? null : gas * (base + tip);
}

/**
 * Returns the cost of the whole gas limit at the current price. If the fee cap exceeds twice the base fee
 * plus the tip, adds the excess, so that a price far above the chain's stands out.
 */
function wholeLimitWei(subject: DecodedEvmTransaction): bigint | null {
	const { max_fee_per_gas, max_priority_fee_per_gas } = subject.payload.transaction;
	const [cap, tip] = [readUint(max_fee_per_gas), readUint(max_priority_fee_per_gas)];
	const [limit, base] = [gasLimit(subject), factValue(subject.facts?.baseFee)];
	if (cap === null || tip === null || base === null || limit === null) return null;
	return limit * larger(cap - base, smaller(cap, base + tip));
}

function gasBound(subject: DecodedEvmTransaction, own: LocalSimulation): GasBound | null {
	const limit = gasLimit(subject);
	if (limit === null) return null;
	return {
		limit,
		estimate: factValue(subject.facts?.gas),
		used: simulatedGas(own),
		isEnough: passedOf(own) !== null,
		price: readUint(subject.payload.transaction.max_fee_per_gas),
		basePrice: factValue(subject.facts?.baseFee),
	};
}

function priorityWei(subject: DecodedEvmTransaction): PriorityCost | null {
	const { max_priority_fee_per_gas, max_fee_per_gas } = subject.payload.transaction;
	const [tip, cap, limit] = [
		readUint(max_priority_fee_per_gas),
		readUint(max_fee_per_gas),
		gasLimit(subject),
	];
	const [usual, base] = [factValue(subject.facts?.tip), factValue(subject.facts?.baseFee)];
	if (tip === null || cap === null || limit === null || usual === null || base === null) return null;
	return { most: smaller(tip, larger(cap - base, 0n)) * limit, usual: usual * limit };
}

function unknownCost(
	{ facts }: DecodedEvmTransaction,
	own: LocalSimulation,
	isLater: boolean,
): UnknownCost | null {
	if (facts === null) return null;
	const failed = [facts.gas, facts.baseFee, facts.tip].find((each) => !each.ok);
	return {
		reason: failed?.ok === false ? failed.reason : null,
		// Only our simulation includes the effects of earlier steps, and it is still running.
		isPending: isLater && !facts.gas.ok && own.state === "running",
	};
}

export function evmCost(subject: DecodedEvmTransaction, { local }: ItemOpinion, step: number): Cost {
	const [runMost, runLikely, l1] = [mostWei(subject), likelyWei(subject, local), l1Wei(subject)];
	return {
		payer: subject.signer.toLowerCase(),
		step,
		most: runMost === null || l1 === null ? null : runMost + l1.most,
		runMost,
		runAtPrice: wholeLimitWei(subject),
		runLikely,
		gas: gasBound(subject, local),
		priority: priorityWei(subject),
		tip: 0n,
		rent: null,
		withheld: [],
		unknown: runLikely === null ? unknownCost(subject, local, step > 0) : null,
	};
}

/**
 * Multiple of the current L1 price. That price changes by at most an eighth per block, so it takes more than
 * a minute to double.
 */
const L1_MARGIN = 2n;

export interface L1Wei {
	readonly likely: bigint;
	readonly most: bigint;
}

const NO_L1: L1Wei = { likely: 0n, most: 0n };

const hasSeparateL1Fee = ({ chainRef }: DecodedEvmTransaction) => {
	const charge = l1ChargeOf(Number(chainRef));
	return charge !== "none" && charge !== "gas";
};

export function l1Wei(subject: DecodedEvmTransaction): L1Wei | null {
	if (!hasSeparateL1Fee(subject)) return NO_L1;
	const read = subject.facts?.l1Fee;
	if (read?.ok !== true) return null;
	if (read.value === null) return NO_L1;
	const { data, operator } = read.value;
	return { likely: data + operator, most: data * L1_MARGIN + operator };
}
