import { clusterOf } from "../../core/chain/names.ts";
import { type Frozen, requestOf } from "../../core/match/frozen.ts";
import { appNamed } from "../../core/people/app-name.ts";
import { addressKey } from "../../core/rules/rule-address.ts";
import { momentAt } from "../../core/rules/rule-hours.ts";
import type { RulePrices } from "../../core/rules/rule-prices.ts";
import {
	type PolicyRequest,
	type PolicyStanding,
	type RulesKept,
	readRules,
} from "../../core/rules/rules.ts";
import type { Contacts } from "../address-book/contacts.ts";
import type { Guard, WhyNot } from "../guard/guard.ts";
import type { Ports } from "../ports.ts";
import { StorageError } from "../storage/database.ts";
import type { Journal } from "../storage/journal-db.ts";
import { timeZoneAt } from "../time-zone.ts";
import type { Accounts } from "../wallet/accounts.ts";
import type { Exceptions } from "./exceptions.ts";
import type { RulesStore } from "./rules-store.ts";
import { spentOn, spentWithinDay } from "./spent.ts";

/** The rules that are kept, and whether they are to be believed. */
export interface KeptDeps {
	readonly rules: Pick<RulesStore, "latest">;
	readonly guard: Pick<Guard, "why">;
}

/** The rules, and what they count on. */
export interface StandingDeps {
	readonly rules: Pick<RulesStore, "latest">;
	readonly contacts: Pick<Contacts, "list">;
	readonly accounts: Pick<Accounts, "list">;
	readonly journal: Pick<Journal, "unsettled" | "settledSince" | "hasOlderUnsettled">;
	readonly ledger: { account(address: string): object | null };
	readonly ports: Pick<Ports, "clock">;
	/** Who is signed in. */
	account(): { readonly scope: string };
	readonly guard: Pick<Guard, "why" | "believesAccount" | "believesContact">;
	readonly rulePrices: RulePrices;
	/** What the user allows once. */
	readonly exceptions: Pick<Exceptions, "of">;
}

export interface PolicyWorld {
	readonly journal: Pick<Journal, "unsettled" | "settledSince">;
	readonly rules: Pick<RulesStore, "latest">;
	readonly scope: string;
	/** Unix ms. */
	readonly now: number;
	/** Null for an account whose key is on no Ledger. */
	readonly ledger: { account(address: string): object | null };
	/** The user's own accounts. */
	readonly accounts?: readonly string[];
	readonly contacts?: Pick<Contacts, "list">;
	/** Why nothing is approved, whatever the rules say; see guard.ts. */
	readonly why?: WhyNot | "older_journal" | null;
	/** For rules about worth; none where it is left out. */
	readonly rulePrices?: RulePrices;
	/** As the IANA names it; this computer's own where it is left out. */
	readonly timeZone?: string;
}

/** Rules that can't be read refuse everything, and so does a disk that doesn't give them. */
export function rulesKept(rules: Pick<RulesStore, "latest">): RulesKept {
	try {
		return readRules(rules.latest());
	} catch (cause) {
		if (cause instanceof StorageError) return { ok: false };
		throw cause;
	}
}

/** As they count for what is approved or loosened now: rules that somebody else changed refuse everything. */
export function keptNow({ rules, guard }: KeptDeps): RulesKept {
	const kept = rulesKept(rules);
	return kept.ok && guard.why() === "changed" ? { ok: false, why: "changed" } : kept;
}

/** As the lanes name it; empty for what names no chain that is known, which may then be any. */
function chainOf(chainRef: string | null): string {
	if (chainRef === null || /^[1-9][0-9]*$/.test(chainRef)) return chainRef ?? "";
	return clusterOf(chainRef) ?? "";
}

/** What the request says of each of its transactions; null where one of them says nothing. */
function appsOf(frozen: Frozen): readonly string[] | null {
	const request = requestOf(frozen);
	if (request === null || request.type === "sign") return null;
	const named = request.transactions.map((each) => ("protocol" in each ? each.protocol : null));
	const apps = named.flatMap((name) => (typeof name === "string" ? (appNamed(name) ?? []) : []));
	return apps.length === named.length ? [...new Set(apps.map((name) => name.toLowerCase()))] : null;
}

function policyRequestOf(frozen: Frozen, ledger: PolicyWorld["ledger"]): PolicyRequest {
	const cancels = frozen.kind === "replacement" && frozen.purpose === "cancel";
	return {
		account: addressKey(frozen.signer),
		chainRef: chainOf(frozen.chain_ref),
		apps: appsOf(frozen),
		onLedger: ledger.account(frozen.signer) !== null,
		takesBack: cancels || frozen.kind === "revocation",
		instead: frozen.kind === "replacement" ? BigInt(frozen.payload.nonce) : null,
	};
}

function contactsOf({ contacts }: PolicyWorld): readonly string[] | null {
	try {
		return contacts?.list().map(({ address }) => address) ?? null;
	} catch (cause) {
		if (cause instanceof StorageError) return null;
		throw cause;
	}
}

/** The user's rules as they stand for one request, with what they count from the journal. */
export const policyStanding = (world: PolicyWorld, frozen: Frozen | null): PolicyStanding =>
	standingFor(world, frozen === null ? null : policyRequestOf(frozen, world.ledger));

/** The same for a request of which only this much is known. */
export function standingFor(world: PolicyWorld, request: PolicyRequest | null): PolicyStanding {
	const kept = rulesKept(world.rules);
	const why = world.why ?? null;
	return {
		kept: kept.ok && why !== null ? { ok: false, why } : kept,
		request,
		accounts: world.accounts ?? [],
		contacts: contactsOf(world),
		moment: momentAt(world.now, world.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone),
		spent: (chainRef) => spentWithinDay(world.journal, spentOn(request, chainRef), world.now),
		prices: world.rulePrices ?? (() => ({ kind: "unknown" })),
	};
}

/** What rules are held against beside the request: the user's own accounts and contacts, as far as they are believed. */
export function worldOf(deps: Omit<StandingDeps, "journal" | "rules" | "exceptions">) {
	return {
		scope: deps.account().scope,
		ledger: deps.ledger,
		accounts: deps.accounts
			.list()
			.map(({ address }) => address)
			.filter((address) => deps.guard.believesAccount(address)),
		contacts: {
			list: () => deps.contacts.list().filter(({ address }) => deps.guard.believesContact(address)),
		},
		rulePrices: deps.rulePrices,
		// The hours of a rule are those of the clock on the wall.
		timeZone: timeZoneAt(deps.ports.clock.now()),
	};
}

/** The rules as they stand at this very moment for what is frozen. */
export function standingOf(deps: StandingDeps, frozen: Frozen | null): PolicyStanding {
	const { journal, rules, guard, ports, exceptions } = deps;
	const why: PolicyWorld["why"] = journal.hasOlderUnsettled ? "older_journal" : guard.why();
	const world = { ...worldOf(deps), journal, rules, now: ports.clock.now(), why };
	const exception = exceptions.of(frozen);
	const standing = policyStanding(world, frozen);
	return exception === undefined ? standing : { ...standing, exception };
}
