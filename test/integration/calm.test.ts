import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codesOf } from "../../src/core/localized-text.ts";
import { type Kinds, openKinds } from "../support/kinds.ts";
import { type TestClock, testClock } from "../support/ports.ts";

/** The app queries the service at a limited rate during a pending transaction, whatever the service answers. */

const OTHER = "0x00000000000000000000000000000000000c0ffe";
/** Waits below this limit use the real clock, even while virtual time is stopped. */
const SHORT_MS = 400;
const SECONDS = 4;
const STEP_MS = 100;

/** A clock that can be stopped; then only the test advances it. */
interface HeldClock extends TestClock {
	hold(): void;
	pass(ms: number): void;
	release(): void;
}

function heldClock(): HeldClock {
	const clock = testClock();
	/** Time at which the clock was stopped, in Unix ms; `null` while it runs. */
	let held: number | null = null;
	const now = () => held ?? clock.now();
	/** Pending long waits, each with the function that cancels its real timer. */
	const waits = new Map<{ readonly at: number; readonly run: () => void }, () => void>();

	function arm(wait: { readonly at: number; readonly run: () => void }): void {
		const ring = () => {
			if (waits.delete(wait)) wait.run();
		};
		waits.set(wait, held === null ? clock.after(Math.max(0, wait.at - now()), ring) : () => {});
	}

	return {
		...clock,
		now,
		after(ms, run) {
			if (ms < SHORT_MS) return clock.after(ms, run);
			const wait = { at: now() + ms, run };
			arm(wait);
			return () => {
				waits.get(wait)?.();
				waits.delete(wait);
			};
		},
		hold() {
			held = clock.now();
			for (const [wait, cancel] of [...waits]) {
				cancel();
				arm(wait);
			}
		},
		pass(ms) {
			held = now() + ms;
			for (const wait of [...waits.keys()]) if (wait.at <= held && waits.delete(wait)) wait.run();
		},
		release() {
			clock.skip(Math.max(0, now() - clock.now()));
			held = null;
			for (const wait of [...waits.keys()]) arm(wait);
		},
	};
}

describe("during a pending transaction", () => {
	let kinds: Kinds;
	const asked: string[] = [];
	/** Changes the service's view of a commit. */
	let twist: (view: Record<string, unknown>) => Record<string, unknown> = (view) => view;

	const clock = heldClock();

	beforeAll(async () => {
		kinds = await openKinds({
			clock,
			async fetch(input, init) {
				const url = new URL(input instanceof Request ? input.url : input);
				const answer = await fetch(input, init);
				if (url.origin !== new URL(kinds.world.service.url).origin) return answer;
				const { pathname } = url;
				asked.push(pathname);
				if (!/^\/api\/commits\/[^/]+$/.test(pathname) || !answer.ok) return answer;
				const view = (await answer.json()) as Record<string, unknown>;
				return Response.json(twist(view), { status: answer.status });
			},
		});
	});
	afterAll(() => kinds?.close());

	/** Makes this many sequential requests to the service, which takes longer than the app's immediate work. */
	async function meanwhile(requests: number): Promise<void> {
		for (let at = 0; at < requests; at += 1) await (await fetch(kinds.world.service.url)).arrayBuffer();
	}

	/** Counts the app's requests for this path during this many seconds of virtual time. */
	async function askedIn(seconds: number, path: RegExp): Promise<number> {
		clock.hold();
		await meanwhile(20);
		const from = asked.length;
		for (let passed = 0; passed < seconds * 1_000; passed += STEP_MS) {
			clock.pass(STEP_MS);
			await meanwhile(5);
		}
		clock.release();
		return asked.slice(from).filter((each) => path.test(each)).length;
	}

	async function approved(sentence: string): Promise<string> {
		const entry = await kinds.asked(sentence);
		expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
		return entry.id;
	}

	it("a commit is read at most three times a second, even if each answer has its own version", async () => {
		let version = 1_000;
		twist = (view) => {
			version += 1;
			return {
				...view,
				version,
				...(view["state"] === "confirmed" ? { state: "submitted", action: null } : {}),
			};
		};
		const id = await approved(`send 0.01 ETH to ${OTHER}`);
		await kinds.person.until("a mined transaction", () => {
			const screen = kinds.person.screen();
			return screen.screen === "progress" && codesOf(screen.progress.text).includes("signing.mined-waiting");
		});
		const reads = await askedIn(SECONDS, /\/api\/commits\//);
		// Three readers: the watch over open commits, the run that awaits the commit's end, and that run again after
		// an update.
		expect(reads).toBeLessThanOrEqual(3 * SECONDS);
		expect(reads).toBeGreaterThanOrEqual(SECONDS);
		twist = (view) => {
			version += 1;
			return { ...view, version };
		};
		await kinds.outcome(id, "confirmed");
	});

	it("an action of two steps queries the service for nothing while its first step is unmined", async () => {
		twist = (view) => view;
		kinds.gates.evm.rule = (method) => (method === "eth_getTransactionReceipt" ? { result: null } : "pass");
		await approved("execute: approve 10 DEMO for the router, then swap 10 DEMO");
		await kinds.person.until("a first step that is in no block", () => {
			const screen = kinds.person.screen();
			return screen.screen === "progress" && screen.progress.steps.some(({ state }) => state === "now");
		});
		await askedIn(1, /\/v1\/agent\/chat\//);
		expect(await askedIn(SECONDS, /\/v1\/agent\/chat\//)).toBeLessThan(SECONDS);
		kinds.gates.evm.rule = () => "pass";
	});
});
