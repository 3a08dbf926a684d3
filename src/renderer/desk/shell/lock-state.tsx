import { KeyRound, Lock, LockOpen, ShieldAlert } from "lucide-react";
import { useNow } from "../../state/clock.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { lockWords } from "./lock-words.ts";

const ICONS = {
	none: KeyRound,
	locked: Lock,
	unlocked: LockOpen,
	damaged: ShieldAlert,
	stopped: ShieldAlert,
} as const;

/** Whether keys can sign now. Unlocked: a press locks. Otherwise: a press opens the trusted window. */
export function LockState() {
	const { bridge, view } = useDesk();
	const now = useNow();
	const wish = useWish();
	const { vault } = view;
	const Icon = ICONS[vault.state];
	const words = lockWords(vault, now);
	const unlocked = vault.state === "unlocked";
	const press = () =>
		wish.send(() => (unlocked ? bridge.call("lock", {}) : bridge.call("openTrusted", { screen: "unlock" })));
	return (
		<button
			type="button"
			title={vault.words ?? (unlocked ? `${words}. Press to lock now` : words)}
			disabled={wish.busy}
			onClick={() => void press()}
			className="group flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-left text-f2 text-ink-2 hover:bg-sunken hover:text-ink"
		>
			<Icon size={15} aria-hidden className="shrink-0" />
			<span className="sr-only wide:not-sr-only">{wish.fault ?? words}</span>
			{unlocked && (
				<>
					<span className="sr-only">. Press to lock now</span>
					<span aria-hidden className="ml-auto hidden text-f1 text-ink-3 group-hover:text-ink wide:inline">
						Lock
					</span>
				</>
			)}
		</button>
	);
}
