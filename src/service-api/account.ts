import { z } from "zod";
import { open } from "./open.ts";

/** A safe integer or a string of decimal digits. `wholeOf` parses it without rounding. */
const micro = z.union([
	z.number().int(),
	z
		.string()
		.max(40)
		.regex(/^(?:0|-?[1-9][0-9]*)$/),
]);

const entryShape = {
	id: z.union([z.string(), z.number()]),
	payment_method: z.string().nullish(),
	payment_provider: z.string().nullish(),
	external_payment_reference: z.string().nullish(),
	application_id: z.number().int().nullish(),
	metadata: z.unknown().optional(),
	created_at: z.unknown().optional(),
};

export const creditPositionNested = open({
	period_utc_month: z.string(),
	included: open({ limit_microusd: micro, used_microusd: micro, remaining_microusd: micro }),
	bank: open({ balance_microusd: micro, outstanding_debt_microusd: micro }),
	entries: z.array(open({ ...entryShape, amount_microusd: micro, entry_kind: z.string() })),
	next_before_id: z.number().int().nullish(),
});

export const creditPositionFlat = open({
	period_utc_month: z.string(),
	included_limit: micro,
	included_used: micro,
	included_remaining: micro,
	balance: micro,
	outstanding_debt: micro,
	records: z.array(open({ ...entryShape, amount: micro, kind: z.string() })),
	next_before_id: z.number().int().nullish(),
});

export interface CreditEntry {
	readonly id: string;
	readonly kind: string;
	readonly amount: bigint;
	readonly applicationId: number | null;
	readonly method: string | null;
	readonly provider: string | null;
	readonly reference: string | null;
	/** Left unparsed, because its unit is unknown. */
	readonly createdAt: unknown;
}

export interface CreditPosition {
	readonly month: string;
	readonly included: { readonly limit: bigint; readonly used: bigint; readonly remaining: bigint };
	readonly balance: bigint;
	readonly debt: bigint;
	readonly entries: readonly CreditEntry[];
	readonly nextBeforeId: number | null;
}

const wholeOf = (value: number | string): bigint => BigInt(value);

type EntryMembers = z.infer<ReturnType<typeof z.object<typeof entryShape>>>;

function entryOf(raw: EntryMembers, kind: string, amount: number | string): CreditEntry {
	return {
		id: String(raw.id),
		kind,
		amount: wholeOf(amount),
		applicationId: raw.application_id ?? null,
		method: raw.payment_method ?? null,
		provider: raw.payment_provider ?? null,
		reference: raw.external_payment_reference ?? null,
		createdAt: raw.created_at,
	};
}

export function readCreditPosition(raw: unknown): CreditPosition | null {
	const nested = creditPositionNested.safeParse(raw);
	if (nested.success) {
		const { included, bank, entries, period_utc_month, next_before_id } = nested.data;
		return {
			month: period_utc_month,
			included: {
				limit: wholeOf(included.limit_microusd),
				used: wholeOf(included.used_microusd),
				remaining: wholeOf(included.remaining_microusd),
			},
			balance: wholeOf(bank.balance_microusd),
			debt: wholeOf(bank.outstanding_debt_microusd),
			entries: entries.map((each) => entryOf(each, each.entry_kind, each.amount_microusd)),
			nextBeforeId: next_before_id ?? null,
		};
	}
	const flat = creditPositionFlat.safeParse(raw);
	if (!flat.success) return null;
	const { data } = flat;
	return {
		month: data.period_utc_month,
		included: {
			limit: wholeOf(data.included_limit),
			used: wholeOf(data.included_used),
			remaining: wholeOf(data.included_remaining),
		},
		balance: wholeOf(data.balance),
		debt: wholeOf(data.outstanding_debt),
		entries: data.records.map((each) => entryOf(each, each.kind, each.amount)),
		nextBeforeId: data.next_before_id ?? null,
	};
}

export const MIN_TOP_UP = 10_000n;
export const MAX_TOP_UP = 1_000_000_000n;
/** docs/service-api/account.md#credit */
export const MICRO_PER_CREDIT = 10_000n;

export const topUp = z.strictObject({
	amount_microusd: z.number().int().min(Number(MIN_TOP_UP)).max(Number(MAX_TOP_UP)),
});

export const applicationId = z.number().int().min(1);

const secretSlot = {
	name: z.string(),
	description: z.string().nullish(),
	required: z.boolean(),
	user_own: z.boolean().nullish(),
	configured: z.boolean(),
	app_provided: z.boolean().nullish(),
};

export const appSecrets = open({
	application_id: applicationId,
	app: z.string(),
	ready: z.boolean(),
	missing_required: z.array(z.string()),
	slots: z.array(open(secretSlot)),
});

export interface SecretSlot {
	readonly name: string;
	readonly description: string | null;
	readonly required: boolean;
	readonly configured: boolean | null;
	readonly userOwn: boolean;
	readonly appProvided: boolean;
}

/** Other fields are dropped, because they may contain the secrets themselves. */
export interface PresenceOfSecrets {
	readonly app: string | null;
	readonly ready: boolean;
	readonly missing: readonly string[];
	readonly slots: readonly SecretSlot[];
}

const declaration = z
	.object({
		description: z.string().nullish(),
		required: z.boolean().nullish(),
		configured: z.boolean().nullish(),
		present: z.boolean().nullish(),
		user_own: z.boolean().nullish(),
		app_provided: z.boolean().nullish(),
	})
	.transform(
		(slot): Omit<SecretSlot, "name"> => ({
			description: slot.description ?? null,
			required: slot.required ?? true,
			configured: slot.configured ?? slot.present ?? null,
			userOwn: slot.user_own ?? false,
			appProvided: slot.app_provided ?? false,
		}),
	);

/** Rejects strings as entries, because a string could be the secret itself. */
const slotMap = z
	.record(
		z.string(),
		z.union([
			z.boolean().transform((configured) => ({ configured })),
			z.looseObject({ configured: z.boolean() }),
			z.looseObject({ present: z.boolean() }),
		]),
	)
	.transform((map) => Object.entries(map).map(([name, slot]) => ({ ...slot, name })));
const slotList = z.union([z.array(z.looseObject({ name: z.string() })), slotMap]).pipe(
	z.array(
		z.looseObject({ name: z.string() }).transform((slot, context): SecretSlot => {
			const read = declaration.safeParse(slot);
			if (read.success) return { name: slot.name, ...read.data };
			context.addIssue({ code: "custom", message: "a declaration can't be read" });
			return z.NEVER;
		}),
	),
);

const secretsEnvelope = z.object({
	application_id: applicationId.nullish(),
	app: z.string().nullish(),
	ready: z.boolean().nullish(),
	missing_required: z.array(z.string()).nullish(),
	slots: slotList.optional(),
	secrets: slotList.optional(),
});

/**
 * Parses which secrets an app has, in upstream's format or as declarations in a list, a map or under
 * `secrets`. The API doesn't define a format (docs/service-api/account.md#apps-and-their-credentials).
 * Returns `null` if the response is for a different app.
 */
export function readPresenceOfSecrets(raw: unknown, wanted: number): PresenceOfSecrets | null {
	const envelope = secretsEnvelope.safeParse(raw);
	const said = envelope.success ? envelope.data : {};
	if ((said.application_id ?? wanted) !== wanted) return null;
	const under = said.slots ?? said.secrets;
	const isBare = Object.values(said).every((member) => member === undefined);
	const bare = isBare ? slotList.safeParse(raw) : null;
	const slots = under ?? (bare?.success === true ? bare.data : null);
	if (slots === null) return null;
	const missing = slots.filter((slot) => slot.required && slot.configured !== true && !slot.appProvided);
	return {
		app: said.app ?? null,
		ready: said.ready ?? missing.length === 0,
		missing: said.missing_required ?? missing.map(({ name }) => name),
		slots,
	};
}

export const appRemoved = open({
	application_id: applicationId,
	app: z.string(),
	installed: z.literal(false),
	apps: z.array(z.string()),
});

interface InstalledApp {
	readonly applicationId: number;
	readonly app: string;
}

interface OtherApp {
	readonly app: string;
	readonly applicationId: number | null;
	readonly why: "built_in" | "not_installed";
}

/** An entry without `is_installed` counts as installed, because only installed apps are listed. */
const listed = { application_id: applicationId.nullable(), is_installed: z.boolean().nullish() };
const listedApp = z.union([
	open({ ...listed, app: z.string().min(1) }),
	open({ ...listed, name: z.string().min(1) }).transform((each) => ({ ...each, app: each.name })),
]);

const appList = z.union([
	z.array(z.unknown()),
	open({ apps: z.array(z.unknown()) }).transform((all) => all.apps),
]);

export interface ReadApps {
	readonly apps: readonly InstalledApp[];
	readonly others: readonly OtherApp[];
	readonly unread: number;
}

/** Accepts a list with or without `apps` around it, because the API doesn't define a format. */
export function readAppList(raw: unknown): ReadApps | null {
	const list = appList.safeParse(raw);
	if (!list.success) return null;
	const read = list.data.map((item) => listedApp.safeParse(item));
	const known = read.flatMap((item) => (item.success ? [item.data] : []));
	const byId = new Map(
		known.flatMap(({ application_id, app, is_installed }): [number, InstalledApp][] =>
			application_id === null || is_installed === false
				? []
				: [[application_id, { applicationId: application_id, app }]],
		),
	);
	const others = known.flatMap(({ application_id, app, is_installed }): OtherApp[] => {
		if (application_id === null) return [{ app, applicationId: null, why: "built_in" }];
		const gone = is_installed === false && !byId.has(application_id);
		return gone ? [{ app, applicationId: application_id, why: "not_installed" }] : [];
	});
	return { apps: [...byId.values()], others, unread: read.length - known.length };
}

const namedApp = open({
	application_id: applicationId.nullable(),
	name: z.string().min(1).optional(),
	app: z.string().min(1).optional(),
	is_installed: z.boolean().optional(),
}).refine(({ name, app }) => name !== undefined || app !== undefined);

/** Accepts upstream's formats (docs/service-api/differences.md#the-list-of-apps). */
export function isAppList(raw: unknown): boolean {
	const list = appList.safeParse(raw);
	return list.success && list.data.every((item) => namedApp.safeParse(item).success);
}
