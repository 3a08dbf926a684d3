import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getAddress } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { message, sentences } from "../../src/core/localized-text.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { ReviewView } from "../../src/ipc/review.ts";
import type { ProgressView } from "../../src/ipc/signing.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { approvedOf } from "../support/approved.ts";
import { appAt, evmAddress } from "../support/at-world.ts";
import { evmNetwork } from "../support/networks.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { type Told, tells } from "../support/saying.ts";

/** Failures around the main job, and what the user sees of them. */

const OTHER = "0x00000000000000000000000000000000000c0ffe";
const MANUAL = { method: "POST", path: "/manual$" };

/** Starts a proxy in front of the chain's RPC that can be closed, or can report a wrong chain ID. */
async function rpcGate({
	url: target,
	chainId,
}: World["chain"]): Promise<{ url: string; mode: "open" | "broken" | "liar"; close(): void }> {
	const truth = `"result":"0x${chainId.toString(16)}"`;
	const gate = { url: "", mode: "open" as "open" | "broken" | "liar", close: () => {} };
	const server: Server = createServer((request, response) => {
		if (gate.mode === "broken") {
			request.socket.destroy();
			return;
		}
		const parts: Buffer[] = [];
		request.on("data", (part: Buffer) => parts.push(part));
		request.on("end", () => {
			const body = Buffer.concat(parts).toString("utf8");
			void fetch(target, { method: "POST", body, headers: { "content-type": "application/json" } })
				.then((answer) => answer.text())
				.then(
					(text) => {
						response.setHeader("content-type", "application/json");
						response.end(gate.mode === "liar" ? text.replaceAll(truth, '"result":"0x1"') : text);
					},
					// The chain stops at the end of the test, possibly before the last query.
					() => request.socket.destroy(),
				);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	gate.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	gate.close = () => {
		server.closeAllConnections();
		server.close();
	};
	return gate;
}

describe("when things go wrong", () => {
	let world: World;
	let person: Person;
	let gate: Awaited<ReturnType<typeof rpcGate>>;
	let folder: ReturnType<typeof scratch>;
	const key = generatePrivateKey();

	const open = (token: string | null = world.service.token, dataDir = folder.path) =>
		openPerson({
			dataDir,
			...appAt(world),
			token,
			chains: [evmNetwork({ ...world.chain, url: gate.url })],
			key,
		});

	beforeEach(async () => {
		world = await openWorld();
		gate = await rpcGate(world.chain);
		folder = scratch();
		person = await open();
		await world.demo.fund(evmAddress(person));
	});

	afterEach(async () => {
		await person?.stop();
		gate?.close();
		await world?.close();
		folder?.remove();
	});

	const offered = (sentence = `send 0.05 ETH to ${OTHER}`) => person.asked(sentence);
	const outcome = (wanted: ProgressView["outcome"]) =>
		person.until<ProgressView>(
			wanted,
			() => {
				const screen = person.screen();
				return screen.screen === "progress" && screen.progress.outcome === wanted ? screen.progress : null;
			},
			20_000,
		);
	const refusing = (...told: readonly Told[]) =>
		person.until<ReviewView>(`a review that tells ${told.join(", ")}`, () => {
			const screen = person.screen();
			return screen.screen === "review" && tells(screen.review.approval.refusals, ...told)
				? screen.review
				: null;
		});
	/** Lists the distinct signatures that the service received for this entry. */
	const signatures = async (entry: InboxEntryView) => {
		const { signatures: all } = await world.service.control.records();
		return new Set(all.filter((each) => entry.id === `commit:${each.commitId}`).map((each) => each.raw));
	};

	it("submits the same signature again when the answer to it is lost", async () => {
		const entry = await offered();
		await world.service.control.fault({ kind: "lost_answer", match: MANUAL });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await outcome("confirmed");
		expect((await signatures(entry)).size).toBe(1);
	});

	it("repeats with the same key when the service was temporarily unable", async () => {
		const entry = await offered();
		await world.service.control.fault({ kind: "status", status: 503, count: 2, match: MANUAL });
		await world.service.control.fault({ kind: "retry_after", seconds: 1, skip: 2, match: MANUAL });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await outcome("confirmed");
		const { requests } = await world.service.control.records();
		const keys = requests
			.filter((each) => each.path.endsWith("/manual") && JSON.stringify(each.body).includes("signed"))
			.map((each) => each.idempotencyKey);
		expect(keys.length).toBeGreaterThan(1);
		expect(new Set(keys).size).toBe(1);
	});

	it("keeps an approval through HTML instead of JSON, and through an unreachable service", async () => {
		const entry = await offered();
		await world.service.control.fault({ kind: "html", match: MANUAL });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await world.service.control.down();
		await outcome("stuck");
		await world.service.control.up();
		await outcome("confirmed");
		expect((await signatures(entry)).size).toBe(1);
	});

	it("holds a signature that the service refuses, and says that it is still valid", async () => {
		const entry = await offered();
		await world.service.control.fault({
			kind: "status",
			status: 422,
			body: { error: { code: "signature_mismatch" } },
			match: MANUAL,
		});
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		const stuck = await outcome("stuck");
		expect(stuck.text).toEqual(
			sentences(
				message("signing.refused-signature.said", { said: "signature_mismatch" }),
				message("signing.refused-signature.seen", { life: message("signing.life.nonce", { nonce: "0" }) }),
			),
		);
		expect(
			await world.chain.publicClient.getTransactionCount({
				address: getAddress(person.desk().accounts[0]?.address.address ?? ""),
			}),
		).toBe(0);
	});

	it("reports the RPC as down, approves nothing, and continues after a retry", async () => {
		const entry = await offered();
		gate.mode = "broken";
		await person.callDesk("openReview", { entryId: entry.id });
		const review = await refusing("chain.unreachable");
		expect(review.approval).toMatchObject({ possible: false, canRetry: true });
		gate.mode = "open";
		expect(await person.callTrusted("retry", { entryId: entry.id })).toEqual({ ok: true });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await outcome("confirmed");
	});

	it("refuses an RPC that is of another chain", async () => {
		const entry = await offered();
		gate.mode = "liar";
		await person.callDesk("openReview", { entryId: entry.id });
		const review = await refusing("match.rpc-chain.differs");
		expect(review.approval.possible).toBe(false);
	});

	it("waits with a signed transaction while the RPC is down, then submits it once", async () => {
		const entry = await offered();
		await world.service.control.fault({ kind: "delay", ms: 600, where: "answer", match: MANUAL });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await person.until("the signature", () => {
			const row = approvedOf(person.desk()).find((each) => each.entryId === entry.id);
			return row !== undefined && ["handing_in", "handed_in"].includes(row.state);
		});
		gate.mode = "broken";
		await outcome("stuck");
		gate.mode = "open";
		await outcome("confirmed");
		expect((await signatures(entry)).size).toBe(1);
	});

	it("reports before approval that the balance is too low for value and fees", async () => {
		const entry = await offered(`send 9.9999999 ETH to ${OTHER}`);
		await person.callDesk("openReview", { entryId: entry.id });
		const review = await refusing("cover.too-low");
		expect(review.costs?.covered.ok).toBe(false);
	});

	it("releases an entry that was answered on another device", async () => {
		const entry = await offered();
		await person.review(entry.id);
		await world.service.control.anotherDevice({ commitId: entry.id.slice(7), answer: { kind: "rejected" } });
		await person.until("the entry to be done", () =>
			person.desk().inbox.find((each) => each.id === entry.id && each.state === "done"),
		);
		expect(person.ports.desktop.withdrawn).toContain(entry.id);
	});

	it("signs nothing while locked, says so, and signs after unlocking", async () => {
		const entry = await offered();
		await person.callDesk("lock", {});
		await person.callDesk("openReview", { entryId: entry.id });
		const review = await refusing("against.signer.locked");
		expect(review.signer.state).toBe("locked");
		expect(await person.callTrusted("unlock", { password: "wrong wrong wrong" })).toMatchObject({
			ok: false,
		});
		expect(await person.callTrusted("unlock", { password: "correct horse battery" })).toEqual({ ok: true });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await outcome("confirmed");
	});

	it("keeps inbox, journal and transcript over a restart", async () => {
		const entry = await offered();
		await person.stop();
		person = await open();
		await person.until("the entry again", () => person.desk().inbox.find((each) => each.id === entry.id));
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await outcome("confirmed");
		await person.stop();
		person = await open();
		expect(approvedOf(person.desk()).map((row) => row.entryId)).toContain(entry.id);
		expect(person.ports.desktop.notifications.filter((each) => each.entryId === entry.id)).toEqual([]);
	});

	it("reports a refused token, and recovers with a valid one without a restart", async () => {
		await person.stop();
		person = await open("not-the-token");
		await person.until("words about the token", () =>
			tells(person.desk().connection.text, "service.unauthorized"),
		);
		expect(person.desk().inbox).toEqual([]);
		const saved = await person.callTrusted("saveNetwork", {
			baseUrl: world.service.url,
			token: world.service.token,
			chains: [{ chainId: String(world.chain.chainId), name: "Anvil", rpcUrl: gate.url }],
		});
		expect(saved).toEqual({ ok: true });
		const entry = await offered();
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await outcome("confirmed");
	});

	it("continues a session after a commit and an event that break the contract", async () => {
		const first = await offered();
		await world.service.control.injectEvents({
			sessionId: first.sessionId,
			events: [
				{ type: "title_changed", title: 7 },
				{ type: "branch", to: "x" },
			],
		});
		await person.callDesk("watchTranscript", { sessionId: first.sessionId });
		await person.until("a row for each", () => {
			const kinds = person.transcript()?.items.map(({ kind }) => kind) ?? [];
			return kinds.includes("unreadable") && kinds.includes("unknown");
		});
		expect(await person.approve(first.id)).toEqual({ ok: true });
		await outcome("confirmed");
	});
});
