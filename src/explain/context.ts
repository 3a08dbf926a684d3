import { z } from "zod";
import { placeOf } from "../core/effects/evm/familiar.ts";
import {
	type CounterpartyHistory,
	countUses,
	roleOf,
	type Uses,
	usesBefore,
} from "../core/people/counterparties.ts";
import { addressKey } from "../core/rules/rule-address.ts";
import { ruleList } from "../core/rules/rules.ts";
import type { StoredContact } from "../main/address-book/contacts.ts";

/**
 * Known facts about the user for whom a payload is explained, from a file. Closed: a misspelled member is
 * rejected.
 */

const ADDRESS = /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;
const address = z.string().regex(ADDRESS, "is no address").transform(addressKey);
const count = z.number().int().min(0);

const account = z.strictObject({
	address,
	/** The user's own name for it. */
	label: z.string().min(1).max(60).optional(),
	/** `missing`: the user's account, but its key is not on this computer. */
	signer: z.enum(["ready", "locked", "missing"]).default("ready"),
	/** Holder of its key. */
	key: z.enum(["vault", "ledger"]).default("vault"),
});

const contact = z.strictObject({ address, label: z.string().min(1).max(60) });

const counterparty = z.strictObject({
	address,
	/** Number of payments to it on chain. */
	paid: count.default(0),
	/** Number of permissions for it on chain. */
	allowed: count.default(0),
	/** Time of the last one, Unix ms. */
	lastAt: count.default(0),
	/** Decimal chain id or cluster. Defaults to every chain in the file. */
	chain: z.string().min(1).max(40).optional(),
	/** Unknown functions that were called with it as an argument. */
	named: z
		.array(
			z.strictObject({ contract: address, selector: z.string().regex(/^0x[0-9a-f]{8}$/, "is no selector") }),
		)
		.max(100)
		.default([]),
	/**
	 * Session in which it first appeared; such a dealing vouches for nobody there. Defaults to another one.
	 */
	sessionId: z.string().min(1).max(200).optional(),
});

export const contextSchema = z.strictObject({
	format: z.literal(1),
	/** The user's own accounts. Defaults to the signers that the payloads name. */
	accounts: z.array(account).max(100).optional(),
	/** Address book. */
	contacts: z.array(contact).max(2_000).default([]),
	/** Addresses that the user paid or approved before. */
	dealings: z.array(counterparty).max(10_000).default([]),
	/** Blind signing is enabled in Settings. */
	blindAllowed: z.boolean().default(false),
	/** Preferred route if a commit offers both. */
	transport: z.enum(["sign_and_broadcast", "browser_send"]).default("sign_and_broadcast"),
	/** Current time, Unix ms; defaults to this computer's clock. */
	now: count.optional(),
	/** IANA time zone for rules about hours; defaults to this computer's. */
	timeZone: z.string().min(1).max(60).optional(),
	/** User rules in stored form. */
	rules: ruleList.optional(),
});

export type Context = z.infer<typeof contextSchema>;
/** Form in a file. */
export type ContextText = z.input<typeof contextSchema>;

export const NO_CONTEXT: Context = contextSchema.parse({ format: 1 });

/** Returns the user's labels, those of accounts first. */
export function labelsOf({ accounts, contacts }: Context): Readonly<Record<string, string>> {
	const own = (accounts ?? []).flatMap((each) =>
		each.label === undefined ? [] : [[each.address, each.label] as const],
	);
	return Object.fromEntries([...contacts.map((each) => [each.address, each.label] as const), ...own]);
}

/** Id that no session has. */
const OTHER_SESSION = "\u0000";

/** Returns the roles of dealings, as the journal would record them for a request in this session. */
export function usesOf({ dealings }: Context, chains: readonly string[], sessionId: string): Uses {
	const all = dealings.map(
		({ address, paid, allowed, named, chain, lastAt, sessionId: met = OTHER_SESSION }) => {
			const on = chain === undefined ? chains : [chain];
			const roles = on.flatMap((chainRef) => [
				...(paid > 0 ? [roleOf("paid", chainRef)] : []),
				...(allowed > 0 ? [roleOf("allowed", chainRef)] : []),
				...named.map(({ contract, selector }) => roleOf("named", chainRef, placeOf(contract, selector))),
			]);
			return { parties: [], at: lastAt, sessionId: met, uses: roles.map((role) => [address, role] as const) };
		},
	);
	return usesBefore(countUses(all), sessionId);
}

export function historyOf({ dealings: history }: Context): CounterpartyHistory {
	return new Map(history.map(({ address, paid, allowed, lastAt }) => [address, { paid, allowed, lastAt }]));
}

/** Returns contacts in the address book's form. */
export function contactsOf({ contacts }: Context): readonly StoredContact[] {
	return contacts.map(({ address, label }) => ({
		family: address.startsWith("0x") ? "evm" : "svm",
		address,
		label,
		addedAt: 0,
	}));
}
