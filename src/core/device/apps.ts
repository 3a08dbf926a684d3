import type { ChainFamily } from "../../service-api/action.ts";
import type { DeviceFacts } from "../decoded-transaction/device-plan.ts";

/** Device apps, and the versions whose screens were recorded from the real app. */
export const APPS = {
	evm: { name: "Ethereum", version: "1.22.0" },
	svm: { name: "Solana", version: "1.9.0" },
} as const satisfies Readonly<Record<ChainFamily, { readonly name: string; readonly version: string }>>;

const minorOf = (version: string): string | null => /^[0-9]+\.[0-9]+(?=\.[0-9]+)/.exec(version)?.[0] ?? null;

/** A patch version doesn't change any screen, so only major and minor version count. */
export const isRecorded = (version: string, { version: recorded }: (typeof APPS)[ChainFamily]): boolean =>
	minorOf(version) === minorOf(recorded);

/**
 * First version that shows tokens and typed data with Ledger's descriptions as recorded. Versions before 1.22
 * were not recorded themselves. If one refuses, the app remembers it and signs nothing. Source: the changelog
 * of app-ethereum (filters of dates and amounts in 1.11.0, fixed in 1.12.0; "Approve to" in 1.14.0).
 */
const DESCRIBES_SINCE = "1.14.0";

const numbersOf = (version: string) => /^([0-9]+)\.([0-9]+)\.([0-9]+)/.exec(version)?.slice(1).map(Number);

export function isOlder(version: string, than: string): boolean | null {
	const [has, wants] = [numbersOf(version), numbersOf(than)];
	if (has === undefined || wants === undefined) return null;
	for (const [index, wanted] of wants.entries()) {
		const own = has[index] ?? 0;
		if (own !== wanted) return own < wanted;
	}
	return false;
}

export const describesIn = (version: string): boolean => isOlder(version, DESCRIBES_SINCE) === false;

/**
 * Returns whether the review may predict readable text. Without a known app, the recorded version is assumed.
 */
export const promisesWords = ({ app }: DeviceFacts): boolean =>
	app === null || (app.refusesWords !== true && describesIn(app.version));
