import clsx from "clsx";
import { Info, OctagonAlert, TriangleAlert } from "lucide-react";
import { type Message, message } from "../../../core/localized-text.ts";
import { byGravity } from "../../../core/risk/finding.ts";
import type { FindingRow, Severity } from "../../../ipc/review.ts";
import { textOf } from "../../../text/index.ts";
import { Why } from "./why.tsx";

const SEVERITIES: Readonly<Record<Severity, { icon: typeof Info; className: string; text: Message }>> = {
	block: { icon: OctagonAlert, className: "text-danger", text: message("trusted.review.severities.block") },
	danger: { icon: OctagonAlert, className: "text-danger", text: message("trusted.review.severities.danger") },
	caution: {
		icon: TriangleAlert,
		className: "text-caution",
		text: message("trusted.review.severities.caution"),
	},
	info: { icon: Info, className: "text-ink-3", text: message("trusted.review.severities.info") },
};

export function FindingList({ rows }: { rows: readonly FindingRow[] }) {
	return (
		<ul className="grid gap-2 py-2">
			{byGravity(rows).map((row, index) => (
				<li key={index}>
					<Finding row={row} />
				</li>
			))}
		</ul>
	);
}

function Finding({ row }: { row: FindingRow }) {
	const { icon: Icon, className, text } = SEVERITIES[row.severity];
	return (
		<div className="flex min-w-0 gap-2 text-f2 text-ink">
			<Icon size={15} aria-hidden className={clsx("mt-0.5 shrink-0", className)} />
			<div className="min-w-0 wrap-anywhere">
				<span className="sr-only">{textOf(text)}: </span>
				{textOf(row.text)} <Why row={row} />
			</div>
		</div>
	);
}
