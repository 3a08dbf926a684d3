import { Check, CircleHelp, LoaderCircle, OctagonAlert, TriangleAlert } from "lucide-react";
import type { InboxEntryView } from "../../../bridge/views.ts";
import { Amount } from "../../components/amount.tsx";
import { Pill, type Tone } from "../../components/pill.tsx";
import { plural } from "../../components/words.ts";

const MATCHES = {
	matched: { tone: "accent", icon: Check, words: "matched" },
	refused: { tone: "danger", icon: OctagonAlert, words: "refused" },
	unproven: { tone: "caution", icon: CircleHelp, words: "not proven" },
	checking: { tone: "quiet", icon: LoaderCircle, words: "checking" },
	unreadable: { tone: "danger", icon: OctagonAlert, words: "unreadable" },
} as const satisfies Record<InboxEntryView["match"], { tone: Tone; icon: unknown; words: string }>;

/** Chain, match and findings of an entry at a glance; how it ended, once it has. */
export function EntryPills({ entry }: { entry: InboxEntryView }) {
	const { tone, icon: Icon, words } = MATCHES[entry.match];
	return (
		<span className="flex flex-wrap items-center gap-1.5">
			<Pill>{entry.chain}</Pill>
			{entry.state === "done" ? (
				entry.note !== null && <span className="text-f1 text-ink-2">{entry.note}</span>
			) : (
				<>
					<Pill tone={tone}>
						<Icon size={12} aria-hidden /> {words}
					</Pill>
					{entry.findings > 0 && (
						<Pill tone="caution">
							<TriangleAlert size={12} aria-hidden /> {plural(entry.findings, "finding")}
						</Pill>
					)}
				</>
			)}
			{entry.amount !== null && (
				<span className="ml-auto text-f1 text-ink-2">
					<span className="sr-only">at stake: </span>
					<Amount view={entry.amount} />
				</span>
			)}
		</span>
	);
}
