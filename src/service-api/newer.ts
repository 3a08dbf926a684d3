import { z } from "zod";
import { type Message, message, sentences } from "../core/message.ts";

/**
 * Members that the interface text does not name, and what each means for a signature: the one table of them, and the
 * rule for all others.
 */

/**
 * `inert`: changes nothing, and is not told. `shown`: changes nothing that is signed or answered, and is told in the
 * review as the service's words. `needed`: its value decides, so that it is read before anything is signed.
 * `blocking`: nobody here knows what it means for what is signed.
 */
export type MemberStanding = "inert" | "shown" | "needed" | "blocking";

/** The records of the interface text that are told apart here; those without a name are closed. */
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
 * Records that the interface text does not close
 * (docs/service-api/differences.md#what-is-open-in-the-interface-text). A member more in one of them determines
 * neither the signed bytes, which are matched by themselves, nor the answer: it is told. A transaction of EVM and a
 * payload are not among them: their members are what is signed.
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

/** Why a value does not allow a signature, as sentences that tell that nothing was signed; null where it does. */
type Judge = (value: unknown) => Message | null;

type NewerMember =
	| { readonly standing: Exclude<MemberStanding, "needed"> }
	| { readonly standing: "needed"; readonly judge: Judge };

const NOTHING = message("nothing-signed");
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** Text of the service within a sentence of ours is short; the review shows the whole of it elsewhere. */
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

/** A member of an object, however it was made; undefined where there is none. */
function memberOf(value: unknown, key: string): unknown {
	if (typeof value !== "object" || value === null) return undefined;
	return Object.entries(value).find(([name]) => name === key)?.[1];
}

/** The service's own check of a request: eligible by its decision and, where one is stated, by its authority. */
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

/** The entries of a list; a value that should be one and is none counts as one entry. */
const listed = (value: unknown): readonly unknown[] =>
	isAbsent(value) ? [] : Array.isArray(value) ? value : [value];

/**
 * Returns the service's names for findings and requirements of its own check that its mode passed over, and for
 * critical findings that left a request eligible. `transactionSafety` is read wherever the request holds it.
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

/** Known from upstream's public types (docs/service-api/differences.md), by the record that they stand in. */
const NEWER_MEMBERS: Readonly<Partial<Record<RecordName, Readonly<Record<string, NewerMember>>>>> = {
	CommitView: {
		transaction_url: { standing: "inert" },
		continuation: { standing: "shown" },
		signing_mode: { standing: "needed", judge: judgeSigningMode },
	},
	CommitWalletAttemptStatus: {
		phase: { standing: "shown" },
		provider_code: { standing: "shown" },
		reason_category: { standing: "shown" },
	},
	ActionRequest: {
		commitStages: { standing: "shown" },
		transactionSafety: { standing: "needed", judge: judgeTransactionSafety },
	},
	SigningRequest: {
		transactionSafety: { standing: "needed", judge: judgeTransactionSafety },
	},
};

const UNKNOWN: NewerMember = { standing: "blocking" };
const SHOWN: NewerMember = { standing: "shown" };

/** What decides in one record is never only told in another that is open. */
const DECIDING: ReadonlyMap<string, NewerMember> = new Map(
	Object.values(NEWER_MEMBERS).flatMap((members) =>
		Object.entries(members).filter(([, { standing }]) => standing === "needed"),
	),
);

/** What a member means that the record's schema does not name. @param record null for a record without a name */
export function newerMember(record: RecordName | null, key: string): NewerMember {
	if (record === null) return UNKNOWN;
	const listed = NEWER_MEMBERS[record];
	const known = listed !== undefined && Object.hasOwn(listed, key) ? listed[key] : undefined;
	return known ?? (OPEN_RECORDS.has(record) ? (DECIDING.get(key) ?? SHOWN) : UNKNOWN);
}
