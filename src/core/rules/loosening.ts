import { isFiatRule, limitedByOthers } from "./fiat-rule.ts";
import { widensHours } from "./rule-hours.ts";
import type { Rule, StoredRules } from "./rules.ts";
import { coversScope, within } from "./rules.ts";

/**
 * Detects edits that loosen the rules. All rules must pass, so an edit is safe if every old rule still exists
 * in an equally strict form. Otherwise, counts the edit as loosening.
 */

interface AddressList {
	readonly addresses: readonly string[];
	readonly contacts?: boolean;
}

const narrows = (before: AddressList, after: AddressList) =>
	within(after.addresses, before.addresses) && (before.contacts === true || after.contacts !== true);

type RuleAsset = Extract<Rule, { kind: "spend_once" }>["asset"];
const sameAsset = (before: RuleAsset, after: RuleAsset) => before.address === after.address;

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

/** Unreadable rules refuse everything, so any replacement is looser. */
export function loosens(before: StoredRules, after: readonly Rule[]): boolean {
	if (!before.ok) return true;
	const { rules } = before;
	return !rules.every((rule) => after.some((each) => asStrict(rule, each))) || trustsMore(rules, after);
}

/**
 * A dollar rule accepts a price from a single RPC if the asset has a limit in its own units, so adding such a
 * limit loosens the dollar rule.
 */
function trustsMore(before: readonly Rule[], after: readonly Rule[]): boolean {
	return before
		.filter(isFiatRule)
		.some((rule) =>
			rule.scope.chains.some(
				(chainRef) =>
					!within([...limitedByOthers(after, rule, chainRef)], [...limitedByOthers(before, rule, chainRef)]),
			),
		);
}

/**
 * Returns whether rules allow transfers to the user's own accounts, so that adding an account loosens them.
 */
export function countsOnAccounts(kept: StoredRules): boolean {
	return !kept.ok || kept.rules.some(({ kind }) => kind === "recipients");
}

/** Returns whether rules depend on data from RPCs, such as amounts, recipients and simulations. */
export function countsOnRpc(kept: StoredRules): boolean {
	return !kept.ok || kept.rules.length > 0;
}

interface Reached {
	readonly chainId: string;
	readonly rpcUrl: string;
	readonly otherRpcUrls?: readonly string[] | undefined;
	readonly secondRpcUrl?: string | null | undefined;
}

function inOrder(now: readonly string[], before: readonly string[]): boolean {
	const left = before.filter((each) => now.includes(each));
	return left.length === now.length && left.every((each, at) => each === now[at]);
}

/**
 * Returns whether a change adds no RPC, moves none forward, and keeps the first RPC and the second opinions.
 * Removing fallbacks or adding a second opinion doesn't loosen anything.
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
 * `changes`: changing a network that has an RPC requires the password. `all`: adding a network requires it
 * too.
 */
export type RpcGuard = "nothing" | "changes" | "all";

export function rpcGuard(kept: StoredRules, hasPassword: boolean): RpcGuard {
	if (!hasPassword) return "nothing";
	return countsOnRpc(kept) ? "all" : "changes";
}

/**
 * Removing a network also requires the password, because the network could be added again with a different
 * RPC.
 */
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
			return !before.every((each) =>
				after.some((now) => now.chainId === each.chainId && queriesNoOneNew(now, [each])),
			);
	}
}

/**
 * Returns whether rules allow transfers to contacts. Returns `true` if the rules are unreadable, because
 * unreadable rules might allow them.
 */
export function countsOnContacts(kept: StoredRules): boolean {
	return !kept.ok || kept.rules.some((rule) => "contacts" in rule && rule.contacts);
}
