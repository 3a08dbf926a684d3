import type { ReviewView } from "../../bridge/views.ts";
import { skeletonOf } from "../policy/confusable.ts";
import { type Labels, labelOf, sameAddress } from "../policy/labels.ts";
import { plain } from "../review/plain.ts";
import type { Review } from "../review/review.ts";
import { addressView } from "./addresses.ts";

/** Characters; a longer name is cut, and says so. */
const LONGEST = 40;

/** What of a name a person may take for one of their own names: the whole, and each of its parts. */
function facesOf(name: string): readonly string[] {
	const parts = name.split(".").slice(0, -1);
	return [name, parts.join("."), ...parts].map(skeletonOf).filter((each) => each !== "");
}

/** It looks like the person's own name for another address. */
function imitates(address: string, name: string, own: readonly (readonly [string, string])[]): boolean {
	const faces = facesOf(name);
	return own.some(([of, skeleton]) => faces.includes(skeleton) && !sameAddress(of, address));
}

const skeletons = (labels: Labels) =>
	Object.entries(labels).map(([address, label]) => [address, skeletonOf(label)] as const);

/**
 * The names that the chain gives, for the addresses as they are shown. None for an address that the person has named,
 * and none that can be taken for the person's name of another: anybody may register a name.
 */
export function namesView(review: Pick<Review, "names" | "person">): ReviewView["names"] {
	if (review.names.size === 0) return {};
	const { labels } = review.person;
	const own = skeletons(labels);
	return Object.fromEntries(
		[...review.names]
			.filter(([address, name]) => labelOf(labels, address) === null && !imitates(address, name, own))
			.map(([address, name]) => {
				const shown = addressView(address, {}).address;
				const system = shown.startsWith("0x") ? ("ENS" as const) : ("SNS" as const);
				return [shown, { name: plain(name, LONGEST), system }];
			}),
	);
}
