import { createTestClient, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { InboxEntryView } from "../../src/bridge/views.ts";
import { openPerson, type Person, scratch } from "../integration/person.ts";
import type { BenchWorld } from "./world.ts";

/** From the bytes of a page that awaits the person to the notification, and from the approval to the answer sent. */

const OTHER = "0x00000000000000000000000000000000000c0ffe";
/** Between two events of the sessions in the background, in ms. */
const TRICKLE_MS = 50;

export interface Latency {
	/** In ms. */
	readonly notified: readonly number[];
	readonly answered: readonly number[];
}

/** When the bytes of each commit first came off a socket, and when each answer was put on one. */
interface Wire {
	readonly fetch: typeof globalThis.fetch;
	readonly arrived: ReadonlyMap<string, number>;
	readonly signed: ReadonlyMap<string, number>;
}

function tapped(): Wire {
	const arrived = new Map<string, number>();
	const signed = new Map<string, number>();
	const note = (text: string, at: number) => {
		if (!text.includes('"needs_signature"')) return;
		for (const [, id] of text.matchAll(/"commit_id":"([^"]+)"/g))
			if (id !== undefined && !arrived.has(id)) arrived.set(id, at);
	};
	return {
		arrived,
		signed,
		fetch: async (input, init) => {
			const path = String(input);
			const commitId = /\/api\/commits\/([^/]+)\/manual/.exec(path)?.[1];
			if (commitId !== undefined && String(init?.body).includes('"kind":"signed"'))
				signed.set(commitId, performance.now());
			const response = await fetch(input, init);
			if (response.body === null || !path.includes("/v1/agent/chat")) return response;
			const decoder = new TextDecoder();
			const tap = new TransformStream<Uint8Array, Uint8Array>({
				transform(bytes, out) {
					const at = performance.now();
					out.enqueue(bytes);
					note(decoder.decode(bytes, { stream: true }), at);
				},
			});
			const { status, headers } = response;
			return new Response(response.body.pipeThrough(tap), { status, headers });
		},
	};
}

/** Sessions whose agents work all the while; each of them streams. @returns what ends them */
async function background(world: BenchWorld, count: number): Promise<() => Promise<void>> {
	if (count === 0) return async () => {};
	const { control } = world;
	const { sessionIds } = await control.addSessions({ count, events: 20 });
	for (const sessionId of sessionIds)
		await control.injectEvents({
			sessionId,
			events: [{ type: "turn_state_changed", state: "processing", turn_id: "bench" }],
		});
	let ended = false;
	const trickle = (async () => {
		for (let at = 0; !ended; at += 1) {
			const sessionId = sessionIds[at % sessionIds.length] ?? "";
			const content = "The agent goes on with its work, and says so.";
			await control.injectEvents({ sessionId, events: [{ type: "message", sender: "agent", content }] });
			await new Promise((resolve) => setTimeout(resolve, TRICKLE_MS));
		}
	})();
	return async () => {
		ended = true;
		await trickle;
	};
}

async function sample(person: Person, wire: Wire, notified: Map<string, number>) {
	const sessionId = await person.say(`send 0.001 ETH to ${OTHER}`);
	const entry = await person.until<InboxEntryView>("an entry that waits", () =>
		person.desk().inbox.find((each) => each.sessionId === sessionId && each.state === "waiting"),
	);
	const commitId = entry.id.slice("commit:".length);
	await person.until("its notification", () => notified.has(entry.id));
	let pressed = 0;
	const review = await person.review(entry.id, (each) => each.approval.possible);
	const screen = person.screen();
	if (screen.screen !== "review" || screen.ticket === null) throw new Error("no ticket");
	const { ticket } = screen;
	await person.callTrusted("reviewShown", { ticket });
	person.ports.clock.skip(3_000);
	pressed = performance.now();
	const wish = { ticket, fingerprint: review.fingerprint, word: review.approval.word };
	const approved = await person.callTrusted("approve", wish);
	if (!approved.ok) throw new Error(approved.words);
	await person.until("the approval to be confirmed", () =>
		person.desk().activity.find((row) => row.entryId === entry.id && row.outcome === "confirmed"),
	);
	return {
		notified: (notified.get(entry.id) ?? Number.NaN) - (wire.arrived.get(commitId) ?? Number.NaN),
		answered: (wire.signed.get(commitId) ?? Number.NaN) - pressed,
	};
}

/** @param live how many sessions stream at the time, the one that asks included */
export async function measureLatency(world: BenchWorld, live: number, samples: number): Promise<Latency> {
	const folder = scratch();
	const key = generatePrivateKey();
	const chain = createTestClient({ mode: "anvil", transport: http(world.rpcUrl) });
	await chain.setBalance({ address: privateKeyToAccount(key).address, value: parseEther("100") });
	const end = await background(world, live - 1);
	const wire = tapped();
	const person = await openPerson({
		dataDir: folder.path,
		baseUrl: world.url,
		token: world.token,
		chains: [{ chainId: world.chainId, name: "Anvil", rpcUrl: world.rpcUrl }],
		key,
		fetch: wire.fetch,
	});
	const notified = new Map<string, number>();
	const { desktop } = person.ports;
	const { notify } = desktop;
	Object.assign(desktop, {
		notify: (notification: Parameters<typeof notify>[0]) => {
			const at = performance.now();
			if (!notified.has(notification.entryId)) notified.set(notification.entryId, at);
			notify(notification);
		},
	});
	await person.until("every session to stream", () => {
		const streaming = person.desk().sessions.filter((session) => session.connection.state === "live");
		return streaming.length >= live - 1;
	});
	const results: { readonly notified: number; readonly answered: number }[] = [];
	// The first three warm up.
	for (let at = 0; at < samples + 3; at += 1) results.push(await sample(person, wire, notified));
	await end();
	await person.stop();
	folder.remove();
	const counted = results.slice(3);
	return {
		notified: counted.map((each) => each.notified),
		answered: counted.map((each) => each.answered),
	};
}
