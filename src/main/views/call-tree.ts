import type { CallNodeView } from "../../bridge/call-views.ts";
import { type Hex, readAddress, readBytes } from "../match/numeral.ts";
import type { Labels } from "../policy/labels.ts";
import { type Decoded, decodeEvm, type Inner } from "../review/decode-evm.ts";
import { isUnderstood } from "../review/nested/leaves.ts";
import type { Teller } from "../review/nested/said.ts";
import { inside, tellCall } from "../review/nested/tell-calls.ts";
import type { InnerCall, OwnSimulation } from "../review/opinion.ts";
import { plain } from "../review/plain.ts";
import { nameOf, nativeAmount, type Subject } from "../review/subject.ts";
import { addressView } from "./addresses.ts";
import { amountView } from "./amounts.ts";

/** The calls inside of a call: first as its own bytes tell them, then as the person's own RPC ran them. */

/** So many are drawn; the rest is counted. */
const MOST_NODES = 100;
/** Deeper ones are drawn at this depth. */
const DEEPEST = 12;
const LONGEST_WORDS = 400;

/** Counts down over all nodes of one tree. */
interface Room {
	left: number;
}

function nodeOf(
	telling: Teller,
	kind: CallNodeView["kind"],
	source: CallNodeView["source"],
	labels: Labels,
): Omit<CallNodeView, "children"> {
	const { decoded, chainRef } = telling;
	const { call, value, target } = decoded;
	const sent = nativeAmount(chainRef, value);
	return {
		kind,
		to: addressView(target, labels),
		words: `${plain(tellCall(telling).text, LONGEST_WORDS)}.`,
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
		words: `${count} more ${count === 1 ? "call" : "calls"} that can't be shown here.`,
		known: false,
		signature: null,
		args: [],
		value: null,
		source,
		children: [],
	};
}

function decodedNodes(telling: Teller, labels: Labels, room: Room): readonly CallNodeView[] {
	const { meaning, target } = telling.decoded;
	if (meaning.kind !== "calls") return [];
	const taken = meaning.calls.slice(0, room.left);
	room.left -= taken.length;
	const nodes = taken.map((inner: Inner): CallNodeView => {
		const told = inside(telling, inner);
		return {
			...nodeOf(told, inner.how, "decoded", labels),
			children: decodedNodes(told, labels, room),
		};
	});
	const rest = meaning.calls.length - taken.length + meaning.left;
	return rest === 0 ? nodes : [...nodes, restNode(target, rest, "decoded", labels)];
}

function decodedOf(call: InnerCall): Decoded | null {
	const [to, data] = [readAddress(call.to), readBytes(call.data)];
	return to === null || data === null ? null : decodeEvm({ to, value: call.value, data });
}

/** What changes nothing is left out, with all below it. */
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
	const decoded = decodedOf(call);
	const maker: Hex = readAddress(call.from) ?? "0x";
	const to = readAddress(call.to);
	if (decoded === null || to === null)
		return {
			...restNode(call.to, 1, "simulated", labels),
			words: "A call that can't be read.",
			children: [],
		};
	const telling = { ...subject, decoded, as: maker };
	const kind = call.kind === "instruction" ? "call" : call.kind;
	const node = nodeOf(telling, kind, "simulated", labels);
	const where = nameOf(subject.person, to);
	if (kind === "create")
		return {
			...node,
			words: `Makes a new contract at ${where}.`,
			signature: null,
			args: [],
			known: false,
			children: [],
		};
	if (kind !== "delegatecall") return { ...node, children: [] };
	return {
		...node,
		words: `Runs the code of ${where} as ${nameOf(subject.person, maker)}.`,
		value: null,
		children: [],
	};
}

function simulatedNodes(
	subject: Subject,
	own: OwnSimulation,
	labels: Labels,
	room: Room,
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

/** Decoded ones stand before simulated ones, each in the order in which they run. */
export function callTree(subject: Subject, own: OwnSimulation, labels: Labels): readonly CallNodeView[] {
	const room: Room = { left: MOST_NODES };
	const telling = { ...subject, as: subject.signer.toLowerCase() };
	const decoded = decodedNodes(telling, labels, room);
	return [...decoded, ...simulatedNodes(subject, own, labels, room)];
}
