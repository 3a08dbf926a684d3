import type { PipelineSimulation } from "../../../contract/simulation.ts";
import type { SimulateCall, SimulatedStep } from "../../chains/evm-simulate.ts";
import { movesIn, type Permission, permissionIn, rulerIn, type TokenMove } from "./evm-events.ts";
import type { Hex, Question } from "./evm-questions.ts";

/**
 * What to ask about: everything that a leg or the service names, and what the contracts that run carry in their code
 * and storage. A token that hides what it permits has to know to whom: it is found there.
 */

const MOST_TOKENS = 24;
const MOST_SHARED = 16;
const MOST_OWN = 12;
const MOST_CONTRACTS = 24;
/** Items, and permissions, that logs may name before they are too many to be asked about together with all else. */
const MOST_NAMED = 64;
/** Asked in all, before and after each leg. */
const MOST_QUESTIONS = 384;

/** Below are precompiles, counts and flags; nobody can find the key of so low an address. */
const LEAST_ADDRESS = 1n << 96n;
const ADDRESS = (1n << 160n) - 1n;

export function asAddress(word: bigint): Hex | null {
	const low = word & ADDRESS;
	if (low < LEAST_ADDRESS || low === ADDRESS) return null;
	return `0x${low.toString(16).padStart(40, "0")}`;
}

/** Whole words that can be addresses: 12 zero bytes, then 20. */
export function addressesInData(data: string): readonly Hex[] {
	const words: Hex[] = [];
	for (let at = 10; at + 64 <= data.length && words.length < MOST_SHARED; at += 64) {
		const word = BigInt(`0x${data.slice(at, at + 64)}`);
		const found = word <= ADDRESS ? asAddress(word) : null;
		if (found !== null) words.push(found);
	}
	return words;
}

const PUSH1 = 0x60;
const PUSH20 = 0x73;
const PUSH32 = 0x7f;

/** Addresses that code pushes: constants and immutables. */
export function addressesInCode(code: string): readonly Hex[] {
	const bytes = Buffer.from(code.slice(2), "hex");
	const found = new Set<Hex>();
	for (let at = 0; at < bytes.length && found.size < MOST_OWN; at += 1) {
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

export interface Ran {
	readonly calls: readonly SimulateCall[];
	readonly steps: readonly SimulatedStep[];
	/** The service's simulations of the legs. */
	readonly told: readonly PipelineSimulation[];
	/** The person's own, in lower case, the signer first. */
	readonly accounts: readonly Hex[];
}

/** Contracts that ran, those first that are called directly or that logged something. */
export function contractsOf({ calls, steps }: Ran): readonly Hex[] {
	const targets = calls.map(({ to }) => addressOf(to));
	const emitters = steps.flatMap(({ logs }) => logs.map(({ address }) => address));
	const called = steps.flatMap(({ tree }) => tree.map(({ to }) => to));
	return unique([...targets, ...emitters, ...called], MOST_CONTRACTS);
}

type Moves = readonly TokenMove[];

/** What each of the person's accounts holds: the signer's of all tokens, others' where a log or the data names them. */
function holdingQuestions(
	tokens: readonly Hex[],
	holders: readonly Hex[],
	moves: Moves,
	items: ReadonlySet<Hex>,
): Question[] {
	const named = moves.flatMap(({ token, standard, id }): Question[] => {
		if (id === null) return [];
		return standard === "erc721"
			? itemQuestions(token, id)
			: holders.map((account) => ({ kind: "balance_of_id", token, account, id }));
	});
	// Some are both a token and a collection.
	const both = new Set(moves.flatMap(({ token, standard }) => (standard === "erc20" ? [token] : [])));
	const counted = tokens.filter((token) => !items.has(token) || both.has(token));
	return [
		...named,
		...counted.flatMap((token) => holders.map((account): Question => ({ kind: "balance", token, account }))),
	];
}

const itemQuestions = (token: Hex, id: bigint): Question[] => [
	{ kind: "holder", token, id },
	{ kind: "approved", token, id },
];

/** Permissions that a log, the service or the data of a call names. */
function namedPermissions({ calls, told, accounts }: Ran, logged: readonly Permission[]): Question[] {
	const mine = new Set(accounts);
	const [signer] = accounts;
	const stated = told.flatMap(({ approvals }) =>
		approvals.flatMap(({ account, spender, asset }): Question[] => {
			const [owner, to, token] = [addressOf(account), addressOf(spender), addressOf(asset)];
			if (owner === null || !mine.has(owner) || to === null || token === null) return [];
			return [{ kind: "allowance", token, account: owner, spender: to }];
		}),
	);
	const passedOn = calls.flatMap(({ to, data }): Question[] => {
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

/** Who rules the contracts that ran. */
function rulerQuestions({ calls, steps }: Ran, contracts: readonly Hex[]): Question[] {
	const targets = calls.map(({ to }) => addressOf(to));
	const news = steps.flatMap(({ logs }) => logs.flatMap((log) => rulerIn(log) ?? []));
	const several = news.flatMap(({ what, contract }) => (what === "owners" ? [contract] : []));
	const ruled = unique([...news.map(({ contract }) => contract), ...contracts], MOST_CONTRACTS);
	return [
		...ruled.map((contract): Question => ({ kind: "owner", contract })),
		...unique([...several, ...targets], MOST_CONTRACTS).map(
			(contract): Question => ({ kind: "owners", contract }),
		),
	];
}

/** Permissions that nobody names: of each token that ran, for everybody whom its code, storage or the call knows. */
function hiddenPermissions(
	{ calls, steps, accounts }: Ran,
	tokens: readonly Hex[],
	contracts: readonly Hex[],
	codes: ReadonlyMap<Hex, string>,
	items: ReadonlySet<Hex>,
): Question[] {
	const [account] = accounts;
	if (account === undefined) return [];
	const stored = steps.flatMap(({ storage }) => storage.map((word) => asAddress(BigInt(word))));
	const inData = calls.flatMap(({ data }) => addressesInData(data));
	const shared = unique([...inData, ...stored, ...contracts], MOST_SHARED);
	// What does not run can permit nothing.
	const ran = tokens.filter((token) => contracts.includes(token));
	return ran.flatMap((token) =>
		unique([...addressesInCode(codes.get(token) ?? "0x"), ...shared], MOST_SHARED + MOST_OWN)
			.filter((spender) => spender !== token && !accounts.includes(spender))
			.map((spender) => ({ kind: items.has(token) ? "operator" : "allowance", token, account, spender })),
	);
}

interface Named {
	readonly moves: Moves;
	readonly logged: readonly Permission[];
	/** The most telling first. */
	readonly tokens: readonly Hex[];
}

/** What the legs, their logs and the service name. */
function namedBy({ calls, steps, told, accounts }: Ran): Named {
	const mine = new Set(accounts);
	const logs = steps.flatMap((step) => step.logs);
	const moves = logs.flatMap(movesIn).filter(({ from, to }) => mine.has(from) || mine.has(to));
	const logged = logs.flatMap((log) => permissionIn(log) ?? []).filter(({ account }) => mine.has(account));
	const stated = told.flatMap(({ balanceChanges, approvals }) => [...balanceChanges, ...approvals]);
	const tokens = [
		...moves.map(({ token }) => token),
		...logged.map(({ token }) => token),
		...calls.map(({ to }) => addressOf(to)),
		...stated.map(({ asset }) => addressOf(asset)),
	];
	return { moves, logged, tokens: unique(tokens, Number.POSITIVE_INFINITY) };
}

/**
 * More is named than is asked about, so that what hides behind it is not seen: a contract may log a thousand tokens
 * and permissions for that very purpose.
 */
export function namesTooMany(ran: Ran): boolean {
	const { moves, logged, tokens } = namedBy(ran);
	const items = new Set(moves.flatMap(({ token, id }) => (id === null ? [] : [`${token} ${id}`])));
	const permitted = new Set(
		logged.map((each) => JSON.stringify("id" in each ? [each.token, `${each.id}`] : Object.values(each))),
	);
	return tokens.length > MOST_TOKENS || items.size > MOST_NAMED || permitted.size > MOST_NAMED;
}

const keyOf = (question: Question) =>
	JSON.stringify(question, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));

/**
 * What is asked before and after each leg, the most telling first.
 * @param codes of the contracts that ran
 */
export function questionsOf(ran: Ran, codes: ReadonlyMap<Hex, string>): readonly Question[] {
	const { calls, accounts } = ran;
	const mine = new Set(accounts);
	const { moves, logged, tokens: told } = namedBy(ran);
	const contracts = contractsOf(ran);
	const inData = calls.flatMap(({ data }) => addressesInData(data));
	const tokens = unique([...told, ...contracts, ...inData], MOST_TOKENS).filter((token) => !mine.has(token));
	const items = new Set(moves.flatMap(({ token, standard }) => (standard === "erc20" ? [] : [token])));
	for (const each of logged) if (each.kind === "token" || each.kind === "operator") items.add(each.token);
	const named = new Set([...moves.flatMap(({ from, to }) => [from, to]), ...inData]);
	const holders = accounts.filter((account, place) => place === 0 || named.has(account));
	const all = [
		...namedPermissions(ran, logged),
		...holdingQuestions(tokens, holders, moves, items),
		...rulerQuestions(ran, contracts),
		...hiddenPermissions(ran, tokens, contracts, codes, items),
	];
	return [...new Map(all.map((question) => [keyOf(question), question])).values()].slice(0, MOST_QUESTIONS);
}
