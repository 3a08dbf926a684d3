import type { FoundAccountRow, LedgerView } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";

/** Maximum number of accounts per command. */
export const MAX_AT_ONCE = 100;

/** Returns whether the account can be added. */
export function isNew(row: Pick<FoundAccountRow, "state">): boolean {
	return row.state === "new";
}

/** Returns the paths with `path` added or removed. */
export function withPath(selected: readonly string[], path: string, on: boolean): readonly string[] {
	const others = selected.filter((one) => one !== path);
	return on ? [...others, path] : others;
}

/** Returns the selected paths that the last scan contains and that are new, in its order. */
export function toAdd(
	rows: readonly Pick<FoundAccountRow, "path" | "state">[],
	selected: readonly string[],
): readonly string[] {
	return rows
		.filter((row) => isNew(row) && selected.includes(row.path))
		.map((row) => row.path)
		.slice(0, MAX_AT_ONCE);
}

/** Returns "Add 2 accounts", or "Add accounts" without a selection. */
export function addText(count: number): string {
	return count === 0 ? t("trusted.ledger.add-accounts") : t("trusted.ledger.add-accounts-2", { count });
}

/** Identifies a scan: another one starts a new selection, more rows keep it. */
export function scanKey({ deviceId, family }: Pick<LedgerView["scan"], "deviceId" | "family">): string {
	return `${family ?? ""} ${deviceId ?? ""}`;
}

/** Returns the searched device: the chosen one if connected, else the first; `null` if there is none. */
export function searched(ids: readonly string[], chosen: string | null): string | null {
	const there = ids.filter((id) => id !== "");
	return chosen !== null && there.includes(chosen) ? chosen : (there[0] ?? null);
}
