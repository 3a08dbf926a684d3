import { PublicKey } from "@solana/web3.js";
import { policyFactsOf } from "../../src/core/review/policy/policy-facts.ts";
import type { ItemFacts } from "../../src/core/rules/rule-facts.ts";
import { type Context, contextSchema } from "../../src/explain/context.ts";
import { type Explained, type ExplainRpc, explainFile } from "../../src/explain/explain.ts";
import { readFileText } from "../../src/explain/explain-input.ts";
import { clockFrom } from "../../src/explain/judge.ts";
import { type ExplanationFile, explanationOf } from "../../src/explain/result.ts";
import type { PipelineSimulation } from "../../src/service-api/simulation.ts";
import { textOf } from "../../src/text/index.ts";
import type { Svm } from "../chains/svm.ts";
import { callsOf, meteredRpc, PATIENT, type ReviewCalls, type RpcManners } from "../support/metered-rpc.ts";
import { shownFaults } from "../support/shown.ts";
import {
	type AskOf,
	buildEvm,
	buildMessage,
	buildSvm,
	CHAIN_ID,
	CLUSTER,
	type EvmChainState,
	NOTHING,
	svmAlone,
} from "./build.ts";
import { type Case, LABELS, type Label, NOW, SVM_USER, USER } from "./case.ts";
import type { WorldChain } from "./world/deploy.ts";
import { startEvmWorld, withEvents } from "./world/evm.ts";
import { startSvmWorld } from "./world/svm.ts";

/** Judges cases with the app's own review on local chains. */

export interface Judged {
	readonly case: Case;
	/** Payload that the service sends. */
	readonly payload: unknown;
	readonly got: Label;
	readonly explanation: ExplanationFile | null;
	/** `null` if the case could not be judged. */
	readonly explained: Explained | null;
	/** Reason why the request is not as the case describes it; `null` if it is. */
	readonly fault: string | null;
	readonly missed: boolean;
	readonly alarmed: boolean;
	/** Whether a typed word is required. */
	readonly word: boolean;
	/** Displayed texts that break the rules in `shownFaults`. */
	readonly shown: readonly string[];
	/** Facts that the user's rules count; empty if the request could not be judged. */
	readonly counted: readonly ItemFacts[];
	/** RPC calls of the review; `null` if the request could not be judged. */
	readonly calls: ReviewCalls | null;
}

/** Chains that the cases need. */
export interface World {
	/**
	 * Each kind has its own chain, so that an attack contract at a well-known address does not affect honest
	 * requests.
	 */
	readonly evm: Readonly<Record<Case["kind"], WorldChain | null>>;
	readonly svm: Svm | null;
	stop(): Promise<void>;
}

export async function startWorld(cases: readonly Case[]): Promise<World> {
	const needs = (world: Case["world"], kind?: Case["kind"]) =>
		cases.some((each) => each.world === world && (kind ?? each.kind) === each.kind);
	const [attack, honest, svm] = await Promise.allSettled([
		needs("evm", "attack") ? startEvmWorld("attack") : null,
		needs("evm", "honest") ? startEvmWorld("honest") : null,
		needs("svm") ? startSvmWorld() : null,
	]);
	const stop = async () => {
		for (const each of [attack, honest, svm]) if (each.status === "fulfilled") await each.value?.stop();
	};
	for (const each of [attack, honest, svm]) {
		if (each.status === "fulfilled") continue;
		await stop();
		throw each.reason;
	}
	const evm = { attack: startedOf(attack), honest: startedOf(honest) };
	return { evm, svm: startedOf(svm), stop };
}

const startedOf = <Value>(settled: PromiseSettledResult<Value>): Value | null =>
	settled.status === "fulfilled" ? settled.value : null;

/** Error for a case that can't be judged as written. */
class CaseError extends Error {
	override readonly name = "CaseError";
}

export const contextTextOf = ({ context }: Case) => ({
	format: 1 as const,
	now: NOW * 1_000,
	accounts: [{ address: USER }, { address: SVM_USER }],
	...context,
});

const contextOf = (one: Case): Context => contextSchema.parse(contextTextOf(one));

/** Returns the chains that cases of a kind are judged on. */
export function rpcsOf({ evm, svm }: World, kind: Case["kind"]): readonly ExplainRpc[] {
	const chain = evm[kind];
	return [
		...(chain === null ? [] : [{ chain: String(CHAIN_ID), url: chain.url, genesisHash: null }]),
		...(svm === null ? [] : [{ chain: CLUSTER, url: svm.url, genesisHash: null }]),
	];
}

interface ExplainedWithCalls extends Explained {
	readonly calls: ReviewCalls;
}

/** Reads and judges a file as `npm run explain` does. */
async function explainCase(
	one: Case,
	payload: unknown,
	world: World,
	manners: RpcManners = PATIENT,
): Promise<ExplainedWithCalls> {
	const file = readFileText(JSON.stringify(payload));
	if (!file.ok) throw new CaseError(`the built request can't be read: ${textOf(file.reason)}`);
	const [fault] = file.faults;
	if (fault !== undefined) throw new CaseError(`the built request can't be read: ${textOf(fault)}`);
	const metered = meteredRpc(NOW * 1_000, manners);
	const all = await explainFile(file, {
		context: contextOf(one),
		rpcs: rpcsOf(world, one.kind),
		fetch: metered.fetch,
		clock: manners === PATIENT ? clockFrom(NOW * 1_000) : metered.clock,
		log: (line) => console.error(`${one.id}: ${line}`),
	});
	const last = all.at(-1);
	if (last === undefined) throw new CaseError("it requests no signature");
	return { ...last, calls: callsOf(metered, all.length) };
}

/**
 * Combines our own simulations in a review into one with the service's format; returns `null` if any is
 * missing.
 */
function truthOf({ review }: Explained): PipelineSimulation | null {
	const own = review.analyses.map(({ opinion }) =>
		opinion.local.state === "done" && opinion.local.simulation.status === "passed"
			? opinion.local.simulation
			: null,
	);
	const all = own.filter((each) => each !== null);
	return all.length === 0 || all.length < own.length ? null : joined(all);
}

const joined = (all: readonly PipelineSimulation[]): PipelineSimulation => ({
	...NOTHING,
	balanceChanges: all.flatMap((each) => each.balanceChanges),
	approvals: all.flatMap((each) => each.approvals),
	logs: all.flatMap((each) => each.logs),
});

/** Returns the gas that each step uses in our own simulation; `null` for a step that fails. */
function gasUsed({ review }: Explained): readonly (bigint | null)[] {
	return review.analyses.map(({ opinion: { local } }) =>
		local.state === "done" && local.simulation.status === "passed"
			? BigInt(local.simulation.gas?.units ?? "0")
			: null,
	);
}

function whyNot({ review }: Explained): string {
	const [first] = review.analyses.flatMap(({ opinion: { local } }) =>
		local.state === "impossible"
			? [local.text]
			: local.state === "done" && local.revert !== null
				? [local.revert]
				: [],
	);
	return textOf(first ?? review.approval.refusals[0] ?? "our own simulation shows nothing");
}

/** Exceeds the gas of any step. Only used to measure the actual gas. */
const FIRST_GAS = 8_000_000n;
/** Gas assumed for a step that fails. */
const FAILED_GAS = 1_000_000n;
const TIP = 1_000_000_000n;

async function evmPayload(one: Case, ask: AskOf<"evm">, world: World): Promise<unknown> {
	const evm = world.evm[one.kind];
	if (evm === null) throw new CaseError("its world is not an EVM chain");
	const { publicClient } = evm;
	const [nonce, block] = await Promise.all([
		publicClient.getTransactionCount({ address: USER, blockTag: "pending" }),
		publicClient.getBlock(),
	]);
	const chosen = (gas: readonly bigint[]): EvmChainState => ({
		nonce,
		gas,
		baseFee: block.baseFeePerGas ?? 0n,
		tip: TIP,
	});
	const first = chosen(ask.steps.map(({ gas }) => gas ?? FIRST_GAS));
	const probed = await explainCase(one, buildEvm(one, ask, first, NOTHING), world);
	const used = gasUsed(probed);
	const gas = ask.steps.map((step, at) => {
		const units = used[at] ?? null;
		return step.gas ?? (units === null ? FAILED_GAS : (units * 3n) / 2n);
	});
	const price = (block.baseFeePerGas ?? 0n) + TIP;
	const units = gas.reduce((sum, each) => sum + each, 0n);
	const estimate = {
		units: units.toString(),
		priceWei: price.toString(),
		nativeCost: (units * price).toString(),
	};
	const literal = typeof ask.declares === "object";
	const simulation = declared(ask, probed);
	return buildEvm(one, ask, chosen(gas), literal ? simulation : { ...simulation, gas: estimate });
}

function declared(ask: AskOf<"evm"> | AskOf<"svm">, probed: Explained): PipelineSimulation {
	const { declares } = ask;
	if (typeof declares === "object") return declares;
	if (declares !== "truth") return NOTHING;
	const truth = truthOf(probed);
	if (truth === null) throw new CaseError(`it has no truth to declare: ${whyNot(probed)}`);
	return truth;
}

async function svmPayload(one: Case, ask: AskOf<"svm">, world: World): Promise<unknown> {
	const { svm } = world;
	if (svm === null) throw new CaseError("its world is not a Solana cluster");
	const connection = svm.connection();
	const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
	const tables = await Promise.all(
		(ask.lookups ?? []).map(async (table) => {
			const { value } = await connection.getAddressLookupTable(new PublicKey(table));
			if (value === null) throw new CaseError(`the lookup table ${table} does not exist`);
			return value;
		}),
	);
	const chosen = { blockhash, lastValidBlockHeight, tables };
	if (ask.declares !== "truth") {
		const literal = typeof ask.declares === "object" ? ask.declares : NOTHING;
		return buildSvm(one, ask, chosen, literal);
	}
	const probed: PipelineSimulation[] = [];
	for (const alone of svmAlone(ask)) {
		const shown = await explainCase(one, buildSvm(one, alone, chosen, NOTHING), world);
		probed.push(declared(ask, shown));
	}
	return buildSvm(one, ask, chosen, joined(probed));
}

async function payloadOf(one: Case, world: World): Promise<unknown> {
	const { ask } = one;
	if (ask.form === "evm") return await evmPayload(one, ask, world);
	if (ask.form === "svm") return await svmPayload(one, ask, world);
	return buildMessage(one);
}

const rank = (label: Label) => LABELS.indexOf(label);

/** Returns the most severe finding, or `block` if approval is impossible and a retry would not help. */
function gotOf({ approval, findings }: ExplanationFile): Label {
	if (!approval.possible && !approval.canRetry) return "block";
	return findings.reduce<Label>(
		(gravest, { severity }) => (rank(severity) > rank(gravest) ? severity : gravest),
		"none",
	);
}

function judgedOf(one: Case, payload: unknown, found: ExplainedWithCalls): Judged {
	const explanation = explanationOf(found);
	const got = gotOf(explanation);
	const { possible, word, refusals } = explanation.approval;
	// An honest request that can't be approved counts as blocked, whatever the reason.
	const stopped = one.kind === "honest" && !possible && one.label !== "block";
	return {
		case: one,
		payload,
		got,
		explanation,
		explained: found,
		fault: stopped && got !== "block" ? `it can't be approved now: ${refusals[0] ?? ""}` : null,
		missed: one.kind === "attack" && rank(got) < rank(one.label),
		alarmed: one.kind === "honest" && (stopped || rank(got) > rank(one.label)),
		word: word !== null,
		shown: shownFaults(found.review),
		counted: policyFactsOf(found.review),
		calls: found.calls,
	};
}

/**
 * Whether the result depends on earlier events in the same session. The file of an action has no session, so
 * they would count as known.
 */
export const dependsOnSession = ({ context }: Case): boolean =>
	context?.dealings?.some(({ sessionId }) => sessionId !== undefined) === true;

interface JudgeOptions {
	readonly manners?: RpcManners;
	readonly onJudged?: (judged: Judged) => void;
	/** Converts what the service sends into another form; `null` if there is none. */
	readonly change?: (payload: unknown) => unknown;
}

async function judgeCase(one: Case, world: World, options: JudgeOptions): Promise<Judged> {
	const { manners = PATIENT, change = (payload) => payload } = options;
	const work = async () => {
		const payload = change(await payloadOf(one, world));
		if (payload === null) throw new CaseError("it has no such form");
		return judgedOf(one, payload, await explainCase(one, payload, world, manners));
	};
	try {
		const { ask } = one;
		const chain = world.evm[one.kind];
		return ask.form === "evm" && chain !== null
			? await withEvents(chain, ask.before ?? [], work)
			: await work();
	} catch (error) {
		const fault = error instanceof Error ? error.message : String(error);
		return {
			case: one,
			payload: null,
			got: "none",
			explanation: null,
			explained: null,
			fault,
			// A request that was not judged counts as missed or alarmed.
			missed: one.kind === "attack",
			alarmed: one.kind === "honest",
			word: false,
			shown: [],
			counted: [],
			calls: null,
		};
	}
}

/** Judges the cases one after another, in the given order. */
export async function judgeCases(
	cases: readonly Case[],
	world: World,
	options: JudgeOptions = {},
): Promise<readonly Judged[]> {
	const all: Judged[] = [];
	for (const one of cases) {
		const judged = await judgeCase(one, world, options);
		all.push(judged);
		options.onJudged?.(judged);
	}
	return all;
}

export interface Tally {
	readonly attacks: number;
	readonly missed: number;
	readonly honest: number;
	readonly alarmed: number;
	/** Honest requests that require a typed word, whatever their label. */
	readonly words: number;
	/** Cases that could not be judged as written. */
	readonly faults: number;
}

export function tallyOf(all: readonly Judged[]): Tally {
	const attacks = all.filter(({ case: { kind } }) => kind === "attack");
	const honest = all.filter(({ case: { kind } }) => kind === "honest");
	return {
		attacks: attacks.length,
		missed: attacks.filter(({ missed }) => missed).length,
		honest: honest.length,
		alarmed: honest.filter(({ alarmed }) => alarmed).length,
		words: honest.filter(({ word }) => word).length,
		faults: all.filter(({ fault }) => fault !== null).length,
	};
}

const isEvm = ({ ask, world }: Case): boolean =>
	ask.form === "messages" ? ask.family === "evm" : !ask.form.startsWith("svm") && world !== "svm";

/** The app's own texts for unknown content. */
const WITHOUT_WORDS =
	/unknown function|unreadable (data|bytes|user operation|list)|of an unknown kind|can’t (decode|be read)$/i;

/**
 * Counts the honest EVM requests whose headline describes the action, whatever the source of the description.
 */
export function inWordsLine(all: readonly Judged[]): string {
	const honest = all.filter(({ case: one }) => one.kind === "honest" && isEvm(one));
	const described = honest.filter(
		({ explanation }) => explanation !== null && !WITHOUT_WORDS.test(explanation.headline),
	);
	return `in words ${described.length} of ${honest.length}`;
}

/** Returns the last line of the table. */
export function tallyLine({ attacks, missed, honest, alarmed, words }: Tally): string {
	return `attacks ${attacks}, missed ${missed}; honest ${honest}, alarmed ${alarmed}, words ${words}`;
}
