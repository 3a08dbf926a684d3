import { widensHours } from "./rule-hours.ts";
import { coversScope, within } from "./rule-scope.ts";
import { isWorthRule, limitedBeside } from "./rule-worth.ts";
import type { Rule, RulesKept } from "./rules.ts";

/**
 * Does an edit of the rules let through what was refused before? All rules must pass, so an edit loosens nothing
 * where each rule of before is still there in a form that is as strict, whatever its place, id or name. When in
 * doubt it loosens.
 */

interface AddressList {
	readonly addresses: readonly string[];
	readonly contacts?: boolean;
}

/** The second lets through nobody whom the first does not. */
const narrows = (before: AddressList, after: AddressList) =>
	within(after.addresses, before.addresses) && (before.contacts === true || after.contacts !== true);

type RuleAsset = Extract<Rule, { kind: "spend_once" }>["asset"];
const sameAsset = (before: RuleAsset, after: RuleAsset) => before.address === after.address;

/** The second refuses whatever the first does. */
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

/** @param before rules that can't be read refuse everything, so that whatever replaces them loosens */
export function loosens(before: RulesKept, after: readonly Rule[]): boolean {
	if (!before.ok) return true;
	const { rules } = before;
	return !rules.every((rule) => after.some((each) => asStrict(rule, each))) || trustsMore(rules, after);
}

/** A limit in an asset's own units lets a rule about worth count on one RPC's price of it: a new one does so anew. */
function trustsMore(before: readonly Rule[], after: readonly Rule[]): boolean {
	return before
		.filter(isWorthRule)
		.some((rule) =>
			rule.scope.chains.some(
				(chainRef) =>
					!within([...limitedBeside(after, rule, chainRef)], [...limitedBeside(before, rule, chainRef)]),
			),
		);
}

/** A new account of the user's own then lets through what was refused before: money may go to it. */
export function countsOnAccounts(kept: RulesKept): boolean {
	return !kept.ok || kept.rules.some(({ kind }) => kind === "recipients");
}

/** Whose word an amount, a recipient and a simulation are: every rule is held against what the RPC says. */
export function countsOnRpc(kept: RulesKept): boolean {
	return !kept.ok || kept.rules.length > 0;
}

interface Reached {
	readonly chainId: string;
	readonly rpcUrl: string;
	readonly otherRpcUrls?: readonly string[] | undefined;
	readonly secondRpcUrl?: string | null | undefined;
}

/** All of it was in the list before, in the same order. */
function inOrder(now: readonly string[], before: readonly string[]): boolean {
	const left = before.filter((each) => now.includes(each));
	return left.length === now.length && left.every((each, at) => each === now[at]);
}

/**
 * Nobody is asked who was not asked before, nor sooner, the first is the same, and whoever was to agree still is. Asking
 * fewer, or one more who has to agree, lets nothing through.
 */
export const asksAlike = (now: Reached, before: readonly Reached[]): boolean =>
	before.some(
		(each) =>
			each.chainId === now.chainId &&
			each.rpcUrl === now.rpcUrl &&
			inOrder(now.otherRpcUrls ?? [], each.otherRpcUrls ?? []) &&
			(each.secondRpcUrl == null || each.secondRpcUrl === now.secondRpcUrl),
	);

/**
 * Which changes of the networks take the password: none where there is no password; those of a network that has an RPC;
 * or a new network as well, where a rule counts on what is answered.
 */
export type RpcGuard = "nothing" | "changes" | "all";

export function rpcGuard(kept: RulesKept, hasPassword: boolean): RpcGuard {
	if (!hasPassword) return "nothing";
	return countsOnRpc(kept) ? "all" : "changes";
}

/** Whether this change of the networks takes the password. */
export function rpcTakesPassword(
	guard: RpcGuard,
	before: readonly Reached[],
	after: readonly Reached[],
): boolean {
	switch (guard) {
		case "nothing":
			return false;
		case "all":
			return !after.every((each) => asksAlike(each, before));
		case "changes":
			// One that is removed could come back as a new one, and ask anybody.
			return !before.every((each) =>
				after.some((now) => now.chainId === each.chainId && asksAlike(now, [each])),
			);
	}
}

/** A new contact then lets through what was refused before; rules that can't be read count as such. */
export function countsOnContacts(kept: RulesKept): boolean {
	return !kept.ok || kept.rules.some((rule) => "contacts" in rule && rule.contacts);
}
