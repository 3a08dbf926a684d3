import type { ProgressView } from "../../../bridge/views.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { Section } from "../../components/section.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";

const WAYS = {
	speed_up: {
		button: "Speed up",
		words: "Sends the same transaction again at a higher fee. It has the same nonce, so it happens once.",
	},
	cancel: {
		button: "Cancel it",
		words:
			"Sends an empty one to yourself with the same nonce. It costs a fee, and works only if it is taken first.",
	},
} as const;

/** What can still be done about a transaction that no block takes; each leads to a review of its own. */
export function Replace({ progress }: { progress: ProgressView }) {
	const { bridge } = useTrusted();
	const wish = useWish();
	if (progress.canReplace.length === 0) return null;
	return (
		<Section title="If it takes too long" aside="opens a review; nothing is signed yet">
			<Fault words={wish.fault} className="mb-2" />
			<ul className="card">
				{progress.canReplace.map((purpose) => (
					<li
						key={purpose}
						className="flex items-center justify-between gap-4 px-3.5 py-2.5 not-first:border-t not-first:border-line-2 max-[24rem]:flex-wrap"
					>
						<p className="text-f2 text-pretty text-ink-2">{WAYS[purpose].words}</p>
						<Button
							size="small"
							busy={wish.busy}
							className="min-w-24"
							onClick={() =>
								void wish.send(() => bridge.call("replace", { entryId: progress.entryId, purpose }))
							}
						>
							{WAYS[purpose].button}
						</Button>
					</li>
				))}
			</ul>
		</Section>
	);
}
