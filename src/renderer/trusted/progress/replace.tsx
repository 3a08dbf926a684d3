import { message } from "../../../core/message.ts";
import type { ProgressView } from "../../../ipc/signing.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { Section } from "../../components/section.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";

const WAYS = {
	speed_up: {
		button: message("trusted.progress.ways.speed-up.button"),
		words: message("trusted.progress.ways.speed-up"),
	},
	cancel: {
		button: message("trusted.progress.ways.cancel.button"),
		words: message("trusted.progress.ways.cancel"),
	},
} as const;

/** What can still be done about a transaction that no block takes; each leads to a review of its own. */
export function Replace({ progress }: { progress: ProgressView }) {
	const { bridge } = useTrusted();
	const command = useCommand();
	if (progress.canReplace.length === 0) return null;
	return (
		<Section
			title={t("trusted.progress.if-takes-too-long")}
			aside={t("trusted.progress.opens-review-nothing-signed-yet")}
		>
			<Fault words={command.fault} className="mb-2" />
			<ul className="card">
				{progress.canReplace.map((purpose) => (
					<li
						key={purpose}
						className="flex items-center justify-between gap-4 px-3.5 py-2.5 not-first:border-t not-first:border-line-2 max-[24rem]:flex-wrap"
					>
						<p className="text-f2 text-pretty text-ink-2">{textOf(WAYS[purpose].words)}</p>
						<Button
							size="small"
							busy={command.busy}
							className="min-w-24"
							onClick={() =>
								void command.send(() => bridge.call("replace", { entryId: progress.entryId, purpose }))
							}
						>
							{textOf(WAYS[purpose].button)}
						</Button>
					</li>
				))}
			</ul>
		</Section>
	);
}
