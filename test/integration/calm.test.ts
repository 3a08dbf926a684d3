import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codesOf } from "../../src/core/message.ts";
import { type Kinds, openKinds } from "../support/kinds.ts";

/** How often the service is asked while the user's transaction is on its way: calmly, whatever it answers. */

const OTHER = "0x00000000000000000000000000000000000c0ffe";
const WATCHED_MS = 4_000;

describe("while a transaction is on its way", () => {
	let kinds: Kinds;
	const asked: string[] = [];
	/** What the service's view of a commit is turned into. */
	let twist: (view: Record<string, unknown>) => Record<string, unknown> = (view) => view;

	beforeAll(async () => {
		kinds = await openKinds({
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

	/** Requests a second, by path, over a while. */
	async function pace(path: RegExp): Promise<number> {
		const from = asked.length;
		await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
		const all = asked.slice(from);
		return (all.filter((each) => path.test(each)).length * 1_000) / WATCHED_MS;
	}

	async function approved(sentence: string): Promise<string> {
		const entry = await kinds.asked(sentence);
		expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
		return entry.id;
	}

	it("a commit is read twice a second at most, though each answer has a version of its own", async () => {
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
		// The runner that awaits its end, and the watch over open commits.
		expect(await pace(/\/api\/commits\//)).toBeLessThan(3);
		twist = (view) => {
			version += 1;
			return { ...view, version };
		};
		await kinds.outcome(id, "confirmed");
	});

	it("an action of two steps asks the service for nothing while its first step is in no block", async () => {
		twist = (view) => view;
		kinds.gates.evm.rule = (method) => (method === "eth_getTransactionReceipt" ? { result: null } : "pass");
		await approved("execute: approve 10 DEMO for the router, then swap 10 DEMO");
		await new Promise((resolve) => setTimeout(resolve, 2_000));
		expect(await pace(/\/v1\/agent\/chat\//)).toBeLessThan(1);
		kinds.gates.evm.rule = () => "pass";
	});
});
