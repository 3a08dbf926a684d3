import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { applicationId, topUp } from "../../../src/service-api/account.ts";
import {
	assembledEvmTransaction,
	executeEvmRequest,
	executeSvmRequest,
	signRequest,
} from "../../../src/service-api/action.ts";
import { buildDigest } from "../../../src/service-api/build.ts";
import {
	commitBatchMember,
	commitReviewSnapshot,
	commitSourceRef,
	commitView,
} from "../../../src/service-api/commit.ts";
import { appPath, operationPath } from "../../../src/service-api/directory.ts";
import { idempotencyKey, sessionId, startTurn, waitMs } from "../../../src/service-api/event-page.ts";
import { actionEvent, concreteEvent } from "../../../src/service-api/events.ts";
import { balanceChange } from "../../../src/service-api/simulation.ts";
import { loadExamples } from "../../fixtures/examples.ts";

const examples = loadExamples();
const text = (length: number) => "x".repeat(length);
const event = (members: object) => ({
	event_id: "e",
	sequence: 1,
	turn_id: null,
	occurred_at: 1,
	...members,
});
const view = examples.commit_views["evm_needs_signature_sign"];
const batch = examples.commit_batch_progress[0]?.views[1]?.["batch"];
const review = view?.["review"];
const action = examples.actions["execute_evm"];
const transaction = { chain_id: 1, from: "0x", to: "0x", data: "0x", label: "", kind: "" };
const simulation = {
	status: "passed",
	balanceChanges: [],
	approvals: [],
	fees: [],
	warnings: [],
	guards: [],
	gas: null,
	logs: [],
};
const sign = {
	type: "sign",
	requestId: "",
	chainFamily: "evm",
	executionKind: "",
	signer: "",
	description: "",
};
const source = { thread_id: "", chain_family: "evm", chain_ref: "", stage_id: "", source_id: 0 };
const task = { call_id: "", agent_id: "" };

/** Each documented limit, with a value just inside and one just outside. */
const limits: readonly (readonly [string, z.ZodType, unknown, unknown])[] = [
	["message is 1 character at least", startTurn, { message: text(1) }, { message: "" }],
	["message is 32000 characters at most", startTurn, { message: text(32_000) }, { message: text(32_001) }],
	["startTurn is closed", startTurn, { message: "x", mode: "auto" }, { message: "x", other: 1 }],
	["mode is auto or direct", startTurn, { message: "x", mode: "direct" }, { message: "x", mode: "manual" }],
	[
		"userState is closed",
		startTurn,
		{ message: "x", userState: { ext: { any: 1 } } },
		{ message: "x", userState: { secret: 1 } },
	],
	[
		"userState.evm is closed",
		startTurn,
		{ message: "x", userState: { evm: { chain_id: 1 } } },
		{ message: "x", userState: { evm: { balance: 1 } } },
	],
	[
		"userState chain_id is 1 at least",
		startTurn,
		{ message: "x", userState: { evm: { chain_id: 1 } } },
		{ message: "x", userState: { evm: { chain_id: 0 } } },
	],
	["applicationId is 1 at least", applicationId, 1, 0],
	["applicationId is an integer", applicationId, 2, 1.5],
	["Idempotency-Key is 1 character at least", idempotencyKey, "k", ""],
	["Idempotency-Key is 160 characters at most", idempotencyKey, text(160), text(161)],
	["sessionId is 160 characters at most", sessionId, text(160), text(161)],
	["app path is 1 at least", appPath, "a", ""],
	["app path is 160 at most", appPath, text(160), text(161)],
	["operation path is 1 at least", operationPath, "a", ""],
	["operation path is 160 at most", operationPath, text(160), text(161)],
	["wait is 0 at least", waitMs, 0, -1],
	["wait is 30000 ms at most", waitMs, 30_000, 30_001],
	["wait is whole", waitMs, 25_000, 0.5],
	["a top-up is 10000 micro-USD at least", topUp, { amount_microusd: 10_000 }, { amount_microusd: 9_999 }],
	[
		"a top-up is 1000000000 micro-USD at most",
		topUp,
		{ amount_microusd: 1_000_000_000 },
		{ amount_microusd: 1_000_000_001 },
	],
	[
		"execute_evm holds a transaction at least",
		executeEvmRequest,
		{ type: "execute_evm", transactions: [transaction], simulation },
		{ type: "execute_evm", transactions: [], simulation },
	],
	[
		"execute_svm holds a transaction at least",
		executeSvmRequest,
		{
			type: "execute_svm",
			transactions: [{ payer: "", cluster: "", version: "", instructions: [], description: "", kind: "" }],
			simulation,
		},
		{ type: "execute_svm", transactions: [], simulation },
	],
	[
		"sign holds a payload at least",
		signRequest,
		{ ...sign, payloads: [{ kind: "evm_personal", message: "" }] },
		{ ...sign, payloads: [] },
	],
	[
		"a transaction's chain_id is 1 at least",
		assembledEvmTransaction,
		transaction,
		{ ...transaction, chain_id: 0 },
	],
	[
		"a broadcaster is one of three",
		assembledEvmTransaction,
		{ ...transaction, broadcaster: "venue" },
		{ ...transaction, broadcaster: "relay" },
	],
	[
		"simulation status is one of three",
		executeEvmRequest,
		{ type: "execute_evm", transactions: [transaction], simulation: { ...simulation, status: "failed" } },
		{
			type: "execute_evm",
			transactions: [transaction],
			simulation: { ...simulation, status: "skipped" },
		},
	],
	[
		"a step is 1 at least",
		balanceChange,
		{ asset: "", amount: "", step: 1 },
		{ asset: "", amount: "", step: 0 },
	],
	[
		"an event's sequence is 1 at least",
		concreteEvent,
		event({ type: "error", message: "" }),
		event({ type: "error", message: "", sequence: 0 }),
	],
	[
		"runtime_sequence is 0 at least",
		concreteEvent,
		event({ type: "error", message: "", runtime_sequence: 0 }),
		event({ type: "error", message: "", runtime_sequence: -1 }),
	],
	[
		"a sender is one of four",
		concreteEvent,
		event({ type: "message", sender: "notice", content: "" }),
		event({ type: "message", sender: "bot", content: "" }),
	],
	[
		"tool_result is exactly 2 strings",
		concreteEvent,
		event({ type: "message", sender: "agent", content: "", tool_result: ["a", "b"] }),
		event({ type: "message", sender: "agent", content: "", tool_result: ["a"] }),
	],
	[
		"a turn state is one of five",
		concreteEvent,
		event({ type: "turn_state_changed", state: "failed" }),
		event({ type: "turn_state_changed", state: "done" }),
	],
	[
		"a tool's result is required, null allowed",
		concreteEvent,
		event({ type: "tool_update", id: "", tool_name: "", result: null }),
		event({ type: "tool_update", id: "", tool_name: "" }),
	],
	[
		"elapsed_ms is 0 at least",
		concreteEvent,
		event({ type: "task_phase", ...task, app: "", phase: "", elapsed_ms: 0, observed_at_ms: 0 }),
		event({ type: "task_phase", ...task, app: "", phase: "", elapsed_ms: -1, observed_at_ms: 0 }),
	],
	[
		"child_seq is 0 at least",
		concreteEvent,
		event({ type: "task_activity", kind: "note", ...task, child_seq: 0, text: "" }),
		event({ type: "task_activity", kind: "note", ...task, child_seq: -1, text: "" }),
	],
	[
		"a task's status is one of four",
		concreteEvent,
		event({
			type: "task_completed",
			...task,
			status: "stalled",
			message: "",
			staged_count: 0,
			steps: 0,
			duration_ms: 0,
		}),
		event({
			type: "task_completed",
			...task,
			status: "done",
			message: "",
			staged_count: 0,
			steps: 0,
			duration_ms: 0,
		}),
	],
	[
		"staged_count, steps and duration are 0 at least",
		concreteEvent,
		event({
			type: "task_completed",
			...task,
			status: "failed",
			message: "",
			staged_count: 0,
			steps: 0,
			duration_ms: 0,
		}),
		event({
			type: "task_completed",
			...task,
			status: "failed",
			message: "",
			staged_count: -1,
			steps: 0,
			duration_ms: 0,
		}),
	],
	[
		"an action's revision is 0 at least",
		actionEvent,
		{ ...action, revision: 0 },
		{ ...action, revision: -1 },
	],
	[
		"a rejection's reason is not empty",
		actionEvent,
		{ ...action, result: { status: "rejected", reason: "x" } },
		{ ...action, result: { status: "rejected", reason: "" } },
	],
	["a commit's version is 1 at least", commitView, { ...view, version: 1 }, { ...view, version: 0 }],
	["a commit's state is one of seven", commitView, { ...view, state: "expired" }, { ...view, state: "done" }],
	[
		"nullable members must be there",
		commitView,
		{ ...view, failure_code: null },
		{ ...view, failure_code: undefined },
	],
	[
		"transports are names, in a list that grows",
		commitView,
		{ ...view, supported_transports: ["browser_send", "fax"] },
		{ ...view, supported_transports: [1] },
	],
	[
		"a review's version is 1 at least",
		commitReviewSnapshot,
		{ ...Object(review), version: 1 },
		{ ...Object(review), version: 0 },
	],
	[
		"a review's revision is 1 at least",
		commitReviewSnapshot,
		{ ...Object(review), revision: 1 },
		{ ...Object(review), revision: 0 },
	],
	[
		"a batch index is 0 at least",
		commitBatchMember,
		{ ...Object(batch), index: 0 },
		{ ...Object(batch), index: -1 },
	],
	["a source_id is 0 at least", commitSourceRef, source, { ...source, source_id: -1 }],
	[
		"a Build digest is sha256 and 64 hex digits",
		buildDigest,
		`sha256:${"a".repeat(64)}`,
		`sha256:${"a".repeat(63)}`,
	],
	["a Build digest is lower case", buildDigest, `sha256:${"0".repeat(64)}`, `sha256:${"A".repeat(64)}`],
];

describe("each documented limit", () => {
	it.each(limits)("%s", (_, schema, inside, outside) => {
		expect(schema.safeParse(inside).error).toBeUndefined();
		expect(schema.safeParse(outside).success).toBe(false);
	});
});
