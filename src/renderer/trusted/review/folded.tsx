import type { ReactNode } from "react";
import type { ReviewView } from "../../../bridge/views.ts";
import { ChangeList } from "../../components/change-list.tsx";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Fold } from "../../components/fold.tsx";
import { LONGEST_COPY } from "../../components/long-text.tsx";
import { plural } from "../../components/words.ts";
import { callName, EvmCall } from "../content/evm-call.tsx";

/** Below the four answers: the batch, the call, the logs, everything raw. */
export function Folded({ review }: { review: ReviewView }) {
	const { contents, logs, raw } = review;
	const [only, ...more] = contents;
	const call = only?.kind === "evm_transaction" && more.length === 0 ? only : null;
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
			{call !== null && (
				<Part title="Decoded call" aside={<span className="num">{callName(call)}</span>}>
					<EvmCall content={call} />
				</Part>
			)}
			{contents.length === 0 && (
				<Part title="Decoded" aside="nothing">
					<p className="text-f2 text-ink-2">
						Nothing of it could be decoded. All that is known stands under Raw.
					</p>
				</Part>
			)}
			{(logs.length > 0 || call !== null) && <Logs logs={logs} />}
			<Part title="Raw" aside="payload and review as JSON">
				<div className="flex items-start gap-1">
					<ClaimBlock text={raw} max={4000} className="num flex-1 text-f1 text-ink-2" />
					{raw.length > 0 && raw.length <= LONGEST_COPY && <CopyButton text={raw} what="the raw data" />}
				</div>
			</Part>
		</div>
	);
}

function Logs({ logs }: { logs: ReviewView["logs"] }) {
	return (
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
