import clsx from "clsx";
import { Info, MessageSquareWarning, OctagonAlert, ShieldCheck, TriangleAlert } from "lucide-react";
import type { FindingRow, GuardRow, Severity } from "../../../bridge/views.ts";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
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

const PASSED = /^(pass|passed|ok)$/i;

/** The service's guards, word for word. */
export function Guards({ rows }: { rows: readonly GuardRow[] }) {
	if (rows.length === 0) return null;
	const passed = rows.filter((row) => PASSED.test(row.status)).length;
	return (
		<div>
			<Fold
				className="px-3.5 py-2"
				title={
					<span className="flex items-center gap-2 text-ink">
						<ShieldCheck size={15} aria-hidden className="shrink-0 text-ink-3" /> The service’s guards
					</span>
				}
				aside={
					<Pill tone={passed === rows.length ? "quiet" : "danger"}>
						{passed} of {rows.length} passed
					</Pill>
				}
			>
				<ul className="grid gap-1.5 px-3.5 pb-3 pl-9.5 text-f2">
					{rows.map((row, index) => (
						// Guards of one simulation may share a name: the place is the identity.
						<li key={index}>
							<Claim text={row.name} max={80} className="font-medium" />{" "}
							<Claim
								text={row.status}
								max={40}
								className={PASSED.test(row.status) ? "text-ink-3" : "font-medium text-danger"}
							/>
							{row.message !== null && <ClaimBlock text={row.message} max={300} className="text-ink-2" />}
						</li>
					))}
				</ul>
			</Fold>
		</div>
	);
}

/** The service's warnings, word for word. */
export function Warnings({ rows }: { rows: readonly string[] }) {
	const [first, ...rest] = rows;
	if (first === undefined) return null;
	const icon = <MessageSquareWarning size={15} aria-hidden className="mt-0.5 shrink-0 text-caution" />;
	return (
		<div>
			<Fold
				className="px-3.5 py-2"
				defaultOpen={rest.length === 0}
				title={<span className="flex items-center gap-2 text-ink">{icon} The service warns</span>}
				aside={<Pill tone="caution">{plural(rows.length, "warning")}</Pill>}
			>
				<ul className="grid gap-1.5 px-3.5 pb-3 pl-9.5 text-f2">
					{rows.map((words, index) => (
						<li key={index}>
							<ClaimBlock text={words} max={400} />
						</li>
					))}
				</ul>
			</Fold>
		</div>
	);
}
