import type { CodeFacts, ItemOpinion, LocalSimulation } from "../../decoded-transaction/opinion.ts";
import type { Costs } from "../../describe/evm/costs.ts";
import { byKey } from "../../effects/accounting.ts";
import {
	assetKey,
	type EffectAsset,
	type Effects,
	type Movement,
	type Right,
} from "../../effects/effects.ts";
import { isGiven, isTheirs } from "../../effects/gainers.ts";
import { isBurning } from "../../effects/parties.ts";
import type { ShownEffects, ShownSimulation } from "../../journal/records.ts";
import type { Review } from "../review.ts";

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);

const mostOf = (movements: readonly Movement[]): bigint | null =>
	movements.some(({ most }) => most === null) ? null : sum(movements.map(({ most }) => most ?? 0n));

const leastOf = (movements: readonly Movement[]): bigint => sum(movements.map(({ least }) => least));

const isSimulated = ({ basis }: Movement): boolean => basis === "observed";

/** New items get sequential IDs, so only their number matters. */
const changedAsset = ({ from, asset }: Movement): EffectAsset =>
	asset.kind === "item" && isBurning(from) ? { ...asset, item: "new" } : asset;

interface Side {
	readonly account: string;
	readonly asset: EffectAsset;
	readonly movement: Movement;
	readonly isOut: boolean;
}

function sidesOf(effects: Effects, movements: readonly Movement[]): readonly Side[] {
	return movements
		.filter(({ from, to }) => from !== to)
		.flatMap((movement): Side[] => {
			const { from, to } = movement;
			const asset = changedAsset(movement);
			return [
				{ account: from, asset, movement, isOut: true },
				...(to === null ? [] : [{ account: to, asset, movement, isOut: false }]),
			];
		})
		.filter(({ account }) => isTheirs(effects, account));
}

/** Returns `null` if the loss is unlimited. Taking on debt counts as a loss. */
function costOf(sides: readonly Side[]): bigint | null {
	const [leaving, coming] = [true, false].map((isOut) =>
		sides.filter((side) => side.isOut === isOut).map(({ movement }) => movement),
	);
	const isDebt = sides[0]?.asset.kind === "debt";
	const most = mostOf((isDebt ? coming : leaving) ?? []);
	return most === null ? null : most - leastOf((isDebt ? leaving : coming) ?? []);
}

type Bounds = Pick<ShownEffects["changes"][number], "simulated" | "stated">;

const boundsOf = (simulated: bigint | null | undefined, stated: bigint | null | undefined): Bounds => ({
	...(simulated === undefined || simulated === null ? {} : { simulated: simulated.toString() }),
	...(stated === undefined ? {} : { stated: stated?.toString() ?? null }),
});

const ifAny = <Each>(all: readonly Each[], of: (all: readonly Each[]) => bigint | null) =>
	all.length === 0 ? undefined : of(all);

function changesOf(effects: Effects, movements: readonly Movement[]): ShownEffects["changes"] {
	const places = byKey(sidesOf(effects, movements), ({ account, asset }) =>
		JSON.stringify([account, assetKey(asset)]),
	);
	return [...places.values()].flatMap((sides) => {
		const [first] = sides;
		if (first === undefined) return [];
		const simulated = sides.filter(({ movement }) => isSimulated(movement));
		const stated = sides.filter(({ movement }) => !isSimulated(movement));
		return [
			{
				account: first.account,
				asset: assetKey(first.asset),
				...boundsOf(ifAny(simulated, costOf), ifAny(stated, costOf)),
			},
		];
	});
}

const leavesFor = (effects: Effects, { from, to }: Movement): boolean =>
	isTheirs(effects, from) && (to === null || !isTheirs(effects, to));

function receiversOf(effects: Effects, movements: readonly Movement[]): ShownEffects["receivers"] {
	const gone = movements.filter((each) => leavesFor(effects, each) && each.asset.kind !== "debt");
	const totals = byKey(gone, ({ to, asset }) => JSON.stringify([to, assetKey(asset)]));
	return [...totals.values()].flatMap((group) => {
		const [first] = group;
		if (first === undefined) return [];
		const stated = group.filter((each) => !isSimulated(each));
		return [
			{
				to: first.to,
				asset: assetKey(first.asset),
				...boundsOf(ifAny(group.filter(isSimulated), mostOf), ifAny(stated, mostOf)),
			},
		];
	});
}

function scopeText({ scope, book }: Pick<Right, "scope" | "book">): string {
	switch (scope.kind) {
		case "asset":
			return JSON.stringify(["asset", assetKey(scope.asset), book ?? null]);
		case "everything":
			return JSON.stringify(["everything", scope.at, book ?? null]);
		case "control":
			return JSON.stringify(["control", scope.over, scope.what]);
	}
}

const rightsOf = (effects: Effects, step: number): ShownEffects["rights"] =>
	effects.rights
		.filter((right) => right.step === step && isGiven(effects, right))
		.map((right) => ({
			holder: right.holder,
			account: right.account,
			scope: scopeText(right),
			extent: right.extent?.toString() ?? null,
			until: right.until?.toString() ?? null,
		}));

const movedText = ({ from, to, asset }: Movement): string => JSON.stringify([from, to, assetKey(asset)]);

function unexplainedIn(effects: Effects, step: number): readonly string[] {
	const writes = effects.unexplained.filter((each) => each.step === step);
	const losses = effects.unaccounted.flatMap(({ movements, rights }) => [
		...movements.filter((each) => each.step === step).map(movedText),
		...rights
			.filter((each) => each.step === step)
			.map((each) => JSON.stringify([each.holder, each.account, scopeText(each)])),
	]);
	return [...writes.map(({ address, owner }) => JSON.stringify([address, owner])), ...losses];
}

function unreadIn(effects: Effects, step: number, movements: readonly Movement[]): readonly string[] {
	const calls = effects.unreadCalls.filter((each) => each.step === step);
	const instructions = effects.unreadInstructions.filter((each) => each.step === step);
	const unbounded = movements.filter(
		(each) => isSimulated(each) && each.most === null && isTheirs(effects, each.from),
	);
	return [
		...calls.map(({ target, isInner, isWhole, reason }) =>
			JSON.stringify([target, isInner, isWhole, reason?.kind ?? null]),
		),
		...instructions.map(({ target, at, isUnread }) => JSON.stringify([target, at, isUnread])),
		...unbounded.map(movedText),
	];
}

function simulationOf(own: LocalSimulation): ShownSimulation {
	switch (own.state) {
		case "done":
			return own.simulation.status === "passed" && own.revert === null ? "passed" : "failed";
		case "impossible":
			return own.why === "failed" ? "missing" : own.why;
		default:
			return "missing";
	}
}

function feeOf(costs: Costs | null): ShownEffects["fee"] {
	if (costs === null || costs.most === null) return { most: null, now: null };
	const most = costs.most.raw;
	// The displayed maximum contains the L1 fee twice, because the fee may increase before signing.
	const margin = costs.l1?.kind === "beside" ? costs.l1.most.raw - costs.l1.likely.raw : 0n;
	return { most: most.toString(), now: (most - margin).toString() };
}

/** Returns `null` if the address has no code, because an earlier step might deploy it. */
function codeText({ size, codeHash, delegatedTo, implementation }: CodeFacts): string | null {
	return size === 0 ? null : JSON.stringify([codeHash, delegatedTo, implementation]);
}

const codesOf = ({ addressFacts }: ItemOpinion): ShownEffects["codes"] =>
	[...(addressFacts?.codes ?? [])].flatMap(([address, fact]) => {
		const code = fact.ok ? codeText(fact.value) : null;
		return code === null ? [] : [{ address, code }];
	});

const eachOnce = (texts: readonly string[]): string[] => [...new Set(texts)];

/**
 * Lists what the review shows about a single step. Returns `null` for a message, because it has no effects to
 * simulate.
 */
export function shownEffectsOf(
	{ analyses, effects }: Pick<Review, "analyses" | "effects">,
	step: number,
): ShownEffects | null {
	const analysis = analyses[step];
	if (analysis === undefined || effects === null) return null;
	const { content, costs, opinion } = analysis;
	if (content.kind !== "evm_transaction" && content.kind !== "svm_transaction") return null;
	const { local } = opinion;
	const movements = effects.movements.filter((each) => each.step === step);
	const simulation = effects.simulations[step] ?? null;
	return {
		simulation: simulationOf(local),
		isWhole: simulation?.isWhole === true && !effects.gaps.has("losses-left-out"),
		hangsOnBlock: local.state === "done" && local.hangsOnBlock,
		losesControl: simulation?.losesControl === true,
		fee: feeOf(costs),
		changes: changesOf(effects, movements),
		receivers: receiversOf(effects, movements),
		rights: rightsOf(effects, step),
		unexplained: eachOnce(unexplainedIn(effects, step)),
		unread: eachOnce(unreadIn(effects, step, movements)),
		codes: codesOf(opinion),
	};
}
