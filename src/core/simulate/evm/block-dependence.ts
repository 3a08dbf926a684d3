import type { EvmSimulated, SimulatedStep } from "../../chain/evm-simulation.ts";
import type { Hex } from "../../format/numeral.ts";
import { approvalsOf, balanceChangesOf, controlsOf, type EffectParts } from "./evm-effects.ts";

const READS_PRICE: ReadonlySet<number> = new Set([0x3a, 0x48]);
/** BLOCKHASH, COINBASE, TIMESTAMP, NUMBER, PREVRANDAO, GASLIMIT. */
const READS_BLOCK = { from: 0x40, to: 0x45 } as const;
/** CALL, CALLCODE, DELEGATECALL, STATICCALL. */
const CALLS: ReadonlySet<number> = new Set([0xf1, 0xf2, 0xf4, 0xfa]);
const PUSH1 = 0x60;
const PUSH32 = 0x7f;

function hasOperation(code: string, wanted: (operation: number) => boolean): boolean {
	const bytes = Buffer.from(code.slice(2), "hex");
	for (let at = 0; at < bytes.length; at += 1) {
		const operation = bytes[at] ?? 0;
		if (wanted(operation)) return true;
		if (operation >= PUSH1 && operation <= PUSH32) at += operation - PUSH1 + 1;
	}
	return false;
}

const readsBlock = (operation: number) => operation >= READS_BLOCK.from && operation <= READS_BLOCK.to;

/**
 * Returns whether the executed code contains any of these operations. Returns `true` for code that the RPC
 * didn't return.
 */
function mayRun(
	{ steps }: EvmSimulated,
	codes: ReadonlyMap<Hex, string>,
	wanted: (operation: number) => boolean,
): boolean {
	const isTraced = steps.every(
		({ tree }) => tree.length > 0 && tree.every(({ to, kind }) => codes.has(to) && kind !== "create"),
	);
	return [...codes.values()].some((code) =>
		hasOperation(code, (operation) => wanted(operation) || (!isTraced && CALLS.has(operation))),
	);
}

export const mayHangOnBlock = (found: EvmSimulated, codes: ReadonlyMap<Hex, string>): boolean =>
	mayRun(found, codes, readsBlock);

export const mayHangOnPrice = (found: EvmSimulated, codes: ReadonlyMap<Hex, string>): boolean =>
	mayRun(found, codes, (operation) => READS_PRICE.has(operation));

export interface RunOutcome {
	readonly step: SimulatedStep | undefined;
	readonly effects: EffectParts;
}

/**
 * Minimum ratio, in percent, at which two amounts count as equal. Prices and interest change from block to
 * block.
 */
const SAME = 95n;

function isSame(left: bigint, right: bigint): boolean {
	const [low, high] = left < right ? [left, right] : [right, left];
	return low * 100n >= high * SAME;
}

function happenings(effects: EffectParts): ReadonlyMap<string, bigint> {
	const all = new Map<string, bigint>();
	const add = (key: readonly unknown[], amount: bigint) => {
		const text = JSON.stringify(key);
		all.set(text, (all.get(text) ?? 0n) + amount);
	};
	for (const { account, asset, tokenId, direction, counterparty, amount } of balanceChangesOf(effects))
		add(["balance", account, asset, tokenId, direction, counterparty], BigInt(amount));
	for (const { account, asset, tokenId, spender, kind, unlimited, amount } of approvalsOf(effects))
		add(["approval", account, asset, tokenId, spender, kind, unlimited], BigInt(amount ?? 1));
	for (const { account, what, before, after } of controlsOf(effects, [], () => false))
		add(["control", account, what, before, after], 1n);
	return all;
}

const logged = ({ logs }: SimulatedStep): string =>
	[...new Set(logs.map(({ address, topics }) => `${address} ${topics[0] ?? ""}`))].toSorted().join();

/**
 * Returns whether a run in another block has different effects, apart from price movement. A run that fails
 * there counts as having no effects.
 */
export function hangsOnBlock(
	here: RunOutcome & { readonly step: SimulatedStep },
	there: RunOutcome,
): boolean {
	if (!here.step.passed || there.step === undefined || !there.step.passed) return false;
	if (logged(here.step) !== logged(there.step)) return true;
	const questions = new Set(there.effects.answers.map(({ question }) => question));
	const [one, other] = [
		happenings({
			...here.effects,
			answers: here.effects.answers.filter((each) => questions.has(each.question)),
		}),
		happenings(there.effects),
	];
	return one.size !== other.size || [...one].some(([key, amount]) => !isSame(amount, other.get(key) ?? -1n));
}
