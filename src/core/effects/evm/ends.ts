import { readUint } from "../../format/numeral.ts";
import type { Subject } from "../../subject/subject.ts";
import type { CallEnd } from "../step-facts.ts";
import { callsOf } from "./calls.ts";

/** Names that contracts in wide use give to the moment after which a call no longer counts, in Unix seconds. */
const DEADLINES: ReadonlySet<string> = new Set([
	"deadline",
	"expiration",
	"expiry",
	"sigDeadline",
	"validTo",
]);

/**
 * Returns the moments after which calls of a transaction no longer count, by their arguments.
 * @param now Unix milliseconds
 */
export function endsOf(subject: Subject, now: number): readonly CallEnd[] {
	const seconds = BigInt(Math.floor(now / 1000));
	return callsOf(subject).flatMap(({ decoded }) =>
		(decoded.call?.args ?? []).flatMap(({ name, type, value }) => {
			const isEnd = DEADLINES.has(name) && type.startsWith("uint") && typeof value === "string";
			const at = isEnd ? readUint(value) : null;
			return at === null ? [] : [{ at, secondsLeft: at - seconds }];
		}),
	);
}
