import { afterAll, beforeAll, describe, it } from "vitest";
import type { ProgressView } from "../../src/ipc/signing.ts";
import { COMMIT_STEPS } from "../fixtures/steps.ts";
import { openSvm, openWorld, RELAYER } from "../mock-service/fixture.ts";
import { approveAgain, restartApp } from "./killing.ts";
import {
	expectKindHandledOnce,
	type Kind,
	killKindDuringApproval,
	type Worlds,
	waitForOutcome,
} from "./killing-kinds.ts";

/**
 * Covers all kinds except EVM commits, which kill.test.ts covers. After a kill (SIGKILL) before or after any
 * durable step, the application completes the approval or asks again, and never signs, sends or answers
 * twice.
 */

const ACTION_STEPS = [
	"approved",
	"signing",
	"signed",
	"sending",
	"submitted",
	"settled",
	"reporting",
	"reported",
];
const PROPOSAL_STEPS = ACTION_STEPS.filter((step) => step !== "reporting");
const MESSAGE_STEPS = ["approved", "signing", "signed", "reporting", "reported", "settled"];
/** Steps that the second transaction of an action also takes. */
const SECOND_TRANSACTION_STEPS = ["signing", "signed", "sending", "submitted"];

/**
 * Moments at which no approval was durable yet, or no signature was stored, so that the user must approve
 * again.
 */
const NEEDS_APPROVAL: ReadonlySet<string> = new Set(["before approved", "after signing", "before signed"]);
const MAX_CONCURRENT = 3;
const TIMEOUT = 240_000;

let worlds: Worlds;
let running = 0;
const queue: (() => void)[] = [];

beforeAll(async () => {
	const solana = await openSvm([], { blockTimeMs: 150, confirmAfter: 1, finalizeAfter: 4 });
	worlds = { solana, world: await openWorld({ svm: solana.options, relayer: RELAYER }) };
});
afterAll(async () => {
	await worlds?.world.close();
	await worlds?.solana.svm.stop();
});

async function limited(work: () => Promise<void>): Promise<void> {
	if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => queue.push(resolve));
	running += 1;
	try {
		await work();
	} finally {
		running -= 1;
		queue.shift()?.();
	}
}

type Moment = "before" | "after";

async function expectHandled(
	kind: Kind,
	{ moment, step, nth = 1 }: { readonly moment: Moment; readonly step: string; readonly nth?: number },
	end: { readonly anew: boolean; readonly outcome: ProgressView["outcome"]; readonly steps: number },
): Promise<void> {
	const victim = await killKindDuringApproval(worlds, kind, { at: "step", moment, step, nth });
	const person = await restartApp(victim);
	try {
		if (end.anew) await approveAgain(person, victim);
		await waitForOutcome(person, victim, end.outcome);
		await expectKindHandledOnce(worlds, person, victim, end.steps);
	} finally {
		await person.stop();
		victim.remove();
	}
}

/**
 * Each moment takes minutes. A normal run covers those right after an effect became possible; a thorough run
 * covers all.
 */
const THOROUGH = process.env["COUNTERSIGN_THOROUGH"] === "1";
const ALWAYS: ReadonlySet<string> = new Set(["after signed", "after sending", "after reporting"]);

const cases = (steps: readonly string[]) =>
	steps
		.flatMap((step) => (["before", "after"] as const).map((moment) => [moment, step] as const))
		.filter(([moment, step]) => THOROUGH || ALWAYS.has(`${moment} ${step}`));

const expectedEnd = (moment: Moment, step: string) =>
	({ anew: NEEDS_APPROVAL.has(`${moment} ${step}`), outcome: "confirmed", steps: 2 }) as const;

describe("killed during a Solana commit", () => {
	it.concurrent.each(cases(COMMIT_STEPS))(
		"%s %s",
		async (moment, step) =>
			limited(() => expectHandled("solana", { moment, step }, expectedEnd(moment, step))),
		TIMEOUT,
	);
});

describe("killed during an action of two steps", () => {
	it.concurrent.each(cases(ACTION_STEPS))(
		"%s %s",
		async (moment, step) =>
			limited(() => expectHandled("steps", { moment, step }, expectedEnd(moment, step))),
		TIMEOUT,
	);

	it.concurrent.each(cases(SECOND_TRANSACTION_STEPS))(
		"%s %s of its second step",
		async (moment, step) =>
			limited(async () => {
				// The first step is complete. Without a stored signature, the second one is reported as failed.
				const lost = NEEDS_APPROVAL.has(`${moment} ${step}`);
				const end = { anew: false, outcome: lost ? "failed" : "confirmed", steps: lost ? 1 : 2 } as const;
				await expectHandled("steps", { moment, step, nth: 2 }, end);
			}),
		TIMEOUT,
	);
});

describe("killed during a proposal of two transactions", () => {
	it.concurrent.each(cases(PROPOSAL_STEPS))(
		"%s %s",
		async (moment, step) =>
			limited(() => expectHandled("proposal", { moment, step }, expectedEnd(moment, step))),
		TIMEOUT,
	);
});

describe("killed during a message's signature", () => {
	it.concurrent.each(cases(MESSAGE_STEPS))(
		"%s %s",
		async (moment, step) =>
			limited(() => expectHandled("message", { moment, step }, expectedEnd(moment, step))),
		TIMEOUT,
	);
});
