import { Check, X } from "lucide-react";
import { sameText } from "../../../core/localized-text.ts";
import type { Band } from "../../../core/review/band.ts";
import type { ReviewView } from "../../../ipc/review.ts";
import { textOf } from "../../../text/index.ts";

export function TypedIntent({
	typedIntent,
	band,
}: Pick<ReviewView, "typedIntent"> & { band: Pick<Band, "reason"> }) {
	// The verdict already shows this text.
	if (typedIntent === null || sameText(typedIntent.text, band.reason)) return null;
	const differs = typedIntent.outcome === "differs";
	const Icon = differs ? X : Check;
	return (
		<p
			data-asked={typedIntent.outcome}
			className={`mt-2 flex items-start gap-2 text-f2 wrap-anywhere ${differs ? "text-danger" : "text-ink-2"}`}
		>
			<Icon size={14} aria-hidden className="mt-0.5 shrink-0" />
			<span>{textOf(typedIntent.text)}</span>
		</p>
	);
}
