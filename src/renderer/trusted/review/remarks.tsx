import clsx from "clsx";
import { Info, OctagonAlert, TriangleAlert } from "lucide-react";
import type { FindingRow, Severity } from "../../../bridge/views.ts";
import { Fold } from "../../components/fold.tsx";
import { Pill, type Tone } from "../../components/pill.tsx";
import { plural } from "../../components/words.ts";

const SEVERITIES: Readonly<Record<Severity, { icon: typeof Info; look: string; tone: Tone; words: string }>> =
	{
		block: { icon: OctagonAlert, look: "text-danger", tone: "danger", words: "blocks" },
		danger: { icon: OctagonAlert, look: "text-danger", tone: "danger", words: "danger" },
		caution: { icon: TriangleAlert, look: "text-caution", tone: "caution", words: "caution" },
		info: { icon: Info, look: "text-ink-3", tone: "quiet", words: "for your information" },
	};
const ORDER: readonly Severity[] = ["block", "danger", "caution", "info"];

/** Our own findings. One stands by itself; more are counted under the gravest. */
export function Findings({ rows }: { rows: readonly FindingRow[] }) {
	const sorted = [...rows].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
	const [worst, ...rest] = sorted;
	if (worst === undefined) return null;
	const { tone } = SEVERITIES[worst.severity];
	const count = <Pill tone={tone}>{plural(rows.length, "finding")}</Pill>;
	if (rest.length === 0) {
		return (
			<div className="flex items-start justify-between gap-3 px-3.5 py-2">
				<Finding row={worst} />
				{count}
			</div>
		);
	}
	return (
		<div>
			<Fold
				defaultOpen={worst.severity === "danger" || worst.severity === "block"}
				className="px-3.5 py-2"
				title={<Finding row={worst} />}
				aside={count}
			>
				<ul className="grid gap-2 px-3.5 pb-3 pl-9.5">
					{rest.map((row, index) => (
						<li key={index}>
							<Finding row={row} />
						</li>
					))}
				</ul>
			</Fold>
		</div>
	);
}

function Finding({ row }: { row: FindingRow }) {
	const { icon: Icon, look, words } = SEVERITIES[row.severity];
	return (
		<span className="flex min-w-0 gap-2 text-f2 text-ink">
			<Icon size={15} aria-hidden className={clsx("mt-0.5 shrink-0", look)} />
			<span className="min-w-0 wrap-anywhere">
				<span className="sr-only">{words}: </span>
				{row.words}
			</span>
		</span>
	);
}
