import { z } from "zod";
import { type Message, message, sentences } from "../core/message.ts";

/**
 * Members missing from the interface text, and what each means for a signature: a table, and a rule for all
 * others.
 */

/**
 * `inert`: no effect, not shown. `shown`: no effect on signature or answer, shown in the review as the
 * service's words. `needed`: its value decides and is checked before signing. `blocking`: its meaning for the
 * signature is unknown.
 */
export type MemberStatus = "inert" | "shown" | "needed" | "blocking";

/** Records with rules of their own; records without a name are closed. */
export type RecordName =
	| "Action"
	| "ActionRequest"
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
 * Records that the interface text leaves open
 * (docs/service-api/differences.md#what-is-open-in-the-interface-text). A further member there affects
 * neither the signed bytes, which are matched separately, nor the answer, so it is shown. EVM transactions
 * and payloads are excluded: their members are signed.
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

/**
 * Returns why a value forbids signing, as sentences that say that nothing was signed; `null` if it does not.
 */
type Judge = (value: unknown) => Message | null;

type NewerMember =
	| { readonly status: Exclude<MemberStatus, "needed"> }
	| { readonly status: "needed"; readonly judge: Judge };

const NOTHING = message("nothing-signed");
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** Clips service text inside our sentences; the review shows all of it elsewhere. */
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

/** Returns a member of any object; `undefined` if it does not exist. */
function memberOf(value: unknown, key: string): unknown {
	if (typeof value !== "object" || value === null) return undefined;
	return Object.entries(value).find(([name]) => name === key)?.[1];
}

/** Judges the service's own check of a request: eligible by decision and, if stated, by authority. */
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

/** Returns the entries of a list; a value that is not a list counts as one entry. */
const listed = (value: unknown): readonly unknown[] =>
	isAbsent(value) ? [] : Array.isArray(value) ? value : [value];

/**
 * Returns the names of findings and requirements that the mode of the service's own check ignored, and of
 * critical findings that left a request eligible. Reads `transactionSafety` anywhere in the request.
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

/** Members from upstream's public types (docs/service-api/differences.md), by record. */
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
};

const UNKNOWN: NewerMember = { status: "blocking" };
const SHOWN: NewerMember = { status: "shown" };

/** A member that decides in one record is never merely shown in another open one. */
const DECIDING: ReadonlyMap<string, NewerMember> = new Map(
	Object.values(NEWER_MEMBERS).flatMap((members) =>
		Object.entries(members).filter(([, { status }]) => status === "needed"),
	),
);

/**
 * Returns the meaning of a member that the record's schema lacks.
 * @param record `null` for a record without a name
 */
export function newerMember(record: RecordName | null, key: string): NewerMember {
	if (record === null) return UNKNOWN;
	const listed = NEWER_MEMBERS[record];
	const known = listed !== undefined && Object.hasOwn(listed, key) ? listed[key] : undefined;
	return known ?? (OPEN_RECORDS.has(record) ? (DECIDING.get(key) ?? SHOWN) : UNKNOWN);
}
