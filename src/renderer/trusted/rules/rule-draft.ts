import type {
	RuleChainView,
	RuleInput,
	RuleKindView,
	RuleScopeInput,
	RulesView,
} from "../../../ipc/rules.ts";
import { t } from "../../../text/index.ts";
import { minuteOf, timeOfDay } from "../../components/text/time-of-day.ts";

export interface RuleDraft {
	readonly id: string;
	readonly kind: RuleKindView;
	readonly name: string;
	readonly accounts: "all" | readonly string[];
	readonly chains: "all" | readonly string[];
	/** One app per line. Empty for all apps. */
	readonly apps: string;
	/** Agents that a stored rule applies to. They can be edited only on the agent's page. */
	readonly agents: "all" | readonly string[];
	/** `native`, or a token's address as the user typed it. */
	readonly asset: string;
	readonly symbol: string;
	/** `null` until the token's decimals are known. */
	readonly decimals: number | null;
	readonly amount: string;
	/** One address per line. */
	readonly addresses: string;
	readonly contacts: boolean;
	/** In the format "09:00". */
	readonly from: string;
	readonly to: string;
	/** 0 stands for Sunday. */
	readonly days: readonly number[];
}

type DraftField =
	| "name"
	| "accounts"
	| "chains"
	| "agents"
	| "apps"
	| "asset"
	| "amount"
	| "addresses"
	| "hours"
	| "days";
export type DraftFaults = Readonly<Partial<Record<DraftField, string>>>;

export interface RuleFieldsProps {
	readonly draft: RuleDraft;
	readonly view: RulesView;
	readonly faults: DraftFaults;
	readonly onChange: (change: Partial<RuleDraft>) => void;
}

const CENTS = 2;

export const hasAmount = (kind: RuleKindView) =>
	kind === "spend_once" || kind === "spend_day" || kind === "ledger_above";
export const isInFiat = (kind: RuleKindView) => kind === "worth_once" || kind === "worth_day";
export const hasList = (kind: RuleKindView) =>
	kind === "recipients" || kind === "contracts" || kind === "spenders" || kind === "blocked_recipient";
export const usesContacts = (kind: RuleKindView) => kind === "recipients" || kind === "spenders";

export function newDraft(kind: RuleKindView, chains: readonly RuleChainView[], id: string): RuleDraft {
	const [first] = chains;
	const priced = chains.filter((each) => each.priced).map(({ ref }) => ref);
	const one = hasAmount(kind) && first !== undefined ? [first.ref] : "all";
	return {
		id,
		kind,
		name: t(`trusted.rules.kinds.${kind}.name`),
		accounts: "all",
		chains: isInFiat(kind) ? priced : one,
		apps: "",
		agents: "all",
		asset: "native",
		symbol: first?.symbol ?? "",
		decimals: isInFiat(kind) ? CENTS : (first?.decimals ?? null),
		amount: "",
		addresses: "",
		contacts: kind === "recipients",
		from: "08:00",
		to: "20:00",
		days: [1, 2, 3, 4, 5, 6, 0],
	};
}

/** Converts base units to a decimal number without rounding. */
export function unitsOf(raw: string, decimals: number): string {
	const digits = raw.padStart(decimals + 1, "0");
	const fraction = decimals === 0 ? "" : digits.slice(-decimals).replace(/0+$/, "");
	const whole = digits.slice(0, digits.length - decimals);
	return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** Avoids floats, which can't represent large amounts. Returns `null` if the text is invalid. */
export function baseUnits(text: string, decimals: number): string | null {
	const [, whole, fraction = ""] = /^([0-9]{1,60})(?:\.([0-9]+))?$/.exec(text.trim().replace(/,/g, "")) ?? [];
	if (whole === undefined || fraction.length > decimals) return null;
	return BigInt(whole + fraction.padEnd(decimals, "0")).toString();
}

export function draftOf(rule: RuleInput): RuleDraft {
	const blank = newDraft(rule.kind, [], rule.id);
	const { accounts, agents = "all", apps, chains } = rule.scope;
	const scoped = {
		...blank,
		name: rule.name,
		accounts,
		agents,
		chains,
		apps: apps === "all" ? "" : apps.join("\n"),
	};
	if ("asset" in rule) {
		const raw = "most" in rule ? rule.most : rule.above;
		return {
			...scoped,
			asset: rule.asset.address,
			symbol: rule.asset.symbol,
			decimals: rule.asset.decimals,
			amount: unitsOf(raw, rule.asset.decimals),
		};
	}
	if ("most" in rule) return { ...scoped, amount: unitsOf(rule.most, CENTS) };
	if ("addresses" in rule)
		return {
			...scoped,
			addresses: rule.addresses.join("\n"),
			contacts: "contacts" in rule && rule.contacts,
		};
	return rule.kind === "hours"
		? { ...scoped, from: timeOfDay(rule.from), to: timeOfDay(rule.to), days: rule.days }
		: scoped;
}

const lines = (text: string) => [
	...new Set(
		text
			.split(/[\s,]+/)
			.map((each) => each.trim())
			.filter((each) => each !== ""),
	),
];
const appLines = (text: string) => [
	...new Set(
		text
			.split(/[\n,]+/)
			.map((each) => each.trim())
			.filter((each) => each !== ""),
	),
];

const ADDRESS = /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;
export const isAddress = (text: string) => ADDRESS.test(text.trim());

function amountFault({ amount, decimals }: RuleDraft): string | null {
	if (decimals === null) return null;
	if (amount.trim() === "") return t("trusted.rules.amount-needed");
	return baseUnits(amount, decimals) === null ? t("trusted.rules.fault.decimals", { decimals }) : null;
}

function assetFault({ asset, decimals }: RuleDraft): string | null {
	if (asset !== "native" && !isAddress(asset)) return t("trusted.rules.address-token-needed");
	return decimals === null ? t("trusted.rules.fault.unit") : null;
}

function listFault({ kind, addresses }: RuleDraft): string | null {
	const all = lines(addresses);
	const wrong = all.find((each) => !isAddress(each));
	if (wrong !== undefined) return t("trusted.rules.not-address", { wrong: wrong.slice(0, 60) });
	if (all.length > 500) return t("trusted.rules.most-500-addresses");
	return !usesContacts(kind) && all.length === 0 ? t("trusted.rules.fault.addresses") : null;
}

function hoursFault({ from, to }: RuleDraft): string | null {
	const [start, end] = [minuteOf(from), minuteOf(to)];
	if (start === null || end === null || start === 1440) return t("trusted.rules.fault.time");
	return start === end ? t("trusted.rules.fault.same-time") : null;
}

export function faultsOf(draft: RuleDraft): DraftFaults {
	const { kind } = draft;
	const found: readonly (readonly [DraftField, string | null])[] = [
		["name", draft.name.trim() === "" ? t("ui.name.needed") : null],
		[
			"accounts",
			draft.accounts !== "all" && draft.accounts.length === 0 ? t("trusted.rules.choose-least-one") : null,
		],
		["chains", draft.chains.length === 0 ? t("trusted.rules.choose-least-one") : null],
		["agents", draft.agents.length === 0 ? t("trusted.rules.choose-least-one") : null],
		[
			"apps",
			kind === "blocked_app" && appLines(draft.apps).length === 0 ? t("trusted.rules.fault.apps") : null,
		],
		["asset", hasAmount(kind) ? assetFault(draft) : null],
		["amount", hasAmount(kind) || isInFiat(kind) ? amountFault(draft) : null],
		["addresses", hasList(kind) ? listFault(draft) : null],
		["hours", kind === "hours" ? hoursFault(draft) : null],
		["days", kind === "hours" && draft.days.length === 0 ? t("trusted.rules.fault.days") : null],
	];
	return Object.fromEntries(found.filter(([, text]) => text !== null));
}

export function ruleOf(draft: RuleDraft): RuleInput {
	const { id, kind, accounts, agents, chains } = draft;
	const apps = appLines(draft.apps);
	const scope: RuleScopeInput = { accounts, agents, chains, apps: apps.length === 0 ? "all" : apps };
	const common = { id, name: draft.name.trim(), scope };
	const decimals = draft.decimals ?? 0;
	const asset = { address: draft.asset.trim(), symbol: draft.symbol, decimals };
	const units = baseUnits(draft.amount, decimals) ?? "0";
	switch (kind) {
		case "spend_once":
		case "spend_day":
			return { ...common, kind, asset, most: units };
		case "worth_once":
		case "worth_day":
			return { ...common, kind, most: units };
		case "ledger_above":
			return { ...common, kind, asset, above: units };
		case "recipients":
		case "spenders":
			return { ...common, kind, addresses: lines(draft.addresses), contacts: draft.contacts };
		case "contracts":
		case "blocked_recipient":
			return { ...common, kind, addresses: lines(draft.addresses) };
		case "hours":
			return {
				...common,
				kind,
				from: minuteOf(draft.from) ?? 0,
				to: minuteOf(draft.to) ?? 0,
				days: draft.days,
			};
		case "no_unlimited":
		case "simulated":
		case "blocked_app":
			return { ...common, kind };
	}
}

/** Copies the rules for a command. Main parses each of them with its own schema. */
export const written = (rules: readonly RuleInput[]): Record<string, unknown>[] =>
	rules.map((rule) => ({ ...rule }));
