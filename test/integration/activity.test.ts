import { formatEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadDescriptors } from "../../src/core/published-descriptors/erc7730/load.ts";
import { proofFile } from "../../src/core/saved-review/proof.ts";
import type { ActivityRow, StatementWeekView } from "../../src/ipc/activity.ts";
import type { RuleInput } from "../../src/ipc/rules.ts";
import { verifyProof } from "../../src/verify/review.ts";
import { stub } from "../fixtures/stub.ts";
import { hasFailed } from "../support/checks.ts";
import { type Kinds, openKinds, subjectOf } from "../support/kinds.ts";
import { saying, tells } from "../support/saying.ts";

/** Every unsigned request is recorded in Activity exactly once, also after a restart. */

const OTHER = "0x00000000000000000000000000000000000c0ffe";
const ETH = `send 0.1 ETH to ${OTHER}`;

describe("Activity", () => {
	let kinds: Kinds;

	beforeAll(async () => {
		kinds = await openKinds();
	});
	afterAll(() => kinds?.close());

	const rowsOf = (entryId: string) => kinds.person.desk().activity.filter((row) => row.entryId === entryId);

	async function row<K extends ActivityRow["kind"]>(entryId: string, kind: K) {
		return await kinds.person.until(`a row of kind ${kind}`, () =>
			rowsOf(entryId).find((each): each is Extract<ActivityRow, { kind: K }> => each.kind === kind),
		);
	}

	async function rejects(entryId: string, reason: string): Promise<void> {
		expect(await kinds.person.callTrusted("reject", { entryId, reason })).toEqual({ ok: true });
		await kinds.person.until("that it arrived", () =>
			rowsOf(entryId).some((each) => each.kind === "rejected" && each.arrival === "arrived"),
		);
	}

	it("stores a lie with a proof that the verifier confirms, and refuses once it is changed", async () => {
		const { person } = kinds;
		const entry = await kinds.asked(`lie about the value: ${ETH}`);
		await person.review(entry.id, (review) => hasFailed(review, "value"));
		const lie = await row(entry.id, "lie");
		expect(lie).toMatchObject({ lie: "payload", fields: ["value"], hasProof: true, outcome: "lie" });
		expect(await person.callDesk("saveProof", { id: lie.id })).toEqual({ ok: true });
		const proof = proofFile.parse(JSON.parse(person.ports.desktop.saved ?? ""));
		const index = await loadDescriptors();
		expect(verifyProof(proof, index).ok).toBe(true);
		// The proof contains the service's amounts in wei; the row shows them in ether.
		const [{ field, reviewed, payload } = stub<(typeof proof.differs)[number]>({})] = proof.differs;
		const inEther = (wei: string | null) =>
			saying("amount.exact", { amount: formatEther(BigInt(wei ?? "")) });
		expect([field, proof.differs.length]).toEqual(["value", 1]);
		expect(lie).toMatchObject({ reviewed: inEther(reviewed), payload: inEther(payload) });
		const changed = { ...proof, differs: [{ field: "to", reviewed: "0x1", payload: "0x2" }] };
		expect(verifyProof(changed, index).ok).toBe(false);
		expect(await person.callDesk("saveProof", { id: "lie payload made up" })).toMatchObject({ ok: false });
		// Rejects the request, because the rule below would otherwise stop it as well.
		await rejects(entry.id, "a lie");
	});

	it("stores a rejection with its reason, and its arrival", async () => {
		const { person } = kinds;
		const entry = await kinds.asked(ETH);
		await person.review(entry.id);
		await rejects(entry.id, "too much");
		expect(rowsOf(entry.id)).toMatchObject([{ by: "user", reason: "too much", outcome: "rejected" }]);
	});

	// Runs before a rule exists: the rule could stop this request before it expires.
	it("stores expired requests", async () => {
		const entry = await kinds.asked(`execute: ${ETH}`);
		await kinds.world.service.control.expireAction({ actionId: subjectOf(entry.id) });
		expect(await row(entry.id, "expired")).toMatchObject({ outcome: "expired" });
	});

	it("stores requests stopped by a rule, with the rule's own name", async () => {
		const { person } = kinds;
		const rule: RuleInput = {
			id: "once",
			name: "Small change",
			scope: { accounts: "all", apps: "all", chains: [String(kinds.world.chain.chainId)] },
			kind: "spend_once",
			asset: { address: "native", symbol: "ETH", decimals: 18 },
			most: "1",
		};
		await person.callDesk("openTrusted", { screen: "rules" });
		const version = await person.until("the rules", () => {
			const screen = person.screen();
			return screen.screen === "rules" ? screen.rules.version + 1 : null;
		});
		expect(
			await person.callTrusted("saveRules", { version: version - 1, rules: [rule], password: null }),
		).toEqual({ ok: true });
		const entry = await kinds.asked(ETH);
		await person.review(entry.id, ({ approval }) => tells(approval.refusals, "rule.stops"));
		expect(await row(entry.id, "rule")).toMatchObject({ rule: "Small change", outcome: "rule" });
	});

	it("shows each of them once after a restart, in the list, the tables and the week's statement", async () => {
		const outcomes = () =>
			kinds.person
				.desk()
				.activity.map(({ outcome }) => outcome)
				.toSorted();
		const before = outcomes();
		expect(before).toEqual(["expired", "lie", "rejected", "rejected", "rule"]);
		const person = await kinds.restart();
		await person.until("the same rows", () => outcomes().length >= before.length);
		// Opens the request again, so that its review is composed again.
		const again = person.desk().inbox.find(({ state }) => state === "waiting");
		if (again !== undefined) await person.review(again.id);
		expect(outcomes()).toEqual(before);
		const statement: unknown = await person.callDesk("statement", {});
		const [week, ...others] = statement as readonly StatementWeekView[];
		expect(others).toEqual([]);
		expect(week?.total.counts).toEqual({ approved: 0, rejected: 2, expired: 1, rule: 1, lie: 1 });
		expect(await person.callDesk("exportActivity", { form: "csv" })).toEqual({ ok: true });
		const lines = (person.ports.desktop.saved ?? "").trimEnd().split("\r\n");
		expect(lines).toHaveLength(1 + before.length);
		expect(lines.filter((line) => line.includes("too much"))).toHaveLength(1);
	});
});
