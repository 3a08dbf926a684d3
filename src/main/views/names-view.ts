import { skeletonOf } from "../../core/format/confusable.ts";
import { plain } from "../../core/format/plain.ts";
import { type Labels, labelOf, sameAddress } from "../../core/people/labels.ts";
import type { Review } from "../../core/review/review.ts";
import type { ReviewView } from "../../ipc/review.ts";
import { addressView } from "./addresses.ts";

/** Maximum characters; a longer name is visibly cut. */
const MAX_LENGTH = 40;

/**
 * Returns the forms of a name that a user may confuse with one of their own names: the whole, and each
 * component.
 */
function facesOf(name: string): readonly string[] {
	const parts = name.split(".").slice(0, -1);
	return [name, parts.join("."), ...parts].map(skeletonOf).filter((each) => each !== "");
}

/** Returns whether it looks like the user's own name for another address. */
function imitates(address: string, name: string, own: readonly (readonly [string, string])[]): boolean {
	const faces = facesOf(name);
	return own.some(([of, skeleton]) => faces.includes(skeleton) && !sameAddress(of, address));
}

const skeletons = (labels: Labels) =>
	Object.entries(labels).map(([address, label]) => [address, skeletonOf(label)] as const);

/**
 * Returns on-chain names of the displayed addresses. None for an address that the user has named, and none
 * that can be confused with the user's name of another address: anybody may register a name.
 */
export function namesView(review: Pick<Review, "names" | "user">): ReviewView["names"] {
	if (review.names.size === 0) return {};
	const { labels } = review.user;
	const own = skeletons(labels);
	return Object.fromEntries(
		[...review.names]
			.filter(([address, name]) => labelOf(labels, address) === null && !imitates(address, name, own))
			.map(([address, name]) => {
				const shown = addressView(address, {}).address;
				const system = shown.startsWith("0x") ? ("ENS" as const) : ("SNS" as const);
				return [shown, { name: plain(name, MAX_LENGTH), system }];
			}),
	);
}
