import type { FoundAccountRow, LedgerView } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";

/** The most that main takes at once. */
export const MAX_AT_ONCE = 100;

/** Only an account that is not here yet can be added. */
export function isNew(row: Pick<FoundAccountRow, "state">): boolean {
	return row.state === "new";
}

/** The paths with `path` turned on or off. */
export function withPath(selected: readonly string[], path: string, on: boolean): readonly string[] {
	const others = selected.filter((one) => one !== path);
	return on ? [...others, path] : others;
}

/** What would be added: of the selected paths those that the last scan still has and that are new, in its order. */
export function toAdd(
	rows: readonly Pick<FoundAccountRow, "path" | "state">[],
	selected: readonly string[],
): readonly string[] {
	return rows
		.filter((row) => isNew(row) && selected.includes(row.path))
		.map((row) => row.path)
		.slice(0, MAX_AT_ONCE);
}

/** "Add 2 accounts"; "Add accounts" while none is selected. */
export function addText(count: number): string {
	return count === 0 ? t("trusted.ledger.add-accounts") : t("trusted.ledger.add-accounts-2", { count });
}

/** What a scan was of: another one starts a selection of its own, more rows of the same one keep it. */
export function scanKey({ deviceId, family }: Pick<LedgerView["scan"], "deviceId" | "family">): string {
	return `${family ?? ""} ${deviceId ?? ""}`;
}

/** The device that is searched: the one that was chosen while it is there, else the first; null where none is. */
export function searched(ids: readonly string[], chosen: string | null): string | null {
	const there = ids.filter((id) => id !== "");
	return chosen !== null && there.includes(chosen) ? chosen : (there[0] ?? null);
}
