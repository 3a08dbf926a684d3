import { clusterOf } from "../../core/chain/names.ts";
import { loweredAllowance } from "../../core/decoded-transaction/set-allowance.ts";
import { agentOfSession, LOCAL_ENVIRONMENT } from "../../core/identities/agents.ts";
import { appNamed } from "../../core/identities/labels.ts";
import { type Frozen, requestOf } from "../../core/match/frozen.ts";
import { isOwnKind } from "../../core/review/approval-request.ts";
import { addressKey, type RulePrices } from "../../core/rules/rule-facts.ts";
import { momentAt } from "../../core/rules/rule-hours.ts";
import {
	type PolicyContext,
	type PolicyRequest,
	readRules,
	type StoredRules,
} from "../../core/rules/rules.ts";
import type { Contacts } from "../address-book/contacts.ts";
import type { WhyNot } from "../integrity/integrity.ts";
import { readOr } from "../storage/database.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { RulesStore } from "./rules-store.ts";
import { spentOn, spentWithinDay } from "./spent.ts";

export interface PolicyWorld {
	readonly journal: Pick<Journal, "unsettled" | "settledSince">;
	readonly rules: Pick<RulesStore, "latest">;
	readonly scope: string;
	readonly now: number;
	readonly ledger: { account(address: string): object | null };
	readonly accounts?: readonly string[];
	readonly contacts?: Pick<Contacts, "list">;
	readonly why?: WhyNot | "older_journal" | null;
	readonly rulePrices?: RulePrices;
	readonly timeZone?: string;
}

export const storedRulesOf = (rules: PolicyWorld["rules"]): StoredRules =>
	readOr(() => readRules(rules.latest()), { ok: false });

/**
 * Returns an empty string if the request doesn't name a known chain, because it may then be for any chain.
 */
function chainOf(chainRef: string | null): string {
	if (chainRef === null || /^[1-9][0-9]*$/.test(chainRef)) return chainRef ?? "";
	return clusterOf(chainRef) ?? "";
}

function appsOf(frozen: Frozen): readonly string[] | null {
	const request = requestOf(frozen);
	if (request === null || request.type === "sign") return null;
	const named = request.transactions.map((each) => ("protocol" in each ? each.protocol : null));
	const apps = named.flatMap((name) => (typeof name === "string" ? (appNamed(name) ?? []) : []));
	return apps.length === named.length ? [...new Set(apps.map((name) => name.toLowerCase()))] : null;
}

/** Returns the local agent that proposed a request. `null` if the request comes from a service. */
export const agentOf = ({ environment, session_id }: Frozen): string | null =>
	environment === LOCAL_ENVIRONMENT ? agentOfSession(session_id) : null;

function policyRequestOf(frozen: Frozen, ledger: PolicyWorld["ledger"]): PolicyRequest {
	const cancels = frozen.kind === "replacement" && frozen.purpose === "cancel";
	const lowers = loweredAllowance(frozen);
	return {
		account: addressKey(frozen.signer),
		chainRef: chainOf(frozen.chain_ref),
		apps: appsOf(frozen),
		agent: agentOf(frozen),
		onLedger: ledger.account(frozen.signer) !== null,
		// A lowered allowance still grants something, so the rules treat it like any other allowance.
		onlyCostsFee: cancels || (frozen.kind === "revocation" && frozen.lowers_to === undefined),
		instead: frozen.kind === "replacement" ? BigInt(frozen.payload.nonce) : null,
		...(isOwnKind(frozen.kind) ? { isOwn: true } : {}),
		...(lowers === null ? {} : { lowers }),
	};
}

export const policyContext = (world: PolicyWorld, frozen: Frozen | null): PolicyContext =>
	policyContextFor(world, frozen === null ? null : policyRequestOf(frozen, world.ledger));

export function policyContextFor(world: PolicyWorld, request: PolicyRequest | null): PolicyContext {
	const stored = storedRulesOf(world.rules);
	const why = world.why ?? null;
	return {
		stored: stored.ok && why !== null ? { ok: false, why } : stored,
		request,
		accounts: world.accounts ?? [],
		contacts: readOr(() => world.contacts?.list().map(({ address }) => address) ?? null, null),
		moment: momentAt(world.now, world.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone),
		spent: (chainRef, agents = "all") =>
			spentWithinDay(world.journal, { ...spentOn(request, chainRef), agents }, world.now),
		prices: world.rulePrices ?? (() => ({ kind: "unknown" })),
	};
}
