import { callsOf } from "../../../effects/evm/calls.ts";
import { readUint } from "../../../format/numeral.ts";
import { message } from "../../../message.ts";
import type { FindingRule } from "../../finding.ts";

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
export const farDeadline: FindingRule = ({ subject, now }) => {
	const soon = BigInt(Math.floor(now / 1000)) + FAR_SECONDS;
	const ends = callsOf(subject).flatMap(({ decoded }) =>
		(decoded.call?.args ?? []).flatMap(({ name, type, value }) => {
			const end =
				DEADLINES.has(name) && type.startsWith("uint") && typeof value === "string" ? readUint(value) : null;
			return end === null || end <= soon ? [] : [end];
		}),
	);
	const [first] = ends;
	if (first === undefined) return null;
	const text =
		first > NEVER
			? message("finding.far-deadline.none")
			: message("finding.far-deadline", { day: new Date(Number(first) * 1000).toISOString().slice(0, 10) });
	return { id: "far-deadline", severity: "info", text, needsWord: false };
};
