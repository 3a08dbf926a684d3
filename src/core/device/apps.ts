import type { ChainFamily } from "../../service-api/action.ts";
import type { DeviceFacts } from "../subject/device-plan.ts";

/** A family's device app, and the version whose screens were recorded from the real app. */
export const APPS = {
	evm: { name: "Ethereum", version: "1.22.0" },
	svm: { name: "Solana", version: "1.9.0" },
} as const satisfies Readonly<Record<ChainFamily, { readonly name: string; readonly version: string }>>;

/** Returns `1.22` for `1.22.5`; `null` if unreadable. */
const minorOf = (version: string): string | null => /^[0-9]+\.[0-9]+(?=\.[0-9]+)/.exec(version)?.[0] ?? null;

/** Returns whether an app's version shows the recorded screens: a patch version changes no layout. */
export const isRecorded = (version: string, { version: recorded }: (typeof APPS)[ChainFamily]): boolean =>
	minorOf(version) === minorOf(recorded);

/**
 * First version that shows tokens and typed data by Ledger's descriptions with the recorded labels. Source:
 * the changelog of app-ethereum (filters of dates and amounts in 1.11.0, fixed in 1.12.0; "Approve to" in
 * 1.14.0). Versions before 1.22 were not recorded: a refusal is remembered, and nothing is signed that way.
 */
const DESCRIBES_SINCE = "1.14.0";

const numbersOf = (version: string) => /^([0-9]+)\.([0-9]+)\.([0-9]+)/.exec(version)?.slice(1).map(Number);

/** Compares `1.2.3`, ignoring suffixes ("1.2.3-rc"); `null` if one is unreadable. */
export function isOlder(version: string, than: string): boolean | null {
	const [has, wants] = [numbersOf(version), numbersOf(than)];
	if (has === undefined || wants === undefined) return null;
	for (const [index, wanted] of wants.entries()) {
		const own = has[index] ?? 0;
		if (own !== wanted) return own < wanted;
	}
	return false;
}

/**
 * Returns whether this version of the Ethereum app accepts Ledger's signed descriptions of tokens and typed
 * data.
 */
export const describesIn = (version: string): boolean => isOlder(version, DESCRIBES_SINCE) === false;

/**
 * Returns whether the review may predict readable text. An app that was never seen counts as the recorded
 * one.
 */
export const promisesWords = ({ app }: DeviceFacts): boolean =>
	app === null || (app.refusesWords !== true && describesIn(app.version));
