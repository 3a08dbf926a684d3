import clsx from "clsx";
import { CircleCheck, OctagonAlert } from "lucide-react";
import { message } from "../../../core/message.ts";
import type { ExplainedRowView } from "../../../ipc/review.ts";
import { textOf } from "../../../text/index.ts";
import { ClaimBlock } from "../../components/claim.tsx";

const TONES = {
	plain: { icon: null, look: "", text: "" },
	good: { icon: CircleCheck, look: "text-in", text: message("trusted.content.tones.good") },
	danger: {
		icon: OctagonAlert,
		look: "font-medium text-danger",
		text: message("trusted.content.tones.danger"),
	},
} as const;

/** Meaning of a message in rows of our own words. */
export function Explained({ rows }: { rows: readonly ExplainedRowView[] }) {
	if (rows.length === 0) return null;
	return (
		<dl className="text-f2">
			{rows.map((row, index) => {
				const { icon: Icon, look, text } = TONES[row.tone];
				return (
					// Static list: the index is the key.
					<div
						key={index}
						className={clsx(
							"grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 px-3.5 py-1.5 not-first:border-t not-first:border-line-2 max-[24rem]:grid-cols-1",
							row.tone === "danger" && "bg-danger-soft",
						)}
					>
						<dt className="text-ink-2">{textOf(row.label)}</dt>
						<dd className={clsx("flex min-w-0 items-start gap-1.5", look)}>
							{Icon !== null && <Icon size={14} aria-hidden className="mt-0.5 shrink-0" />}
							{text !== "" && <span className="sr-only">{textOf(text)}</span>}
							<ClaimBlock text={textOf(row.value)} max={400} className="flex-1" />
						</dd>
					</div>
				);
			})}
		</dl>
	);
}
