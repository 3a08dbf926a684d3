import {
	asMessage,
	isMessage,
	type Message,
	message,
	type Param,
	type Params,
	type Text,
} from "../message.ts";

/** What is said of a finding where there is room for one line. */

type ValueOf = (name: string) => Param;

/** By the code of the finding's sentence. A value that is missing leaves it as it is. */
const SHORT: Readonly<Record<string, (of: ValueOf) => Message>> = {
	"finding.look-alike": (of) => message("reason.look-alike", { whom: of("whom") }),
	"finding.lost-funds.zero": () => message("reason.zero-address"),
	"finding.rights.anybody": (of) => message("reason.rights.anybody", { who: of("who") }),
	"finding.rights.key": (of) => message("reason.rights.key", { who: of("who") }),
	"finding.rights.lent": (of) => message("reason.rights.key", { who: of("who") }),
	"finding.rights.unlimited": (of) =>
		message("reason.rights.unlimited", {
			over: of("over"),
			what: of("what"),
			account: of("account"),
			who: of("who"),
		}),
	"finding.text-free": () => message("reason.text-free"),
	"finding.text-hash": () => message("reason.text-hash"),
	"finding.unfamiliar-receiver": (of) => message("reason.unfamiliar-receiver", { address: of("address") }),
	"finding.unknown-typed-data": (of) => message("reason.unknown-typed-data", { name: of("name") }),
	"finding.value-not-seen": (of) => message("reason.value-not-seen", { amount: of("amount"), to: of("to") }),
	"finding.part-of-holdings": (of) =>
		message("reason.part-of-holdings", { amounts: of("amounts"), to: of("to") }),
	"finding.whole-balance": (of) => message("reason.whole-balance", { what: of("what"), to: of("to") }),
	"finding.whole-balance.got": (of) => message("reason.whole-balance", { what: of("what"), to: of("to") }),
};

/** Null where there is no short one, or one of its values is missing, as in a text of another version. */
function shortOf(code: string, params: Params): Message | null {
	let isWhole = true;
	const made = SHORT[code]?.((name) => {
		const value = params[name];
		isWhole &&= value !== undefined;
		return value ?? "";
	});
	return isWhole ? (made ?? null) : null;
}

/** The message that says the main thing: of several sentences the first. */
function mainOf(text: Text): Text {
	if (typeof text === "string" || text.code !== "sentences") return text;
	const { parts } = text.params ?? {};
	const [first] = Array.isArray(parts) ? parts : [];
	return isMessage(first) ? mainOf(first) : text;
}

/** One sentence of a finding or refusal; of those that have no short one, the first as it is. */
export function shortReason(text: Text): Text {
	const main = mainOf(text);
	if (typeof main === "string") return main;
	const { code, params = {} } = main;
	const { words: sentence } = params;
	if (isMessage(sentence) && (code === "finding.of-step" || code === "finding.all-steps"))
		return { ...main, params: { ...params, words: asMessage(shortReason(sentence)) } };
	return shortOf(code, params) ?? main;
}
