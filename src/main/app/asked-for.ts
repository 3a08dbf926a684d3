import { type Activity, createActivity } from "../activity/feature.ts";
import { type Allowances, createAllowances } from "../allowances/allowances.ts";
import { createMetAllowances } from "../allowances/met-allowances.ts";
import { createHome } from "../home/feature.ts";
import type { Home } from "../home/home.ts";
import { createInbox, type Inbox } from "../inbox/feature.ts";
import { createTurnBudget } from "../inbox/turn-budget.ts";
import { type AskedOf, createAsked } from "../reviewing/asked.ts";
import { createReviewing, type Reviewing } from "../reviewing/feature.ts";
import { createMetCodes } from "../storage/met-codes.ts";
import { type Base, type Own, ownedBy } from "./own.ts";

/** What is asked of the user: listed, reviewed, written down, and what it leaves in their accounts. */
export interface AskedFor {
	readonly asked: AskedOf;
	readonly reviewing: Reviewing;
	readonly inbox: Inbox;
	readonly activity: Activity;
	readonly allowances: Allowances;
	readonly home: Home;
}

export function createAskedFor(base: Base, own: Own): AskedFor {
	const { clock, stores, journal, journalDb, changed, account } = base;
	const { networks, worth, rules } = own;
	const chains = { evm: networks.chains, svm: networks.svmChains };
	const kept = { now: () => base.ports.clock.now() };
	const owned = ownedBy(base, own);
	const asked = createAsked({ ...owned, networks: chains });
	const weighed = { ...owned, ...asked, budget: createTurnBudget(base.ports.clock) };
	const reviewing: Reviewing = createReviewing({
		...weighed,
		codes: createMetCodes(journalDb, kept),
		typed: stores.typed,
		price: worth.prices.of,
		networks: chains,
		onReview: (composed) => activity.recorder.reviewed(composed),
		changed: () => changed("review"),
	});
	const inbox: Inbox = createInbox({
		...weighed,
		reviews: reviewing.reviews,
		price: worth.prices.of,
		onLook: (entries) => activity.recorder.looked(entries),
		changed: () => changed("inbox"),
	});
	const activity: Activity = createActivity({
		...owned,
		...asked,
		summary: inbox.summary,
		price: worth.prices.of,
		changed: () => changed("record"),
	});
	const met = createMetAllowances(journalDb, kept);
	const allowances = createAllowances({
		met,
		chains,
		clock: base.ports.clock,
		journal,
		scope: () => account().scope,
		accounts: rules.ownAddresses,
		onChange: () => changed("allowance"),
		log: base.ports.log,
	});
	const home = createHome({
		...owned,
		...worth,
		networks,
		stores,
		met,
		clock,
		changed: () => changed("home"),
	});
	return { asked, reviewing, inbox, activity, allowances, home };
}
