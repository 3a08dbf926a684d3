import { flushCompileCache } from "node:module";
import { privateKeyToAddress } from "viem/accounts";
import { AgentProgram, paired } from "../support/agent-program.ts";
import { approvedOf } from "../support/approved.ts";
import { openPerson } from "../support/person.ts";
import { asHex, chainsOf, order } from "./orders.ts";

/**
 * Runs the application in a separate process that kills itself at the requested moment of an approval or
 * rejection.
 */

const settings = order.parse(JSON.parse(process.argv[2] ?? "null"));
const { crash } = settings;
/** Exit code of a child that was never killed. */
const SURVIVED = 3;
/** Number of times that the requested step has occurred. */
let occurrences = 0;

function die(): never {
	process.kill(process.pid, "SIGKILL");
	// The signal ends every thread. Until then, nothing after this line may run.
	for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

function isCrashRequest(body: unknown): boolean {
	if (typeof body !== "string") return false;
	if (crash.at === "answer") return body.includes(`"kind":"${crash.kind}"`);
	return crash.at === "rpc" && body.includes(`"${crash.method}"`);
}

const crashingFetch: typeof globalThis.fetch = async (input, init) => {
	const answer = globalThis.fetch(input, init);
	if (!isCrashRequest(init?.body)) return await answer;
	await answer.catch(() => undefined);
	return die();
};

const program = new AgentProgram();
const person = await openPerson({
	forkAgents: program.fork,
	dataDir: settings.dataDir,
	baseUrl: settings.baseUrl,
	token: settings.token,
	chains: chainsOf(settings),
	key: settings.key,
	...(settings.svm === undefined ? {} : { svmKey: settings.svm.key }),
	fetch: crashingFetch,
	onJournalStep: (moment, step) => {
		if (crash.at !== "step" || crash.moment !== moment || crash.step !== step) return;
		occurrences += 1;
		if (occurrences === crash.nth) die();
	},
});

async function propose(calls: NonNullable<typeof settings.proposes>): Promise<string> {
	const from = privateKeyToAddress(asHex(settings.key));
	const secret = await paired(person, program, [from]);
	const evmCalls = calls.map((call) => ({ ...call, data: "0x" }));
	const { id } = await program.propose(secret, {
		proposed: { kind: "evm_calls", chain: settings.chainId, from, calls: evmCalls, nonce: null },
	});
	return `proposal:${id}`;
}

const entry =
	settings.proposes === undefined
		? await person.asked(settings.sentence)
		: { id: await propose(settings.proposes) };
const review = await person.review(entry.id, (each) => each.approval.possible);
const go = new Promise<void>((resolve) => process.once("message", () => resolve()));
// Node writes the cache when it exits, but a killed process does not exit normally, so every child would
// compile everything again.
flushCompileCache();
process.send?.({ entryId: entry.id, commitId: review.requestId });
await go;
if (settings.does === "reject") {
	await person.callTrusted("rejectEntries", { entryIds: [entry.id], reason: "too much" });
	if (crash.at === "undo_window") die();
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
