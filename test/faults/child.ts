import { flushCompileCache } from "node:module";
import { privateKeyToAddress } from "viem/accounts";
import { AgentProgram, paired } from "../support/agent-program.ts";
import { approvedOf } from "../support/approved.ts";
import { openPerson } from "../support/person.ts";
import { asHex, chainsOf, order } from "./orders.ts";

/** The application in a process of its own, which kills itself at the ordered moment while it approves or rejects. */

const told = order.parse(JSON.parse(process.argv[2] ?? "null"));
const { crash } = told;
/** Exit code of a child that was never killed. */
const SURVIVED = 3;
/** How often the ordered step was taken. */
let taken = 0;

function die(): never {
	process.kill(process.pid, "SIGKILL");
	// The signal ends every thread; nothing after this line may run meanwhile.
	for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

function strikes(body: unknown): boolean {
	if (typeof body !== "string") return false;
	if (crash.at === "answer") return body.includes(`"kind":"${crash.kind}"`);
	return crash.at === "rpc" && body.includes(`"${crash.method}"`);
}

const fetching: typeof globalThis.fetch = async (input, init) => {
	const answer = globalThis.fetch(input, init);
	if (!strikes(init?.body)) return await answer;
	await answer.catch(() => undefined);
	return die();
};

const program = new AgentProgram();
const person = await openPerson({
	forkAgents: program.fork,
	dataDir: told.dataDir,
	baseUrl: told.baseUrl,
	token: told.token,
	chains: chainsOf(told),
	key: told.key,
	...(told.svm === undefined ? {} : { svmKey: told.svm.key }),
	fetch: fetching,
	onJournalStep: (moment, step) => {
		if (crash.at !== "step" || crash.moment !== moment || crash.step !== step) return;
		taken += 1;
		if (taken === crash.nth) die();
	},
});

async function proposed(calls: NonNullable<typeof told.proposes>): Promise<string> {
	const from = privateKeyToAddress(asHex(told.key));
	const secret = await paired(person, program, [from]);
	const evmCalls = calls.map((call) => ({ ...call, data: "0x" }));
	const { id } = await program.propose(secret, {
		proposed: { kind: "evm_calls", chain: told.chainId, from, calls: evmCalls, nonce: null },
	});
	return `proposal:${id}`;
}

const entry =
	told.proposes === undefined ? await person.asked(told.sentence) : { id: await proposed(told.proposes) };
const review = await person.review(entry.id, (each) => each.approval.possible);
const go = new Promise<void>((resolve) => process.once("message", () => resolve()));
// Node would write it at its end, and a killed process has none: each would compile everything anew.
flushCompileCache();
process.send?.({ entryId: entry.id, commitId: review.subjectId });
await go;
if (told.does === "reject") {
	await person.callTrusted("rejectEntries", { entryIds: [entry.id], reason: "too much" });
	if (crash.at === "held") die();
	await person.until("the rejection to arrive", () =>
		person.desk().rejections.find((each) => each.state === "arrived"),
	);
	process.exit(SURVIVED);
}
await person.approve(entry.id);
await person.until("the end", () =>
	approvedOf(person.desk()).find((row) => row.outcome !== "moving" && row.outcome !== "stuck"),
);
process.exit(SURVIVED);
