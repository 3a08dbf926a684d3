import type { ChainFamily } from "../../service-api/action.ts";
import type { DeviceFacts } from "../decoded-transaction/device-plan.ts";

/** Device apps, each with the version whose screens were recorded from the real app. */
export const APPS = {
	evm: { name: "Ethereum", version: "1.22.0" },
	svm: { name: "Solana", version: "1.9.0" },
} as const satisfies Readonly<Record<ChainFamily, { readonly name: string; readonly version: string }>>;

const minorOf = (version: string): string | null => /^[0-9]+\.[0-9]+(?=\.[0-9]+)/.exec(version)?.[0] ?? null;

/**
 * Returns whether this version's screens were recorded. Compares only major and minor versions, because patch
 * versions never change screens.
 */
export const isRecorded = (version: string, { version: recorded }: (typeof APPS)[ChainFamily]): boolean =>
	minorOf(version) === minorOf(recorded);

/**
 * First version that uses Ledger's descriptions to show tokens and typed data as recorded. Versions before
 * 1.22 weren't recorded themselves. If an app rejects a description, nothing is signed, and the rejection is
 * remembered. Source: app-ethereum's changelog (date and amount filters in 1.11.0, fixed in 1.12.0; "Approve
 * to" in 1.14.0).
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
 * Returns whether the review may predict readable text. Assumes the recorded version if the app is unknown.
 */
export const promisesDescriptors = ({ app }: DeviceFacts): boolean =>
	app === null || (app.refusesDescriptors !== true && describesIn(app.version));
