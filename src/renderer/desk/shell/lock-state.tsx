import { KeyRound, Lock, LockOpen, ShieldAlert } from "lucide-react";
import type { VaultView } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { useNow } from "../../state/clock.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";

/** "Locks in 12 min", rounded up: it never locks later than it says. */

export function lockText(vault: VaultView, now: number): string {
	switch (vault.state) {
		case "none":
			return t("desk.shell.set-up-keys");
		case "locked":
			return t("desk.shell.unlock");
		case "damaged":
			return t("desk.shell.keys-cant-read");
		case "stopped":
			return t("desk.shell.keys-not-running");
		case "unlocked": {
			if (vault.locksAt === null) return t("desk.shell.lock-now");
			const minutes = Math.max(1, Math.ceil((vault.locksAt - now) / 60000));
			return t("desk.shell.locks-in-min", { minutes });
		}
	}
}

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
	const command = useCommand();
	const { vault } = view;
	const Icon = ICONS[vault.state];
	const text = lockText(vault, now);
	const unlocked = vault.state === "unlocked";
	const press = () =>
		command.send(() =>
			unlocked ? bridge.call("lock", {}) : bridge.call("openTrusted", { screen: "unlock" }),
		);
	return (
		<button
			type="button"
			title={textOf(vault.text ?? (unlocked ? t("desk.shell.press-lock-now", { words: text }) : text))}
			disabled={command.busy}
			onClick={() => void press()}
			className="group flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-left text-f2 text-ink-2 hover:bg-sunken hover:text-ink"
		>
			<Icon size={15} aria-hidden className="shrink-0" />
			<span className="sr-only wide:not-sr-only">{command.fault ?? text}</span>
			{unlocked && (
				<>
					<span className="sr-only">{t("desk.shell.press-lock-now-2")}</span>
					<span aria-hidden className="ml-auto hidden text-f1 text-ink-3 group-hover:text-ink wide:inline">
						{t("desk.shell.lock")}
					</span>
				</>
			)}
		</button>
	);
}
