import { createParser, type EventSourceMessage } from "eventsource-parser";
import { describe, expect, it } from "vitest";
import {
	appRemoved,
	appSecrets,
	creditPositionFlat,
	creditPositionNested,
	topUp,
} from "../../../src/service-api/account.ts";
import { actionResult } from "../../../src/service-api/action.ts";
import { build, buildCommitResult } from "../../../src/service-api/build.ts";
import {
	commitManual,
	commitView,
	commitWalletAttemptOutcome,
	commitWalletAttemptRequest,
	commitWalletAttemptView,
} from "../../../src/service-api/commit.ts";
import { directory } from "../../../src/service-api/directory.ts";
import { errorEnvelope, readServiceFault } from "../../../src/service-api/error.ts";
import { eventPage, interruptTurn, readEventPage, startTurn } from "../../../src/service-api/event-page.ts";
import { actionEvent, liveMessage } from "../../../src/service-api/events.ts";
import { unknownMembers } from "../../../src/service-api/open.ts";
import { callOf, loadExamples } from "../../fixtures/examples.ts";

const examples = loadExamples();
const named = (group: Record<string, unknown>) => Object.entries(group);

describe("the examples of the contract", () => {
	it.each(named(examples.event_pages))("event page “%s” parses with nothing unknown", (_, page) => {
		expect(unknownMembers(eventPage, eventPage.parse(page))).toEqual([]);
		expect(readEventPage(page)).toMatchObject({ ok: true, value: { faults: [] } });
	});

	it.each(named(examples.commit_views))("commit view “%s” parses with nothing unknown", (_, view) => {
		expect(unknownMembers(commitView, commitView.parse(view))).toEqual([]);
	});

	it.each(examples.commit_batch_progress.map((each) => [each.step, each.views] as const))(
		"the batch step “%s” parses",
		(_, views) => {
			for (const view of views) expect(unknownMembers(commitView, commitView.parse(view))).toEqual([]);
		},
	);

	it.each([...named(examples.actions), ...named(examples.action_states)])(
		"action “%s” parses",
		(_, action) => {
			expect(unknownMembers(actionEvent, actionEvent.parse(action))).toEqual([]);
		},
	);

	it.each(named(examples.action_results))("action result “%s” parses", (_, result) => {
		expect(unknownMembers(actionResult, actionResult.parse(result))).toEqual([]);
	});

	it.each(examples.sse.frames.map((frame) => [frame.name, frame] as const))(
		"SSE frame “%s” reads",
		(_, frame) => {
			const read: EventSourceMessage[] = [];
			createParser({ onEvent: (message) => read.push(message) }).feed(frame.raw);
			for (const message of read) {
				const data: unknown = JSON.parse(message.data);
				if (message.event === "page")
					expect(readEventPage(data)).toMatchObject({ ok: true, value: { faults: [] } });
				else if (message.event === "message") expect(liveMessage.safeParse(data).error).toBeUndefined();
				else expect([message.event, data]).toEqual(["resync", {}]);
			}
			// Comments, and a frame that the stream's end cut off, produce nothing.
			const whole = /\r?\n\r?\n$/.test(frame.raw) && !frame.raw.startsWith(":");
			expect(read).toHaveLength(whole ? 1 : 0);
		},
	);

	it.each(examples.errors.map((each) => [`${each.status} ${each.note}`, each] as const))(
		"error %s reads",
		(_, each) => {
			const fault = readServiceFault(each.body);
			if (errorEnvelope.safeParse(each.body).success) expect(fault.code ?? fault.message).not.toBeUndefined();
			else expect(fault).toEqual({ code: null, message: null, requestId: null });
		},
	);

	it("bodies of requests fit the closed schemas", () => {
		const { requests } = examples;
		expect(startTurn.safeParse(requests["start_turn_minimal"]?.body).success).toBe(true);
		expect(startTurn.safeParse(requests["start_turn_full"]?.body).success).toBe(true);
		expect(interruptTurn.safeParse(requests["interrupt"]?.body).success).toBe(true);
		expect(topUp.safeParse(requests["top_up"]?.body).success).toBe(true);
	});

	it("calls of commits fit in both directions", () => {
		const of = (name: string) => callOf(examples.commit_calls[name]);
		for (const name of Object.keys(examples.commit_calls).filter((each) => each.startsWith("manual_"))) {
			expect(commitManual.safeParse(of(name).body).success).toBe(true);
			expect(commitView.safeParse(of(name).response).success).toBe(true);
		}
		for (const name of ["wallet_attempt_claim", "wallet_attempt_claim_replay"]) {
			expect(commitWalletAttemptRequest.safeParse(of(name).body).success).toBe(true);
			expect(commitWalletAttemptView.safeParse(of(name).response).success).toBe(true);
		}
		for (const name of ["wallet_attempt_report_hash", "wallet_attempt_report_rejected"])
			expect(commitWalletAttemptOutcome.safeParse(of(name).body).success).toBe(true);
	});

	it("pipeline and account answers parse", () => {
		const { pipeline, account } = examples;
		for (const name of ["directory", "directory_svm", "directory_paged"])
			expect(directory.safeParse(pipeline[name]).success).toBe(true);
		for (const name of ["svm_build_staged", "svm_build_simulated", "evm_build_simulated"])
			expect(build.safeParse(pipeline[name]).error).toBeUndefined();
		expect(buildCommitResult.safeParse(pipeline["svm_commit_result"]).error).toBeUndefined();
		expect(creditPositionNested.safeParse(account["credit_position_nested"]?.body).error).toBeUndefined();
		expect(creditPositionFlat.safeParse(account["credit_position_flat"]?.body).error).toBeUndefined();
		expect(appSecrets.safeParse(account["app_secrets"]?.body).error).toBeUndefined();
		expect(appRemoved.safeParse(account["app_removed"]?.body).error).toBeUndefined();
	});
});
