import type { ApprovalChange, BalanceChange } from "../../../service-api/simulation.ts";
import { ZERO_ADDRESS } from "../../chain/well-known.ts";
import type { ControlChange } from "../../decoded-transaction/opinion.ts";
import type { Hex } from "../../format/numeral.ts";
import type { ControlEvent, TokenMove } from "./evm-events.ts";
import type { ChainReading, EvmQuestion } from "./evm-questions.ts";

interface AnsweredQuestion {
	readonly question: EvmQuestion;
	readonly before: ChainReading;
	readonly after: ChainReading;
}

export interface EffectParts {
	readonly answers: readonly AnsweredQuestion[];
	readonly moves: readonly TokenMove[];
	readonly mine: ReadonlySet<Hex>;
	readonly chainId: number;
	readonly step: number;
}

const UNLIMITED = 2n ** 256n - 1n;
const UNLIMITED_PASSED_ON = 2n ** 160n - 1n;

const amountOf = (answer: ChainReading): bigint => (answer.kind === "amount" ? answer.amount : 0n);
const addressOf = (answer: ChainReading): Hex | null => (answer.kind === "address" ? answer.address : null);

interface TokenBalance {
	readonly asset: string;
	readonly account: Hex;
	readonly standard: TokenMove["standard"];
	readonly id: bigint | null;
	readonly change: bigint;
}

interface TokenFlow {
	readonly direction: "in" | "out";
	readonly other: Hex;
	amount: bigint;
}

function flowsOf({ account, asset, id }: TokenBalance, moves: readonly TokenMove[]): TokenFlow[] {
	const flows = new Map<string, TokenFlow>();
	for (const move of moves) {
		const same = asset === "native" ? move.standard === "native" : move.token === asset && move.id === id;
		if (!same || move.from === move.to || (move.from !== account && move.to !== account)) continue;
		const direction = move.to === account ? "in" : "out";
		const other = direction === "in" ? move.from : move.to;
		const flow = flows.get(direction + other) ?? { direction, other, amount: 0n };
		flow.amount += move.amount;
		flows.set(direction + other, flow);
	}
	return [...flows.values()].filter(({ amount }) => amount > 0n);
}

function rowsOf(held: TokenBalance, { moves, chainId, step }: EffectParts): BalanceChange[] {
	const flows = flowsOf(held, moves);
	const sum = flows.reduce(
		(total, { direction, amount }) => total + (direction === "in" ? amount : -amount),
		0n,
	);
	const common = {
		asset: held.asset,
		account: held.account,
		standard: held.standard,
		chainId,
		step,
		...(held.id === null ? {} : { tokenId: held.id.toString() }),
	};
	if (sum === held.change)
		return flows.map(({ direction, other, amount }) => ({
			...common,
			direction,
			amount: amount.toString(),
			counterparty: other,
		}));
	const direction = held.change > 0n ? ("in" as const) : ("out" as const);
	const sides = flows.filter((flow) => flow.direction === direction);
	const amount = held.change > 0n ? held.change : -held.change;
	return [
		{
			...common,
			direction,
			amount: amount.toString(),
			counterparty: sides.length === 1 ? (sides[0]?.other ?? null) : null,
		},
	];
}

function balancesOf({ question, before, after }: AnsweredQuestion, mine: ReadonlySet<Hex>): TokenBalance[] {
	switch (question.kind) {
		case "balance":
		case "balance_of_id": {
			const change = amountOf(after) - amountOf(before);
			if (change === 0n) return [];
			const [standard, id] =
				question.kind === "balance" ? (["erc20", null] as const) : (["erc1155", question.id] as const);
			return [{ asset: question.token, account: question.account, standard, id, change }];
		}
		case "holder": {
			const [from, to] = [addressOf(before), addressOf(after)];
			if (from === to) return [];
			const side = (account: Hex | null, change: bigint): TokenBalance[] =>
				account !== null && mine.has(account)
					? [{ asset: question.token, account, standard: "erc721", id: question.id, change }]
					: [];
			return [...side(from, -1n), ...side(to, 1n)];
		}
		default:
			return [];
	}
}

/** Excludes the fee. Logs aren't needed, because the RPC traces every native transfer. */
function nativeOf({ moves, mine }: EffectParts): TokenBalance[] {
	const native = moves.filter(({ standard }) => standard === "native");
	return [...mine].flatMap((account) => {
		const touched = native.some(({ from, to }) => from !== to && (from === account || to === account));
		const change = native.reduce(
			(total, { from, to, amount }) =>
				total + (to === account ? amount : 0n) - (from === account ? amount : 0n),
			0n,
		);
		return touched ? [{ asset: "native", account, standard: "native" as const, id: null, change }] : [];
	});
}

export function balanceChangesOf(parts: EffectParts): readonly BalanceChange[] {
	const held = [...nativeOf(parts), ...parts.answers.flatMap((each) => balancesOf(each, parts.mine))];
	return held.flatMap((each) => rowsOf(each, parts));
}

function approvalOf(
	{ question, before, after }: AnsweredQuestion,
	{ chainId, step }: EffectParts,
): ApprovalChange[] {
	const place = { chainId, step, approved: true };
	const more = amountOf(after) > amountOf(before);
	switch (question.kind) {
		case "allowance":
		case "passed_on": {
			if (!more) return [];
			const amount = amountOf(after);
			const { account, spender, token: asset } = question;
			const most = question.kind === "allowance" ? UNLIMITED : UNLIMITED_PASSED_ON;
			const unlimited = amount >= most;
			return [
				{
					...place,
					account,
					spender,
					asset,
					kind: "allowance",
					standard: "erc20",
					amount: amount.toString(),
					unlimited,
				},
			];
		}
		case "operator": {
			if (!more) return [];
			const { account, spender, token: asset } = question;
			return [{ ...place, account, spender, asset, kind: "operator", standard: "erc721_or_erc1155" }];
		}
		default:
			return [];
	}
}

function tokenApprovals({ answers, mine, chainId, step }: EffectParts): ApprovalChange[] {
	return answers.flatMap(({ question, before, after }): ApprovalChange[] => {
		if (question.kind !== "approved") return [];
		const spender = addressOf(after);
		if (spender === null || spender === ZERO_ADDRESS || spender === addressOf(before) || mine.has(spender))
			return [];
		const holder = answers.find(
			(each) =>
				each.question.kind === "holder" &&
				each.question.token === question.token &&
				each.question.id === question.id,
		);
		const account = holder === undefined ? null : addressOf(holder.after);
		if (account === null || !mine.has(account)) return [];
		return [
			{
				account,
				spender,
				asset: question.token,
				kind: "token",
				standard: "erc721",
				tokenId: question.id.toString(),
				approved: true,
				chainId,
				step,
			},
		];
	});
}

export function approvalsOf(parts: EffectParts): readonly ApprovalChange[] {
	return [...parts.answers.flatMap((each) => approvalOf(each, parts)), ...tokenApprovals(parts)];
}

function ownersChange(
	{ question, before, after }: AnsweredQuestion,
	mine: ReadonlySet<Hex>,
): ControlChange[] {
	if (question.kind !== "owners" || before.kind !== "addresses" || after.kind !== "addresses") return [];
	const gone = before.addresses.filter((each) => !after.addresses.includes(each));
	const come = after.addresses.filter((each) => !before.addresses.includes(each));
	const wasMine = before.addresses.some((each) => mine.has(each));
	return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => ({
		account: question.contract,
		what: "owner" as const,
		before: gone[index] ?? null,
		after: come[index] ?? null,
		mine: wasMine,
	}));
}

export function controlsOf(
	{ answers, mine }: EffectParts,
	news: readonly ControlEvent[],
	callerOf: (contract: Hex) => boolean,
): readonly ControlChange[] {
	const read = answers.flatMap((each): ControlChange[] => {
		if (each.question.kind !== "owner") return ownersChange(each, mine);
		const [before, after] = [addressOf(each.before), addressOf(each.after)];
		if (before === null || before === after) return [];
		const controller = after === ZERO_ADDRESS ? null : after;
		return [
			{
				account: each.question.contract,
				what: "owner",
				before: before === ZERO_ADDRESS ? null : before,
				after: controller,
				mine: mine.has(before),
			},
		];
	});
	const logged = news.flatMap(({ contract, what, to }): ControlChange[] =>
		what === "code" || what === "role"
			? [
					{
						account: contract,
						what: what === "code" ? "code" : "other",
						before: null,
						after: to,
						mine: mine.has(contract) || callerOf(contract),
					},
				]
			: [],
	);
	return [...read, ...logged];
}
