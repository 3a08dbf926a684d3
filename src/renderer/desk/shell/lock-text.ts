import type { VaultView } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";

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
			const minutes = Math.max(1, Math.ceil((vault.locksAt - now) / 60_000));
			return t("desk.shell.locks-in-min", { minutes });
		}
	}
}
