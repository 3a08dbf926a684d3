import { lower } from "../abi.ts";
import { type CallSite, functionsOf, payment, UNVERIFIED_CALLS } from "../function.ts";
import type { Asset, Meaning } from "../meaning.ts";
import type { ContractFamily } from "./act.ts";

/** Source: disperse.app. */

/**
 * Returns `null` if the lists have different lengths. The contract would either revert or ignore some
 * amounts.
 */
function payout(
	site: CallSite,
	asset: Asset,
	recipients: readonly string[],
	values: readonly bigint[],
): Meaning | null {
	if (recipients.length !== values.length) return null;
	const steps = site.steps(recipients.length, (at) => ({
		decoded: {
			target: site.target,
			value: 0n,
			meaning: payment(asset, "caller", lower(recipients[at] ?? ""), values[at] ?? 0n, "exact"),
			call: null,
		},
		optional: false,
	}));
	return { ...UNVERIFIED_CALLS, way: "payout", verified: true, ...steps };
}

export const DISPERSE: ContractFamily = {
	app: "Disperse",
	spendsFromCaller: true,
	functions: functionsOf({
		"disperseEther(address[] recipients, uint256[] values)": ([recipients, values], site) =>
			payout(site, "native", recipients, values),
		"disperseToken(address token, address[] recipients, uint256[] values)": (
			[token, recipients, values],
			site,
		) => payout(site, lower(token), recipients, values),
		"disperseTokenSimple(address token, address[] recipients, uint256[] values)": (
			[token, recipients, values],
			site,
		) => payout(site, lower(token), recipients, values),
	}),
};
