import { createHash } from "node:crypto";
import { z } from "zod";
import { applicationId as applicationIdWord, topUp } from "../../src/service-api/account.ts";
import { firstIssue } from "../../src/service-api/event-page.ts";
import type { Database } from "./database.ts";
import type { Answer, Exchange, Route } from "./http.ts";
import { intentHash, requireKey } from "./idempotency.ts";
import { Problem } from "./problem.ts";
import type { RouteParts } from "./route-parts.ts";

/**
 * Serves the routes for prepaid credit, installed apps and their secrets. Credit and apps are stored in the
 * database, so they survive a restart. A top-up of 4.02 USD requires a payment: the first attempt with a key
 * returns 402, and the next succeeds.
 */

/** Top-up amount whose first attempt returns 402, in micro-USD. */
const PAYMENT_REQUIRED_MICROUSD = 4_020_000;

const INCLUDED = 5_000_000;
const USED = 1_200_000;
const PAGE = 20;

const entry = z.object({
	id: z.number(),
	amount_microusd: z.number(),
	entry_kind: z.string(),
	payment_method: z.string().nullable(),
	payment_provider: z.string().nullable(),
	external_payment_reference: z.string().nullable(),
	application_id: z.number().nullable(),
	metadata: z.record(z.string(), z.unknown()),
	created_at: z.number(),
});
type Entry = z.infer<typeof entry>;

const app = z.object({
	application_id: z.number(),
	app: z.string(),
	slots: z.array(
		z.object({
			name: z.string(),
			description: z.string(),
			required: z.boolean(),
			user_own: z.boolean(),
			configured: z.boolean(),
			app_provided: z.boolean(),
		}),
	),
});
type InstalledApp = z.infer<typeof app>;

const account = z.object({
	balance: z.number(),
	/** Newest first. */
	entries: z.array(entry),
	apps: z.array(app),
	/** Hashes of the idempotency keys whose first attempt returned 402; the next attempt succeeds. */
	asked: z.array(z.string()),
});
type Account = z.infer<typeof account>;

function slot(name: string, description: string, more: Partial<InstalledApp["slots"][number]> = {}) {
	const none = { required: false, user_own: true, configured: false, app_provided: false };
	return { name, description, ...none, ...more };
}

function initialAccount(now: number): Account {
	const seconds = Math.floor(now / 1000);
	const debits = Array.from({ length: 24 }, (_, index): Entry => {
		const id = index + 1;
		return {
			id,
			amount_microusd: -50_000,
			entry_kind: "usage_debit",
			payment_method: null,
			payment_provider: null,
			external_payment_reference: null,
			application_id: id % 2 === 0 ? 7 : null,
			metadata: {},
			created_at: seconds - 3_600 * (30 - id),
		};
	});
	return {
		balance: 2_500_000,
		entries: debits.toReversed(),
		apps: [
			{
				application_id: 7,
				app: "test-vault",
				slots: [
					slot("VAULT_TOKEN", "Access token for the vault", { required: true }),
					slot("VAULT_REGION", "Where the vault lies", { configured: true }),
				],
			},
			{
				application_id: 12,
				app: "Market Notes",
				slots: [
					slot("FEED_KEY", "Key of the price feed", {
						user_own: false,
						configured: true,
						app_provided: true,
					}),
				],
			},
		],
		asked: [],
	};
}

class Accounts {
	readonly #db: Database;
	readonly #now: () => number;

	constructor(db: Database, now: () => number) {
		this.#db = db;
		this.#now = now;
	}

	read(): Account {
		const row = this.#db.sql.prepare("SELECT value FROM meta WHERE key = 'account'").get();
		return row === undefined ? initialAccount(this.#now()) : account.parse(JSON.parse(String(row["value"])));
	}

	write(next: Account): void {
		this.#db.sql
			.prepare("INSERT OR REPLACE INTO meta VALUES ('account', ?)")
			.run(JSON.stringify(account.parse(next)));
	}
}

const json = (value: unknown): Answer => ({ status: 200, text: JSON.stringify(value) });

/**
 * Returns the credit position in its nested form.
 * @param beforeId only entries with lower ids are included
 */
function positionOf({ balance, entries }: Account, beforeId: number, limit: number, now: number): unknown {
	const older = entries.filter(({ id }) => id < beforeId);
	const shown = older.slice(0, limit);
	return {
		period_utc_month: new Date(now).toISOString().slice(0, 7),
		included: { limit_microusd: INCLUDED, used_microusd: USED, remaining_microusd: INCLUDED - USED },
		bank: { balance_microusd: balance, outstanding_debt_microusd: 0 },
		entries: shown,
		next_before_id: older.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
	};
}

const creditsQuery = z.object({
	limit: z.coerce.number().int().min(1).max(100).default(PAGE),
	before_id: z.coerce.number().int().min(1).default(Number.MAX_SAFE_INTEGER),
});

function parse<T>(schema: z.ZodType<T>, value: unknown, status: number): T {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	throw new Problem(status, status === 400 ? "invalid_request" : "unprocessable", firstIssue(result.error));
}

/**
 * Hashes an idempotency key. A key identifies one intent of one endpoint, and turns use the same key store.
 */
const digest = (key: string) => createHash("sha256").update(key).digest("hex");

function topUpRoute(parts: RouteParts, accounts: Accounts, now: () => number) {
	return (exchange: Exchange): Answer => {
		const key = requireKey(exchange.headers["idempotency-key"]?.toString());
		const { amount_microusd: amount } = parse(topUp, exchange.body, 422);
		const hash = intentHash(exchange.method, exchange.url.pathname, exchange.body);
		if (parts.idempotency.earlier(key, hash) === null) {
			const before = accounts.read();
			if (amount === PAYMENT_REQUIRED_MICROUSD && !before.asked.includes(digest(key))) {
				accounts.write({ ...before, asked: [...before.asked, digest(key)] });
				throw new Problem(402, "payment_required", "This top-up wants a payment.", {
					headers: { "payment-required": Buffer.from('{"x402Version":2}').toString("base64") },
				});
			}
			parts.db.transaction(() => {
				parts.idempotency.store(key, hash, "top-up");
				const id = Math.max(0, ...before.entries.map((each) => each.id)) + 1;
				const bought: Entry = {
					id,
					amount_microusd: amount,
					entry_kind: "purchase",
					payment_method: "card",
					payment_provider: "demo",
					external_payment_reference: `pay_${id}`,
					application_id: null,
					metadata: {},
					created_at: Math.floor(now() / 1000),
				};
				accounts.write({
					...before,
					balance: before.balance + amount,
					entries: [bought, ...before.entries],
				});
			});
		}
		return json(positionOf(accounts.read(), Number.MAX_SAFE_INTEGER, PAGE, now()));
	};
}

function appOf(accounts: Accounts, ids: readonly string[]): InstalledApp {
	const id = parse(applicationIdWord, Number(ids[0]), 400);
	const found = accounts.read().apps.find((each) => each.application_id === id);
	if (found === undefined) throw new Problem(404, "app_not_found", "That app is not installed.");
	return found;
}

function secretsOf({ application_id, app: name, slots }: InstalledApp): unknown {
	const missing = slots.filter((each) => each.required && !each.configured && !each.app_provided);
	const missing_required = missing.map((each) => each.name);
	return { application_id, app: name, ready: missing.length === 0, missing_required, slots };
}

/**
 * Returns the catalog in the form that the service's public client reads. It includes built-in apps that are
 * not installed.
 */
function catalogOf(installed: readonly InstalledApp[]): unknown {
	return [
		{ name: "search", application_id: null, is_installed: true, secrets: [] },
		...installed.map(({ application_id, app: name }) => ({
			name,
			application_id,
			is_installed: true,
			secrets: [],
		})),
		{ name: "bridge", application_id: 99, is_installed: false, secrets: [] },
	];
}

export function accountRoutes(parts: RouteParts): Route[] {
	const now = () => Date.now();
	const accounts = new Accounts(parts.db, now);
	const path = String.raw`^\/v1\/account\/apps\/([^/]+)`;
	return [
		{
			method: "GET",
			path: /^\/v1\/account\/credits$/,
			scope: "account:credits:read",
			handle(exchange) {
				const { limit, before_id } = parse(creditsQuery, Object.fromEntries(exchange.url.searchParams), 400);
				return json(positionOf(accounts.read(), before_id, limit, now()));
			},
		},
		{
			method: "POST",
			path: /^\/v1\/account\/credits\/top-up$/,
			scope: "account:credits:topup",
			handle: topUpRoute(parts, accounts, now),
		},
		{
			method: "GET",
			path: /^\/v1\/account\/apps$/,
			scope: "account:apps:read",
			handle: () =>
				json(
					parts.appsList() === "catalog"
						? catalogOf(accounts.read().apps)
						: {
								apps: accounts
									.read()
									.apps.map(({ application_id, app: name }) => ({ application_id, app: name })),
							},
				),
		},
		{
			method: "GET",
			path: new RegExp(String.raw`${path}\/secrets$`),
			scope: "account:credentials:read",
			handle: (_exchange, ids) => json(secretsOf(appOf(accounts, ids))),
		},
		{
			method: "DELETE",
			path: new RegExp(`${path}$`),
			scope: "account:apps:write",
			handle(_exchange, ids) {
				const { application_id, app: name } = appOf(accounts, ids);
				const before = accounts.read();
				const apps = before.apps.filter((each) => each.application_id !== application_id);
				accounts.write({ ...before, apps });
				return json({ application_id, app: name, installed: false, apps: apps.map((each) => each.app) });
			},
		},
	];
}
