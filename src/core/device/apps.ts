import type { ChainFamily } from "../../service-api/action.ts";
import type { DeviceFacts } from "../subject/device-plan.ts";

/** The device's app for a family, and the version whose screens were recorded from the real one. */
export const APPS = {
	evm: { name: "Ethereum", version: "1.22.0" },
	svm: { name: "Solana", version: "1.9.0" },
} as const satisfies Readonly<Record<ChainFamily, { readonly name: string; readonly version: string }>>;

/** `1.22` of `1.22.5`; `null` if it can't be read. */
const minorOf = (version: string): string | null => /^[0-9]+\.[0-9]+(?=\.[0-9]+)/.exec(version)?.[0] ?? null;

/** Whether an app of this version shows what was recorded: a patch mends, and lays no screen out anew. */
export const isRecorded = (version: string, { version: recorded }: (typeof APPS)[ChainFamily]): boolean =>
	minorOf(version) === minorOf(recorded);

/**
 * The first version that shows tokens and typed data by Ledger's descriptions under the labels that were recorded.
 * Source: the changelog of app-ethereum (filters of moments and amounts in 1.11.0, mended in 1.12.0; "Approve to" in
 * 1.14.0). Versions before 1.22 were not recorded: one that refuses is remembered, and nothing is signed by it.
 */
const DESCRIBES_SINCE = "1.14.0";

const numbersOf = (version: string) => /^([0-9]+)\.([0-9]+)\.([0-9]+)/.exec(version)?.slice(1).map(Number);

/** Compares `1.2.3`, ignoring what follows ("1.2.3-rc"); null where one can't be read. */
export function isOlder(version: string, than: string): boolean | null {
	const [has, wants] = [numbersOf(version), numbersOf(than)];
	if (has === undefined || wants === undefined) return null;
	for (const [index, wanted] of wants.entries()) {
		const own = has[index] ?? 0;
		if (own !== wanted) return own < wanted;
	}
	return false;
}

/** Whether an Ethereum app of this version takes what Ledger signed of tokens and typed data. */
export const describesIn = (version: string): boolean => isOlder(version, DESCRIBES_SINCE) === false;

/** Whether the review may promise words by it; an app that was not seen yet is taken to be the recorded one. */
export const promisesWords = ({ app }: DeviceFacts): boolean =>
	app === null || (app.refusesWords !== true && describesIn(app.version));
