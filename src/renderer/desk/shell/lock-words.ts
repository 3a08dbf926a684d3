import type { VaultView } from "../../../bridge/views.ts";

/** "Locks in 12 min", rounded up: it never locks later than it says. */
export function lockWords(vault: VaultView, now: number): string {
	switch (vault.state) {
		case "none":
			return "Set up keys";
		case "locked":
			return "Unlock";
		case "damaged":
			return "Keys can’t be read";
		case "stopped":
			return "Keys are not running";
		case "unlocked": {
			if (vault.locksAt === null) return "Lock now";
			const minutes = Math.max(1, Math.ceil((vault.locksAt - now) / 60_000));
			return `Locks in ${minutes} min`;
		}
	}
}
