import clsx from "clsx";
import type { TranscriptItem } from "../../../bridge/views.ts";
import { ClaimBlock } from "../../components/claim.tsx";
import { clockTime } from "../../components/words.ts";

const SENDERS = { user: "You", agent: "The agent", system: "The service", notice: "Notice" } as const;

/** Something said. Live text may still change; it breathes until it is final. */
export function Message({ item }: { item: Extract<TranscriptItem, { kind: "message" }> }) {
	const mine = item.sender === "user";
	const aside = item.sender === "system" || item.sender === "notice";
	return (
		<div className={clsx("flex", mine && "justify-end")}>
			<div
				title={clockTime(item.at)}
				aria-busy={item.live || undefined}
				className={clsx(
					"max-w-[36rem] min-w-0 rounded-md border px-3.5 py-2.5",
					mine && "border-transparent bg-accent-soft",
					aside && "border-transparent bg-sunken text-f2 text-ink-2",
					!mine && !aside && "border-line bg-surface",
				)}
			>
				<span className="sr-only">{SENDERS[item.sender]}: </span>
				<ClaimBlock text={item.text} max={4000} />
				{item.live && (
					<span className="mt-1 flex items-center gap-1.5 text-f1 text-ink-3">
						<span className="size-1.5 rounded-full bg-accent motion-breathe" aria-hidden /> writing
					</span>
				)}
			</div>
		</div>
	);
}
