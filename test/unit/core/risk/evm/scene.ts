import type { Fact } from "../../../../../src/core/chain/chain-error.ts";
import type { EvmFacts } from "../../../../../src/core/chain/evm.ts";
import type { User } from "../../../../../src/core/decoded-transaction/decoded-transaction.ts";
import type {
	CodeFacts,
	ComparedEffect,
	Comparison,
	InnerCall,
	ItemOpinion,
	LocalSimulation,
} from "../../../../../src/core/decoded-transaction/opinion.ts";
import { evmStepEffects } from "../../../../../src/core/effects/evm/step-effects.ts";
import { evmStepFacts } from "../../../../../src/core/effects/evm/step-facts.ts";
import { effectsOf } from "../../../../../src/core/effects/merge.ts";
import type { Finding } from "../../../../../src/core/risk/finding.ts";
import { gravestFirst } from "../../../../../src/core/risk/finding.ts";
import { generalFindings } from "../../../../../src/core/risk/general/index.ts";
import { stepFindings } from "../../../../../src/core/risk/general/simulation.ts";
import type { CommitView } from "../../../../../src/service-api/commit.ts";
import type { PipelineSimulation } from "../../../../../src/service-api/simulation.ts";
import { simulation } from "../../match/honest.ts";
import { type Evidence, evidence, facts, fine, NOT_SIMULATED, subject, user } from "../../review/scene.ts";
import { WORDS } from "../general/scene.ts";

/** Answers of the user's own RPC, for tests of rules. */

export const CONTRACT: CodeFacts = {
	size: 4_000,
	delegatedTo: null,
	codeHash: `0x${"c0".repeat(32)}`,
	implementation: null,
	fresh: { withinBlocks: 7_200, isFresh: false },
};
export const ACCOUNT: CodeFacts = {
	size: 0,
	delegatedTo: null,
	codeHash: null,
	implementation: null,
	fresh: null,
};
export const NEW_CONTRACT: CodeFacts = { ...CONTRACT, fresh: { withinBlocks: 7_200, isFresh: true } };
/** Facts about an account with delegated code (EIP-7702). */
export const DELEGATING: CodeFacts = {
	size: 23,
	delegatedTo: "0x00000000000000000000000000000000000070a2",
	codeHash: `0x${"1e".repeat(32)}`,
	implementation: null,
	fresh: null,
};

/** Facts about a Safe 1.4.1. */
export const SAFE: CodeFacts = {
	...CONTRACT,
	codeHash: "0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c",
	implementation: "0x41675c099f32341bf84bfc5382af534df5c7461a",
};
/** Facts about an account with the delegated code of Uniswap's Calibur. */
export const CALIBUR: CodeFacts = {
	...DELEGATING,
	delegatedTo: "0x000000009b1d0af20d8c6d0a44e162d11f9b8f00",
};

export type Codes = Readonly<Record<string, CodeFacts | Fact<CodeFacts>>>;

export function addressFactsOf(codes: Codes): NonNullable<ItemOpinion["addressFacts"]> {
	return {
		codes: new Map(
			Object.entries(codes).map(([address, code]) => [
				address.toLowerCase(),
				"ok" in code ? code : fine(code),
			]),
		),
	};
}

export const opinionWith = (codes: Codes): ItemOpinion => ({
	...NOT_SIMULATED,
	addressFacts: addressFactsOf(codes),
});

type Done = Extract<LocalSimulation, { state: "done" }>;

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
		codes: new Map(),
		allowances: [],
		gaps: [],
		hangsOnBlock: false,
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
	readonly who?: User;
	readonly more?: Partial<Evidence>;
	readonly heldBy?: string;
}

const evidenceFor = (view: CommitView, { chain = facts(), who = user(), more = {} }: Scene): Evidence =>
	evidence(subject(view, chain, who, more.opinion?.addressFacts ?? null), more);

export function found(view: CommitView, scene: Scene = {}): readonly Finding[] {
	const shown = evidenceFor(view, scene);
	const { opinion, comparison, later, texts } = shown;
	const sameNonceHeadline = scene.heldBy ?? null;
	const step = evmStepFacts(shown.subject, {
		opinion,
		comparison,
		isLater: later,
		sameNonceHeadline,
		texts,
		now: shown.now,
	});
	return gravestFirst([...stepFindings(step)]);
}

/** Returns the general rules' findings for the same transaction. */
export function general(view: CommitView, scene: Scene = {}): readonly Finding[] {
	const { subject: about, opinion, comparison, later } = evidenceFor(view, scene);
	const { chainRef, signer, user: owner } = about;
	const step = evmStepEffects(about, opinion, later ? 1 : 0, comparison.verdict);
	return generalFindings(effectsOf([step], { chainRef, signer, user: owner }), WORDS);
}

export function finding(id: string, view: CommitView, scene: Scene = {}): Finding | undefined {
	return [...found(view, scene), ...general(view, scene)].find((each) => each.id === id);
}

/** Expected members of a danger that requires a typed word. */
export const GRAVE = { severity: "danger", needsWord: true } as const;
