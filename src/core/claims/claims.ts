import { type Fact, known } from "../chain/chain-error.ts";
import type { Decoded } from "../decode/evm/meaning.ts";
import type { Hex } from "../format/numeral.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { type DescriptorIndex, describeCall, describeMessage } from "./descriptors/describe.ts";
import type { Description } from "./descriptors/description.ts";

/**
 * What contracts publish of themselves (ERC-7730), for what our own decoding does not read: a claim, whoever vouches
 * for it. It adds words. It never makes a call read, and nothing milder.
 */

/** What was looked up beside the chain's own answers. */
export interface Published {
	readonly index: DescriptorIndex;
	/**
	 * By an attestation's uid, in lower case: when its signer took it back, in Unix seconds, 0n for never. What was not
	 * asked is missing.
	 */
	readonly revoked: ReadonlyMap<string, Fact<bigint>>;
}

/**
 * `none`: nobody vouches for it. `current`: its signer has not taken it back. `unchecked`: whether they have is not known.
 * `revoked`: they have, so that nobody vouches for it any more.
 */
type Vouched = "none" | "current" | "unchecked" | "revoked";

export interface PublishedClaim {
	readonly description: Description;
	readonly vouched: Vouched;
}

/** Of one call among those of a payload. */
export interface CallClaim extends PublishedClaim {
	readonly decoded: Decoded;
}

/** What the addresses are, and what is published; null where nothing was asked. */
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
	/** null for a step that is no call of its own, and for code that runs in another account's name. */
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

/** A contract at the address of another kind of code is no such contract: only a read implementation counts. */
function implementationOf({ codes }: PublishedAnswers, address: Hex): Hex | null {
	const found = known(codes.get(address))?.implementation ?? null;
	return found === null ? null : `0x${found.slice(2)}`;
}

/** What is claimed of those calls, from the outside in, that our own decoding does not read. */
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

/** What is claimed of typed data; null where nothing is. @param from who signs it */
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
