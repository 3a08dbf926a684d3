import clsx from "clsx";
import { Tooltip } from "radix-ui";
import type { ConnectionView } from "../../../bridge/views.ts";
import { timeLeft } from "../../components/words.ts";
import { useNow } from "../../state/clock.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";

const STATES: Readonly<Record<ConnectionView["state"], { readonly words: string; readonly dot: string }>> = {
	live: { words: "Live", dot: "bg-in" },
	watching: { words: "Watching", dot: "bg-in" },
	polling: { words: "Polling", dot: "bg-caution" },
	connecting: { words: "Connecting", dot: "bg-caution motion-breathe" },
	offline: { words: "Offline", dot: "bg-danger" },
};

/** The dot and word of a connection. */
export function ConnectionDot({ state }: { state: ConnectionView["state"] }) {
	return <span aria-hidden className={clsx("size-[7px] shrink-0 rounded-full", STATES[state].dot)} />;
}

/** How Countersign follows the service, in a word and a sentence; a press tries again at once. */
export function ConnectionState() {
	const { bridge, view } = useDesk();
	const { connection } = view;
	const now = useNow();
	const wish = useWish();
	const next = connection.nextTryAt === null ? null : timeLeft(connection.nextTryAt, now);
	const troubled = connection.state !== "live" && connection.state !== "watching";
	return (
		<div className="grid gap-1">
			<Tooltip.Root>
				<Tooltip.Trigger asChild>
					<button
						type="button"
						aria-busy={wish.busy}
						onClick={() => {
							void wish.send(() => bridge.call("reconnect", {}));
						}}
						className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-left text-f2 text-ink-2 hover:bg-sunken hover:text-ink"
					>
						<span className="grid size-[15px] shrink-0 place-items-center">
							<ConnectionDot state={connection.state} />
						</span>
						<span className="sr-only wide:not-sr-only">
							{STATES[connection.state].words}
							{next !== null && (
								<>
									, next try in <span className="num">{next}</span>
								</>
							)}
							<span className="sr-only">. {connection.words} Press to connect again.</span>
						</span>
					</button>
				</Tooltip.Trigger>
				<Tooltip.Portal>
					<Tooltip.Content
						side="right"
						sideOffset={8}
						collisionPadding={12}
						className="card z-50 max-w-72 px-3 py-2 text-f2 motion-arrive"
					>
						{wish.fault ?? connection.words}
						<span className="mt-1 block text-ink-3">Press to connect again.</span>
					</Tooltip.Content>
				</Tooltip.Portal>
			</Tooltip.Root>
			{troubled && (
				<p className="hidden px-2.5 text-f1 text-ink-3 wide:block" aria-hidden>
					{connection.words}
				</p>
			)}
		</div>
	);
}
