import { z } from "zod";
import { callSignature } from "../core/effects/evm/familiar.ts";
import {
	type CounterpartyHistory,
	countUses,
	roleOf,
	type Uses,
	usesBefore,
} from "../core/identities/counterparties.ts";
import { addressKey } from "../core/rules/rule-facts.ts";
import { ruleList } from "../core/rules/rules.ts";
import type { StoredContact } from "../main/address-book/contacts.ts";

/** Facts about the user, read from a file. Unknown fields are rejected, so that misspellings are noticed. */

const ADDRESS = /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;
const address = z.string().regex(ADDRESS, "is no address").transform(addressKey);
const count = z.number().int().min(0);

const account = z.strictObject({
	address,
	label: z.string().min(1).max(60).optional(),
	/** `missing`: the account belongs to the user, but its key isn't on this computer. */
	signer: z.enum(["ready", "locked", "missing"]).default("ready"),
	key: z.enum(["vault", "ledger"]).default("vault"),
});

const contact = z.strictObject({ address, label: z.string().min(1).max(60) });

const counterparty = z.strictObject({
	address,
	paid: count.default(0),
	allowed: count.default(0),
	lastAt: count.default(0),
	chain: z.string().min(1).max(40).optional(),
	/** Unknown functions that the user has called before with this address as an argument. */
	named: z
		.array(
			z.strictObject({ contract: address, selector: z.string().regex(/^0x[0-9a-f]{8}$/, "is no selector") }),
		)
		.max(100)
		.default([]),
	/**
	 * Session where the address first appeared. Defaults to another session, because payments in the same
	 * session don't make an address trustworthy.
	 */
	sessionId: z.string().min(1).max(200).optional(),
});

export const contextSchema = z.strictObject({
	format: z.literal(1),
	accounts: z.array(account).max(100).optional(),
	contacts: z.array(contact).max(2_000).default([]),
	dealings: z.array(counterparty).max(10_000).default([]),
	blindAllowed: z.boolean().default(false),
	transport: z.enum(["sign_and_broadcast", "browser_send"]).default("sign_and_broadcast"),
	now: count.optional(),
	timeZone: z.string().min(1).max(60).optional(),
	rules: ruleList.optional(),
});

export type Context = z.infer<typeof contextSchema>;
export type ContextText = z.input<typeof contextSchema>;

export const NO_CONTEXT: Context = contextSchema.parse({ format: 1 });

export function labelsOf({ accounts, contacts }: Context): Readonly<Record<string, string>> {
	const own = (accounts ?? []).flatMap((each) =>
		each.label === undefined ? [] : [[each.address, each.label] as const],
	);
	return Object.fromEntries([...contacts.map((each) => [each.address, each.label] as const), ...own]);
}

const OTHER_SESSION = "\u0000";

/** Converts `dealings` to the uses that the journal would report for a request in this session. */
export function usesOf({ dealings }: Context, chains: readonly string[], sessionId: string): Uses {
	const all = dealings.map(
		({ address, paid, allowed, named, chain, lastAt, sessionId: met = OTHER_SESSION }) => {
			const on = chain === undefined ? chains : [chain];
			const roles = on.flatMap((chainRef) => [
				...(paid > 0 ? [roleOf("paid", chainRef)] : []),
				...(allowed > 0 ? [roleOf("allowed", chainRef)] : []),
				...named.map(({ contract, selector }) =>
					roleOf("named", chainRef, callSignature(contract, selector)),
				),
			]);
			return { parties: [], at: lastAt, sessionId: met, uses: roles.map((role) => [address, role] as const) };
		},
	);
	return usesBefore(countUses(all), sessionId);
}

export function historyOf({ dealings: history }: Context): CounterpartyHistory {
	return new Map(history.map(({ address, paid, allowed, lastAt }) => [address, { paid, allowed, lastAt }]));
}

export function contactsOf({ contacts }: Context): readonly StoredContact[] {
	return contacts.map(({ address, label }) => ({
		family: address.startsWith("0x") ? "evm" : "svm",
		address,
		label,
		addedAt: 0,
	}));
}
