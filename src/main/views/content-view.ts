import { bytesToHex } from "viem/utils";
import { contractsOf } from "../../core/decode/evm/contracts.ts";
import { decodeEvm } from "../../core/decode/evm/decode-evm.ts";
import { isUnderstood } from "../../core/decode/evm/leaves.ts";
import type { Decoded, Inner } from "../../core/decode/evm/meaning.ts";
import type { SvmStep } from "../../core/decode/svm/decode-svm.ts";
import {
	type DecodedEvmTransaction,
	nativeAmount,
} from "../../core/decoded-transaction/decoded-transaction.ts";
import type { InnerCall, LocalSimulation } from "../../core/decoded-transaction/opinion.ts";
import { nameParam } from "../../core/decoded-transaction/party-names.ts";
import type { DecodedSvmTransaction } from "../../core/decoded-transaction/svm/svm-decoded-transaction.ts";
import type { DescribeContext } from "../../core/describe/evm/call-text.ts";
import { describeCall, inside } from "../../core/describe/evm/describe-calls.ts";
import { describeStep } from "../../core/describe/svm/describe.ts";
import { describeInner, innerContext } from "../../core/describe/svm/inner.ts";
import { type Hex, readAddress, readBytes } from "../../core/format/numeral.ts";
import { isZero } from "../../core/format/svm-wire.ts";
import type { Labels } from "../../core/identities/labels.ts";
import { type Message, message } from "../../core/localized-text.ts";
import type { ItemAnalysis } from "../../core/review/item-analysis.ts";
import type { DescribedClaim } from "../../core/signed-messages/claim-rows.ts";
import { innerOf, type SvmInnerStep } from "../../core/simulate/svm/inner-steps.ts";
import type { CallNodeView, ClaimView, ContentView, SvmInstructionView } from "../../ipc/review.ts";
import { addressView } from "./addresses.ts";
import { amountView } from "./amounts.ts";

/** Decoded calls come first, followed by calls from the simulation on the user's own RPC. */

const MAX_NODES = 100;
/** Deeper nodes are shown at this depth. */
const DEEPEST_CALL = 12;

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

interface GrowingCall extends Omit<CallNodeView, "children"> {
	readonly children: GrowingCall[];
}

function simulatedNode(subject: DecodedEvmTransaction, call: InnerCall, labels: Labels): GrowingCall {
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
	subject: DecodedEvmTransaction,
	own: LocalSimulation,
	labels: Labels,
	room: NodeBudget,
): readonly CallNodeView[] {
	if (own.state !== "done") return [];
	const all = effective(own.inner);
	const shown = all.slice(0, room.left);
	const roots: GrowingCall[] = [];
	const path: { readonly depth: number; readonly node: GrowingCall }[] = [];
	for (const call of shown) {
		while ((path.at(-1)?.depth ?? 0) >= call.depth || path.length >= DEEPEST_CALL) path.pop();
		const node = simulatedNode(subject, call, labels);
		(path.at(-1)?.node.children ?? roots).push(node);
		path.push({ depth: call.depth, node });
	}
	const rest = all.length - shown.length;
	return rest === 0 ? roots : [...roots, restNode(subject.decoded.target, rest, "simulated", labels)];
}

function callTree(
	subject: DecodedEvmTransaction,
	own: LocalSimulation,
	labels: Labels,
): readonly CallNodeView[] {
	const room: NodeBudget = { left: MAX_NODES };
	const context = { ...subject, as: subject.signer.toLowerCase() };
	const decoded = decodedNodes(context, labels, room);
	return [...decoded, ...simulatedNodes(subject, own, labels, room)];
}

const MAX_VISIBLE = 100;
/** Solana allows four nested calls, but an RPC may claim more. */
const DEEPEST = 8;

interface Growing extends Omit<SvmInstructionView, "inner"> {
	readonly inner: Growing[];
}

function stepView(
	step: SvmStep,
	at: number,
	text: Message,
	labels: Labels,
): Omit<SvmInstructionView, "inner"> {
	return {
		at,
		program: { name: step.program, address: addressView(step.programId, labels) },
		text: message("sentence", { told: text }),
		known: step.meaning.kind !== "unknown",
		args: step.args,
		accounts: step.accounts.map(({ pubkey, role, signer, writable, from }) => ({
			address: addressView(pubkey, labels),
			role,
			signer,
			writable,
			table: from === "static" ? null : from,
		})),
		data: bytesToHex(step.data),
	};
}

function treeOf(
	context: ReturnType<typeof innerContext>,
	inner: readonly SvmInnerStep[],
	labels: Labels,
): readonly SvmInstructionView[] {
	const roots: Growing[] = [];
	const path: { readonly depth: number; readonly node: Growing }[] = [];
	for (const each of inner) {
		while ((path.at(-1)?.depth ?? 0) >= each.depth || path.length >= DEEPEST) path.pop();
		const siblings = path.at(-1)?.node.inner ?? roots;
		const { text, grave } = describeInner(context, each);
		const node: Growing = { ...stepView(each.step, siblings.length + 1, text, labels), grave, inner: [] };
		siblings.push(node);
		path.push({ depth: each.depth, node });
	}
	return roots;
}

export function innerViews(
	subject: DecodedSvmTransaction,
	own: LocalSimulation,
	labels: Labels,
): (index: number) => readonly SvmInstructionView[] {
	const all = innerOf(subject, own).slice(0, MAX_VISIBLE);
	const context = innerContext(subject, all);
	return (index) =>
		treeOf(
			context,
			all.filter(({ under }) => under === index),
			labels,
		);
}

function claimView({ target, proxyOf, rows, ...claim }: DescribedClaim, labels: Labels): ClaimView {
	const viewOf = (address: string | null) => (address === null ? null : addressView(address, labels));
	return {
		...claim,
		target: viewOf(target),
		proxyOf: viewOf(proxyOf),
		rows: rows.map((row) => ({ ...row, address: viewOf(row.address) })),
	};
}

type ContentHeading = Pick<ContentView, "headline" | "serviceSays">;
type Claims = Of<"evm_transaction">["claims"];
type Of<Kind extends ContentView["kind"]> = Extract<ContentView, { kind: Kind }>;

function evmContent(
	subject: DecodedEvmTransaction,
	own: LocalSimulation,
	heading: ContentHeading & { readonly claims: Claims },
	labels: Labels,
): Of<"evm_transaction"> {
	const { nonce, transaction } = subject.payload;
	return {
		kind: "evm_transaction",
		...heading,
		to: addressView(subject.decoded.target, labels),
		decoded: subject.decoded.call,
		nonce: String(nonce),
		gasLimit: String(transaction.gas_limit),
		maxFee: transaction.max_fee_per_gas,
		priorityFee: transaction.max_priority_fee_per_gas,
		data: transaction.data,
		calls: callTree(subject, own, labels),
	};
}

function blockhashText(subject: DecodedSvmTransaction): Message {
	const fact = subject.facts?.blockhashValid;
	if (subject.transaction?.preserve_blockhash === true) return message("review.blockhash.kept");
	if (fact?.ok !== true) return message("review.blockhash.unknown");
	return fact.value ? message("review.blockhash.valid") : message("review.blockhash.expired");
}

function signatures(subject: DecodedSvmTransaction, labels: Labels): Of<"svm_transaction">["signatures"] {
	const { read, signer } = subject;
	return read.staticKeys.slice(0, read.header.requiredSignatures).map((address, at) => {
		const signature = read.signatures[at];
		const given = signature !== undefined && !isZero(signature);
		return {
			address: addressView(address, labels),
			state: address === signer ? "yours" : given ? "given" : "missing",
		} as const;
	});
}

function tables(subject: DecodedSvmTransaction): Of<"svm_transaction">["tables"] {
	return subject.read.lookups.map(({ table }) => {
		const lent = subject.steps.flatMap((step) =>
			step.accounts.filter((account) => account.from === table).map((account) => account.pubkey),
		);
		return { table, accounts: [...new Set(lent)] };
	});
}

function svmContent(
	subject: DecodedSvmTransaction,
	own: LocalSimulation,
	heading: ContentHeading,
	labels: Labels,
): Of<"svm_transaction"> {
	const { read, steps } = subject;
	const inner = innerViews(subject, own, labels);
	return {
		kind: "svm_transaction",
		...heading,
		version: read.version === "legacy" ? "legacy" : `v${read.version}`,
		feePayer: addressView(read.staticKeys[0] ?? "", labels),
		blockhash: { value: read.blockhash, text: blockhashText(subject) },
		instructions: steps.map((step, index) => ({
			...stepView(step, index + 1, describeStep(subject, step).text, labels),
			// A batch has only one list of inner instructions, which is shown below its first step.
			inner: step.part > 1 ? [] : inner(step.at - 1),
		})),
		tables: tables(subject),
		signatures: signatures(subject, labels),
	};
}

export function contentView(analysis: ItemAnalysis, labels: Labels): ContentView {
	const { content } = analysis;
	const { local } = analysis.opinion;
	const { serviceLabel } = analysis;
	// A proposal has no label, because its fields are empty.
	const heading = {
		headline: analysis.headline.text,
		serviceSays: serviceLabel === "" ? null : serviceLabel,
	};
	const claims = analysis.claims.map((claim) => claimView(claim, labels));
	switch (content.kind) {
		case "evm_transaction":
			return evmContent(content.subject, local, { ...heading, claims }, labels);
		case "svm_transaction":
			return svmContent(content.subject, local, heading, labels);
		case "message": {
			const { encoding, text, bytesHex, length, standard, digest } = content;
			return {
				kind: "message",
				...heading,
				encoding,
				text,
				bytes: bytesHex,
				length,
				standard,
				digest,
				rows: analysis.rows,
			};
		}
		case "typed_data":
			return { ...content, ...heading, claims };
		case "user_operation":
			return {
				kind: "user_operation",
				...heading,
				requests: content.requests,
				calls: content.calls.map(({ text, known }) => ({
					text: message("sentence", { told: text }),
					known,
				})),
			};
	}
}
