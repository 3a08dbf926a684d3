import { DRIFT_PERCENT } from "../../effects/compare/balances.ts";
import type { ShownEffects } from "../../journal/records.ts";

/** Way in which a step got worse, according to a later simulation. */
export type WorseEffect =
	| { readonly kind: "fails" | "not-simulated" | "incomplete" | "block" | "control" | "fee" }
	| { readonly kind: "unexplained" | "unread" }
	| { readonly kind: "loss" | "less"; readonly asset: string }
	| { readonly kind: "receiver"; readonly to: string | null }
	| { readonly kind: "right"; readonly holder: string }
	| { readonly kind: "code"; readonly address: string };

type Change = ShownEffects["changes"][number];
type Bounds = Pick<Change, "simulated" | "stated">;

const NOTHING: Bounds = {};

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
const read = (digits: string | undefined): bigint => (digits === undefined ? 0n : BigInt(digits));

/**
 * Results from an RPC that can't simulate. A missing simulation isn't worse if the user also approved without
 * one.
 */
const NEVER: ReadonlySet<ShownEffects["simulation"]> = new Set(["no_method", "exceeds"]);

function worseSimulation(before: ShownEffects, now: ShownEffects): WorseEffect | null {
	if (now.simulation === "failed") return { kind: "fails" };
	if (now.simulation !== "passed")
		return now.simulation === before.simulation && NEVER.has(now.simulation)
			? null
			: { kind: "not-simulated" };
	if (before.simulation === "passed" && before.isWhole && !now.isWhole) return { kind: "incomplete" };
	return now.hangsOnBlock && !before.hangsOnBlock ? { kind: "block" } : null;
}

/**
 * Returns whether the step is an exchange, in which the account gives one asset and gets another. Price
 * changes may then affect both amounts.
 */
function isTrade({ changes }: ShownEffects, account: string | null): boolean {
	const costs = changes
		.filter((each) => account === null || each.account === account)
		.map(({ simulated }) => read(simulated));
	return costs.some((each) => each > 0n) && costs.some((each) => each < 0n);
}

const drift = (amount: bigint, isTraded: boolean): bigint =>
	isTraded ? (magnitude(amount) * DRIFT_PERCENT) / 100n : 0n;

/** Returns the highest amount shown to the user. Returns `null` if the amount was shown as unlimited. */
function limitOf({ simulated, stated }: Bounds, isTraded: boolean): bigint | null {
	const shown = simulated === undefined ? null : read(simulated) + drift(read(simulated), isTraded);
	if (stated === undefined) return shown ?? 0n;
	// If the bytes don't set a limit, the user saw the simulated amount.
	if (stated === null) return shown;
	return shown === null ? BigInt(stated) : larger(shown, BigInt(stated));
}

const isAbove = (amount: bigint, limit: bigint | null): boolean => limit !== null && amount > limit;

function worseChange(before: ShownEffects, now: ShownEffects): WorseEffect | null {
	const keyOf = ({ account, asset }: Change) => JSON.stringify([account, asset]);
	const seen = new Map(before.changes.map((each) => [keyOf(each), each]));
	const present = new Map(now.changes.map((each) => [keyOf(each), each]));
	for (const [key, { account, asset, simulated }] of present) {
		const amount = read(simulated);
		const shown = seen.get(key) ?? NOTHING;
		if (amount > 0n && isAbove(amount, limitOf(shown, isTrade(before, account))))
			return { kind: "loss", asset };
	}
	for (const [key, { account, asset, simulated }] of seen) {
		const gain = read(simulated);
		if (gain >= 0n) continue;
		const least = gain + drift(gain, isTrade(before, account));
		if (read(present.get(key)?.simulated) > least) return { kind: "less", asset };
	}
	return null;
}

function worseReceiver(before: ShownEffects, now: ShownEffects): WorseEffect | null {
	const keyOf = ({ to, asset }: ShownEffects["receivers"][number]) => JSON.stringify([to, asset]);
	const seen = new Map(before.receivers.map((each) => [keyOf(each), each]));
	const isTraded = isTrade(before, null);
	const found = now.receivers.find((each) => {
		const shown = seen.get(keyOf(each));
		const amount = read(each.simulated);
		return amount > 0n && (shown === undefined || isAbove(amount, limitOf(shown, isTraded)));
	});
	return found === undefined ? null : { kind: "receiver", to: found.to };
}

type ShownRight = ShownEffects["rights"][number];

/** `null` means unlimited. */
const isWithin = (now: string | null, before: string | null): boolean =>
	before === null || (now !== null && BigInt(now) <= BigInt(before));

function worseRight(before: ShownEffects, now: ShownEffects): WorseEffect | null {
	const covers = (shown: ShownRight, right: ShownRight) =>
		shown.holder === right.holder &&
		shown.account === right.account &&
		shown.scope === right.scope &&
		isWithin(right.extent, shown.extent) &&
		isWithin(right.until, shown.until);
	const found = now.rights.find((right) => !before.rights.some((shown) => covers(shown, right)));
	return found === undefined ? null : { kind: "right", holder: found.holder };
}

const addsTo = (before: readonly string[], now: readonly string[]): boolean =>
	now.some((each) => !before.includes(each));

function changedCode(before: ShownEffects, now: ShownEffects): WorseEffect | null {
	const present = new Map(now.codes.map(({ address, code }) => [address, code]));
	const found = before.codes.find(({ address, code }) => {
		const here = present.get(address);
		return here !== undefined && here !== code;
	});
	return found === undefined ? null : { kind: "code", address: found.address };
}

function higherFee({ fee: before }: ShownEffects, { fee: now }: ShownEffects): WorseEffect | null {
	if (before.most === null) return null;
	return now.now === null || BigInt(now.now) > BigInt(before.most) ? { kind: "fee" } : null;
}

/**
 * Compares a step immediately before signing with the effects that the user approved. Any of these counts as
 * worse: a failed or missing simulation, a new or larger loss, smaller proceeds, a new receiver or a larger
 * payment, a new or wider right, anything unexplained or unread, changed code, and a higher fee. Only a trade
 * may cost slightly more, because prices move. Returns `null` if nothing is worse.
 */
export function worseThan(before: ShownEffects, now: ShownEffects): WorseEffect | null {
	return (
		worseSimulation(before, now) ??
		(now.losesControl && !before.losesControl ? { kind: "control" } : null) ??
		worseRight(before, now) ??
		worseReceiver(before, now) ??
		(now.simulation === "passed" ? worseChange(before, now) : null) ??
		(addsTo(before.unexplained, now.unexplained) ? { kind: "unexplained" } : null) ??
		(addsTo(before.unread, now.unread) ? { kind: "unread" } : null) ??
		changedCode(before, now) ??
		higherFee(before, now)
	);
}
