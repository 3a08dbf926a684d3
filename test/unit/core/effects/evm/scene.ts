import type { User } from "../../../../../src/core/decoded-transaction/decoded-transaction.ts";
import type { ItemOpinion, LocalSimulation } from "../../../../../src/core/decoded-transaction/opinion.ts";
import type { EffectAsset, Movement, Right, StepEffects } from "../../../../../src/core/effects/effects.ts";
import { evmStepEffects } from "../../../../../src/core/effects/evm/step-effects.ts";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import { commitOf } from "../../match/honest.ts";
import { facts, NOT_SIMULATED, subject, tokenFacts, user } from "../../review/scene.ts";
import { addressFactsOf, type Codes } from "../../risk/evm/scene.ts";
import { ownSimulation, token } from "../compare/compare-scene.ts";

/** Effects of one transaction, each written as one line. */

export const SAFE_AT = "0x5afe5afe5afe5afe5afe5afe5afe5afe5afe5afe";
export const MAX = 2n ** 256n - 1n;

interface Scene {
	readonly own?: LocalSimulation;
	readonly codes?: Codes;
	readonly who?: User;
	readonly tokens?: Parameters<typeof facts>[1];
}

interface Call {
	readonly to: string;
	readonly value?: bigint;
	readonly data?: Hex;
}

export function effectsOf(call: Call, scene: Scene = {}): StepEffects {
	const {
		own: local = NOT_SIMULATED.local,
		codes = {},
		who = user(),
		tokens = [tokenFacts({ address: token })],
	} = scene;
	const addressFacts = addressFactsOf(codes);
	const opinion: ItemOpinion = { local, addressFacts };
	return evmStepEffects(
		subject(commitOf(call), facts({}, tokens), who, addressFacts),
		opinion,
		0,
		"unproven",
	);
}

export const simulating = (
	patch: Parameters<typeof ownSimulation>[0],
	more: Partial<ReturnType<typeof ownSimulation>> = {},
): LocalSimulation => ({ ...ownSimulation(patch), ...more });

function assetText({ kind, address, item }: EffectAsset): string {
	const of =
		address === null || kind === "native" ? kind : kind === "fungible" ? address : `${kind} ${address}`;
	return item === null ? of : `${of} #${item}`;
}

function spanText({ least, most }: Pick<Movement, "least" | "most">): string {
	return least === most ? `${least}` : `${least}..${most ?? ""}`;
}

const movementText = ({ from, to, asset, ...span }: Movement): string =>
	`${spanText(span)} ${assetText(asset)}: ${from} > ${to ?? "?"}`;

function rightText({ holder, account, scope, extent, until, book }: Right): string {
	const about =
		scope.kind === "asset"
			? assetText(scope.asset)
			: scope.kind === "control"
				? `${scope.what} of ${scope.over}`
				: scope.kind;
	const end = until === null ? "" : ` until ${until}`;
	return `${holder}: ${extent ?? "all"} ${about}, ${account}${end}${book === undefined ? "" : ` in ${book}`}`;
}

export const movementLines = (
	{ movements }: Pick<StepEffects, "movements">,
	basis: Movement["basis"] = "decoded",
): readonly string[] => movements.filter((each) => each.basis === basis).map(movementText);

export const rightLines = (
	{ rights }: Pick<StepEffects, "rights">,
	basis: Right["basis"] = "decoded",
): readonly string[] => rights.filter((each) => each.basis === basis).map(rightText);
