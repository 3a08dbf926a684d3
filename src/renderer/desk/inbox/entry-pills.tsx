import { Check, CircleHelp, LoaderCircle, OctagonAlert, TriangleAlert } from "lucide-react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import { t, textOf } from "../../../text/index.ts";
import { Amount } from "../../components/amount.tsx";
import { Pill, type Tone } from "../../components/pill.tsx";

const MATCHES = {
	matched: { tone: "accent", icon: Check, text: message("desk.inbox.matches.matched") },
	refused: { tone: "danger", icon: OctagonAlert, text: message("desk.inbox.matches.refused") },
	unproven: { tone: "caution", icon: CircleHelp, text: message("desk.inbox.matches.unproven") },
	checking: { tone: "quiet", icon: LoaderCircle, text: message("ui.checking") },
	unreadable: { tone: "danger", icon: OctagonAlert, text: message("desk.inbox.matches.unreadable") },
} as const satisfies Record<InboxEntryView["match"], { tone: Tone; icon: unknown; text: Message }>;

export function EntryPills({ entry }: { entry: InboxEntryView }) {
	const { tone, icon: Icon, text } = MATCHES[entry.match];
	return (
		<span className="flex flex-wrap items-center gap-1.5">
			<Pill>{entry.chain}</Pill>
			{entry.state === "done" ? (
				entry.note !== null && <span className="text-f1 text-ink-2">{textOf(entry.note)}</span>
			) : (
				<>
					<Pill tone={tone}>
						<Icon size={12} aria-hidden /> {textOf(text)}
					</Pill>
					{entry.findings > 0 && (
						<Pill tone="caution">
							<TriangleAlert size={12} aria-hidden /> {t("desk.inbox.findings", { count: entry.findings })}
						</Pill>
					)}
				</>
			)}
			{entry.amount !== null && (
				<span className="ml-auto text-f1 text-ink-2">
					<span className="sr-only">{t("desk.inbox.at-stake")} </span>
					<Amount view={entry.amount} />
				</span>
			)}
		</span>
	);
}
