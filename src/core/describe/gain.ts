import { assetKey, type EffectAsset } from "../effects/effects.ts";

export interface Gain {
	readonly asset: EffectAsset;
	readonly most: bigint | null;
}

const SCALE = 1_000_000n;

const isMore = (one: bigint | null, other: bigint | null): boolean =>
	other !== null && (one === null || one > other);

export const largestGain = (gains: readonly Gain[]): Gain | null =>
	gains.reduce<Gain | null>(
		(most, each) => (most === null || isMore(each.most, most.most) ? each : most),
		null,
	);

/**
 * Lists strangers' gains first, so "and 20 more" never hides a stranger's gain. Unlimited gains come first,
 * then the largest gain in each asset, and then the rest by share.
 */
export function strangersFirst<Step>(
	steps: readonly Step[],
	gainOf: (step: Step) => Gain | null,
): readonly Step[] {
	const gains = new Map(steps.map((step) => [step, gainOf(step)] as const));
	const largest = new Map<string, bigint>();
	for (const gain of gains.values()) {
		if (gain?.most === null || gain?.most === undefined) continue;
		const key = assetKey(gain.asset);
		if (gain.most > (largest.get(key) ?? 0n)) largest.set(key, gain.most);
	}
	const partOf = (step: Step): bigint => {
		const gain = gains.get(step) ?? null;
		if (gain === null) return -1n;
		if (gain.most === null) return SCALE + 1n;
		const most = largest.get(assetKey(gain.asset)) ?? 0n;
		return most === 0n ? 0n : (gain.most * SCALE) / most;
	};
	const parts = new Map(steps.map((step) => [step, partOf(step)] as const));
	return steps.toSorted((left, right) => {
		const [one, other] = [parts.get(left) ?? -1n, parts.get(right) ?? -1n];
		return one === other ? 0 : one > other ? -1 : 1;
	});
}
