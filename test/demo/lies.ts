import { fieldName } from "../e2e/pages/rows.ts";
import { SOMEBODY, SVM_SOMEBODY } from "../e2e/pages/stage.ts";
import { approve, openAsked, openNotified, openReview, type Show } from "./approval.ts";
import { must } from "./tell.ts";

/** Stories of requests that lie: each is refused by the name of what differs, and nothing is signed. */

interface Lie {
	readonly what: string;
	readonly sentence: string;
	/** Headline of our own decoding; no other screen of these stories matches it. */
	readonly headline: RegExp;
	readonly field: string;
	readonly picture?: string;
}

const USDX = `send 5 USDX to ${SVM_SOMEBODY}`;

/** Somebody's address, as headlines have it. */
const SHORT = `${SVM_SOMEBODY.slice(0, 6)}…${SVM_SOMEBODY.slice(-6)}`;

const LIES: readonly Lie[] = [
	{
		what: "swapped accounts",
		sentence: `lie about the accounts: ${USDX}`,
		headline: new RegExp(`^Send 5 \\S+ to (?!${SHORT})`),
		field: "instructions[1].accounts",
		picture: "lie-accounts",
	},
	{
		what: "an extra instruction",
		sentence: `lie about the instruction: ${USDX}`,
		headline: /^Send 0\.01 SOL and 5 \S+ in 2 payments/,
		field: "instructions.count",
		picture: "lie-instruction",
	},
	{
		what: "another lookup table",
		sentence: `lie about the table: ${USDX} with a table`,
		headline: new RegExp(`^Send 5 \\S+ to ${SHORT}[^,]*$`),
		field: "lookup_tables",
	},
	{
		what: "another mint",
		sentence: `lie about the mint: ${USDX}`,
		headline: /^Send 5\b/,
		field: "instructions[1].accounts",
	},
	{
		what: "a transaction as a message",
		sentence: "lie about the message: sign the message: hello",
		headline: /^Sign 51 unreadable bytes$/,
		field: "message",
		picture: "lie-message",
	},
	{
		what: "typed data for another chain",
		sentence: "lie about the chain: permit the router 25 DEMO",
		headline: /spend up to 25 DEMO$/,
		field: "domain.chainId",
		picture: "lie-typed-data",
	},
];

/** Everything that was ever handed in or sent: signatures, answers that are no rejection, broadcasts. */
async function given({ stage }: Show): Promise<number> {
	const { signatures, resolutions, broadcasts } = await stage.world.service.control.records();
	const answers = resolutions.filter(({ status }) => status !== "rejected");
	return signatures.length + answers.length + broadcasts.length;
}

/** Checks that the open request is refused because of this field, and rejects it. */
async function refuse(show: Show, what: string, field: string, before: number): Promise<void> {
	const { stage, tell } = show;
	const { trusted } = stage;
	const { verdict } = await trusted.facts();
	must(`${what}: it is refused`, verdict === "refused", verdict);
	const fields = await trusted.differing();
	must(`${what}: the lie is named`, fields.includes(fieldName(field)), fields);
	must(`${what}: there is no button to hold`, (await trusted.hold.button.count()) === 0);
	tell.step(
		"refused",
		`${fields.join(", ")} ${fields.length === 1 ? "differs" : "differ"}; no Approve button`,
	);
	await trusted.reject("It lies");
	must(`${what}: nothing was signed`, (await given(show)) === before);
	show.refused.push(what);
}

export async function lies(show: Show): Promise<void> {
	show.tell.story("Lies of every other kind");
	for (const { what, sentence, headline, field, picture } of LIES) {
		const before = await given(show);
		await openAsked(show, sentence, headline, picture === undefined ? {} : { picture });
		await refuse(show, what, field, before);
	}
}

export async function twins(show: Show): Promise<void> {
	const { stage, tell } = show;
	tell.story("Twin steps reordered: the second would sign the first once more");
	const sends = `send 0.01 ETH to ${SOMEBODY} and 0.02 ETH to ${SOMEBODY}`;
	const first = await openReview(show, `lie about the order: ${sends}`, /^Send 0.01 ETH to /);
	const told = (await stage.app.notifications()).length;
	await approve(show, first, { completes: false });
	const before = await given(show);
	const next = await stage.requestNotified(told);
	// The first one's progress reads the same, but has no checks, for which this waits as well.
	await openNotified(show, next.index, /^Send 0.01 ETH to /, { picture: "lie-order" });
	await refuse(show, "twin steps reordered", "value", before);
}

export async function repeated(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	tell.story("An action that asks once more for what a commit has sent");
	const open = await openReview(
		show,
		`lie about the repeat: send 0.03 ETH to ${SOMEBODY}`,
		/^Send 0.03 ETH to /,
	);
	await approve(show, open, { completes: false });
	const before = await given(show);
	await stage.desk.says("One thing more: please submit this.");
	await shots.desk("session-repeated");
	must("nothing more was sent", (await given(show)) === before);
	show.refused.push("a commit's transactions once more");
}
