import { isUndeclared } from "../../../effects/compare/compare.ts";
import { message, sentences } from "../../../message.ts";
import type { Comparison } from "../../../subject/opinion.ts";
import type { Finding } from "../../finding.ts";

/** More of them are counted, not told: the review lists them all. */
const MAX_LISTED = 3;

/** What the user's own RPC shows, what costs them, and what the service does not declare: by name. */
export function undeclared({ comparison }: { readonly comparison: Comparison }): Finding | null {
	const effects = comparison.effects.filter(isUndeclared);
	if (effects.length === 0) return null;
	const texts = effects.slice(0, MAX_LISTED).map(({ text }) => text);
	const more = effects.length - texts.length;
	const rest = more === 0 ? [] : [message("finding.undeclared.more", { count: more })];
	return {
		id: "undeclared",
		severity: "block",
		text: sentences(message("finding.undeclared"), ...texts, ...rest, message("finding.reject")),
		needsWord: false,
	};
}
