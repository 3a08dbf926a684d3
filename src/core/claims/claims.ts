import { type Fact, known } from "../chain/chain-error.ts";
import type { Decoded } from "../decode/evm/meaning.ts";
import type { Hex } from "../format/numeral.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { type DescriptorIndex, describeCall, describeMessage } from "./descriptors/describe.ts";
import type { Description } from "./descriptors/description.ts";

/**
 * Published descriptions (ERC-7730) for calls that our own decoding does not cover. They are claims, attested
 * or not: they add text, never make a call count as decoded, and never reduce severity.
 */

/** Registry lookups, besides the chain's own answers. */
export interface Published {
	readonly index: DescriptorIndex;
	/**
	 * Revocation time by attestation uid in lower case, in Unix seconds; 0n for never. Missing if not
	 * queried.
	 */
	readonly revoked: ReadonlyMap<string, Fact<bigint>>;
}

/**
 * `none`: nobody attests it. `current`: the attestation is not revoked. `unchecked`: its revocation is
 * unknown. `revoked`: nobody attests it any more.
 */
type Vouched = "none" | "current" | "unchecked" | "revoked";

export interface PublishedClaim {
	readonly description: Description;
	readonly vouched: Vouched;
}

/** Claim about one call of a payload. */
export interface CallClaim extends PublishedClaim {
	readonly decoded: Decoded;
}

/** Address facts and published descriptions; `null` if not queried. */
export interface PublishedAnswers {
	readonly codes: ReadonlyMap<string, Fact<{ readonly implementation: string | null }>>;
	readonly published?: Published;
}

function vouchedOf({ attestation }: Description, { revoked }: Published): Vouched {
	if (attestation === null) return "none";
	const at = known(revoked.get(attestation.uid.toLowerCase()));
	if (at === null) return "unchecked";
	return at === 0n ? "current" : "revoked";
}

interface Made {
	readonly as: string;
	readonly decoded: Decoded;
	/** `null` for a step that is not a call, and for code that runs in another account's name. */
	readonly data: Hex | null;
}

function madeIn(made: Made): readonly Made[] {
	const { meaning } = made.decoded;
	if (meaning.kind !== "calls") return [made];
	const inner = meaning.calls.flatMap(({ decoded, how, by, data }) =>
		madeIn({ as: by === "caller" ? made.as : by, decoded, data: how === "call" ? data : null }),
	);
	return [made, ...inner];
}

/** Only an implementation that was read counts: other code at the address is another contract. */
function implementationOf({ codes }: PublishedAnswers, address: Hex): Hex | null {
	const found = known(codes.get(address))?.implementation ?? null;
	return found === null ? null : `0x${found.slice(2)}`;
}

/** Returns the claims about calls that our own decoding does not cover, outer calls first. */
export function claimsOfCalls(
	call: { readonly chainRef: string; readonly signer: string; readonly decoded: Decoded; readonly data: Hex },
	asked: PublishedAnswers | null,
): readonly CallClaim[] {
	const published = asked?.published;
	if (asked === null || published === undefined) return [];
	return madeIn({ as: call.signer.toLowerCase(), decoded: call.decoded, data: call.data }).flatMap(
		({ as, decoded, data }) => {
			if (decoded.meaning.kind !== "unknown" || data === null) return [];
			const description = describeCall(published.index, {
				chainId: call.chainRef,
				from: `0x${as.slice(2)}`,
				to: decoded.target,
				value: decoded.value,
				data,
				implementation: implementationOf(asked, decoded.target),
			});
			if (!description.ok) return [];
			return [{ decoded, description, vouched: vouchedOf(description, published) }];
		},
	);
}

/**
 * Returns the claim about typed data; `null` if there is none.
 * @param from signer
 */
export function claimOfMessage(
	typed: TypedData,
	from: Hex,
	asked: PublishedAnswers | null,
): PublishedClaim | null {
	const published = asked?.published;
	if (published === undefined) return null;
	const description = describeMessage(published.index, typed, from);
	return description.ok ? { description, vouched: vouchedOf(description, published) } : null;
}
