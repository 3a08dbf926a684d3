import { isZeroAddress } from "../../chain/well-known.ts";
import type { Hex } from "../../format/numeral.ts";
import { message } from "../../localized-text.ts";
import { layout } from "./abi.ts";
import { type CallSite, payment, UNVERIFIED_CALLS } from "./function.ts";
import type { Asset, CallParty, Meaning } from "./meaning.ts";
import { act, part } from "./protocols/act.ts";
import { assetOf, bytesOf, openAmountOf, partyOf, type RouterStep, stepDecoded } from "./router-parts.ts";
import { action, POOL, type ReadAction, readV4Action } from "./router-v4.ts";

/**
 * Decodes actions for Uniswap's v4 position manager. The manager doesn't swap, and it pulls unsettled amounts
 * from its caller through Permit2. FROM_DELTAS actions aren't decoded, because they have no bounds. Sources:
 * Uniswap/v4-periphery, libraries/Actions.sol, ActionConstants.sol, PositionManager.sol,
 * base/DeltaResolver.sol.
 */

const MODIFY =
	"function run(uint256 tokenId, uint256 liquidity, uint128 amount0, uint128 amount1, bytes hookData)";
const PAIR = "function run(address currency0, address currency1)";
const PAIR_TO = "function run(address currency0, address currency1, address recipient)";

const APP = "Uniswap";
const numbered = (id: bigint) => ({
	app: APP,
	position: id,
	about: message("act.position", { id: String(id) }),
});

/** A call that adds or removes zero liquidity collects the position's fees for the caller. */
const collected = (id: bigint) => act("collect", numbered(id));

/** A hook can charge the caller up to the bounds, even if no liquidity is added. */
const increased = ([id, liquidity, most0, most1]: readonly [
	bigint,
	bigint,
	bigint,
	bigint,
	string,
]): Meaning => (liquidity + most0 + most1 === 0n ? collected(id) : act("add-liquidity", numbered(id)));

/** The action reverts if a hook takes more than the position pays out (SlippageCheck.sol). */
const decreased = ([id, liquidity]: readonly [bigint, bigint, ...unknown[]]): Meaning =>
	liquidity === 0n ? collected(id) : act("remove-liquidity", numbered(id));

const settled = (currency: string): Meaning => payment(assetOf(currency), "caller", "pool", null, "exact");

const taken = (currency: string, recipient: string): Meaning =>
	payment(assetOf(currency), "pool", partyOf(recipient), null, "exact");

const CALLER = "0x0000000000000000000000000000000000000001";

const routers =
	(code: number): ReadAction =>
	(parameters) =>
		readV4Action(code, parameters)[1];

const entry = (code: number, name: string, ...steps: readonly ReadAction[]) => [code, [name, steps]] as const;

const ACTIONS = new Map([
	entry(0x00, "INCREASE_LIQUIDITY", action(MODIFY, increased)),
	entry(0x01, "DECREASE_LIQUIDITY", action(MODIFY, decreased)),
	entry(
		0x02,
		"MINT_POSITION",
		action(
			`function run(${POOL} poolKey, int24 tickLower, int24 tickUpper, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData)`,
			([{ currency0, currency1, hooks }, , , , amount0, amount1, owner]) => {
				return act("add-liquidity", {
					app: APP,
					gives: [part(currency0, amount0, { bound: "most" }), part(currency1, amount1, { bound: "most" })],
					gets: [part(null, null, { party: partyOf(owner) })],
					venues: [currency0, currency1, hooks].filter((each) => !isZeroAddress(each)),
				});
			},
		),
	),
	entry(
		0x03,
		"BURN_POSITION",
		action("function run(uint256 tokenId, uint128 amount0Min, uint128 amount1Min, bytes hookData)", ([id]) =>
			act("remove-liquidity", {
				app: APP,
				position: id,
				about: message("act.position.all", { id: String(id) }),
			}),
		),
	),
	entry(0x0b, "SETTLE", routers(0x0b)),
	entry(
		0x0d,
		"SETTLE_PAIR",
		action(PAIR, ([currency]) => settled(currency)),
		action(PAIR, ([, currency]) => settled(currency)),
	),
	entry(0x0e, "TAKE", routers(0x0e)),
	entry(
		0x11,
		"TAKE_PAIR",
		action(PAIR_TO, ([currency, , to]) => taken(currency, to)),
		action(PAIR_TO, ([, currency, to]) => taken(currency, to)),
	),
	entry(
		0x12,
		"CLOSE_CURRENCY",
		action("function run(address currency)", ([each]) => taken(each, CALLER)),
	),
	entry(
		0x13,
		"CLEAR_OR_TAKE",
		action("function run(address currency, uint256 amountMax)", ([currency, most]) =>
			most === 0n
				? taken(currency, CALLER)
				: act("forfeit", {
						app: APP,
						gives: [part(currency, most, { bound: "most", party: "pool" })],
					}),
		),
	),
	entry(
		0x14,
		"SWEEP",
		action("function run(address currency, address to)", ([currency, to]) =>
			payment(assetOf(currency), "here", partyOf(to), null, "exact"),
		),
	),
	entry(
		0x15,
		"WRAP",
		action("function run(uint256 amount)", ([amount]) => wrap(true, amount)),
	),
	entry(
		0x16,
		"UNWRAP",
		action("function run(uint256 amount)", ([amount]) => wrap(false, amount)),
	),
]);

function wrap(into: boolean, amount: bigint): Meaning {
	return { kind: "wrap", into, amount: openAmountOf(amount), to: "here", least: false };
}

interface NamedAction {
	readonly code: number;
	readonly name: string;
	readonly parameters: Hex;
	readonly step: RouterStep;
}

function stepsOf(code: number, parameters: Hex): readonly NamedAction[] | null {
	const found = ACTIONS.get(code);
	if (found === undefined) return null;
	const [name, reads] = found;
	const steps = reads.map((read) => read(parameters));
	return steps.every((step) => step !== null)
		? steps.map((step) => ({ code, name, parameters, step }))
		: null;
}

const isHere = (party: CallParty, { target }: CallSite): boolean => party === "here" || party === target;

/** Returns the asset that the step leaves in the manager, where anyone can sweep it. */
function leftBy({ meaning }: RouterStep, site: CallSite): Asset | null {
	if (meaning.kind === "wrap") return meaning.into ? "wrapped" : "native";
	return meaning.kind === "payment" && isHere(meaning.to, site) ? meaning.asset : null;
}

const sameAsset = (left: Asset, right: Asset, site: CallSite): boolean =>
	left === right ||
	(left === "wrapped" && right.startsWith("0x") && site.isWrapped(right)) ||
	(right === "wrapped" && left.startsWith("0x") && site.isWrapped(left));

function leavesNothing(steps: readonly RouterStep[], site: CallSite): boolean {
	const isSwept = (asset: Asset, after: number) =>
		steps.slice(after).some(({ meaning }) => {
			if (meaning.kind !== "payment" || meaning.from !== "here" || isHere(meaning.to, site)) return false;
			return meaning.to !== "pool" && sameAsset(meaning.asset, asset, site);
		});
	if (site.sent > 0n && !isSwept("native", 0)) return false;
	return steps.every((step, at) => {
		const asset = leftBy(step, site);
		return asset === null || isSwept(asset, at + 1);
	});
}

/**
 * Returns `null` if an action can't be decoded, or if assets would stay in the manager for the next caller.
 */
export function readPositionPlan(actions: Hex, parameters: readonly Hex[], site: CallSite): Meaning | null {
	const codes = bytesOf(actions);
	if (codes.length !== parameters.length) return null;
	const read = codes.map((code, at) => stepsOf(code, parameters[at] ?? "0x"));
	if (read.some((steps) => steps === null)) return null;
	const all = read.flatMap((steps) => steps ?? []);
	if (
		!leavesNothing(
			all.map(({ step }) => step),
			site,
		)
	)
		return null;
	const nested = site.steps(all.length, (at) => {
		const found = all[at];
		const decoded = stepDecoded(
			site,
			found?.code ?? 0,
			found?.name ?? null,
			found?.step ?? null,
			found?.parameters ?? "0x",
		);
		return { decoded, optional: false };
	});
	return { ...UNVERIFIED_CALLS, way: "positions", ...nested, verified: true };
}

const readUnlock = layout("function run(bytes actions, bytes[] parameters)");

export function readUnlockData(data: Hex, site: CallSite): Meaning | null {
	const [actions, parameters] = readUnlock(data) ?? [];
	return actions === undefined || parameters === undefined
		? null
		: readPositionPlan(actions, parameters, site);
}
