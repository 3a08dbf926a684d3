import clsx from "clsx";
import type { ReactNode } from "react";
import type { ReviewView } from "../../../bridge/views.ts";
import { Address } from "../../components/address.tsx";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Fold } from "../../components/fold.tsx";
import { ends, plural } from "../../components/words.ts";
import { ChangeList } from "./changes.tsx";

const LONGEST_COPY = 10_000;

/** Below the four answers: the batch, the call, the logs, everything raw. */
export function Folded({ review }: { review: ReviewView }) {
	const { steps, decoded, logs, raw, to } = review;
	const others = review.changes.filter((row) => !row.mine);
	return (
		<div className="mt-6 border-b border-line">
			{others.length > 0 && (
				<Part title="Changes of other accounts" aside={plural(others.length, "change")}>
					<div className="card">
						<ChangeList rows={others} named />
					</div>
				</Part>
			)}
			{steps.length > 0 && (
				<Part title="Steps of the batch" aside={plural(steps.length, "step")}>
					<ol className="grid gap-1 text-f2">
						{steps.map((step) => (
							<li
								key={step.commitId}
								className={clsx("flex justify-between gap-3", step.here && "font-semibold text-accent")}
							>
								<span>
									{step.index + 1}. <span className="num">{ends(step.commitId)}</span>
									{step.here && " (this one)"}
								</span>
								<span>{step.state}</span>
							</li>
						))}
					</ol>
				</Part>
			)}
			<Part
				title="Decoded call"
				aside={<span className="num">{decoded?.signature ?? decoded?.selector ?? "no data"}</span>}
			>
				{to !== null && (
					<p className="mb-2 flex items-center gap-2 text-f2">
						<span className="text-ink-3">Called</span> <Address view={to} size={15} />
					</p>
				)}
				{decoded === null && <p className="text-f2 text-ink-2">It carries no call data.</p>}
				{decoded !== null && decoded.signature === null && (
					<p className="text-f2 text-ink-2">The function is not one that Countersign knows.</p>
				)}
				<dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-f2">
					{decoded?.args.map((arg) => (
						<div key={arg.name} className="contents">
							<dt>
								{arg.name} <span className="num text-f1 text-ink-3">{arg.type}</span>
							</dt>
							<dd className="num min-w-0">
								<ClaimBlock text={arg.value} max={400} />
							</dd>
						</div>
					))}
				</dl>
			</Part>
			<Part title="Logs" aside={plural(logs.length, "log")}>
				{logs.length === 0 && <p className="text-f2 text-ink-2">The simulation wrote none.</p>}
				<ol className="grid gap-3">
					{logs.map((log, index) => (
						<li key={index} className="num text-f1 wrap-anywhere">
							<p className="font-medium">
								<Claim text={log.address} />
							</p>
							{log.topics.map((topic, at) => (
								<p key={at} className="text-ink-2">
									<Claim text={topic} />
								</p>
							))}
							<ClaimBlock text={log.data} max={400} className="text-ink-3" />
						</li>
					))}
				</ol>
			</Part>
			<Part title="Raw" aside="payload and review as JSON">
				<div className="flex items-start gap-1">
					<ClaimBlock text={raw} max={4000} className="num flex-1 text-f1 text-ink-2" />
					{raw.length > 0 && raw.length <= LONGEST_COPY && <CopyButton text={raw} what="the raw data" />}
				</div>
			</Part>
		</div>
	);
}

function Part({ title, aside, children }: { title: string; aside: ReactNode; children: ReactNode }) {
	return (
		<div className="border-t border-line">
			<Fold title={title} aside={aside} className="py-2.5">
				<div className="pb-4 pl-5.5">{children}</div>
			</Fold>
		</div>
	);
}
