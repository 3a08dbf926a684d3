import { collectionParam, tokenOf } from "../../core/decoded-transaction/decoded-transaction.ts";
import type { EffectAsset } from "../../core/effects/effects.ts";
import { NEW_ITEM } from "../../core/effects/family.ts";
import { message, type Text } from "../../core/localized-text.ts";
import type { Review } from "../../core/review/review.ts";

/** Names a collection only as it names itself, in quotation marks, or as the user does. */
export function itemLabel({ analyses, user }: Pick<Review, "analyses" | "user">, asset: EffectAsset): Text {
	const { address, item } = asset;
	if (address === null) return message("token.not-named");
	const facts = analyses.map((each) => each.facts).find((each) => tokenOf(each, address) !== null) ?? null;
	const collection = collectionParam({ facts, user }, address);
	if (item === NEW_ITEM) return message("item.new", { collection });
	return item === null ? message("item.any", { collection }) : message("item.numbered", { collection, item });
}
