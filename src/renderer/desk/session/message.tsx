import clsx from "clsx";
import { Bell, LoaderCircle, OctagonAlert, Server } from "lucide-react";
import { message } from "../../../core/message.ts";
import type { TranscriptItem } from "../../../ipc/conversations.ts";
import { t, textOf } from "../../../text/index.ts";
import { clockTime } from "../../../text/time.ts";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { Fault } from "../../components/notice.tsx";
import { rich } from "../../components/rich.ts";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { LinkOpener } from "./markdown/link.tsx";
import { Markdown } from "./markdown/markdown.tsx";

type MessageItem = Extract<TranscriptItem, { kind: "message" }>;

const SENDERS = {
	user: message("desk.session.senders.user"),
	agent: message("desk.session.senders.agent"),
	system: message("desk.session.senders.system"),
	notice: message("desk.session.senders.notice"),
	unknown: message("desk.session.senders.unknown"),
} as const;
const ASIDES = { system: Server, notice: Bell } as const;

/** Something said. Only the user's own words are plain; everybody else's are read as markdown. */
export function Message({ item }: { item: MessageItem }) {
	const { sender } = item;
	const mine = sender === "user";
	const Aside = sender === "system" || sender === "notice" ? ASIDES[sender] : null;
	return (
		<div className={clsx("flex flex-col", mine && "items-end")}>
			<div
				title={clockTime(item.at)}
				aria-busy={item.live || undefined}
				className={clsx(
					"flex max-w-[42rem] min-w-0 gap-2.5 rounded-md border px-3.5 py-2.5",
					mine && "border-transparent bg-accent-soft",
					mine && item.sending === "refused" && "opacity-70",
					sender === "agent" && "border-line bg-surface",
					(sender === "system" || sender === "unknown") && "border-transparent bg-sunken text-f2 text-ink-2",
					sender === "notice" && "border-caution/40 bg-caution-soft text-f2 text-ink",
				)}
			>
				<span className="sr-only">{textOf(SENDERS[sender])}: </span>
				{Aside !== null && (
					<Aside
						size={15}
						aria-hidden
						className={clsx("mt-0.5 shrink-0", sender === "notice" ? "text-caution" : "text-ink-3")}
					/>
				)}
				<div className="min-w-0 flex-1">
					{item.from !== undefined && (
						<p className="text-f1 text-ink-3">
							{rich(
								"desk.session.sender-version-does-not-know",
								{},
								{ claim: () => <Claim text={item.from ?? ""} max={60} /> },
							)}
						</p>
					)}
					{mine ? <ClaimBlock text={item.text} max={4000} /> : <MessageText item={item} />}
				</div>
			</div>
			{item.sending !== undefined && (
				<p className="mt-1 flex items-center gap-1.5 text-f1 text-ink-3" role="status">
					{item.sending === "sending" ? (
						<>
							<LoaderCircle size={12} aria-hidden className="motion-turn" /> {t("desk.session.on-its-way")}
						</>
					) : (
						<>
							<OctagonAlert size={12} aria-hidden className="text-danger" /> {t("desk.session.not-sent")}
						</>
					)}
				</p>
			)}
		</div>
	);
}

function MessageText({ item }: { item: MessageItem }) {
	const { bridge } = useDesk();
	const command = useCommand();
	return (
		<LinkOpener value={(url) => void command.send(() => bridge.call("openLink", { url }))}>
			<Markdown text={item.text} live={item.live} />
			<Fault text={command.fault} className="mt-2" />
		</LinkOpener>
	);
}
