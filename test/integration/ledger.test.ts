import { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import { onSignatures } from "../mock-ledger/faults.ts";
import { EVM_PATH, type LedgerPerson, openLedgerPerson, SVM_PATH } from "../support/ledger-person.ts";
import { saying } from "../support/saying.ts";

/** Every kind of request, approved on emulated devices: one has the EVM account, the other the Solana account. */

const SOMEBODY = "0x00000000000000000000000000000000000c0FfE";
const FRIEND = Keypair.generate().publicKey.toBase58();
const OTHER_SEED =
	"abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
const THIRD_SEED = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const WORDS = "one two three four five six seven eight nine ten ";

/** Second device of each model, with another phrase and the opposite settings. */
const DOUBLES = [
	{ seed: THIRD_SEED, blindSigning: { Ethereum: false } },
	{ seed: THIRD_SEED, app: "Solana", blindSigning: { Solana: false } },
] as const;

describe.each([
	{ name: "two Ledgers", otherDevices: [] },
	{
		name: "two Ledgers, each with another one of its model and reversed settings beside it",
		otherDevices: DOUBLES,
	},
])("a user whose keys are on $name", ({ otherDevices }) => {
	let here: LedgerPerson;
	beforeAll(async () => {
		here = await openLedgerPerson({
			devices: [
				{ blindSigning: { Ethereum: true } },
				{ seed: OTHER_SEED, app: "Solana", blindSigning: { Solana: true } },
			],
			solana: true,
			otherDevices,
		});
	});
	afterAll(() => here?.close());
	afterEach(async () => {
		await here.world.chain.setAutomine(true);
	});
	afterEach(() => {
		for (const device of here.otherDevices) {
			expect(device.signed()).toEqual([]);
			expect(device.screens().flat().join()).not.toMatch(/Review|Blind signing/);
		}
	});

	const signed = () => here.devices.map((device) => device.signed().length);

	it("has an account of each, with its path", async () => {
		expect(here.evm).toBe("0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D");
		const accounts = await here.person.until("both accounts", () => {
			const all = here.person.desk().accounts;
			return all.length === 2 ? all : null;
		});
		expect(accounts).toMatchObject([
			{ address: { address: here.evm }, family: "evm", signer: "ledger", path: EVM_PATH },
			{ address: { address: here.svm }, family: "svm", signer: "ledger", path: SVM_PATH },
		]);
	});

	/** Number of signature requests to the first and the second device. */
	it.each([
		[`send 0.05 ETH to ${SOMEBODY}`, [1, 0]],
		[`send 5 DEMO to ${SOMEBODY}`, [1, 0]],
		[`send 0.01 ETH to ${SOMEBODY}, hosted`, [1, 0]],
		[`send 0.01 ETH to ${SOMEBODY}, venue`, [1, 0]],
		["execute: approve 10 DEMO for the router, then swap 10 DEMO", [2, 0]],
		["sign the message: hello there", [1, 0]],
		[`sign the message: ${WORDS.repeat(12)}`, [1, 0]],
		["sign in", [1, 0]],
		["permit the router 25 DEMO", [1, 0]],
		["permit2 25 DEMO", [1, 0]],
		["order 25 DEMO", [1, 0]],
		["sign two messages: one | two", [2, 0]],
		[`send 0.5 SOL to ${FRIEND}`, [0, 1]],
		[`send 5 USDX to ${FRIEND}`, [0, 1]],
		[`send 5 USDX to ${FRIEND} with a table`, [0, 1]],
		[`send 0.1 SOL to ${FRIEND} hosted`, [0, 1]],
		[`send 0.1 SOL to ${FRIEND} venue`, [0, 1]],
		[`execute: send 0.2 SOL to ${FRIEND}`, [0, 1]],
		[`execute as built: send 0.2 SOL to ${FRIEND}`, [0, 1]],
		[`sign the solana transaction: send 0.1 SOL to ${FRIEND}`, [0, 1]],
	])("“%s” is approved on the device with the account, and completed", async (sentence, times) => {
		const before = signed();
		const entry = await here.approved(sentence);
		const done = await here.confirmed(entry.id);
		expect(done.receipt.every((row) => row.same !== false)).toBe(true);
		expect(signed().map((count, at) => count - (before[at] ?? 0))).toEqual(times);
		const { signatures, resolutions } = await here.trace(entry.id);
		expect([...signatures, ...resolutions].map(({ outcome }) => outcome)).toEqual(["taken"]);
	});

	it("a batch of two is approved and signed one after the other", async () => {
		const { person } = here;
		const before = here.device.signed().length;
		const sessionId = await person.say("approve 100 DEMO and swap 50 DEMO");
		const members = await person.until("two entries", () => {
			const found = person.desk().inbox.filter((entry) => entry.sessionId === sessionId);
			return found.length === 2 ? found : null;
		});
		const places = new Map<number, InboxEntryView>();
		for (const member of members) {
			const review = await person.review(member.id, (each) => each.step !== null);
			places.set(review.step?.at ?? 0, member);
		}
		for (const place of [1, 2]) {
			const id = places.get(place)?.id ?? "";
			await here.again(id);
			await here.confirmed(id);
			expect(here.device.signed()).toHaveLength(before + place);
		}
	});

	it("a stuck transaction is sent at a higher fee, signed on the device again", async () => {
		const { person, device } = here;
		const { chain } = here.world;
		const nonce = await here.mined();
		const before = device.signed().length;
		await chain.setAutomine(false);
		const entry = await here.approved(`send 0.03 ETH to ${SOMEBODY}`);
		await here.progress(entry.id, "a replacement to be offered", (each) =>
			each.canReplace.includes("speed_up"),
		);
		expect(await person.callTrusted("replace", { entryId: entry.id, purpose: "speed_up" })).toEqual({
			ok: true,
		});
		const faster = await person.until("the review of the replacement", () => {
			const screen = person.screen();
			return screen.screen === "review" && screen.review.replaces !== null && screen.review.approval.possible
				? screen.review
				: null;
		});
		await here.again(faster.entryId);
		await here.progress(faster.entryId, "it is sent", ({ steps }) =>
			steps.some(({ name, state }) => name === "submitted" && state === "done"),
		);
		await chain.setAutomine(true);
		await chain.mine();
		await here.confirmed(faster.entryId);
		expect(device.signed()).toHaveLength(before + 2);
		expect(await here.mined()).toBe(nonce + 1);
	});

	it("a Solana message that no Ledger signs is refused before anything is asked", async () => {
		const before = signed();
		const entry = await here.asked("sign the solana message: hello");
		const review = await here.person.review(entry.id, (each) => each.approval.refusals.length > 0);
		expect(review.approval).toMatchObject({ possible: false });
		expect(review.approval.refusals).toContainEqual(saying("device-plan.svm.no-header"));
		expect(signed()).toEqual(before);
	});

	it("requests for both devices at once are handled one after the other, and each signs its own", async () => {
		const [one, other] = here.devices;
		if (one === undefined || other === undefined) throw new Error("two devices");
		one.person = { decide: "wait", afterMs: 0 };
		const before = signed();
		const evm = await here.approved(`send 0.02 ETH to ${SOMEBODY}`);
		await one.untilQuestion();
		const svm = await here.approved(`send 0.3 SOL to ${FRIEND}`);
		await here.waiting(svm.id, "device.comes-next");
		expect(other.hasQuestion).toBe(false);
		one.person = { decide: "approve", afterMs: 0 };
		await here.confirmed(evm.id);
		await here.confirmed(svm.id);
		expect(signed().map((count, at) => count - (before[at] ?? 0))).toEqual([1, 1]);
	});

	it("another key's signature from the right device is refused", async () => {
		const nonce = await here.mined();
		here.device.hostile = onSignatures(({ as }) => as(OTHER_SEED));
		const entry = await here.approved(`send 0.02 ETH to ${SOMEBODY}`);
		await here.refused(entry.id, "signer.hostile-answer");
		here.device.hostile = null;
		expect((await here.trace(entry.id)).signatures).toEqual([]);
		expect(await here.mined()).toBe(nonce);
	});
});
