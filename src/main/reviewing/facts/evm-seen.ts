import type { EvmSimulated, SimulatedStep } from "../../../core/chain/evm-simulation.ts";
import { isZeroAddress } from "../../../core/chain/well-known.ts";
import { contractsOf } from "../../../core/decode/evm/contracts.ts";
import { decodeTransaction } from "../../../core/decode/evm/decode-evm.ts";
import { tokensOf } from "../../../core/decode/evm/leaves.ts";
import type { Decoded } from "../../../core/decode/evm/meaning.ts";
import {
	type InnerCall,
	type PositionPool,
	type PriorBalance,
	positionKey,
	type RemainingAllowance,
	type SimulatedCode,
} from "../../../core/decoded-transaction/opinion.ts";
import { controlledIn } from "../../../core/effects/evm/controlled.ts";
import { type Hex, readAddress, readBytes } from "../../../core/format/numeral.ts";
import { approvalsOf, balanceChangesOf, type EffectParts } from "../../../core/simulate/evm/evm-effects.ts";
import { movesIn } from "../../../core/simulate/evm/evm-events.ts";
import { withoutPositions } from "../../../core/simulate/evm/evm-positions.ts";
import type { EvmQuestion } from "../../../core/simulate/evm/evm-questions.ts";
import type { PipelineSimulation } from "../../../service-api/simulation.ts";
import { MULTICALL3 } from "../../chains/evm/many-state.ts";
import type { SimulationSession, TokenLabel } from "./evm-session.ts";

const MAX_ACCOUNTS = 4;
const MAX_ASSETS = 16;

type Session = Pick<SimulationSession, "chain" | "calls" | "accounts">;

interface ReadCall {
	readonly decoded: Decoded;
	readonly data: Hex;
}

function readCalls({ chain, calls }: Session): readonly ReadCall[] {
	const contracts = contractsOf(String(chain.chainId));
	return calls.flatMap(({ to, value, data }) => {
		const [target, bytes] = [readAddress(to), readBytes(data)];
		return target === null || bytes === null
			? []
			: [
					{
						decoded: decodeTransaction({ to: target, value, data: bytes }, undefined, contracts),
						data: bytes,
					},
				];
	});
}

export function controlledOf(session: Session): readonly Hex[] {
	const { chain, accounts } = session;
	const [signer] = accounts;
	if (signer === undefined) return [];
	const place = { facts: null, chainRef: String(chain.chainId), signer, user: { accounts } };
	const found = readCalls(session).flatMap((read) => controlledIn({ ...place, ...read }).controlled);
	return [...new Set(found.flatMap((each) => readAddress(each) ?? []))].slice(0, MAX_ACCOUNTS);
}

export function controlledQuestions(
	session: Session,
	{ steps }: EvmSimulated,
	controlled: readonly Hex[],
): readonly EvmQuestion[] {
	if (controlled.length === 0) return [];
	const moves = steps
		.flatMap(({ logs }) => logs.flatMap(movesIn))
		.filter(({ from, to }) => controlled.includes(from) || controlled.includes(to));
	const ran = steps.flatMap(({ tree }) => tree.map(({ to }) => to));
	const counted = moves.filter(({ id }) => id === null).map(({ token }) => token);
	const tokens = [
		...new Set([...counted, ...readCalls(session).flatMap(({ decoded }) => tokensOf(decoded)), ...ran]),
	]
		.filter((token) => !controlled.includes(token) && !session.accounts.includes(token))
		.slice(0, MAX_ASSETS);
	const items = moves.filter(({ id }) => id !== null).slice(0, MAX_ASSETS);
	const by = MULTICALL3.get(session.chain.chainId);
	return [
		...(by === undefined ? [] : controlled.map((account): EvmQuestion => ({ kind: "coin", by, account }))),
		...tokens.flatMap((token) =>
			controlled.map((account): EvmQuestion => ({ kind: "balance", token, account })),
		),
		...items.flatMap(({ token, id, standard }): readonly EvmQuestion[] => {
			if (id === null) return [];
			return standard === "erc721"
				? [{ kind: "holder", token, id }]
				: controlled.map((account) => ({ kind: "balance_of_id", token, account, id }));
		}),
	];
}

const MAX_LOGS = 200;

/**
 * Returns whether an amount could be read before the item but not afterwards. A contract that burns gas must
 * not be able to hide the allowances it grants.
 */
export const fellSilent = ({ answers }: EffectParts) =>
	answers.some(({ before, after }) => before.kind === "amount" && after.kind === "none");

export function innerOf({ tree }: SimulatedStep): readonly InnerCall[] {
	return tree
		.filter(({ depth, undone }) => depth > 0 && !undone)
		.map(({ depth, kind, from, to, value, data }) => ({
			under: 0,
			depth,
			kind,
			from,
			to,
			value,
			data,
			accounts: [],
		}));
}

export function simulationOf(
	step: SimulatedStep,
	effects: EffectParts,
	names: ReadonlyMap<string, TokenLabel>,
): PipelineSimulation {
	const named = (asset: string) => names.get(asset) ?? {};
	return {
		status: step.passed ? "passed" : "failed",
		balanceChanges: withoutPositions({
			rows: balanceChangesOf(effects),
			hasDecimals: (asset) => named(asset).decimals !== undefined,
			hasMoved: (asset) => effects.moves.some(({ token }) => token === asset),
		}).map((row) => ({ ...row, ...named(row.asset) })),
		approvals: approvalsOf(effects).map((row) => ({ ...row, ...named(row.asset) })),
		fees: [],
		warnings: [],
		guards: [],
		gas: { units: step.gasUsed.toString(), priceWei: null, nativeCost: null },
		logs: step.logs.slice(0, MAX_LOGS).map(({ address, topics, data }) => ({
			address,
			topics: [...topics],
			data,
			chainId: effects.chainId,
			step: effects.step,
		})),
	};
}

export const priorBalances = ({ answers }: EffectParts): readonly PriorBalance[] =>
	answers.flatMap(({ question, before }): PriorBalance[] => {
		if (before.kind !== "amount") return [];
		const { amount } = before;
		switch (question.kind) {
			case "coin":
				return [{ account: question.account, token: "native", id: null, amount }];
			case "balance":
				return [{ account: question.account, token: question.token, id: null, amount }];
			case "balance_of_id":
				return [{ account: question.account, token: question.token, id: question.id, amount }];
			default:
				return [];
		}
	});

export const holdersIn = ({ answers }: EffectParts): ReadonlyMap<string, string> =>
	new Map(
		answers.flatMap(({ question, after }) =>
			question.kind === "holder" && after.kind === "address"
				? [[positionKey(question.token, question.id), after.address] as const]
				: [],
		),
	);

/**
 * A position's pool never changes. It can only be read after the position is opened or before it is closed.
 */
export const poolsIn = ({ answers }: EffectParts): ReadonlyMap<string, PositionPool> =>
	new Map(
		answers.flatMap(({ question, before, after }) => {
			const seen = after.kind === "addresses" ? after : before;
			if (question.kind !== "pool" || seen.kind !== "addresses") return [];
			const [currency0, currency1, hook] = seen.addresses;
			if (currency0 === undefined || currency1 === undefined || hook === undefined) return [];
			const pool = { currencies: [currency0, currency1], hook: isZeroAddress(hook) ? null : hook };
			return [[positionKey(question.token, question.id), pool] as const];
		}),
	);

export const codesSeen = ({ answers }: EffectParts): ReadonlyMap<string, SimulatedCode> =>
	new Map(
		answers.flatMap(({ question, after }) =>
			question.kind === "code" && after.kind === "code"
				? [[question.account, { size: after.size, delegatedTo: after.delegatedTo }] as const]
				: [],
		),
	);

export const remainingAllowancesIn = ({ answers }: EffectParts): readonly RemainingAllowance[] =>
	answers.flatMap(({ question, after }): RemainingAllowance[] => {
		if ((question.kind !== "allowance" && question.kind !== "passed_on") || after.kind !== "amount")
			return [];
		const { account, spender, token } = question;
		return [
			{
				account,
				spender,
				token,
				book: question.kind === "allowance" ? "token" : question.by,
				amount: after.amount,
			},
		];
	});
