import { createTestClient, http, parseEther } from "viem";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import { textOf } from "../../src/text/index.ts";
import { openPerson, type Person, scratch } from "../integration/person.ts";
import { type EmulatedLedger, startLedger } from "../mock-ledger/start.ts";
import { approvedOf } from "../support/approved.ts";
import { type Asked, EVM_SEND, isAnswer, PERMIT } from "./latency.ts";
import { EVM_ACCOUNT } from "./ledger-exchanges.ts";
import { type Cost, meter } from "./meter.ts";
import { type BenchWorld, chainsOf } from "./world.ts";

/** From the approval to the question on the device, and from the device's answer to the answer at the service. */

const SAMPLES = 40;
/** Until the paths that are measured are compiled. */
const WARM_UP = 5;
const LEDGER_KINDS: readonly Asked[] = [EVM_SEND, PERMIT];

export interface LedgerLatency {
	readonly kind: Asked;
	readonly asked: readonly Cost[];
	readonly answered: readonly Cost[];
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
	const sessionId = await person.say(sentence);
	const entry = await person.until<InboxEntryView>("an entry that waits", () =>
		person.desk().inbox.find((each) => each.sessionId === sessionId && each.state === "waiting"),
	);
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

/** The device's own work, in this process, is counted as ours. */
export async function measureLedger(world: BenchWorld): Promise<LedgerLatency[]> {
	const folder = scratch();
	const device = await startLedger({
		person: { decide: "wait", afterMs: 0 },
		blindSigning: { Ethereum: true },
	});
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
		for (const kind of LEDGER_KINDS) {
			const all: Awaited<ReturnType<typeof sample>>[] = [];
			for (let at = 0; at < SAMPLES + WARM_UP; at += 1)
				all.push(await sample({ person, device, wire }, kind));
			const counted = all.slice(WARM_UP);
			results.push({
				kind,
				asked: counted.map((each) => each.asked),
				answered: counted.map((each) => each.answered),
			});
		}
	} finally {
		await person.stop();
		await device.stop();
		folder.remove();
	}
	return results;
}
