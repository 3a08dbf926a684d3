import { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import type {
	BlockValues,
	NativeTransfer,
	TracedCall,
	TracedKind,
} from "../../../core/chain/evm-simulation.ts";
import { ZERO_ADDRESS } from "../../../core/chain/well-known.ts";
import { message } from "../../../core/localized-text.ts";
import type { Rpc } from "../json-rpc.ts";
import { overridesOf } from "./block-values.ts";
import { address, bytes, hash, quantity } from "./rpc-values.ts";

/** Reads inner calls and state changes from a node's tracers. Source: geth's debug_traceCall. */

type Hex = `0x${string}`;

export interface CallWords {
	readonly from: Hex;
	readonly to: Hex;
	readonly value: Hex;
	readonly input: Hex;
	readonly gas?: Hex;
	readonly gasPrice?: Hex;
}

interface TracedLog {
	readonly address: Hex;
	readonly topics: readonly Hex[];
	readonly data: Hex;
}

export interface Trace {
	readonly calls: readonly TracedCall[];
	readonly logs: readonly TracedLog[];
	readonly gasUsed: bigint;
	readonly returned: Hex;
	readonly error: string | null;
	readonly whole: boolean;
}

export interface TraceContext {
	readonly at: Hex;
	readonly before: StateDiff;
	readonly block: BlockValues;
}

/** Has the same format as state overrides in `eth_call`. Contains only changes that the node reported. */
export type StateDiff = Readonly<
	Record<string, { balance?: Hex; nonce?: Hex; code?: Hex; stateDiff?: Readonly<Record<string, Hex>> }>
>;

const MAX_CALLS = 2_000;
const MAX_LOGS = 2_000;
const DEEPEST = 64;
const MAX_STATES = 2_000;

const position = z.union([quantity, z.number().int().transform(BigInt)]);

const frameFacts = z.looseObject({
	type: z.string().max(20),
	from: address,
	to: address.optional(),
	value: quantity.optional(),
	gasUsed: quantity.optional(),
	input: bytes.default("0x"),
	output: bytes.optional(),
	error: z.string().optional(),
	logs: z
		.array(z.looseObject({ address, topics: z.array(hash).max(4), data: bytes, index: position.optional() }))
		.optional(),
	calls: z.array(z.unknown()).optional(),
});

const KINDS: Readonly<Record<string, TracedKind>> = {
	CALL: "call",
	CALLCODE: "delegatecall",
	DELEGATECALL: "delegatecall",
	STATICCALL: "staticcall",
	CREATE: "create",
	CREATE2: "create",
	SELFDESTRUCT: "call",
};

function unreadable(): ChainError {
	return new ChainError("unreadable", message("chain.evm.unreadable", { method: "debug_traceCall" }));
}

interface Walk {
	readonly calls: TracedCall[];
	readonly logs: { readonly log: TracedLog; readonly index: bigint }[];
	whole: boolean;
}

type TraceFrame = z.output<typeof frameFacts>;

function frameOf(raw: unknown): TraceFrame & { readonly kind: TracedKind } {
	const read = frameFacts.safeParse(raw);
	const kind = read.success ? KINDS[read.data.type] : undefined;
	if (!read.success || kind === undefined) throw unreadable();
	return { ...read.data, kind };
}

function walk(found: Walk, raw: unknown, depth: number, context: boolean): void {
	if (depth > DEEPEST || found.calls.length >= MAX_CALLS) {
		found.whole = false;
		return;
	}
	const frame = frameOf(raw);
	const { kind } = frame;
	const undone = context || frame.error !== undefined;
	found.calls.push({
		depth,
		kind,
		from: frame.from,
		to: frame.to ?? ZERO_ADDRESS,
		value: kind === "delegatecall" || kind === "staticcall" ? 0n : (frame.value ?? 0n),
		data: frame.input,
		undone,
	});
	const logs = undone ? [] : (frame.logs ?? []);
	const room = MAX_LOGS - found.logs.length;
	if (logs.length > room) found.whole = false;
	for (const { address: emitter, topics, data, index } of logs.slice(0, room))
		found.logs.push({
			log: { address: emitter, topics, data },
			index: index ?? BigInt(found.logs.length),
		});
	for (const inner of frame.calls ?? []) walk(found, inner, depth + 1, undone);
}

export async function traceCall(rpc: Rpc, call: CallWords, context: TraceContext): Promise<Trace> {
	const tracer = { tracer: "callTracer", tracerConfig: { withLog: true } };
	const raw = await rpc(z.unknown(), "debug_traceCall", traceParams(call, context, tracer));
	const found: Walk = { calls: [], logs: [], whole: true };
	const top = frameOf(raw);
	walk(found, raw, 0, false);
	return {
		calls: found.calls,
		logs: found.logs.toSorted((left, right) => Number(left.index - right.index)).map(({ log }) => log),
		gasUsed: top.gasUsed ?? 0n,
		returned: top.output ?? "0x",
		error: top.error ?? null,
		whole: found.whole,
	};
}

function traceParams(call: CallWords, { at, before, block }: TraceContext, tracer: object): unknown[] {
	const left = Object.keys(before).length === 0 ? {} : { stateOverrides: before };
	return [call, at, { ...tracer, ...left, ...overridesOf(block) }];
}

const accountState = z.looseObject({
	balance: quantity.optional(),
	nonce: position.optional(),
	code: bytes.optional(),
	storage: z.record(z.string().regex(/^0x[0-9a-fA-F]{64}$/), hash).optional(),
});
type AccountState = z.output<typeof accountState>;

const accountStates = z.record(z.string().regex(/^0x[0-9a-fA-F]{40}$/), accountState);
const diffAnswer = z.looseObject({ pre: accountStates, post: accountStates });

const ZERO: Hex = `0x${"0".repeat(64)}`;
const hex = (value: bigint): Hex => `0x${value.toString(16)}`;

/** A slot missing from `post` was set to zero. */
function storageAfter(pre: AccountState | undefined, post: AccountState): Record<string, Hex> {
	const slots = [...Object.keys(pre?.storage ?? {}), ...Object.keys(post.storage ?? {})];
	return Object.fromEntries(slots.map((slot) => [slot, post.storage?.[slot] ?? ZERO]));
}

function changeOf(pre: AccountState | undefined, post: AccountState): StateDiff[string] {
	const storage = storageAfter(pre, post);
	return {
		...(post.balance === undefined ? {} : { balance: hex(post.balance) }),
		...(post.nonce === undefined ? {} : { nonce: hex(post.nonce) }),
		...(post.code === undefined ? {} : { code: post.code }),
		...(Object.keys(storage).length === 0 ? {} : { stateDiff: storage }),
	};
}

export async function changesOf(rpc: Rpc, call: CallWords, context: TraceContext): Promise<StateDiff> {
	const { before } = context;
	const tracer = { tracer: "prestateTracer", tracerConfig: { diffMode: true } };
	const { pre, post } = await rpc(diffAnswer, "debug_traceCall", traceParams(call, context, tracer));
	if (Object.keys({ ...before, ...pre, ...post }).length > MAX_STATES)
		throw new ChainError("exceeds", message("chain.evm.too-many-changes"));
	const after: Record<string, StateDiff[string]> = { ...before };
	for (const [account, state] of Object.entries(post)) {
		const earlier = before[account];
		const change = changeOf(pre[account], state);
		const storage = { ...earlier?.stateDiff, ...change.stateDiff };
		after[account] = {
			...earlier,
			...change,
			...(Object.keys(storage).length === 0 ? {} : { stateDiff: storage }),
		};
	}
	for (const account of Object.keys(pre))
		if (post[account] === undefined) after[account] = { balance: "0x0", code: "0x" };
	return after;
}

export async function wordsRead(rpc: Rpc, call: CallWords, context: TraceContext): Promise<readonly Hex[]> {
	const tracer = { tracer: "prestateTracer", tracerConfig: {} };
	const touched = await rpc(accountStates, "debug_traceCall", traceParams(call, context, tracer));
	return Object.values(touched).flatMap(({ storage }) => Object.values(storage ?? {}));
}

export function transfersOf(tree: readonly TracedCall[]): NativeTransfer[] {
	return tree.flatMap(({ from, to, value, undone }) => (undone || value === 0n ? [] : [{ from, to, value }]));
}
