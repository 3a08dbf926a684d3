import type { CommitView } from "../../../../src/contract/commit.ts";
import type { PipelineSimulation } from "../../../../src/contract/simulation.ts";
import type { Fact } from "../../../../src/main/chains/chain-error.ts";
import type { EvmFacts } from "../../../../src/main/chains/evm-facts.ts";
import { type Evidence, type Finding, findingsOf } from "../../../../src/main/review/findings/index.ts";
import type {
	CodeFacts,
	ComparedEffect,
	Comparison,
	InnerCall,
	LegOpinion,
	OwnSimulation,
} from "../../../../src/main/review/opinion.ts";
import type { Person } from "../../../../src/main/review/subject.ts";
import { simulation } from "../../match/honest.ts";
import { evidence, facts, fine, NOT_SIMULATED, person, subject } from "../scene.ts";

/** What the person's own RPC says, for tests of rules. */

export const CONTRACT: CodeFacts = {
	size: 4_000,
	delegatedTo: null,
	fresh: { withinBlocks: 7_200, isFresh: false },
};
export const ACCOUNT: CodeFacts = { size: 0, delegatedTo: null, fresh: null };
export const NEW_CONTRACT: CodeFacts = { ...CONTRACT, fresh: { withinBlocks: 7_200, isFresh: true } };
/** An account that lends its code (EIP-7702). */
export const LENDING: CodeFacts = {
	size: 23,
	delegatedTo: "0x00000000000000000000000000000000000070a2",
	fresh: null,
};

export type Codes = Readonly<Record<string, CodeFacts | Fact<CodeFacts>>>;

export function enquiryOf(codes: Codes): NonNullable<LegOpinion["enquiry"]> {
	return {
		codes: new Map(
			Object.entries(codes).map(([address, code]) => [
				address.toLowerCase(),
				"ok" in code ? code : fine(code),
			]),
		),
	};
}

export const asked = (codes: Codes): LegOpinion => ({ ...NOT_SIMULATED, enquiry: enquiryOf(codes) });

type Done = Extract<OwnSimulation, { state: "done" }>;

export function simulated(
	patch: Partial<PipelineSimulation> = {},
	more: Partial<Omit<Done, "state" | "simulation">> = {},
): Done {
	return {
		state: "done",
		how: "eth_simulateV1",
		at: 100n,
		simulation: simulation({ approvals: [], guards: [], ...patch }),
		controls: [],
		inner: [],
		revert: null,
		...more,
	};
}

export const inner = (patch: Partial<InnerCall>): InnerCall => ({
	under: 0,
	depth: 1,
	kind: "call",
	from: "",
	to: "",
	value: 0n,
	data: "0x",
	accounts: [],
	...patch,
});

export const comparing = (verdict: Comparison["verdict"], effects: readonly ComparedEffect[] = []) => ({
	comparison: { verdict, effects },
});

export interface Scene {
	readonly chain?: EvmFacts | null;
	readonly who?: Person;
	readonly more?: Partial<Evidence>;
}

export function found(
	view: CommitView,
	{ chain = facts(), who = person(), more = {} }: Scene = {},
): readonly Finding[] {
	return findingsOf(evidence(subject(view, chain, who), more));
}

export function finding(id: string, view: CommitView, scene: Scene = {}): Finding | undefined {
	return found(view, scene).find((each) => each.id === id);
}

/** A danger for which the person types a word. */
export const GRAVE = { severity: "danger", needsWord: true } as const;
