import { z } from "zod";
import { type Message, message, sentences } from "../core/localized-text.ts";

/** Fields that the API text doesn't define, and their effects on signing. */

/**
 * `inert` fields have no effect and aren't displayed. `shown` fields affect neither the signature nor the
 * answer. The value of a `needed` field is checked before signing. `blocking` fields prevent signing, because
 * their meaning is unknown.
 */
export type MemberStatus = "inert" | "shown" | "needed" | "blocking";

export type RecordName =
	| "Action"
	| "ActionRequest"
	| "PipelineSimulation"
	| "SigningRequest"
	| "AssembledSvmTransaction"
	| "AssembledSvmInstruction"
	| "balance change"
	| "approval change"
	| "fee estimate"
	| "guard result"
	| "gas estimate"
	| "log"
	| "fee outcome"
	| "CommitView"
	| "CommitWalletAttemptStatus";

/**
 * Records that the API text leaves open to more fields
 * (docs/service-api/differences.md#what-is-open-in-the-interface-text). Unknown fields in them are displayed,
 * because they affect neither the signed bytes nor the answer. EVM transactions and payloads are excluded,
 * because their fields are signed.
 */
const OPEN_RECORDS: ReadonlySet<RecordName> = new Set([
	"Action",
	"SigningRequest",
	"AssembledSvmTransaction",
	"AssembledSvmInstruction",
	"balance change",
	"approval change",
	"fee estimate",
	"guard result",
	"gas estimate",
	"log",
	"fee outcome",
]);

type Judge = (value: unknown) => Message | null;

type NewerMember =
	| { readonly status: Exclude<MemberStatus, "needed"> }
	| { readonly status: "needed"; readonly judge: Judge };

const NOTHING = message("nothing-signed");
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

const clipped = (value: unknown) => String(JSON.stringify(value)).replace(/^"|"$/g, "").slice(0, 60);

const SIGNING_MODES: ReadonlyMap<unknown, Message | null> = new Map([
	["manual", null],
	["external", null],
	["auto", sentences(message("contract.signing-mode.auto"), NOTHING)],
]);

function judgeSigningMode(value: unknown): Message | null {
	if (isAbsent(value)) return null;
	const known = SIGNING_MODES.get(value);
	return known === undefined
		? sentences(message("contract.signing-mode.unknown", { mode: clipped(value) }), NOTHING)
		: known;
}

function memberOf(value: unknown, key: string): unknown {
	if (typeof value !== "object" || value === null) return undefined;
	return Object.entries(value).find(([name]) => name === key)?.[1];
}

/** Accepts a request only if the service's own check found it eligible. */
function judgeTransactionSafety(value: unknown): Message | null {
	if (isAbsent(value)) return null;
	const authority = memberOf(value, "authority");
	const parts = [memberOf(value, "decision"), ...(isAbsent(authority) ? [] : [authority])];
	const bad = parts.find((part) => memberOf(part, "eligibility") !== "eligible");
	if (bad === undefined && !isAbsent(parts[0])) return null;
	const reason = memberOf(bad, "reasonCode");
	const text =
		typeof reason === "string"
			? message("contract.safety.not-eligible-because", { reason: clipped(reason) })
			: message("contract.safety.not-eligible");
	return sentences(text, NOTHING);
}

const critical = z.looseObject({ severity: z.literal("critical") });

const listed = (value: unknown): readonly unknown[] =>
	isAbsent(value) ? [] : Array.isArray(value) ? value : [value];

/**
 * Returns the findings that the service's check ignored because of its mode. If that check considered the
 * request eligible, its critical findings are included. `transactionSafety` can be anywhere in the request.
 */
export function bypassedChecks(request: unknown): readonly string[] {
	const safety = memberOf(request, "transactionSafety");
	const decision = memberOf(safety, "decision");
	const findings = listed(memberOf(memberOf(safety, "assessment"), "findings"));
	const grave = findings.filter((finding) => critical.safeParse(finding).success);
	const passedOver = [
		...listed(memberOf(decision, "bypassedFindingIds")),
		...listed(memberOf(decision, "bypassedRequirements")),
		...grave.map((finding) => memberOf(finding, "id") ?? memberOf(finding, "code") ?? "critical"),
	];
	return [...new Set(passedOver.map(clipped))];
}

/** Returns the mode that the service's guards used for their decision, or `null` if it isn't stated. */
export function decidedMode(request: unknown): string | null {
	const mode = memberOf(memberOf(memberOf(request, "transactionSafety"), "decision"), "mode");
	if (isAbsent(mode)) return null;
	return typeof mode === "string" ? mode : clipped(mode);
}

/** Accepts any value. A separate finding assesses these simulation inputs, and the approval covers them. */
const acceptAny: Judge = () => null;

/** Fields from upstream's public types (docs/service-api/differences.md). */
const NEWER_MEMBERS: Readonly<Partial<Record<RecordName, Readonly<Record<string, NewerMember>>>>> = {
	CommitView: {
		transaction_url: { status: "inert" },
		continuation: { status: "shown" },
		signing_mode: { status: "needed", judge: judgeSigningMode },
	},
	CommitWalletAttemptStatus: {
		phase: { status: "shown" },
		provider_code: { status: "shown" },
		reason_category: { status: "shown" },
	},
	ActionRequest: {
		commitStages: { status: "shown" },
		transactionSafety: { status: "needed", judge: judgeTransactionSafety },
	},
	SigningRequest: {
		transactionSafety: { status: "needed", judge: judgeTransactionSafety },
	},
	PipelineSimulation: {
		balance_overrides: { status: "needed", judge: acceptAny },
		balanceOverrides: { status: "needed", judge: acceptAny },
		contexts: { status: "needed", judge: acceptAny },
	},
};

const UNKNOWN: NewerMember = { status: "blocking" };
const SHOWN: NewerMember = { status: "shown" };

/** A field that is checked in one record is also checked in every other open record, not just displayed. */
const DECIDING: ReadonlyMap<string, NewerMember> = new Map(
	Object.values(NEWER_MEMBERS).flatMap((members) =>
		Object.entries(members).filter(([, { status }]) => status === "needed"),
	),
);

export function newerMember(record: RecordName | null, key: string): NewerMember {
	if (record === null) return UNKNOWN;
	const listed = NEWER_MEMBERS[record];
	const known = listed !== undefined && Object.hasOwn(listed, key) ? listed[key] : undefined;
	return known ?? (OPEN_RECORDS.has(record) ? (DECIDING.get(key) ?? SHOWN) : UNKNOWN);
}
