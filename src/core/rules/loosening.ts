import { widensHours } from "./rule-hours.ts";
import { isFiatRule, limitedBeside } from "./rule-worth.ts";
import type { Rule, StoredRules } from "./rules.ts";
import { coversScope, within } from "./rules.ts";

/**
 * Detects edits that loosen the rules. All rules must pass, so an edit loosens nothing if each old rule still
 * exists in an equally strict form, whatever its position, id or name. In doubt an edit loosens.
 */

interface AddressList {
	readonly addresses: readonly string[];
	readonly contacts?: boolean;
}

/** Returns whether the second list allows nobody whom the first does not. */
const narrows = (before: AddressList, after: AddressList) =>
	within(after.addresses, before.addresses) && (before.contacts === true || after.contacts !== true);

type RuleAsset = Extract<Rule, { kind: "spend_once" }>["asset"];
const sameAsset = (before: RuleAsset, after: RuleAsset) => before.address === after.address;

/** Returns whether the second rule refuses everything that the first does. */
export function asStrict(before: Rule, after: Rule): boolean {
	if (!coversScope(after.scope, before.scope)) return false;
	switch (before.kind) {
		case "spend_once":
		case "spend_day":
			return after.kind === before.kind && sameAsset(before.asset, after.asset) && after.most <= before.most;
		case "worth_once":
		case "worth_day":
			return after.kind === before.kind && after.most <= before.most;
		case "ledger_above":
			return (
				after.kind === before.kind && sameAsset(before.asset, after.asset) && after.above <= before.above
			);
		case "recipients":
		case "contracts":
		case "spenders":
			return after.kind === before.kind && narrows(before, after);
		case "blocked_recipient":
			return after.kind === before.kind && within(before.addresses, after.addresses);
		case "hours":
			return after.kind === before.kind && !widensHours(before, after);
		case "no_unlimited":
		case "simulated":
		case "blocked_app":
			return after.kind === before.kind;
	}
}

/** @param before unreadable rules refuse everything, so any replacement loosens */
export function loosens(before: StoredRules, after: readonly Rule[]): boolean {
	if (!before.ok) return true;
	const { rules } = before;
	return !rules.every((rule) => after.some((each) => asStrict(rule, each))) || trustsMore(rules, after);
}

/** A limit in an asset's own units makes a dollar rule trust a single RPC's price, so adding one loosens. */
function trustsMore(before: readonly Rule[], after: readonly Rule[]): boolean {
	return before
		.filter(isFiatRule)
		.some((rule) =>
			rule.scope.chains.some(
				(chainRef) =>
					!within([...limitedBeside(after, rule, chainRef)], [...limitedBeside(before, rule, chainRef)]),
			),
		);
}

/** Returns whether a new account of the user would allow refused requests: transfers to it are allowed. */
export function countsOnAccounts(kept: StoredRules): boolean {
	return !kept.ok || kept.rules.some(({ kind }) => kind === "recipients");
}

/** Returns whether rules depend on RPC answers: amounts, recipients and simulations come from the RPC. */
export function countsOnRpc(kept: StoredRules): boolean {
	return !kept.ok || kept.rules.length > 0;
}

interface Reached {
	readonly chainId: string;
	readonly rpcUrl: string;
	readonly otherRpcUrls?: readonly string[] | undefined;
	readonly secondRpcUrl?: string | null | undefined;
}

/** Returns whether all entries were in the old list, in the same order. */
function inOrder(now: readonly string[], before: readonly string[]): boolean {
	const left = before.filter((each) => now.includes(each));
	return left.length === now.length && left.every((each, at) => each === now[at]);
}

/**
 * Returns whether no RPC is added or queried earlier, the first is unchanged, and witnesses remain. Removing
 * RPCs or adding a witness loosens nothing.
 */
export const queriesNoOneNew = (now: Reached, before: readonly Reached[]): boolean =>
	before.some(
		(each) =>
			each.chainId === now.chainId &&
			each.rpcUrl === now.rpcUrl &&
			inOrder(now.otherRpcUrls ?? [], each.otherRpcUrls ?? []) &&
			(each.secondRpcUrl == null || each.secondRpcUrl === now.secondRpcUrl),
	);

/**
 * Network changes that require the password. `nothing`: there is no password. `changes`: changes to a network
 * with an RPC. `all`: adding a network too, as a rule depends on RPC answers.
 */
export type RpcGuard = "nothing" | "changes" | "all";

export function rpcGuard(kept: StoredRules, hasPassword: boolean): RpcGuard {
	if (!hasPassword) return "nothing";
	return countsOnRpc(kept) ? "all" : "changes";
}

/** Returns whether this network change requires the password. */
export function rpcRequiresPassword(
	guard: RpcGuard,
	before: readonly Reached[],
	after: readonly Reached[],
): boolean {
	switch (guard) {
		case "nothing":
			return false;
		case "all":
			return !after.every((each) => queriesNoOneNew(each, before));
		case "changes":
			// A removed network could be added again with any RPC.
			return !before.every((each) =>
				after.some((now) => now.chainId === each.chainId && queriesNoOneNew(now, [each])),
			);
	}
}

/** Returns whether a new contact would allow refused requests. Unreadable rules count as such. */
export function countsOnContacts(kept: StoredRules): boolean {
	return !kept.ok || kept.rules.some((rule) => "contacts" in rule && rule.contacts);
}
