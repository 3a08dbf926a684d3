import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { message, sameText } from "../../../../src/core/localized-text.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { CountersignMain } from "../../../../src/main/countersign.ts";
import type { Ports } from "../../../../src/main/ports.ts";
import { openDatabase } from "../../../../src/main/storage/database.ts";
import { JournalDb } from "../../../../src/main/storage/journal-db.ts";
import { openPerson, scratch } from "../../../support/person.ts";
import { holding, testPorts } from "../../../support/ports.ts";
import { FROZEN, PREDICTED } from "../storage/kept.ts";

/** A switch of the service never sends the other service's token to either address. */

const folder = scratch();
let stop = async () => {};

afterEach(async () => {
	await stop();
	folder.remove();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Writes a journal with an approval of this scope, as an earlier run would. */
function leaveApproval(scope: string): void {
	const db = openDatabase(join(folder.path, "journal.db"), {
		synchronous: "FULL",
		...JOURNAL_SCHEMA,
	});
	new JournalDb(db, { now: () => 1_000 }).approve({
		scope,
		entryId: "commit:c1",
		sessionId: "ses",
		kind: "commit",
		intentId: "c1",
		replaces: null,
		headline: "Send 1 ETH",
		chainRef: "31337",
		signer: "0xAbC0000000000000000000000000000000000001",
		nonce: 7n,
		broadcaster: "wallet",
		fingerprint: "f".repeat(64),
		digest: "rvd",
		revision: 1,
		frozen: FROZEN,
		predicted: PREDICTED,
	});
	db.close();
}

describe("approvals in another environment", () => {
	it("are reported as a number and an environment, and nothing more", async () => {
		leaveApproval("https://chat-staging.aomi.dev sub:alice");
		const person = await openPerson({
			dataDir: folder.path,
			baseUrl: "https://here.example",
			token: null,
			chains: [],
			fetch: async () => Response.json({ sessions: [] }),
		});
		stop = () => person.stop();
		await person.until("the alert", () =>
			person
				.desk()
				.alerts.some((alert) =>
					sameText(alert, message("app.elsewhere.environment", { count: 1, environment: "Staging" })),
				),
		);
		expect(JSON.stringify(person.desk())).not.toContain("Send 1 ETH");
		expect(person.desk().activity).toEqual([]);
	});
});

describe("a run that ended without quitting", () => {
	it.each([
		[true, 1],
		[false, 0],
	])("reports pending work at the next start (cut: %s)", async (wasCut, told) => {
		leaveApproval("https://here.example sub:alice");
		const ports = { ...testPorts({ dataDir: folder.path, baseUrl: "", token: null, chains: [] }), wasCut };
		const countersign = new CountersignMain(ports);
		stop = () => countersign.stop();
		let alerts: readonly unknown[] = [];
		countersign.onDeskPush((push) => {
			if (push.kind === "desk") alerts = push.view.alerts;
		});
		await countersign.start();
		countersign.pushDesk();
		expect(
			alerts.filter((alert) => sameText(message("app.last-run-cut", { count: 1 }), alert as never)),
		).toHaveLength(told);
	});
});

describe("changing address and token", () => {
	it("sends each token to its own address only, however slow the keychain is", async () => {
		const sent: string[] = [];
		const ports = testPorts({
			dataDir: folder.path,
			baseUrl: "https://old.example",
			token: "old-token",
			chains: [],
			fetch: async (url, init) => {
				sent.push(`${new URL(String(url)).host} ${new Headers(init?.headers).get("authorization")}`);
				return Response.json({ sessions: [] });
			},
		});
		const slow: Ports["keychain"] = {
			...ports.keychain,
			seal: async (secret) => {
				// Makes the old environment's services query everything while the token is being sealed.
				countersign.wake();
				await pause(200);
				return await ports.keychain.seal(secret);
			},
		};
		const countersign = new CountersignMain({ ...ports, keychain: slow });
		stop = () => countersign.stop();
		await countersign.start();
		await pause(100);
		const input = { baseUrl: "https://new.example", token: "new-token", chains: [] };
		expect(await countersign.callTrusted("saveNetwork", input, holding(ports.clock))).toEqual({ ok: true });
		await pause(100);
		expect(new Set(sent)).toEqual(new Set(["old.example Bearer old-token", "new.example Bearer new-token"]));
	});
});
