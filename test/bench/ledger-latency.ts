import { createTestClient, http, parseEther } from "viem";
import type { Frozen } from "../../src/core/match/frozen.ts";
import { textOf } from "../../src/text/index.ts";
import { type EmulatedLedger, startLedger } from "../mock-ledger/start.ts";
import { approvedOf } from "../support/approved.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { EVM_SEND, isAnswer, PERMIT, type RequestKind } from "./latency.ts";
import {
	type BareDevice,
	EVM_ACCOUNT,
	openBareDevice,
	permitOnDevice,
	transferOnDevice,
} from "./ledger-exchanges.ts";
import { type Cost, meter } from "./meter.ts";
import { type BenchWorld, chainsOf } from "./world.ts";

/**
 * Measures two delays: from the approval to the device's prompt, and from the device's answer to the service's
 * receipt of the signature. Ledger's library alone is measured from its call to the prompt, and from the
 * device's answer to the call's result.
 */

const SAMPLES = 40;
/** Unmeasured runs, after which the measured code is compiled. */
const WARM_UP = 5;
/** Device whose user decides only when the benchmark says so. */
const WAITING = { person: { decide: "wait", afterMs: 0 }, blindSigning: { Ethereum: true } } as const;
/** Request kinds, with their equivalents for the library. */
const LEDGER_KINDS: readonly (readonly [RequestKind, () => Frozen])[] = [
	[EVM_SEND, transferOnDevice],
	[PERMIT, permitOnDevice],
];

export interface LedgerLatency {
	readonly kind: RequestKind;
	readonly asked: readonly Cost[];
	readonly answered: readonly Cost[];
	readonly bareAsked: readonly Cost[];
	readonly bareAnswered: readonly Cost[];
}

/** Observes when the service has accepted an answer. */
function observeAnswers() {
	let accepted = () => {};
	return {
		/** Resolves when the service has accepted the next answer. */
		next: () =>
			new Promise<void>((resolve) => {
				accepted = resolve;
			}),
		fetch: (async (input, init) => {
			const response = await fetch(input, init);
			if (init?.method === "POST" && isAnswer(String(input), String(init.body))) accepted();
			return response;
		}) satisfies typeof fetch,
	};
}

interface Observed {
	readonly person: Person;
	readonly device: EmulatedLedger;
	readonly wire: ReturnType<typeof observeAnswers>;
}

async function sample({ person, device, wire }: Observed, { sentence }: RequestKind) {
	const entry = await person.asked(sentence);
	const { fingerprint, approval } = await person.review(entry.id, (each) => each.approval.possible);
	const screen = person.screen();
	if (screen.screen !== "review" || screen.ticket === null) throw new Error("no ticket");
	const { ticket } = screen;
	await person.callTrusted("reviewShown", { ticket });
	person.ports.clock.skip(3_000);
	const stopPrompt = meter();
	const prompt = device.untilQuestion();
	const approved = await person.callTrusted("approve", { ticket, fingerprint, word: approval.word });
	if (!approved.ok) throw new Error(textOf(approved.text));
	await prompt;
	const asked = stopPrompt();
	const accepted = wire.next();
	const stopAnswer = meter();
	device.approve();
	await accepted;
	const answered = stopAnswer();
	await person.until("the approval to be confirmed", () =>
		approvedOf(person.desk()).find((row) => row.entryId === entry.id && row.outcome === "confirmed"),
	);
	return { asked, answered };
}

async function sampleBare(device: EmulatedLedger, library: BareDevice, frozen: Frozen) {
	const stopPrompt = meter();
	const prompt = device.untilQuestion();
	const signed = library.sign(EVM_ACCOUNT, frozen);
	await prompt;
	const asked = stopPrompt();
	const stopAnswer = meter();
	device.approve();
	await signed;
	return { asked, answered: stopAnswer() };
}

async function repeat<T>(one: () => Promise<T>): Promise<readonly T[]> {
	const all: T[] = [];
	for (let at = 0; at < SAMPLES + WARM_UP; at += 1) all.push(await one());
	return all.slice(WARM_UP);
}

/** Measures the library on a separate device, which the app's device watch doesn't use. */
async function measureBare(frozen: Frozen): Promise<Pick<LedgerLatency, "bareAsked" | "bareAnswered">> {
	const device = await startLedger(WAITING);
	const library = await openBareDevice(device);
	try {
		const bare = await repeat(() => sampleBare(device, library, frozen));
		return { bareAsked: bare.map((each) => each.asked), bareAnswered: bare.map((each) => each.answered) };
	} finally {
		await library.close();
		await device.stop();
	}
}

/** Measures the app. The emulated device runs in this process, so its work is included. */
export async function measureLedger(world: BenchWorld): Promise<LedgerLatency[]> {
	const folder = scratch();
	const device = await startLedger(WAITING);
	const chain = createTestClient({ mode: "anvil", transport: http(world.rpcUrl) });
	const address = `0x${EVM_ACCOUNT.address.slice(2)}` as const;
	await chain.setBalance({ address, value: parseEther("100") });
	const wire = observeAnswers();
	const person = await openPerson({
		dataDir: folder.path,
		baseUrl: world.url,
		token: world.token,
		chains: chainsOf(world),
		key: null,
		fetch: wire.fetch,
		ledger: { kind: "speculos", urls: [device.url] },
		ledgerAccounts: [EVM_ACCOUNT],
	});
	const results: LedgerLatency[] = [];
	try {
		for (const [kind, frozen] of LEDGER_KINDS) {
			const ours = await repeat(() => sample({ person, device, wire }, kind));
			results.push({
				kind,
				asked: ours.map((each) => each.asked),
				answered: ours.map((each) => each.answered),
				...(await measureBare(frozen())),
			});
		}
	} finally {
		await person.stop();
		await device.stop();
		folder.remove();
	}
	return results;
}
