import { netsOf } from "../effects/accounting.ts";
import { assetKey, type Effects } from "../effects/effects.ts";

const WHOLE = 10_000n;

/**
 * Returns how much less a swap can return than our simulation shows, in basis points and rounded up. Returns
 * `null` unless the payload is fully decoded, contains a single trade by the signer with a minimum, and
 * returns only the asset that was bought.
 */
export function slippageOf(effects: Effects): bigint | null {
	const { movements, signer, gaps } = effects;
	const [swap, ...more] = movements.filter(({ basis, price }) => basis === "decoded" && price !== undefined);
	if (swap?.price === undefined || more.length > 0 || gaps.has("unread")) return null;
	const { sold, least, isOrder, arrives } = swap.price;
	const isForSigner = swap.to === signer && sold !== null && !isOrder && arrives === null;
	if (!isForSigner || least === null || swap.most !== null) return null;
	const nets = netsOf(effects, "observed", (account) => account === signer);
	const [got, ...others] = nets.filter(({ into, out }) => out !== null && into > out);
	if (got === undefined || others.length > 0 || assetKey(got.asset) !== assetKey(swap.asset)) return null;
	const shown = got.into - (got.out ?? 0n);
	return least > shown ? null : ((shown - least) * WHOLE + shown - 1n) / shown;
}
