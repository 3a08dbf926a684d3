import type { BuildView } from "../../bridge/catalog-views.ts";
import {
	type AssembledEvmTransaction,
	type AssembledSvmInstruction,
	type AssembledSvmTransaction,
	assembledEvmTransaction,
} from "../../contract/action.ts";
import { svmInstructionAction, svmTransactionAction } from "../../contract/build.ts";
import type { PipelineSimulation } from "../../contract/simulation.ts";
import { readBytes } from "../match/numeral.ts";
import { type SimulationAround, simulationView } from "./simulation-view.ts";

/** What the windows draw of a portable Build: the service's words, cut where they are longer than a window should hold. */

const LONGEST_RAW = 200_000;
const LONGEST_ACTION = 4_000;
const LONGEST_TEXT = 300;
const LONGEST_SUMMARY = 8_000;
const MOST_ACTIONS = 100;
const MOST_NAMES = 40;

const CUT = "… (cut here; the saved file holds the whole)";

const cut = (text: string, longest: number): string =>
	text.length > longest ? `${text.slice(0, longest)}${CUT}` : text;

/** A Build as main holds it. */
export interface BuildFacts {
	readonly id: string;
	readonly family: BuildView["family"];
	readonly version: number;
	readonly status: BuildView["status"];
	readonly digest: string;
	/** Unix ms. */
	readonly expiresAt: number;
	readonly app: string | null;
	readonly operations: readonly unknown[];
	readonly skills: readonly string[];
	readonly actions: readonly unknown[];
	/** The text of each action, of the summary, and of the whole, as they came. */
	readonly actionTexts: readonly string[];
	readonly summaryText: string | null;
	readonly raw: string;
	readonly simulation: PipelineSimulation | null;
	readonly origin: string;
	readonly working: BuildView["working"];
	readonly whyNotSimulate: string | null;
	readonly whyNotCommit: string | null;
	readonly fault: string | null;
	readonly committed: BuildView["committed"];
}

type Action =
	| { readonly kind: "evm"; readonly it: AssembledEvmTransaction }
	| { readonly kind: "instruction"; readonly it: AssembledSvmInstruction }
	| { readonly kind: "transaction"; readonly it: AssembledSvmTransaction };

function readAction(action: unknown): Action | null {
	const instruction = svmInstructionAction.safeParse(action);
	if (instruction.success) return { kind: "instruction", it: instruction.data.instruction };
	const transaction = svmTransactionAction.safeParse(action);
	if (transaction.success) return { kind: "transaction", it: transaction.data.transaction };
	const evm = assembledEvmTransaction.safeParse(action);
	return evm.success ? { kind: "evm", it: evm.data } : null;
}

function signerOf(action: Action | null): string | null {
	if (action === null) return null;
	return action.kind === "evm" ? action.it.from : action.it.payer;
}

function chainOf(action: Action | null): string | null {
	if (action === null) return null;
	return action.kind === "evm" ? String(action.it.chain_id) : action.it.cluster;
}

function evmWords({ label, to, chain_id, value, data }: AssembledEvmTransaction): string {
	const bytes = readBytes(data);
	const told = bytes === null ? "data that can't be read" : `${(bytes.length - 2) / 2} bytes of data`;
	return `${label}: to ${to} on chain ${chain_id}, ${value ?? "0"} wei, ${told}`;
}

function wordsOf(action: Action | null): string {
	if (action === null) return "An action of a kind that this version does not know";
	if (action.kind === "evm") return cut(evmWords(action.it), LONGEST_TEXT);
	const { description, cluster } = action.it;
	if (action.kind === "instruction")
		return cut(`${description}: program ${action.it.program_id} on ${cluster}`, LONGEST_TEXT);
	const { length } = action.it.instructions;
	return cut(
		`${description}: ${length === 1 ? "1 instruction" : `${length} instructions`} on ${cluster}`,
		LONGEST_TEXT,
	);
}

function operationWords(operation: unknown): string {
	if (typeof operation === "string") return cut(operation, LONGEST_TEXT);
	const named =
		typeof operation === "object" && operation !== null && "operation" in operation
			? operation.operation
			: null;
	return typeof named === "string"
		? cut(named, LONGEST_TEXT)
		: cut(JSON.stringify(operation) ?? "?", LONGEST_TEXT);
}

/** A summary that is one sentence reads as it is; anything else as its own JSON text. */
function summaryOf(text: string | null): string | null {
	if (text === null || text === "null") return null;
	const value: unknown = JSON.parse(text);
	return cut(typeof value === "string" ? value : text, LONGEST_SUMMARY);
}

export function buildView(
	facts: BuildFacts,
	person: Pick<SimulationAround, "labels" | "accounts">,
): BuildView {
	const actions = facts.actions.map(readAction);
	const { whyNotSimulate, whyNotCommit } = facts;
	return {
		id: facts.id,
		family: facts.family,
		version: String(facts.version),
		status: facts.committed === null ? facts.status : "committed",
		digest: facts.digest,
		expiresAt: facts.expiresAt,
		app: facts.app === null ? null : cut(facts.app, LONGEST_TEXT),
		operations: facts.operations.slice(0, MOST_NAMES).map(operationWords),
		skills: facts.skills.slice(0, MOST_NAMES).map((skill) => cut(skill, LONGEST_TEXT)),
		actions: actions.slice(0, MOST_ACTIONS).map((action, index) => ({
			at: index + 1,
			words: wordsOf(action),
			raw: cut(facts.actionTexts[index] ?? "", LONGEST_ACTION),
		})),
		summary: summaryOf(facts.summaryText),
		simulation:
			facts.simulation === null
				? null
				: simulationView(facts.simulation, {
						...person,
						signers: actions.map(signerOf),
						chains: actions.map(chainOf),
					}),
		raw: cut(facts.raw, LONGEST_RAW),
		origin: facts.origin,
		working: facts.working,
		canSimulate: whyNotSimulate === null,
		canCommit: whyNotCommit === null,
		words: facts.committed === null ? (whyNotCommit ?? whyNotSimulate) : null,
		fault: facts.fault,
		committed: facts.committed,
	};
}
