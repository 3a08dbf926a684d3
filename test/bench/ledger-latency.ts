import { createTestClient, http, parseEther } from "viem";
import type { Frozen } from "../../src/core/match/frozen.ts";
import { textOf } from "../../src/text/index.ts";
import { type EmulatedLedger, startLedger } from "../mock-ledger/start.ts";
import { approvedOf } from "../support/approved.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { type Asked, EVM_SEND, isAnswer, PERMIT } from "./latency.ts";
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
 * From the approval to the question on the device, and from the device's answer to the answer at the service: beside
 * Ledger's library alone, from the call to the question, and from the device's answer to the call's.
 */

const SAMPLES = 40;
/** Until the paths that are measured are compiled. */
const WARM_UP = 5;
/** A device whose user decides when they are told to. */
const WAITING = { person: { decide: "wait", afterMs: 0 }, blindSigning: { Ethereum: true } } as const;
/** Request kinds, with their equivalents for the library. */
const LEDGER_KINDS: readonly (readonly [Asked, () => Frozen])[] = [
	[EVM_SEND, transferOnDevice],
	[PERMIT, permitOnDevice],
];

export interface LedgerLatency {
	readonly kind: Asked;
	readonly asked: readonly Cost[];
	readonly answered: readonly Cost[];
	readonly bareAsked: readonly Cost[];
	readonly bareAnswered: readonly Cost[];
}

/** When the service has taken an answer. */
function tapped() {
	let taken = () => {};
	return {
		/** The next answer that the service takes. */
		next: () =>
			new Promise<void>((resolve) => {
				taken = resolve;
			}),
		fetch: (async (input, init) => {
			const response = await fetch(input, init);
			if (init?.method === "POST" && isAnswer(String(input), String(init.body))) taken();
			return response;
		}) satisfies typeof fetch,
	};
}

interface Watched {
	readonly person: Person;
	readonly device: EmulatedLedger;
	readonly wire: ReturnType<typeof tapped>;
}

async function sample({ person, device, wire }: Watched, { sentence }: Asked) {
	const entry = await person.asked(sentence);
	const { fingerprint, approval } = await person.review(entry.id, (each) => each.approval.possible);
	const screen = person.screen();
	if (screen.screen !== "review" || screen.ticket === null) throw new Error("no ticket");
	const { ticket } = screen;
	await person.callTrusted("reviewShown", { ticket });
	person.ports.clock.skip(3_000);
	const toQuestion = meter();
	const question = device.asked();
	const approved = await person.callTrusted("approve", { ticket, fingerprint, word: approval.word });
	if (!approved.ok) throw new Error(textOf(approved.text));
	await question;
	const asked = toQuestion();
	const taken = wire.next();
	const toAnswer = meter();
	device.approve();
	await taken;
	const answered = toAnswer();
	await person.until("the approval to be confirmed", () =>
		approvedOf(person.desk()).find((row) => row.entryId === entry.id && row.outcome === "confirmed"),
	);
	return { asked, answered };
}

async function sampleBare(device: EmulatedLedger, library: BareDevice, frozen: Frozen) {
	const toQuestion = meter();
	const question = device.asked();
	const signed = library.sign(EVM_ACCOUNT, frozen);
	await question;
	const asked = toQuestion();
	const toAnswer = meter();
	device.approve();
	await signed;
	return { asked, answered: toAnswer() };
}

async function repeated<T>(one: () => Promise<T>): Promise<readonly T[]> {
	const all: T[] = [];
	for (let at = 0; at < SAMPLES + WARM_UP; at += 1) all.push(await one());
	return all.slice(WARM_UP);
}

/** At a device of its own, so that the watch over devices stays out of it. */
async function measureBare(frozen: Frozen): Promise<Pick<LedgerLatency, "bareAsked" | "bareAnswered">> {
	const device = await startLedger(WAITING);
	const library = await openBareDevice(device);
	try {
		const bare = await repeated(() => sampleBare(device, library, frozen));
		return { bareAsked: bare.map((each) => each.asked), bareAnswered: bare.map((each) => each.answered) };
	} finally {
		await library.close();
		await device.stop();
	}
}

/** The device's own work, in this process, is counted as ours. */
export async function measureLedger(world: BenchWorld): Promise<LedgerLatency[]> {
	const folder = scratch();
	const device = await startLedger(WAITING);
	const chain = createTestClient({ mode: "anvil", transport: http(world.rpcUrl) });
	const address = `0x${EVM_ACCOUNT.address.slice(2)}` as const;
	await chain.setBalance({ address, value: parseEther("100") });
	const wire = tapped();
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
			const ours = await repeated(() => sample({ person, device, wire }, kind));
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
