import { afterAll, beforeAll, describe, it } from "vitest";
import type { ProgressView } from "../../src/ipc/signing.ts";
import { COMMIT_STEPS } from "../fixtures/steps.ts";
import { openSvm, openWorld, RELAYER } from "../mock-service/fixture.ts";
import { approvedAnew, revived } from "./killing.ts";
import { endedAs, type Kind, killedKind, proveKindOnce, type Worlds } from "./killing-kinds.ts";

/**
 * Complements kill.test.ts for everything but EVM commits: killed (SIGKILL) before and after every durable
 * step, the application completes the approval or asks again, and never signs, sends or answers twice.
 */

const OF_STEPS = [
	"approved",
	"signing",
	"signed",
	"sending",
	"submitted",
	"settled",
	"reporting",
	"reported",
];
const OF_PROPOSAL = OF_STEPS.filter((step) => step !== "reporting");
const OF_MESSAGE = ["approved", "signing", "signed", "reporting", "reported", "settled"];
/** Steps that the second transaction of an action takes, too. */
const AGAIN = ["signing", "signed", "sending", "submitted"];

/** No approval was durable yet, or no signature was kept: the user must approve anew. */
const ANEW: ReadonlySet<string> = new Set(["before approved", "after signing", "before signed"]);
const AT_ONCE = 3;
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

async function inTurn(work: () => Promise<void>): Promise<void> {
	if (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
	running += 1;
	try {
		await work();
	} finally {
		running -= 1;
		queue.shift()?.();
	}
}

type Moment = "before" | "after";

async function survived(
	kind: Kind,
	{ moment, step, nth = 1 }: { readonly moment: Moment; readonly step: string; readonly nth?: number },
	end: { readonly anew: boolean; readonly outcome: ProgressView["outcome"]; readonly steps: number },
): Promise<void> {
	const victim = await killedKind(worlds, kind, { at: "step", moment, step, nth });
	const person = await revived(victim);
	try {
		if (end.anew) await approvedAnew(person, victim);
		await endedAs(person, victim, end.outcome);
		await proveKindOnce(worlds, person, victim, end.steps);
	} finally {
		await person.stop();
		victim.remove();
	}
}

/** Every moment takes minutes: each run takes those right after an effect became possible, all of them on demand. */
const THOROUGH = process.env["COUNTERSIGN_THOROUGH"] === "1";
const ALWAYS: ReadonlySet<string> = new Set(["after signed", "after sending", "after reporting"]);

const cases = (steps: readonly string[]) =>
	steps
		.flatMap((step) => (["before", "after"] as const).map((moment) => [moment, step] as const))
		.filter(([moment, step]) => THOROUGH || ALWAYS.has(`${moment} ${step}`));

const whole = (moment: Moment, step: string) =>
	({ anew: ANEW.has(`${moment} ${step}`), outcome: "confirmed", steps: 2 }) as const;

describe("killed during a Solana commit", () => {
	it.concurrent.each(cases(COMMIT_STEPS))(
		"%s %s",
		async (moment, step) => inTurn(() => survived("solana", { moment, step }, whole(moment, step))),
		TIMEOUT,
	);
});

describe("killed during an action of two steps", () => {
	it.concurrent.each(cases(OF_STEPS))(
		"%s %s",
		async (moment, step) => inTurn(() => survived("steps", { moment, step }, whole(moment, step))),
		TIMEOUT,
	);

	it.concurrent.each(cases(AGAIN))(
		"%s %s of its second step",
		async (moment, step) =>
			inTurn(async () => {
				// The first step stands; without a kept signature the second one is told as failed.
				const lost = ANEW.has(`${moment} ${step}`);
				const end = { anew: false, outcome: lost ? "failed" : "confirmed", steps: lost ? 1 : 2 } as const;
				await survived("steps", { moment, step, nth: 2 }, end);
			}),
		TIMEOUT,
	);
});

describe("killed during a proposal of two transactions", () => {
	it.concurrent.each(cases(OF_PROPOSAL))(
		"%s %s",
		async (moment, step) => inTurn(() => survived("proposal", { moment, step }, whole(moment, step))),
		TIMEOUT,
	);
});

describe("killed during a message's signature", () => {
	it.concurrent.each(cases(OF_MESSAGE))(
		"%s %s",
		async (moment, step) => inTurn(() => survived("message", { moment, step }, whole(moment, step))),
		TIMEOUT,
	);
});
