import type { FoundAccountRow, LedgerView } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";

export const MAX_AT_ONCE = 100;

export function isNew(row: Pick<FoundAccountRow, "state">): boolean {
	return row.state === "new";
}

export function withPath(selected: readonly string[], path: string, on: boolean): readonly string[] {
	const others = selected.filter((one) => one !== path);
	return on ? [...others, path] : others;
}

/** Ignores selected paths that aren't in the latest scan. */
export function toAdd(
	rows: readonly Pick<FoundAccountRow, "path" | "state">[],
	selected: readonly string[],
): readonly string[] {
	return rows
		.filter((row) => isNew(row) && selected.includes(row.path))
		.map((row) => row.path)
		.slice(0, MAX_AT_ONCE);
}

export function addText(count: number): string {
	return count === 0 ? t("trusted.ledger.add-accounts") : t("trusted.ledger.add-accounts.count", { count });
}

export function scanKey({ deviceId, family }: Pick<LedgerView["scan"], "deviceId" | "family">): string {
	return `${family ?? ""} ${deviceId ?? ""}`;
}

/** Returns the chosen device if it is connected, and otherwise the first device. */
export function searched(ids: readonly string[], chosen: string | null): string | null {
	const there = ids.filter((id) => id !== "");
	return chosen !== null && there.includes(chosen) ? chosen : (there[0] ?? null);
}
