import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { BellOff } from "lucide-react";
import { useRef } from "react";
import { Claim } from "../../components/claim.tsx";
import { Ago } from "../../components/countdown.tsx";
import { Pill } from "../../components/pill.tsx";
import { useDesk } from "../../state/desk.tsx";
import { TURN_TONES, TURN_WORDS } from "../session/turn-words.ts";
import { ConnectionDot } from "../shell/connection-state.tsx";

/** Sessions, in the order that main gives, with turn state, connection and what waits in each. */
export function SessionList({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string) => void }) {
	const { sessions } = useDesk().view;
	const scroller = useRef<HTMLDivElement>(null);
	const virtual = useVirtualizer({
		count: sessions.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => 72,
		getItemKey: (index) => sessions[index]?.id ?? index,
		overscan: 6,
	});
	return (
		<div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
			<ul className="relative" style={{ height: virtual.getTotalSize() }}>
				{virtual.getVirtualItems().map((row) => {
					const session = sessions[row.index];
					if (session === undefined) return null;
					const on = session.id === chosen;
					return (
						<li
							key={row.key}
							className="absolute top-0 left-0 w-full"
							style={{ transform: `translateY(${row.start}px)`, height: row.size }}
						>
							<button
								type="button"
								aria-current={on ? "true" : undefined}
								onClick={() => onChoose(session.id)}
								className={clsx(
									"flex h-full w-full flex-col justify-center gap-1.5 border-t border-l-3 border-t-line-2 px-4 text-left outline-offset-[-2px]",
									on ? "border-l-accent bg-accent-soft" : "border-l-transparent hover:bg-ground",
								)}
							>
								<span className="flex w-full items-baseline justify-between gap-3">
									<span className={clsx("truncate", session.archived ? "text-ink-3" : "font-medium")}>
										<Claim text={session.title} max={120} />
									</span>
									<Ago at={session.updatedAt} className="shrink-0 text-f1 text-ink-3" />
								</span>
								<span className="flex w-full items-center gap-1.5">
									<ConnectionDot state={session.connection.state} />
									<Pill tone={TURN_TONES[session.turnState]}>{TURN_WORDS[session.turnState]}</Pill>
									{session.archived && <Pill>archived</Pill>}
									{session.muted && <BellOff size={13} aria-label="muted" className="text-ink-3" />}
									{session.waiting > 0 && (
										<span className="ml-auto text-f1 font-semibold text-accent">
											{session.waiting} waiting
										</span>
									)}
								</span>
							</button>
						</li>
					);
				})}
			</ul>
		</div>
	);
}
