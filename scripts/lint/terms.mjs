/**
 * Terms that the catalogue avoids, each with its replacement, so that every concept has one term, as in other
 * wallets. `except` lists codes, or their prefixes, where the word means something else.
 */
const TERMS = [
	{
		term: /\bpermissions?\b/i,
		instead: "allowance",
		except: ["storage.denied", "trusted.device.conditions.permission"],
	},
	{ term: /\b(?<!who )may take\b|\btakes? (?:any amount|up to)\b/i, instead: "can spend" },
	{
		term: /\btak(?:e|es|en|ing) (?:it |them |this |an? \w+ |the \w+ )?back\b/i,
		instead: "revoke, or undo",
	},
	{ term: /\bwish(?:es)?\b/i, instead: "started by you" },
	{ term: /\b(?:is|are) said to\b/i, instead: "the fact itself" },
	{ term: /\bhand(?:s|ed|ing)? in\b/i, instead: "send" },
	{ term: /\bhangs? together\b/i, instead: "verified" },
	{ term: /\bown simulation\b/i, instead: "your simulation" },
	{ term: /\bconversations?\b/i, instead: "session" },
	{ term: /\bchain famil(?:y|ies)\b/i, instead: "type of network" },
	{ term: /something went wrong/i, instead: "what went wrong" },
	{ term: /(?<!recovery )\bphrases?\b/i, instead: "recovery phrase" },
	{ term: /password of your keys/i, instead: "password" },
	{ term: /\b(?:is|are) told of\b/i, instead: "shared with" },
	{ term: /\bwaits? for you\b/i, instead: "needs you" },
	{ term: /\bfor ever\b/i, instead: "forever" },
	{
		term: /\bpayloads?\b/i,
		instead: "transaction, or what would be signed",
		except: [
			"match.payload-kind.",
			"match.user-operation.",
			"hash.raw-payload",
			"explain.usage",
			"trusted.review.",
		],
	},
];

/** Texts that describe a request. They use the imperative. */
const HEADLINES = /^(?:call|act|token|svm|control|headline|message)\./;
const THIRD_PERSON =
	/^(?:Adds|Approves|Burns|Calls|Changes|Closes|Deposits|Gives|Lets|Makes|Moves|Opens|Pays|Puts|Removes|Revokes|Sells|Sends|Sets|Signs|Stakes|Swaps|Takes|Unwraps|Withdraws|Wraps)\b/;

/**
 * @param code the text's code
 * @param words the text without the names of its values
 * @returns one line for each fault in the words
 */
export function termFaults(code, words) {
	const faults = TERMS.filter(
		({ term, except = [] }) => term.test(words) && !except.some((each) => code.startsWith(each)),
	).map(({ term, instead }) => `src/text/en: ${code} says “${term.exec(words)?.[0]}”: say ${instead}`);
	return HEADLINES.test(code) && !code.includes(".row.") && THIRD_PERSON.test(words)
		? [...faults, `src/text/en: ${code} begins with “${THIRD_PERSON.exec(words)?.[0]}”: use the imperative`]
		: faults;
}
