import { z } from "zod";
import type { CounterpartyHistory } from "../core/people/counterparties.ts";
import { addressKey } from "../core/rules/rule-address.ts";
import { ruleList } from "../core/rules/rules.ts";
import type { StoredContact } from "../main/address-book/contacts.ts";

/** What is known of the user for whom a payload is explained, as a file holds it. Closed: a member misspelt is refused. */

const ADDRESS = /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;
const address = z.string().regex(ADDRESS, "is no address").transform(addressKey);
const count = z.number().int().min(0);

const account = z.strictObject({
	address,
	/** The user's own name for it. */
	label: z.string().min(1).max(60).optional(),
	/** `missing`: it is theirs, but its key is not on this computer. */
	signer: z.enum(["ready", "locked", "missing"]).default("ready"),
	/** Who holds its key. */
	key: z.enum(["vault", "ledger"]).default("vault"),
});

const contact = z.strictObject({ address, label: z.string().min(1).max(60) });

const counterparty = z.strictObject({
	address,
	/** How many payments to it are on the chain. */
	paid: count.default(0),
	/** How many permissions to it are on the chain. */
	allowed: count.default(0),
	/** When the last of them was, Unix ms. */
	lastAt: count.default(0),
});

export const contextSchema = z.strictObject({
	format: z.literal(1),
	/** The user's own accounts. Left out: the signers that the payloads name. */
	accounts: z.array(account).max(100).optional(),
	/** The address book. */
	contacts: z.array(contact).max(2_000).default([]),
	/** Whom the user paid or allowed something before. */
	dealings: z.array(counterparty).max(10_000).default([]),
	/** Signatures whose meaning can't be seen are turned on in Settings. */
	blindAllowed: z.boolean().default(false),
	/** The route that is taken where a commit offers both. */
	transport: z.enum(["sign_and_broadcast", "browser_send"]).default("sign_and_broadcast"),
	/** The time, Unix ms; this computer's clock where it is left out. */
	now: count.optional(),
	/** As the IANA names it, for rules about hours; this computer's where it is left out. */
	timeZone: z.string().min(1).max(60).optional(),
	/** The user's rules, as Countersign keeps them. */
	rules: ruleList.optional(),
});

export type Context = z.infer<typeof contextSchema>;
/** As it is written in a file. */
export type ContextText = z.input<typeof contextSchema>;

export const NO_CONTEXT: Context = contextSchema.parse({ format: 1 });

/** The user's own names: of their accounts first, then of their address book. */
export function labelsOf({ accounts, contacts }: Context): Readonly<Record<string, string>> {
	const own = (accounts ?? []).flatMap((each) =>
		each.label === undefined ? [] : [[each.address, each.label] as const],
	);
	return Object.fromEntries([...contacts.map((each) => [each.address, each.label] as const), ...own]);
}

export function historyOf({ dealings: history }: Context): CounterpartyHistory {
	return new Map(history.map(({ address, paid, allowed, lastAt }) => [address, { paid, allowed, lastAt }]));
}

/** As the address book keeps them. */
export function contactsOf({ contacts }: Context): readonly StoredContact[] {
	return contacts.map(({ address, label }) => ({
		family: address.startsWith("0x") ? "evm" : "svm",
		address,
		label,
		addedAt: 0,
	}));
}
