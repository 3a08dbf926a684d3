import { fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { codesOf } from "../../src/core/localized-text.ts";
import { entryOf } from "../fixtures/entries.ts";
import { approvedOf } from "../support/approved.ts";
import { NOTHING } from "../support/kinds.ts";
import { type LedgerPerson, openLedgerPerson } from "../support/ledger-person.ts";

/**
 * Tests what happens if the application ends or is killed (SIGKILL) while a Ledger asks for a signature or
 * has just given it.
 */

const SOMEBODY = "0x00000000000000000000000000000000000c0FfE";
const SEND = `send 0.01 ETH to ${SOMEBODY}`;
const WAITS = { decide: "wait", afterMs: 0 } as const;
const APPROVES = { decide: "approve", afterMs: 0 } as const;

interface Dies {
	readonly moment: "before" | "after";
	readonly step: string;
}

describe("a Ledger whose application ends", () => {
	let here: LedgerPerson;
	beforeAll(async () => {
		here = await openLedgerPerson();
	});
	afterAll(() => here?.close());
	afterEach(() => {
		here.device.person = APPROVES;
	});

	/**
	 * Replaces this process by another, which is killed while the device asks or at a step. Returns its entry.
	 */
	async function killed(dies: Dies | null): Promise<string> {
		await here.stop();
		const order = JSON.stringify({ options: here.options(), sentence: SEND, dies });
		const child = fork(entryOf("ledgerChild"), [order], {
			execArgv: [],
			stdio: ["ignore", "pipe", "pipe", "ipc"],
		});
		const said: string[] = [];
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding("utf8").on("data", (text: string) => said.push(text));
		const ended = once(child, "exit");
		const spoke = once(child, "message").then(([message]) =>
			z.object({ entryId: z.string() }).parse(message),
		);
		const first = await Promise.race([spoke, ended.then(() => null)]);
		if (first === null) throw new Error(`the child ended before it approved:\n${said.join("")}`);
		if (dies === null) {
			await here.device.untilQuestion(10_000);
			child.kill("SIGKILL");
		}
		const [code, signal] = await ended;
		expect({ code, signal }, said.join("")).toEqual({ code: null, signal: "SIGKILL" });
		return first.entryId;
	}

	/**
	 * Checks that the approval was refused with a text that refers to the device, and that the device is not
	 * used again automatically.
	 */
	async function expectClearingNeeded(entryId: string, nonce: number, isStillAsking: boolean): Promise<void> {
		const { person, device } = here;
		const row = await person.until("the refusal", () =>
			approvedOf(person.desk()).find((each) => each.entryId === entryId && each.outcome === "refused"),
		);
		expect(row.steps.flatMap(({ note }) => codesOf(note ?? ""))).toEqual(
			expect.arrayContaining(["signing.cut-off.device", "signing.not-signed.approve-again"]),
		);
		await person.until("the entry to wait again", () =>
			person.desk().inbox.find((each) => each.id === entryId && each.state === "waiting"),
		);
		const signed = device.signed().length;
		await person.review(entryId, (each) => each.approval.possible);
		await here.condition(isStillAsking ? "stillAsking" : "ready");
		expect(device.crashes).toBe(0);
		expect(device.signed()).toHaveLength(signed);
		expect(await here.trace(entryId)).toEqual(NOTHING);
		expect(await here.mined()).toBe(nonce);
	}

	/** Checks that one signature reached the service and one transaction reached the chain. */
	async function expectSignedOnce(entryId: string, nonce: number): Promise<void> {
		await here.confirmed(entryId);
		const { signatures } = await here.trace(entryId);
		expect(signatures.map(({ outcome }) => outcome)).toEqual(["taken"]);
		expect(await here.mined()).toBe(nonce + 1);
		expect(await here.person.callDesk("verifyJournal", {})).toMatchObject({ ok: true });
	}

	it("by itself, during the device's question: the device must be cleared, and a new approval is asked again", async () => {
		const nonce = await here.mined();
		here.device.person = WAITS;
		const entry = await here.approved(SEND);
		await here.device.untilQuestion();
		await here.restart();
		expect(here.device.approve()).toBe(true);
		await expectClearingNeeded(entry.id, nonce, true);
		here.device.person = APPROVES;
		await here.again(entry.id);
		await expectSignedOnce(entry.id, nonce);
	});

	it.each<[string, Dies | null]>([
		["while the device asks", null],
		["right after its question was recorded", { moment: "after", step: "signing" }],
		["when the device has answered, before the signature is on disk", { moment: "before", step: "signed" }],
	])("by SIGKILL, %s: the device must be cleared, and a new approval is asked again", async (_, dies) => {
		const nonce = await here.mined();
		if (dies === null) here.device.person = WAITS;
		const entryId = await killed(dies);
		await here.restart();
		await expectClearingNeeded(entryId, nonce, dies === null);
		here.device.person = APPROVES;
		await here.again(entryId);
		await expectSignedOnce(entryId, nonce);
	});

	it("by SIGKILL, when the signature is on disk: it continues, and the device is not asked again", async () => {
		const nonce = await here.mined();
		const signed = here.device.signed().length;
		const entryId = await killed({ moment: "after", step: "signed" });
		await here.restart();
		await expectSignedOnce(entryId, nonce);
		expect(here.device.signed()).toHaveLength(signed + 1);
	});

	it("while the approval waits for the device: it keeps waiting, and is signed when the device is connected", async () => {
		const nonce = await here.mined();
		here.device.unplug();
		const entry = await here.approved(SEND);
		await here.waiting(entry.id, "device.plug-in-account");
		await here.restart();
		await here.waiting(entry.id, "device.plug-in-account");
		here.device.plug();
		await expectSignedOnce(entry.id, nonce);
	});
});
