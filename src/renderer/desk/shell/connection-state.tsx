import clsx from "clsx";
import { Tooltip } from "radix-ui";
import { type Message, message } from "../../../core/localized-text.ts";
import type { ConnectionView } from "../../../ipc/conversations.ts";
import { t, textOf } from "../../../text/index.ts";
import { timeLeft } from "../../../text/time.ts";
import { NUM, rich } from "../../components/rich.tsx";
import { useNow } from "../../state/clock.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";

const STATES: Readonly<Record<ConnectionView["state"], { readonly text: Message; readonly dot: string }>> = {
	live: { text: message("desk.shell.states.live"), dot: "bg-accent" },
	watching: { text: message("desk.shell.states.watching"), dot: "bg-accent" },
	polling: { text: message("desk.shell.states.polling"), dot: "bg-caution" },
	connecting: { text: message("desk.shell.states.connecting"), dot: "bg-caution motion-breathe" },
	unauthorized: { text: message("desk.shell.states.unauthorized"), dot: "bg-ink-3" },
	offline: { text: message("desk.shell.states.offline"), dot: "bg-danger" },
};

export function ConnectionDot({ state }: { state: ConnectionView["state"] }) {
	return <span aria-hidden className={clsx("size-[7px] shrink-0 rounded-full", STATES[state].dot)} />;
}

export function ConnectionState() {
	const { view } = useDesk();
	const { connection } = view;
	const now = useNow();
	const command = useDeskCommand();
	const next = connection.nextTryAt === null ? null : timeLeft(connection.nextTryAt, now);
	const state = textOf(STATES[connection.state].text);
	const words = textOf(connection.text);
	const troubled = connection.state !== "live" && connection.state !== "watching";
	return (
		<div className="grid gap-1">
			<Tooltip.Root>
				<Tooltip.Trigger asChild>
					<button
						type="button"
						aria-busy={command.busy}
						onClick={() => {
							void command.call("reconnect", {});
						}}
						className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-left text-f2 text-ink-2 hover:bg-sunken hover:text-ink"
					>
						<span className="grid size-[15px] shrink-0 place-items-center">
							<ConnectionDot state={connection.state} />
						</span>
						<span className="sr-only flex-1 wide:not-sr-only">
							{state}
							{next !== null && rich("desk.shell.next-try-in", NUM, { next })}
						</span>
						{!troubled && view.settings.chains.length > 0 && (
							<span className="hidden text-f1 text-ink-3 wide:inline">
								{t("desk.shell.networks", { count: view.settings.chains.length })}
							</span>
						)}
						{/* Comes last, because screen readers would otherwise run it together with other text. */}
						<span className="sr-only">
							{" "}
							{words} {t("desk.shell.reconnect")}
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
						{textOf(command.fault ?? connection.text)}
						<span className="mt-1 block text-ink-3">{t("desk.shell.reconnect")}</span>
					</Tooltip.Content>
				</Tooltip.Portal>
			</Tooltip.Root>
			{troubled && (
				<p className="hidden px-2.5 text-f1 text-ink-3 wide:block" aria-hidden>
					{textOf(connection.text)}
				</p>
			)}
		</div>
	);
}
