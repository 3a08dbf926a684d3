import { skeletonOf } from "../../core/format/confusable.ts";
import { plain } from "../../core/format/plain.ts";
import { type Labels, labelOf, sameAddress } from "../../core/people/labels.ts";
import type { Review } from "../../core/review/review.ts";
import type { ReviewView } from "../../ipc/review.ts";
import { addressView } from "./addresses.ts";

/** Characters; a longer name is cut, and says so. */
const MAX_LENGTH = 40;

/** What of a name a user may take for one of their own names: the whole, and each of its parts. */
function facesOf(name: string): readonly string[] {
	const parts = name.split(".").slice(0, -1);
	return [name, parts.join("."), ...parts].map(skeletonOf).filter((each) => each !== "");
}

/** It looks like the user's own name for another address. */
function imitates(address: string, name: string, own: readonly (readonly [string, string])[]): boolean {
	const faces = facesOf(name);
	return own.some(([of, skeleton]) => faces.includes(skeleton) && !sameAddress(of, address));
}

const skeletons = (labels: Labels) =>
	Object.entries(labels).map(([address, label]) => [address, skeletonOf(label)] as const);

/**
 * The names that the chain gives, for the addresses as they are shown. None for an address that the user has named,
 * and none that can be taken for the user's name of another: anybody may register a name.
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
