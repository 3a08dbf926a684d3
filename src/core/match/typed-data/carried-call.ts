import { type Hex, readAddress, readBytes } from "../../format/numeral.ts";
import { kindOf, memberAt, type TypedKind } from "./kinds.ts";
import type { TypedData } from "./reading.ts";

/** Typed data that carries a call, which somebody else sends: who makes it, to whom, with what. */

export interface CarriedCall {
	/** In whose name it is made: an account with a key, or a smart account. */
	readonly from: Hex;
	readonly to: Hex;
	readonly value: bigint;
	readonly data: Hex;
}

/** Stands for the contract that the domain names. */
const READER = Symbol("verifyingContract");

/** Members by name. A user operation is a call of the account to itself, whose own code makes the calls in it. */
interface Members {
	readonly from: string | typeof READER;
	readonly to: string | typeof READER;
	/** null where no coin can go along. */
	readonly value: string | null;
	readonly data: string;
}

const MEMBERS: Readonly<Partial<Record<TypedKind, Members>>> = {
	safe_transaction: { from: READER, to: "to", value: "value", data: "data" },
	meta_transaction: { from: "from", to: READER, value: null, data: "functionSignature" },
	forward_request: { from: "from", to: "to", value: "value", data: "data" },
	sponsored_call: { from: "user", to: "target", value: null, data: "data" },
	packed_user_operation: { from: "sender", to: "sender", value: null, data: "callData" },
	euler_permit: { from: "signer", to: READER, value: "value", data: "data" },
	safe_operation: { from: "safe", to: "safe", value: null, data: "callData" },
};

/** How typed data of no known kind mostly names a call. */
const USUAL: Members = { from: "from", to: "to", value: "value", data: "data" };

const address = (value: unknown): Hex | null => (typeof value === "string" ? readAddress(value) : null);

function callAt({ message, domain }: TypedData, members: Members): CarriedCall | null {
	const at = (member: string | typeof READER) =>
		address(member === READER ? domain.verifyingContract : memberAt(message, member));
	const [from, to] = [at(members.from), at(members.to)];
	const bytes = memberAt(message, members.data);
	const data = typeof bytes === "string" ? readBytes(bytes) : null;
	const value = (members.value === null ? undefined : memberAt(message, members.value)) ?? 0n;
	// An amount of another type stays unread: read as zero it would hide what the call sends.
	return from === null || to === null || data === null || typeof value !== "bigint"
		? null
		: { from, to, value, data };
}

/** Members are only taken for a call by their types as well: a text may hold whatever it likes. */
function namesCall({ tree }: TypedData): boolean {
	const typeOf = (member: string) => tree.find(({ name }) => name === member)?.type;
	return typeOf("from") === "address" && typeOf("to") === "address" && typeOf("data") === "bytes";
}

/** The call that typed data carries; null where it carries none, or is of no known kind and names none as is usual. */
export function carriedCallOf(typed: TypedData): CarriedCall | null {
	const kind = kindOf(typed);
	if (kind === null) return namesCall(typed) ? callAt(typed, USUAL) : null;
	const members = MEMBERS[kind];
	return members === undefined ? null : callAt(typed, members);
}
