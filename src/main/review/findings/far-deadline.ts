import { readUint } from "../../match/numeral.ts";
import { callsOf } from "./calls.ts";
import type { Rule } from "./finding.ts";

/** Names that contracts in wide use give to the moment after which a call no longer counts, in Unix seconds. */
const DEADLINES: ReadonlySet<string> = new Set([
	"deadline",
	"expiration",
	"expiry",
	"sigDeadline",
	"validTo",
]);
const FAR_SECONDS = 30n * 24n * 3600n;
/** What is larger is no moment, but "never". */
const NEVER = 2n ** 40n;

/** A call that counts for long: it may be mined, or carried out by others, when prices are others by far. */
export const farDeadline: Rule = ({ subject, now }) => {
	const soon = BigInt(Math.floor(now / 1000)) + FAR_SECONDS;
	const ends = callsOf(subject).flatMap(({ decoded }) =>
		(decoded.call?.args ?? []).flatMap(({ name, type, value }) => {
			const end = DEADLINES.has(name) && type.startsWith("uint") ? readUint(value) : null;
			return end === null || end <= soon ? [] : [end];
		}),
	);
	const [first] = ends;
	if (first === undefined) return null;
	const words =
		first > NEVER
			? "It has no deadline: it counts whenever it is mined."
			: `It counts until ${new Date(Number(first) * 1000).toISOString().slice(0, 10)}, more than 30 days from now.`;
	return { id: "far-deadline", severity: "info", words, needsWord: false };
};
