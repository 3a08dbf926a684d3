import { z } from "zod";

/**
 * Variations of a real service from the interface text: other forms, or additional members. The stored state
 * is unchanged: only the readers' view changes, so that an answer is accepted as ever.
 */

type Json = z.core.util.JSONType;
type Members = { [key: string]: Json };

const isMembers = (value: unknown): value is Members =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Changes every record under this name, at any path. */
function everywhere(value: unknown, name: string, change: (record: Members) => void): void {
	if (Array.isArray(value)) for (const item of value) everywhere(item, name, change);
	if (!isMembers(value)) return;
	for (const [key, member] of Object.entries(value)) {
		const records = Array.isArray(member) ? member : [member];
		if (key === name) for (const record of records) if (isMembers(record)) change(record);
		everywhere(member, name, change);
	}
}

const inEach = (name: string, change: (record: Members) => void) => (value: Members) =>
	everywhere(value, name, change);

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

/** Every request, of an action and of a review: with the signature's purpose, and without its outcome. */
const inRequests = (change: (request: Members) => void): Oddity => ({
	event: inEach("request", change),
	commit: (view) => {
		everywhere(view, "request", change);
		everywhere(view, "legs", change);
	},
});

const safetyIs = (eligibility: "eligible" | "blocked") =>
	inRequests((request) => {
		request["transactionSafety"] = SAFETY(eligibility);
	});

/** Members that the interface text calls a string, and that hold a number. */
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
			everywhere(view, "request", grow);
			everywhere(view, "legs", grow);
			everywhere(view, "wallet_attempt", (attempt) => {
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
	/** The service's own check of a request does not allow it. */
	safety_blocked: safetyIs("blocked"),
	/** The transactions of an action are commits of their own. */
	staged_action: {
		event: inEach("request", (request) => {
			request["commitStages"] = ["evm:1"];
		}),
	},
	/** The service could not simulate. */
	not_simulated: everyRecord(
		inEach("simulation", (simulation) => {
			const empty = { balanceChanges: [], approvals: [], fees: [], guards: [], gas: null, logs: [] };
			const warnings = ["The simulation provider did not answer."];
			Object.assign(simulation, empty, { status: "unavailable", warnings });
		}),
	),
	/** Its simulation passed, and declares nothing. */
	nothing_declared: everyRecord(
		inEach("simulation", (simulation) => {
			Object.assign(simulation, { balanceChanges: [], approvals: [] });
		}),
	),
	/** Adds members if the interface text leaves a record open, fractions among them. */
	open_members: {
		event: (event) => {
			event["trace_id"] = "4bf92f3577b34da6";
			everywhere(event, "balanceChanges", (change) => {
				change["usd"] = 12.34;
			});
			everywhere(event, "request", (request) => {
				if (request["type"] === "sign") request["note"] = "as you asked";
			});
		},
		commit: (view) => {
			everywhere(view, "balanceChanges", (change) => {
				change["usd"] = 12.34;
			});
			everywhere(view, "guards", (guard) => {
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
	/** The public live trace: its simulations have no `approvals`, and events a `timestamp`. */
	no_approvals: {
		event: (event) => {
			event["timestamp"] = "2026-11-20T10:00:00Z";
			everywhere(event, "simulation", (simulation) => delete simulation["approvals"]);
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
			everywhere(view, "wallet_attempt", without("transaction_id", "failure_code"));
			everywhere(view, "simulation", without("gas"));
		},
	},
	/** Leaves out whether a wallet already has the commit. */
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
