import type { PipelineSimulation } from "../../../service-api/simulation.ts";
import type { SimulateCall, SimulatedStep } from "../../chain/evm-simulation.ts";
import type { Hex } from "../../format/numeral.ts";
import { type ApprovalEvent, controlEventIn, movesIn, permissionIn, type TokenMove } from "./evm-events.ts";
import type { EvmQuestion } from "./evm-questions.ts";

/**
 * Selects what to query before and after each item: addresses named by the item, its logs or the service, and
 * addresses in the code and storage of executed contracts. A token with a hidden allowance must store the
 * spender, so the spender is found there.
 */

const MAX_TOKENS = 24;
const MAX_SHARED = 16;
const MAX_USER_ACCOUNTS = 12;
const MAX_CONTRACTS = 24;
const MAX_NAMED = 64;
/** Maximum number of potential spenders whose code is checked if there are earlier steps. */
const MAX_CODES = 12;
const MAX_QUESTIONS = 768;

/**
 * Smallest value that counts as an address, because no one can find the key for a smaller one. Smaller values
 * are precompiles, counts and flags.
 */
const MIN_ADDRESS = 1n << 96n;
const ADDRESS = (1n << 160n) - 1n;

function asAddress(word: bigint): Hex | null {
	const low = word & ADDRESS;
	if (low < MIN_ADDRESS || low === ADDRESS) return null;
	return `0x${low.toString(16).padStart(40, "0")}`;
}

export function addressesInData(data: string): readonly Hex[] {
	const words: Hex[] = [];
	for (let at = 10; at + 64 <= data.length && words.length < MAX_SHARED; at += 64) {
		const word = BigInt(`0x${data.slice(at, at + 64)}`);
		const found = word <= ADDRESS ? asAddress(word) : null;
		if (found !== null) words.push(found);
	}
	return words;
}

const PUSH1 = 0x60;
const PUSH20 = 0x73;
const PUSH32 = 0x7f;

/** Returns the addresses in the code's push operations, which are constants and immutables. */
export function addressesInCode(code: string): readonly Hex[] {
	const bytes = Buffer.from(code.slice(2), "hex");
	const found = new Set<Hex>();
	for (let at = 0; at < bytes.length && found.size < MAX_USER_ACCOUNTS; at += 1) {
		const operation = bytes[at] ?? 0;
		if (operation < PUSH1 || operation > PUSH32) continue;
		const length = operation - PUSH1 + 1;
		const pushed = bytes.subarray(at + 1, at + 1 + length);
		at += length;
		if (operation < PUSH20 || pushed.length < length) continue;
		const word = BigInt(`0x${pushed.toString("hex")}`);
		const address = word <= ADDRESS ? asAddress(word) : null;
		if (address !== null) found.add(address);
	}
	return [...found];
}

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const addressOf = (text: string): Hex | null =>
	EVM_ADDRESS.test(text) ? `0x${text.slice(2).toLowerCase()}` : null;

const unique = (addresses: readonly (Hex | null)[], most: number): readonly Hex[] =>
	[...new Set(addresses.filter((each) => each !== null))].slice(0, most);

export interface SimulatedRun {
	readonly calls: readonly SimulateCall[];
	readonly steps: readonly SimulatedStep[];
	readonly claimed: readonly PipelineSimulation[];
	readonly accounts: readonly Hex[];
}

export function contractsOf({ calls, steps }: SimulatedRun): readonly Hex[] {
	const targets = calls.map(({ to }) => addressOf(to));
	const emitters = steps.flatMap(({ logs }) => logs.map(({ address }) => address));
	const called = steps.flatMap(({ tree }) => tree.map(({ to }) => to));
	return unique([...targets, ...emitters, ...called], MAX_CONTRACTS);
}

type TokenMoves = readonly TokenMove[];

function holdingQuestions(
	tokens: readonly Hex[],
	holders: readonly Hex[],
	moves: TokenMoves,
	items: ReadonlySet<Hex>,
): EvmQuestion[] {
	const named = moves.flatMap(({ token, standard, id }): EvmQuestion[] => {
		if (id === null) return [];
		return standard === "erc721"
			? itemQuestions(token, id)
			: holders.map((account) => ({ kind: "balance_of_id", token, account, id }));
	});
	const both = new Set(moves.flatMap(({ token, standard }) => (standard === "erc20" ? [token] : [])));
	const counted = tokens.filter((token) => !items.has(token) || both.has(token));
	return [
		...named,
		...counted.flatMap((token) =>
			holders.map((account): EvmQuestion => ({ kind: "balance", token, account })),
		),
	];
}

const itemQuestions = (token: Hex, id: bigint): EvmQuestion[] => [
	{ kind: "holder", token, id },
	{ kind: "approved", token, id },
];

function namedPermissions(
	{ calls, claimed, accounts }: SimulatedRun,
	logged: readonly ApprovalEvent[],
): EvmQuestion[] {
	const mine = new Set(accounts);
	const [signer] = accounts;
	const stated = claimed.flatMap(({ approvals }) =>
		approvals.flatMap(({ account, spender, asset }): EvmQuestion[] => {
			const [owner, to, token] = [addressOf(account), addressOf(spender), addressOf(asset)];
			if (owner === null || !mine.has(owner) || to === null || token === null) return [];
			return [{ kind: "allowance", token, account: owner, spender: to }];
		}),
	);
	const passedOn = calls.flatMap(({ to, data }): EvmQuestion[] => {
		const [by, words] = [addressOf(to), addressesInData(data).slice(0, 3)];
		if (by === null || signer === undefined) return [];
		return words.flatMap((token) =>
			words
				.filter((spender) => spender !== token)
				.map((spender) => ({ kind: "passed_on", by, token, account: signer, spender })),
		);
	});
	return [
		...logged.flatMap((each) => (each.kind === "token" ? itemQuestions(each.token, each.id) : [each])),
		...stated,
		...passedOn,
	];
}

function rulerQuestions({ calls, steps }: SimulatedRun, contracts: readonly Hex[]): EvmQuestion[] {
	const targets = calls.map(({ to }) => addressOf(to));
	const news = steps.flatMap(({ logs }) => logs.flatMap((log) => controlEventIn(log) ?? []));
	const several = news.flatMap(({ what, contract }) => (what === "owners" ? [contract] : []));
	const ruled = unique([...news.map(({ contract }) => contract), ...contracts], MAX_CONTRACTS);
	return [
		...ruled.map((contract): EvmQuestion => ({ kind: "owner", contract })),
		...unique([...several, ...targets], MAX_CONTRACTS).map(
			(contract): EvmQuestion => ({ kind: "owners", contract }),
		),
	];
}

/**
 * Returns candidates for hidden allowances: each executed token paired with each address in its code, storage
 * and calls.
 */
function hiddenPermissions(
	{ calls, steps, accounts }: SimulatedRun,
	tokens: readonly Hex[],
	contracts: readonly Hex[],
	codes: ReadonlyMap<Hex, string>,
	items: ReadonlySet<Hex>,
): EvmQuestion[] {
	const [account] = accounts;
	if (account === undefined) return [];
	const stored = steps.flatMap(({ storage }) => storage.map((word) => asAddress(BigInt(word))));
	const inData = calls.flatMap(({ data }) => addressesInData(data));
	const shared = unique([...inData, ...stored, ...contracts], MAX_SHARED);
	// A contract that doesn't run can't grant anything.
	const ran = tokens.filter((token) => contracts.includes(token));
	return ran.flatMap((token) =>
		unique([...addressesInCode(codes.get(token) ?? "0x"), ...shared], MAX_SHARED + MAX_USER_ACCOUNTS)
			.filter((spender) => spender !== token && !accounts.includes(spender))
			.map((spender) => ({ kind: items.has(token) ? "operator" : "allowance", token, account, spender })),
	);
}

interface NamedCandidates {
	readonly moves: TokenMoves;
	readonly logged: readonly ApprovalEvent[];
	readonly tokens: readonly Hex[];
}

function namedBy({ calls, steps, claimed, accounts }: SimulatedRun): NamedCandidates {
	const mine = new Set(accounts);
	const logs = steps.flatMap((step) => step.logs);
	const moves = logs.flatMap(movesIn).filter(({ from, to }) => mine.has(from) || mine.has(to));
	const logged = logs.flatMap((log) => permissionIn(log) ?? []).filter(({ account }) => mine.has(account));
	const stated = claimed.flatMap(({ balanceChanges, approvals }) => [...balanceChanges, ...approvals]);
	const tokens = [
		...moves.map(({ token }) => token),
		...logged.map(({ token }) => token),
		...calls.map(({ to }) => addressOf(to)),
		...stated.map(({ asset }) => addressOf(asset)),
	];
	return { moves, logged, tokens: unique(tokens, Number.POSITIVE_INFINITY) };
}

/**
 * Returns whether too many tokens or addresses are named. A contract could log a thousand tokens to push
 * others past the limits.
 */
export function namesTooMany(ran: SimulatedRun): boolean {
	const { moves, logged, tokens } = namedBy(ran);
	const items = new Set(moves.flatMap(({ token, id }) => (id === null ? [] : [`${token} ${id}`])));
	const permitted = new Set(
		logged.map((each) => JSON.stringify("id" in each ? [each.token, `${each.id}`] : Object.values(each))),
	);
	return tokens.length > MAX_TOKENS || items.size > MAX_NAMED || permitted.size > MAX_NAMED;
}

function codeQuestions(
	{ calls, claimed: told, accounts }: SimulatedRun,
	logged: readonly ApprovalEvent[],
	moves: TokenMoves,
): EvmQuestion[] {
	const receivers = moves.flatMap(({ from, to }) => (accounts.includes(from) ? [to] : []));
	const spenders =
		calls.length === 1
			? receivers
			: [
					...receivers.slice(0, MAX_CODES / 2),
					...logged.map((each) => ("spender" in each ? each.spender : null)),
					...told.flatMap(({ approvals }) => approvals.map(({ spender }) => addressOf(spender))),
					...calls.flatMap(({ data }) => addressesInData(data).slice(0, 2)),
				];
	return unique(spenders, MAX_CODES)
		.filter((account) => !accounts.includes(account))
		.map((account) => ({ kind: "code", account }));
}

const keyOf = (question: EvmQuestion) =>
	JSON.stringify(question, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));

export interface Questions {
	readonly questions: readonly EvmQuestion[];
	readonly whole: boolean;
}

/**
 * Returns the queries to make before and after each item.
 * @param codes code of the executed contracts
 * @param named queries that the payload itself requires
 */
export function questionsOf(
	ran: SimulatedRun,
	codes: ReadonlyMap<Hex, string>,
	named: readonly EvmQuestion[] = [],
): Questions {
	const { calls, accounts } = ran;
	const mine = new Set(accounts);
	const { moves, logged, tokens: claimedTokens } = namedBy(ran);
	const contracts = contractsOf(ran);
	const inData = calls.flatMap(({ data }) => addressesInData(data));
	const tokens = unique([...claimedTokens, ...contracts, ...inData], MAX_TOKENS).filter(
		(token) => !mine.has(token),
	);
	const items = new Set(moves.flatMap(({ token, standard }) => (standard === "erc20" ? [] : [token])));
	for (const each of logged) if (each.kind === "token" || each.kind === "operator") items.add(each.token);
	const touched = new Set([...moves.flatMap(({ from, to }) => [from, to]), ...inData]);
	const holders = accounts.filter((account, index) => index === 0 || touched.has(account));
	const all = [
		...named,
		...namedPermissions(ran, logged),
		...codeQuestions(ran, logged, moves),
		...holdingQuestions(tokens, holders, moves, items),
		...rulerQuestions(ran, contracts),
		...hiddenPermissions(ran, tokens, contracts, codes, items),
	];
	const each = [...new Map(all.map((question) => [keyOf(question), question])).values()];
	return { questions: each.slice(0, MAX_QUESTIONS), whole: each.length <= MAX_QUESTIONS };
}
