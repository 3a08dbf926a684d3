import type { ReviewView } from "../../../src/ipc/review.ts";
import { BUILD_DIGEST, build, simulation } from "./catalog.ts";
import { NOW, SENT, STRANGER, steps } from "./common.ts";
import { entry } from "./desk.ts";
import { costs, FIRST_PAID, party, review } from "./review.ts";
import { message, transcript, value } from "./transcript.ts";
import { progress } from "./trusted.ts";

/** Requests and events newer than the interface, repeated ones, and those of a Build. */

export const added = (): ReviewView =>
	review({
		adds: [
			{ name: "signing_mode", value: '"manual"' },
			{
				name: "review.request.simulation.guards[0].detail",
				value: `{"words":"${"checked twice ".repeat(40)}","by":"‮live"}`,
			},
			{ name: "request.transactionSafety", value: '{"decision":{"eligibility":"eligible"}}' },
		],
		batchDigest: `cohort_${"5d".repeat(32)}`,
	});

const word = {
	possible: true,
	refusals: [],
	word: STRANGER.address.slice(-4),
	wordOf: "recipient",
	canRetry: false,
} as const;

export const doneBefore = (): ReviewView =>
	review({
		headline: "Send 0.1 ETH to 0xbDA574…1B197E",
		parties: [party("recipient", STRANGER, { usage: FIRST_PAID })],
		step: null,
		steps: [],
		findings: [
			{
				id: "done-before",
				severity: "danger",
				text: "This session already did the same thing before this request arrived. If you approve this request, it happens again.",
			},
			{ id: "first-time", severity: "caution", text: "You have never paid this address" },
		],
		approval: word,
	});

export const serviceSilent = (): ReviewView =>
	review({
		changes: [],
		findings: [
			{
				id: "not-simulated",
				severity: "danger",
				text: "The service could not simulate this. It says: “The simulation provider did not answer.”. Only your own simulation says what it does; nobody declares what it should do.",
			},
		],
		approval: { ...word, wordOf: "contract" },
	});

const UNREAD = "request.simulation.approvals: Invalid input: expected array, received undefined";

export const unreadEntry = entry({
	id: "action:a-unread",
	headline: "A request that can't be read",
	amount: null,
	match: "unreadable",
	findings: 0,
	note: { code: "inbox.note.unreadable", params: { reason: UNREAD } },
	steps: SENT,
});

export const unread = (): ReviewView =>
	review({
		entryId: unreadEntry.id,
		headline: "A request that can't be read",
		headlineKnown: false,
		parties: [],
		opinion: null,
		serviceSays: [],
		changes: [],
		costs: costs({
			most: null,
			likely: null,
			l1: null,
			serviceFee: "Unknown: Countersign can’t decode the request.",
			covered: { ok: null, text: "Unknown: Countersign can’t decode the request." },
		}),
		changesClaim: "Countersign couldn’t decode any of this request.",
		verdict: "refused",
		verdictText: "What is asked for can't be read, so nothing can be compared.",
		checks: [],
		guards: [],
		findings: [],
		fingerprint: null,
		steps: [],
		step: null,
		contents: [],
		logs: [],
		approval: {
			possible: false,
			refusals: [`The service's request can't be read (${UNREAD}). Nothing was signed; you can reject it.`],
			word: null,
			wordOf: null,
			canRetry: false,
		},
	});

export const ofBuildEntry = entry({
	id: `pipeline:${BUILD_DIGEST}/0`,
	build: BUILD_DIGEST,
	sessionId: "pipeline",
	session: "Committed Builds",
	app: null,
});

export const ofBuild = (): ReviewView =>
	review({
		entryId: ofBuildEntry.id,
		build: BUILD_DIGEST,
		requestKind: "action",
		requestId: null,
		digest: null,
		revision: 0,
		who: { app: null, session: "Committed Builds", sessionId: "pipeline" },
		steps: [],
		step: null,
	});

export const unanswered = progress({
	steps: steps(4, "failed", "The service didn’t accept the answer."),
	outcome: "unanswered",
	text: "The service didn’t accept the answer: “action_closed”. Your transactions are on the chain; what the agent knows of them is not known.",
	blockNumber: "31204119",
	receipt: [{ what: "ETH", predicted: "− 0.1", happened: "− 0.1", same: true, difference: null }],
});

export const lostClaim = progress({
	steps: steps(1, "failed", "Nothing was signed."),
	outcome: "refused",
	text: "It was given to this wallet, and Countersign ended before it was signed. Nothing was signed and no funds have moved. The service still waits to hear of it.",
	fundsMayHaveMoved: false,
	transactionId: null,
	canRetry: true,
	canReportUnsent: true,
});

export const unknownEvents = () =>
	transcript({
		items: [
			message("m1", "user", "hello"),
			message("m2", "unknown", "Please hold on.", { from: "supervisor‮" }),
			{
				kind: "unknown",
				key: "unknown",
				types: [
					{ type: "system_notice", count: 12 },
					{ type: `branch_${"x".repeat(90)}`, count: 1 },
				],
				raw: value({ type: "branch", sequence: 14, text: "Maintenance" }),
				at: NOW,
			},
			message("m3", "agent", "I am back. What should I do?"),
		],
	});

export const JOURNAL_CHANGED =
	"Something outside Countersign changed the journal or removed part of it (step 41 does not follow step 40). No funds moved because of this. Countersign leaves the journal unchanged. Before you approve anything, compare your accounts’ latest transactions with Activity. If you have a backup of the journal, restore it.";

export const notSimulatedBuild = () =>
	build({
		simulation: simulation({
			status: "unavailable",
			changes: [],
			permissions: [],
			fees: [],
			guards: [],
			warnings: ["The simulation provider did not answer."],
			logs: 0,
		}),
	});
