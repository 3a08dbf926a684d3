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
	/** Decimal chain id or cluster. Left out: every chain that the file asks for a signature on. */
	chain: z.string().min(1).max(40).optional(),
	/** Functions that can't be read and were called with it as an argument. */
	named: z
		.array(
			z.strictObject({ contract: address, selector: z.string().regex(/^0x[0-9a-f]{8}$/, "is no selector") }),
		)
		.max(100)
		.default([]),
	/** Conversation in which it was first met; such a dealing vouches for nobody there. Left out: another one. */
	sessionId: z.string().min(1).max(200).optional(),
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

/** Id that no conversation has. */
const ELSEWHERE = "\u0000";

/** Roles of the dealings, as the journal would know them for a request of this conversation. */
export function usesOf({ dealings }: Context, chains: readonly string[], sessionId: string): Uses {
	const all = dealings.map(({ address, paid, allowed, named, chain, lastAt, sessionId: met = ELSEWHERE }) => {
		const on = chain === undefined ? chains : [chain];
		const roles = on.flatMap((chainRef) => [
			...(paid > 0 ? [roleOf("paid", chainRef)] : []),
			...(allowed > 0 ? [roleOf("allowed", chainRef)] : []),
			...named.map(({ contract, selector }) => roleOf("named", chainRef, placeOf(contract, selector))),
		]);
		return { parties: [], at: lastAt, sessionId: met, uses: roles.map((role) => [address, role] as const) };
	});
	return usesBefore(countUses(all), sessionId);
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
