import { bytesToHex } from "viem/utils";
import type { SvmStep } from "../../core/decode/svm/decode-svm.ts";
import { describeInner, innerContext } from "../../core/explain/svm/inner.ts";
import { type Message, message } from "../../core/message.ts";
import type { Labels } from "../../core/people/labels.ts";
import { innerOf, type SvmInnerStep } from "../../core/simulate/svm/inner-steps.ts";
import type { OwnSimulation } from "../../core/subject/opinion.ts";
import type { SvmSubject } from "../../core/subject/svm/svm-subject.ts";
import type { SvmInstructionView } from "../../ipc/review.ts";
import { addressView } from "./addresses.ts";

/** One instruction of a Solana transaction, and what it calls in turn. */

/** So many inner instructions are drawn for one transaction. */
const MAX_DRAWN = 100;
/** Solana itself goes four calls deep; an RPC may say more. */
const DEEPEST = 8;

interface Growing extends Omit<SvmInstructionView, "inner"> {
	readonly inner: Growing[];
}

export function stepView(
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

/** What each instruction of the transaction calls, by its place; empty where it was not simulated. */
export function innerViews(
	subject: SvmSubject,
	own: OwnSimulation,
	labels: Labels,
): (place: number) => readonly SvmInstructionView[] {
	const all = innerOf(subject, own).slice(0, MAX_DRAWN);
	const context = innerContext(subject, all);
	return (place) =>
		treeOf(
			context,
			all.filter(({ under }) => under === place),
			labels,
		);
}
