import type { AgentClient } from "../../../core/identities/agents.ts";
import type { AgentSharing, AgentsScreen, AgentsView } from "../../../ipc/agents.ts";
import { CLIENT_DOORS } from "../../../ipc/values.ts";
import { t } from "../../../text/index.ts";
import { baseUnits } from "../rules/rule-draft.ts";

export interface SharingDraft {
	readonly name: string;
	readonly accounts: readonly string[];
	readonly networks: "all" | readonly string[];
	readonly maxWaiting: string;
	readonly maxPerHour: string;
}

export type SharingFaults = { readonly [Field in keyof SharingDraft]?: string };

const CENTS = 2;

const MAX_CENTS_DIGITS = 13;

const LIMITS = { maxWaiting: 100, maxPerHour: 1000 } as const;

/** Preselects the account only if there is just one. */
export function newSharing(client: AgentClient, accounts: AgentsScreen["accounts"]): SharingDraft {
	const [only, ...others] = accounts;
	return {
		name: t(`agents.client.${client}`),
		accounts: only === undefined || others.length > 0 ? [] : [only.address],
		networks: "all",
		maxWaiting: "10",
		maxPerHour: "30",
	};
}

export const sharingDraft = (shared: AgentSharing): SharingDraft => ({
	...shared,
	networks: shared.networks.length === 0 ? "all" : shared.networks,
	maxWaiting: String(shared.maxWaiting),
	maxPerHour: String(shared.maxPerHour),
});

function countFault(text: string, most: number): string | undefined {
	const isCount = /^[1-9][0-9]{0,3}$/.test(text.trim()) && Number(text) <= most;
	return isCount ? undefined : t("trusted.agents.fault.count", { most });
}

export function sharingFaults(draft: SharingDraft): SharingFaults {
	const maxWaiting = countFault(draft.maxWaiting, LIMITS.maxWaiting);
	const maxPerHour = countFault(draft.maxPerHour, LIMITS.maxPerHour);
	return {
		...(draft.name.trim() === "" && { name: t("trusted.agents.fault.name") }),
		...(draft.accounts.length === 0 && { accounts: t("trusted.agents.fault.accounts") }),
		...(draft.networks.length === 0 && { networks: t("trusted.agents.fault.networks") }),
		...(maxWaiting !== undefined && { maxWaiting }),
		...(maxPerHour !== undefined && { maxPerHour }),
	};
}

export const isUsable = (draft: SharingDraft): boolean => Object.keys(sharingFaults(draft)).length === 0;

/** The draft must be valid. An empty list of networks means all networks. */
export const sharingOf = (draft: SharingDraft) => ({
	name: draft.name.trim(),
	accounts: [...draft.accounts],
	networks: draft.networks === "all" ? [] : [...draft.networks],
	maxWaiting: Number(draft.maxWaiting),
	maxPerHour: Number(draft.maxPerHour),
});

/** Returns whether the draft gives the agent more access than it has now. */
export function allowsMore(shared: AgentSharing, draft: SharingDraft): boolean {
	const next = sharingOf(draft);
	const isNarrower = (before: readonly string[], after: readonly string[]) =>
		after.every((each) => before.includes(each));
	const opensNetworks =
		shared.networks.length > 0 && (next.networks.length === 0 || !isNarrower(shared.networks, next.networks));
	return (
		opensNetworks ||
		!isNarrower(shared.accounts, next.accounts) ||
		next.maxWaiting > shared.maxWaiting ||
		next.maxPerHour > shared.maxPerHour
	);
}

/** Returns cents, `null` for empty text, and `undefined` if the text isn't an amount. */
export function dayLimitOf(text: string): string | null | undefined {
	if (text.trim() === "") return null;
	const cents = baseUnits(text, CENTS);
	return cents === null || cents === "0" || cents.length > MAX_CENTS_DIGITS ? undefined : cents;
}

/** Returns `null` if a door that the client supports is already open. */
export function doorsToOpen(
	client: AgentClient,
	doors: AgentsView["doors"],
): { readonly socket: boolean; readonly http: boolean } | null {
	const open = { socket: doors.socket !== null, http: doors.http !== null };
	const [first, ...others] = CLIENT_DOORS[client];
	if (first === undefined || [first, ...others].some((door) => open[door])) return null;
	return { ...open, [first]: true };
}
