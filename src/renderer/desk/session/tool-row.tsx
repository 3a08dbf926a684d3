import { LoaderCircle } from "lucide-react";
import type { TranscriptItem } from "../../../bridge/views.ts";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { Fold } from "../../components/fold.tsx";

/** A tool that the agent called, folded; opens to its result as it came. */
export function ToolRow({ item }: { item: Extract<TranscriptItem, { kind: "tool" }> }) {
	return (
		<Fold
			title={
				<span className="flex min-w-0 items-center gap-2">
					<Claim text={item.name} max={80} className="num truncate" />
					<span className="flex shrink-0 items-center gap-1.5 text-ink-3">
						{item.state === "running" && <LoaderCircle size={12} aria-hidden className="motion-turn" />}
						{item.state === "running" ? "running" : "done"}
					</span>
				</span>
			}
		>
			<div className="card mt-2 ml-5.5 px-3 py-2">
				{item.result === "" ? (
					<p className="text-f2 text-ink-3">No result yet.</p>
				) : (
					<ClaimBlock text={item.result} className="num text-f1" />
				)}
			</div>
		</Fold>
	);
}
