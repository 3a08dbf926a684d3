import { contractsOf } from "../../core/decode/evm/contracts.ts";
import { type Decoded, decodeEvm, type Inner } from "../../core/decode/evm/decode-evm.ts";
import { isUnderstood } from "../../core/decode/evm/leaves.ts";
import { nameParam, nativeAmount, type Subject } from "../../core/decoded-transaction/decoded-transaction.ts";
import type { InnerCall, LocalSimulation } from "../../core/decoded-transaction/opinion.ts";
import type { DescribeContext } from "../../core/describe/evm/call-text.ts";
import { describeCall, inside } from "../../core/describe/evm/describe-calls.ts";
import { type Hex, readAddress, readBytes } from "../../core/format/numeral.ts";
import type { Labels } from "../../core/identities/labels.ts";
import { message } from "../../core/localized-text.ts";
import type { CallNodeView } from "../../ipc/review.ts";
import { addressView } from "./addresses.ts";
import { amountView } from "./amounts.ts";

/** Decoded calls come first, followed by those that the user's own RPC executed. */

const MAX_NODES = 100;
/** Deeper nodes are shown at this depth. */
const DEEPEST = 12;

/** Remaining number of nodes, shared by the whole tree. */
interface NodeBudget {
	left: number;
}

function nodeOf(
	context: DescribeContext,
	kind: CallNodeView["kind"],
	source: CallNodeView["source"],
	labels: Labels,
): Omit<CallNodeView, "children"> {
	const { decoded, chainRef } = context;
	const { call, value, target } = decoded;
	const sent = nativeAmount(chainRef, value);
	return {
		kind,
		to: addressView(target, labels),
		text: message("sentence", { told: describeCall(context).text }),
		known: isUnderstood(decoded),
		signature: call?.signature ?? call?.selector ?? null,
		args: call?.args ?? [],
		value: value === 0n ? null : amountView(value, sent),
		source,
	};
}

function restNode(
	target: string,
	count: number,
	source: CallNodeView["source"],
	labels: Labels,
): CallNodeView {
	return {
		kind: "call",
		to: addressView(target, labels),
		text: message("calls.more", { count }),
		known: false,
		signature: null,
		args: [],
		value: null,
		source,
		children: [],
	};
}

function decodedNodes(context: DescribeContext, labels: Labels, room: NodeBudget): readonly CallNodeView[] {
	const { meaning, target } = context.decoded;
	if (meaning.kind !== "calls") return [];
	const taken = meaning.calls.slice(0, room.left);
	room.left -= taken.length;
	const nodes = taken.map((inner: Inner): CallNodeView => {
		const within = inside(context, inner);
		return {
			...nodeOf(within, inner.how, "decoded", labels),
			children: decodedNodes(within, labels, room),
		};
	});
	const rest = meaning.calls.length - taken.length + meaning.left;
	return rest === 0 ? nodes : [...nodes, restNode(target, rest, "decoded", labels)];
}

function decodedOf(call: InnerCall, chainRef: string): Decoded | null {
	const [to, data] = [readAddress(call.to), readBytes(call.data)];
	return to === null || data === null
		? null
		: decodeEvm({ to, value: call.value, data }, undefined, contractsOf(chainRef));
}

function effective(inner: readonly InnerCall[]): readonly InnerCall[] {
	const kept: InnerCall[] = [];
	let quiet = Number.POSITIVE_INFINITY;
	for (const call of inner) {
		if (call.depth > quiet) continue;
		quiet = call.kind === "staticcall" ? call.depth : Number.POSITIVE_INFINITY;
		if (call.kind !== "staticcall" && call.kind !== "instruction") kept.push(call);
	}
	return kept;
}

interface Growing extends Omit<CallNodeView, "children"> {
	readonly children: Growing[];
}

function simulatedNode(subject: Subject, call: InnerCall, labels: Labels): Growing {
	const decoded = decodedOf(call, subject.chainRef);
	const maker: Hex = readAddress(call.from) ?? "0x";
	const to = readAddress(call.to);
	if (decoded === null || to === null)
		return {
			...restNode(call.to, 1, "simulated", labels),
			text: message("calls.unreadable"),
			children: [],
		};
	const context = { ...subject, decoded, as: maker };
	const kind = call.kind === "instruction" ? "call" : call.kind;
	const node = nodeOf(context, kind, "simulated", labels);
	const where = nameParam(subject.user, to);
	if (kind === "create")
		return {
			...node,
			text: message("calls.create", { where }),
			signature: null,
			args: [],
			known: false,
			children: [],
		};
	if (kind !== "delegatecall") return { ...node, children: [] };
	return {
		...node,
		text: message("calls.delegate", { where, who: nameParam(subject.user, maker) }),
		value: null,
		children: [],
	};
}

function simulatedNodes(
	subject: Subject,
	own: LocalSimulation,
	labels: Labels,
	room: NodeBudget,
): readonly CallNodeView[] {
	if (own.state !== "done") return [];
	const all = effective(own.inner);
	const shown = all.slice(0, room.left);
	const roots: Growing[] = [];
	const path: { readonly depth: number; readonly node: Growing }[] = [];
	for (const call of shown) {
		while ((path.at(-1)?.depth ?? 0) >= call.depth || path.length >= DEEPEST) path.pop();
		const node = simulatedNode(subject, call, labels);
		(path.at(-1)?.node.children ?? roots).push(node);
		path.push({ depth: call.depth, node });
	}
	const rest = all.length - shown.length;
	return rest === 0 ? roots : [...roots, restNode(subject.decoded.target, rest, "simulated", labels)];
}

export function callTree(subject: Subject, own: LocalSimulation, labels: Labels): readonly CallNodeView[] {
	const room: NodeBudget = { left: MAX_NODES };
	const context = { ...subject, as: subject.signer.toLowerCase() };
	const decoded = decodedNodes(context, labels, room);
	return [...decoded, ...simulatedNodes(subject, own, labels, room)];
}
