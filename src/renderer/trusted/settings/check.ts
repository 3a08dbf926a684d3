import { isExplorer } from "../../../core/chain/explorers.ts";
import type { ChainSetting } from "../../../ipc/settings.ts";
import { t } from "../../../text/index.ts";

/** Checks the input while the user types. Main repeats all of these checks. */

const CLUSTERS: ReadonlySet<string> = new Set(["mainnet-beta", "devnet", "testnet", "localnet"]);

export function urlFault(text: string): string | null {
	const value = text.trim();
	if (value === "") return t("trusted.settings.address-needed");
	if (value.length > 2048) return t("trusted.settings.too-long");
	const url = URL.parse(value);
	if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
		return t("trusted.settings.begins-with-https");
	if (url.protocol === "http:" && !["127.0.0.1", "localhost", "[::1]"].includes(url.hostname)) {
		return t("trusted.settings.rpc.http");
	}
	return null;
}

/** Empty text is valid and selects the known explorer. */
export function explorerFault(text: string): string | null {
	const value = text.trim();
	return value === "" || isExplorer(value) ? null : t("trusted.settings.explorer-needs-id");
}

export function chainIdFault(
	text: string,
	others: readonly string[],
	family: ChainSetting["family"] = "evm",
): string | null {
	if (family === "svm") {
		if (!CLUSTERS.has(text)) return t("trusted.settings.choose-a-cluster");
	} else if (!/^[1-9][0-9]{0,15}$/.test(text)) return t("trusted.settings.number.example");
	return others.includes(text) ? t("trusted.settings.already-list") : null;
}

const MAX_LENGTH = 240;

export function minutesFault(text: string): string | null {
	const minutes = Number(text);
	const fine = /^\d{1,3}$/.test(text) && minutes >= 1 && minutes <= MAX_LENGTH;
	return fine ? null : t("trusted.settings.whole-number.range", { LONGEST: MAX_LENGTH });
}
