import { z } from "zod";

/**
 * Deviations of a real service from the interface text: other forms, or additional members. Only what readers
 * see changes. The stored state doesn't, so answers are still accepted.
 */

type Json = z.core.util.JSONType;
type Members = { [key: string]: Json };

const isMembers = (value: unknown): value is Members =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Changes every record under this name, at any path. */
function changeRecords(value: unknown, name: string, change: (record: Members) => void): void {
	if (Array.isArray(value)) for (const item of value) changeRecords(item, name, change);
	if (!isMembers(value)) return;
	for (const [key, member] of Object.entries(value)) {
		const records = Array.isArray(member) ? member : [member];
		if (key === name) for (const record of records) if (isMembers(record)) change(record);
		changeRecords(member, name, change);
	}
}

const inEach = (name: string, change: (record: Members) => void) => (value: Members) =>
	changeRecords(value, name, change);

const without =
	(...names: readonly string[]) =>
	(record: Members) => {
		for (const name of names) if (record[name] === null) delete record[name];
	};

/** Restricts a change to events of this type. */
const ofEvents = (type: string, change: (event: Members) => void) => (event: Members) => {
	if (event["type"] === type) change(event);
};

interface Oddity {
	readonly event?: (event: Members) => void;
	readonly commit?: (view: Members) => void;
	readonly page?: (page: Members) => void;
}

const everyRecord = (change: (value: Members) => void): Oddity => ({ event: change, commit: change });

const SAFETY = (eligibility: "eligible" | "blocked"): Members => ({
	assessment: {
		version: 1,
		assessmentDigest: "assessment-1",
		state: "complete",
		findings: [],
		limitations: [],
	},
	decision: { mode: "balanced", policyRevision: 1, eligibility, reasonCode: `is_${eligibility}` },
	simulationStatus: "passed",
});

/** Changes every request, of an action and of a review with its legs. */
const inRequests = (change: (request: Members) => void): Oddity => ({
	event: inEach("request", change),
	commit: (view) => {
		changeRecords(view, "request", change);
		changeRecords(view, "legs", change);
	},
});

const safetyIs = (eligibility: "eligible" | "blocked") =>
	inRequests((request) => {
		request["transactionSafety"] = SAFETY(eligibility);
	});

/** Members that the interface text defines as strings and that contain numbers. */
const NUMBERS: ReadonlySet<string> = new Set([
	"value",
	"gas",
	"amount",
	"max_fee_per_gas",
	"max_priority_fee_per_gas",
	"units",
	"priceWei",
	"nativeCost",
]);

function inHex(value: unknown): void {
	if (Array.isArray(value)) for (const item of value) inHex(item);
	if (!isMembers(value)) return;
	for (const [key, member] of Object.entries(value)) {
		if (NUMBERS.has(key) && typeof member === "string" && /^[0-9]+$/.test(member))
			value[key] = `0x${BigInt(member).toString(16)}`;
		else inHex(member);
	}
}

const TABLE = {
	/** Members of a newer service that change nothing, or that let the wallet sign. */
	newer_members: {
		event: inRequests((request) => {
			request["transactionSafety"] = SAFETY("eligible");
		}).event,
		commit: (view) => {
			view["signing_mode"] = "manual";
			view["continuation"] = { version: 1, revision: 0, state: "pending", attempts: 0 };
			view["transaction_url"] = null;
			const grow = (request: Members) => {
				request["commitStages"] = ["evm:1"];
				request["transactionSafety"] = SAFETY("eligible");
			};
			changeRecords(view, "request", grow);
			changeRecords(view, "legs", grow);
			changeRecords(view, "wallet_attempt", (attempt) => {
				attempt["phase"] = "transaction_request";
			});
		},
	},
	/** The service signs by itself. */
	signing_mode_auto: {
		commit: (view) => {
			view["signing_mode"] = "auto";
		},
	},
	unknown_signing_mode: {
		commit: (view) => {
			view["signing_mode"] = "delegated";
		},
	},
	/** The service's own safety check blocks the request. */
	safety_blocked: safetyIs("blocked"),
	/** The transactions of an action are separate commits. */
	staged_action: {
		event: inEach("request", (request) => {
			request["commitStages"] = ["evm:1"];
		}),
	},
	/** The service could not simulate the request. */
	not_simulated: everyRecord(
		inEach("simulation", (simulation) => {
			const empty = { balanceChanges: [], approvals: [], fees: [], guards: [], gas: null, logs: [] };
			const warnings = ["The simulation provider did not answer."];
			Object.assign(simulation, empty, { status: "unavailable", warnings });
		}),
	),
	/** The simulation passed, but declares no changes. */
	nothing_declared: everyRecord(
		inEach("simulation", (simulation) => {
			Object.assign(simulation, { balanceChanges: [], approvals: [] });
		}),
	),
	/** Adds members, including fractions, to records that the interface text leaves open. */
	open_members: {
		event: (event) => {
			event["trace_id"] = "4bf92f3577b34da6";
			changeRecords(event, "balanceChanges", (change) => {
				change["usd"] = 12.34;
			});
			changeRecords(event, "request", (request) => {
				if (request["type"] === "sign") request["note"] = "as you asked";
			});
		},
		commit: (view) => {
			changeRecords(view, "balanceChanges", (change) => {
				change["usd"] = 12.34;
			});
			changeRecords(view, "guards", (guard) => {
				guard["detail"] = "as configured";
			});
		},
	},
	/** Numbers in hex, and chains by their full names. */
	hex_and_full_names: {
		event: inHex,
		commit: (view) => {
			inHex(view);
			if (view["chain_family"] === "evm") view["chain_ref"] = `eip155:${String(view["chain_ref"])}`;
		},
	},
	/** As in the public live trace: simulations have no `approvals`, and events have a `timestamp`. */
	no_approvals: {
		event: (event) => {
			event["timestamp"] = "2026-11-20T10:00:00Z";
			changeRecords(event, "simulation", (simulation) => delete simulation["approvals"]);
		},
	},
	unknown_direction: everyRecord(
		inEach("balanceChanges", (change) => {
			change["direction"] = "sideways";
		}),
	),
	unknown_standard: everyRecord(
		inEach("balanceChanges", (change) => {
			change["standard"] = "erc6909";
		}),
	),
	unknown_fee: everyRecord(
		inEach("transactions", (transaction) => {
			transaction["fee_outcome"] = { kind: "sponsored", by: "the service" };
		}),
	),
	unknown_transport: {
		commit: (view) => {
			view["supported_transports"] = ["sign_and_broadcast", "wallet_connect"];
		},
	},
	unknown_action_kind: {
		commit: (view) => {
			if (isMembers(view["action"])) view["action"]["kind"] = "countersign_twice";
		},
	},
	unknown_broadcaster: {
		commit: (view) => {
			view["broadcaster"] = "relay";
		},
	},
	unknown_commit_state: {
		commit: (view) => {
			if (view["state"] === "needs_signature") view["state"] = "needs_attention";
		},
	},
	version_as_text: {
		commit: (view) => {
			view["version"] = String(view["version"]);
		},
	},
	unknown_action_state: {
		event: ofEvents("action", (event) => {
			if (event["state"] === "pending") event["state"] = "needs_attention";
		}),
	},
	revision_as_text: {
		event: ofEvents("action", (event) => {
			event["revision"] = String(event["revision"]);
		}),
	},
	/** Omits nullable members that are null. */
	missing_nulls: {
		event: without("turn_id", "label", "expires_at"),
		commit: (view) => {
			without("transaction_id", "failure_code", "batch", "review", "action")(view);
			changeRecords(view, "wallet_attempt", without("transaction_id", "failure_code"));
			changeRecords(view, "simulation", without("gas"));
		},
	},
	/** Omits whether a wallet already has the commit. */
	unstated_attempt: {
		commit: without("wallet_attempt"),
	},
	unknown_sender: {
		event: ofEvents("message", (event) => {
			if (event["sender"] === "agent") event["sender"] = "supervisor";
		}),
	},
	page_without_has_more: {
		page: (page) => {
			delete page["has_more"];
		},
	},
} satisfies Record<string, Oddity>;

export type OddityName = keyof typeof TABLE;
export const oddity = z.enum(Object.keys(TABLE) as [OddityName, ...OddityName[]]);

const apply = (names: readonly OddityName[], part: keyof Oddity, text: string): string => {
	const changes = names.flatMap((name) => {
		const odd: Oddity = TABLE[name];
		return odd[part] ?? [];
	});
	if (changes.length === 0) return text;
	const value: unknown = JSON.parse(text);
	if (isMembers(value)) for (const change of changes) change(value);
	return JSON.stringify(value);
};

export const oddEvent = (names: readonly OddityName[], text: string): string => apply(names, "event", text);
export const oddCommit = (names: readonly OddityName[], text: string): string => apply(names, "commit", text);
export const oddPage = (names: readonly OddityName[], text: string): string => apply(names, "page", text);
