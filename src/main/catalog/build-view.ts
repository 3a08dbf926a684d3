import { readBytes } from "../../core/format/numeral.ts";
import { type Message, message, type Text } from "../../core/localized-text.ts";
import { readSafetyMode } from "../../core/risk/special/safety-mode.ts";
import type { BuildView } from "../../ipc/catalog.ts";
import {
	type AssembledEvmTransaction,
	type AssembledSvmInstruction,
	type AssembledSvmTransaction,
	assembledEvmTransaction,
} from "../../service-api/action.ts";
import { svmInstructionAction, svmTransactionAction } from "../../service-api/build.ts";
import type { PipelineSimulation } from "../../service-api/simulation.ts";
import { type SimulationContext, simulationView } from "../views/simulation-view.ts";

const MAX_RAW_LENGTH = 200_000;
const MAX_ACTION_LENGTH = 4_000;
const MAX_TEXT_LENGTH = 300;
const MAX_SUMMARY_LENGTH = 8_000;
const MAX_ACTIONS = 100;
const MAX_NAMES = 40;

const CUT = "… (cut here; the saved file holds the whole)";

const cut = (text: string, longest: number): string =>
	text.length > longest ? `${text.slice(0, longest)}${CUT}` : text;

type StatedAsIs =
	| "id"
	| "family"
	| "status"
	| "digest"
	| "expiresAt"
	| "origin"
	| "working"
	| "fault"
	| "committed";

export interface BuildFacts extends Pick<BuildView, StatedAsIs> {
	readonly version: number;
	readonly app: string | null;
	readonly operations: readonly unknown[];
	readonly skills: readonly string[];
	readonly actions: readonly unknown[];
	readonly actionTexts: readonly string[];
	readonly summaryText: string | null;
	readonly safetyMode: string | null;
	readonly evidenceText: string | null;
	readonly raw: string;
	readonly simulation: PipelineSimulation | null;
	readonly whyNotSimulate: Text | null;
	readonly whyNotCommit: Text | null;
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

function evmText({ label, to, chain_id, value, data }: AssembledEvmTransaction): Message {
	const bytes = readBytes(data);
	return message("build.action.evm", {
		label: cut(label, MAX_TEXT_LENGTH),
		to: cut(to, MAX_TEXT_LENGTH),
		chain: String(chain_id),
		wei: cut(value ?? "0", MAX_TEXT_LENGTH),
		data:
			bytes === null
				? message("build.action.data.unreadable")
				: message("build.action.data", { bytes: String((bytes.length - 2) / 2) }),
	});
}

function messageOf(action: Action | null): Message {
	if (action === null) return message("build.action.unknown");
	if (action.kind === "evm") return evmText(action.it);
	const cluster = cut(action.it.cluster, MAX_TEXT_LENGTH);
	const label = cut(action.it.description, MAX_TEXT_LENGTH);
	if (action.kind === "instruction")
		return message("build.action.instruction", {
			label,
			program: cut(action.it.program_id, MAX_TEXT_LENGTH),
			cluster,
		});
	const { length } = action.it.instructions;
	return message("build.action.transaction", { label, count: length, cluster });
}

function operationText(operation: unknown): string {
	if (typeof operation === "string") return cut(operation, MAX_TEXT_LENGTH);
	const named =
		typeof operation === "object" && operation !== null && "operation" in operation
			? operation.operation
			: null;
	return typeof named === "string"
		? cut(named, MAX_TEXT_LENGTH)
		: cut(JSON.stringify(operation) ?? "?", MAX_TEXT_LENGTH);
}

function safetyModeView(mode: string | null): BuildView["safetyMode"] {
	if (mode === null) return null;
	const { text, severity } = readSafetyMode(mode);
	return { text, isCaution: severity !== "info" };
}

function statedJson(text: string | null): string | null {
	if (text === null || text === "null") return null;
	const value: unknown = JSON.parse(text);
	return cut(typeof value === "string" ? value : text, MAX_SUMMARY_LENGTH);
}

export function buildView(
	facts: BuildFacts,
	user: Pick<SimulationContext, "labels" | "accounts">,
): BuildView {
	const actions = facts.actions.map(readAction);
	const { id, family, digest, expiresAt, origin, working, fault, committed } = facts;
	const { whyNotSimulate, whyNotCommit } = facts;
	return {
		id,
		family,
		digest,
		expiresAt,
		origin,
		working,
		fault,
		committed,
		version: String(facts.version),
		status: committed === null ? facts.status : "committed",
		app: facts.app === null ? null : cut(facts.app, MAX_TEXT_LENGTH),
		operations: facts.operations.slice(0, MAX_NAMES).map(operationText),
		skills: facts.skills.slice(0, MAX_NAMES).map((skill) => cut(skill, MAX_TEXT_LENGTH)),
		actions: actions.slice(0, MAX_ACTIONS).map((action, index) => ({
			at: index + 1,
			text: messageOf(action),
			raw: cut(facts.actionTexts[index] ?? "", MAX_ACTION_LENGTH),
		})),
		summary: statedJson(facts.summaryText),
		safetyMode: safetyModeView(facts.safetyMode),
		evidence: statedJson(facts.evidenceText),
		simulation:
			facts.simulation === null
				? null
				: simulationView(facts.simulation, {
						...user,
						signers: actions.map(signerOf),
						chains: actions.map(chainOf),
					}),
		raw: cut(facts.raw, MAX_RAW_LENGTH),
		canSimulate: whyNotSimulate === null,
		canCommit: whyNotCommit === null,
		text: committed === null ? (whyNotCommit ?? whyNotSimulate) : null,
	};
}
