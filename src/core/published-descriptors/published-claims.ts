import { type Fact, factValue } from "../chain/chain-error.ts";
import type { Decoded } from "../decode/evm/meaning.ts";
import type { Hex } from "../format/numeral.ts";
import { plain, unquoted } from "../format/plain.ts";
import { type Message, message } from "../localized-text.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { type DescriptorIndex, describeCall, describeMessage } from "./erc7730/describe.ts";
import type { Description } from "./erc7730/description.ts";

/**
 * Published descriptions (ERC-7730) of calls that we can't decode. A description is only a claim, even if
 * someone attests to it. It adds text, but the call still counts as undecoded, and no finding is reduced.
 */

export interface Published {
	readonly index: DescriptorIndex;
	/**
	 * Revocation times by lowercase attestation ID, 0n if never revoked. Attestations that weren't queried
	 * are missing.
	 */
	readonly revoked: ReadonlyMap<string, Fact<bigint>>;
}

/** `current`: not revoked. `unchecked`: it is unknown whether it was revoked. */
type Vouched = "none" | "current" | "unchecked" | "revoked";

export interface PublishedClaim {
	readonly description: Description;
	readonly vouched: Vouched;
}

export interface CallClaim extends PublishedClaim {
	readonly decoded: Decoded;
}

export interface PublishedAnswers {
	readonly codes: ReadonlyMap<string, Fact<{ readonly implementation: string | null }>>;
	readonly published?: Published;
}

function vouchedOf({ attestation }: Description, { revoked }: Published): Vouched {
	if (attestation === null) return "none";
	const at = factValue(revoked.get(attestation.uid.toLowerCase()));
	if (at === null) return "unchecked";
	return at === 0n ? "current" : "revoked";
}

interface Made {
	readonly as: string;
	readonly decoded: Decoded;
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

/** A proxy's implementation only counts if it was read from the chain. */
function implementationOf({ codes }: PublishedAnswers, address: Hex): Hex | null {
	const found = factValue(codes.get(address))?.implementation ?? null;
	return found === null ? null : `0x${found.slice(2)}`;
}

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

export function publisherOf({ description: { owner, contractName } }: PublishedClaim): string | null {
	const name = owner ?? contractName;
	return name === null || name === "" ? null : plain(name, 40);
}

export const claimantOf = (claim: PublishedClaim): string | Message =>
	publisherOf(claim) ?? message("claim.claimant.unnamed");

/**
 * Returns text such as "According to 1inch Network: “Swap”". Returns `null` if the descriptor doesn't state
 * an intent.
 */
export function claimText(claim: PublishedClaim): Message | null {
	const { intent } = claim.description;
	return intent === null || intent === ""
		? null
		: message("claim.words", { claimant: claimantOf(claim), intent: unquoted(intent, 80) });
}

export function vouchedText({ description: { attestation }, vouched }: PublishedClaim): Message {
	if (attestation === null || vouched === "none") return message("claim.not-audited");
	const { auditor, signer } = attestation;
	const who = auditor === null ? signer : `${auditor} (${signer})`;
	if (vouched === "revoked") return message("claim.not-audited.revoked", { who });
	return message(vouched === "current" ? "claim.audited" : "claim.audited.unchecked", { who });
}
