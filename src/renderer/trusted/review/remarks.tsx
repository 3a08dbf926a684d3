import clsx from "clsx";
import { Info, OctagonAlert, TriangleAlert } from "lucide-react";
import { type Message, message } from "../../../core/message.ts";
import type { FindingRow, Severity } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Fold } from "../../components/fold.tsx";
import { Pill, type Tone } from "../../components/pill.tsx";

const SEVERITIES: Readonly<
	Record<Severity, { icon: typeof Info; look: string; tone: Tone; words: Message }>
> = {
	block: {
		icon: OctagonAlert,
		look: "text-danger",
		tone: "danger",
		words: message("trusted.review.severities.block"),
	},
	danger: {
		icon: OctagonAlert,
		look: "text-danger",
		tone: "danger",
		words: message("trusted.review.severities.danger"),
	},
	caution: {
		icon: TriangleAlert,
		look: "text-caution",
		tone: "caution",
		words: message("trusted.review.severities.caution"),
	},
	info: { icon: Info, look: "text-ink-3", tone: "quiet", words: message("trusted.review.severities.info") },
};
const ORDER: readonly Severity[] = ["block", "danger", "caution", "info"];

/** The gravest first; of one gravity as they came. */
const byGravity = (rows: readonly FindingRow[]) =>
	rows.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));

/** Beside the word that is typed: what it is typed for, so that nobody has to look for it below. */
export function Gravest({ rows, className }: { rows: readonly FindingRow[]; className?: string }) {
	const [worst, ...rest] = byGravity(rows);
	if (worst === undefined) return null;
	return (
		<div className={clsx("text-f2", className)}>
			<Finding row={worst} />
			{rest.length > 0 && (
				<p className="mt-0.5 pl-[23px] text-f1 text-ink-3">
					{t("trusted.review.more-findings-above-under-does", { count: rest.length })}
				</p>
			)}
		</div>
	);
}

/** Our own findings. One stands by itself; more are counted under the gravest. */
export function Findings({ rows }: { rows: readonly FindingRow[] }) {
	const [worst, ...rest] = byGravity(rows);
	if (worst === undefined) return null;
	const { tone } = SEVERITIES[worst.severity];
	const count = <Pill tone={tone}>{t("trusted.review.findings", { count: rows.length })}</Pill>;
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
				<span className="sr-only">{textOf(words)}: </span>
				{textOf(row.words)}
			</span>
		</span>
	);
}
