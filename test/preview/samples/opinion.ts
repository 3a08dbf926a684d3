import { message, sentences, verbatim } from "../../../src/core/localized-text.ts";
import type { AmountView } from "../../../src/ipc/primitives.ts";
import type { OpinionRow, OpinionView, ReviewView } from "../../../src/ipc/review.ts";
import { amount, MAIN, ROUTER, STRANGER } from "./common.ts";
import { review } from "./review.ts";

/** The second opinion in each of its states, over the swap of the mock. */

const HOW = "Simulated on your RPC (eth_simulateV1), on top of block 31204118";

type Direction = NonNullable<OpinionRow["ours"]>["direction"];
const moving = (direction: Direction, view: AmountView) => ({ ...view, direction });

const paid = moving("out", amount("1.5", "ETH", "1500000000000000000"));
const usdc = (full: string, raw: string) => moving("in", amount(full.slice(0, 8), "USDC", raw, { full }));

function row(change: Partial<OpinionRow>): OpinionRow {
	return {
		kind: "balance",
		status: "same",
		costs: false,
		account: MAIN,
		other: null,
		theirs: null,
		ours: null,
		text: "",
		step: null,
		...change,
	};
}

const payment = row({ theirs: paid, ours: paid, text: "1.5 ETH leaves." });
const output = row({
	theirs: usdc("4,410.251873", "4410251873"),
	ours: usdc("4,410.251873", "4410251873"),
	text: "4,410.251873 USDC comes in.",
});

const drained = row({
	status: "only_ours",
	costs: true,
	other: STRANGER,
	ours: moving("out", amount("1,250", "USDC", "1250000000")),
	text: "1,250 USDC leaves to 0xbDA574…1B197E. The service doesn’t mention this.",
});

const permitted = row({
	kind: "approval",
	status: "only_ours",
	costs: true,
	other: STRANGER,
	text: "0xbDA574…1B197E can spend unlimited USDC. The service doesn’t mention this.",
});

const OPINIONS: Readonly<Record<OpinionView["state"], OpinionView>> = {
	running: { state: "running", text: "Simulating on your RPC…", how: null, rows: [] },
	agrees: {
		state: "agrees",
		text: message("opinion.agrees"),
		how: HOW,
		rows: [payment, output],
	},
	unseen: {
		state: "unseen",
		text: message("opinion.unseen"),
		how: HOW,
		rows: [],
	},
	drifts: {
		state: "drifts",
		text: message("opinion.drifts"),
		how: HOW,
		rows: [
			row({
				status: "drift",
				costs: true,
				theirs: usdc("4,410.251873", "4410251873"),
				ours: usdc("4,396.117004", "4396117004"),
				text: "The service says that 4,410.251873 USDC comes in; by your RPC it is 4,396.117004 USDC: no further apart than prices move.",
			}),
			payment,
		],
	},
	differs: {
		state: "differs",
		text: "Your own simulation differs from the service's.",
		how: HOW,
		rows: [
			row({
				status: "differs",
				theirs: paid,
				ours: moving("out", amount("1.2", "ETH", "1200000000000000000")),
				other: ROUTER,
				text: "The service says that 1.5 ETH leaves; by your RPC it is 1.2 ETH to 0x66a989…Ba8Af.",
			}),
			output,
		],
	},
	undeclared: {
		state: "undeclared",
		text: message("opinion.undeclared"),
		how: HOW,
		rows: [drained, permitted, payment, output],
	},
	unproven: {
		state: "unproven",
		text: "Your RPC knows neither eth_simulateV1 nor debug_traceCall, so it can’t simulate this. What this does is not proven.",
		how: null,
		rows: [],
	},
};

/** The swap, with a second opinion that stands as told. */
export function opined(state: OpinionView["state"]): ReviewView {
	const opinion = OPINIONS[state];
	const none = { word: null, wordOf: null, canRetry: false };
	if (state === "running")
		return review({
			opinion,
			approval: {
				...none,
				possible: false,
				refusals: [message("against.opinion.simulating")],
				canRetry: true,
			},
		});
	if (state !== "undeclared") return review({ opinion });
	const text = sentences(
		message("finding.undeclared"),
		drained.text,
		permitted.text,
		message("finding.reject"),
	);
	return review({
		opinion,
		changes: [
			...review().changes,
			{
				account: MAIN,
				mine: true,
				direction: "out",
				amount: amount("1,250", "USDC", "1250000000"),
				tokenId: null,
				counterparty: STRANGER,
				of: null,
				step: null,
				source: "simulated",
			},
		],
		changesClaim: "The service's simulation; your own contradicts it.",
		findings: [
			{
				id: "undeclared",
				severity: "block",
				text: sentences(
					message("finding.undeclared"),
					verbatim(`${drained.text} ${permitted.text}`),
					message("finding.reject"),
				),
			},
		],
		approval: { ...none, possible: false, refusals: [text] },
	});
}
