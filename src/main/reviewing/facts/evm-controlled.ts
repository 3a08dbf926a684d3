import type { EvmSimulated } from "../../../core/chain/evm-simulation.ts";
import { contractsOf } from "../../../core/decode/evm/contracts.ts";
import { decodeTransaction } from "../../../core/decode/evm/decode-evm.ts";
import { tokensOf } from "../../../core/decode/evm/leaves.ts";
import type { Decoded } from "../../../core/decode/evm/meaning.ts";
import { controlledIn } from "../../../core/effects/evm/controlled.ts";
import { type Hex, readAddress, readBytes } from "../../../core/format/numeral.ts";
import { movesIn } from "../../../core/simulate/evm/evm-events.ts";
import type { EvmQuestion } from "../../../core/simulate/evm/evm-questions.ts";
import { MULTICALL3 } from "../../chains/evm/many-state.ts";
import type { SimulationSession } from "./evm-session.ts";

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
