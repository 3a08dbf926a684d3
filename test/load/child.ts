import { serialize } from "node:v8";
import { keepHeapSmall } from "../../src/main/desktop/lifecycle/heap.ts";
import { chainsOf } from "../bench/world.ts";
import { openPerson } from "../support/person.ts";
import { watchDelays } from "./delays.ts";
import { watchMemory } from "./memory.ts";
import { type FromApp, type Report, startOptions } from "./messages.ts";

/** Process that runs the app, with a window that shows the long session, and measures its load. */

// Same as in src/main/index.ts.
keepHeapSmall();
const { world, dataDir, key, watched } = startOptions.parse(JSON.parse(process.argv[2] ?? "null"));
const person = await openPerson({
	dataDir,
	baseUrl: world.url,
	token: world.token,
	chains: chainsOf(world),
	key,
});
let pushed = 0;
// Windows receive structured clones, and creating them is main's work too.
const countBytes = (push: unknown) => {
	pushed += serialize(push).length;
};
person.countersign.onDeskPush(countBytes);
person.countersign.onTrustedPush(countBytes);
const delays = watchDelays();
const memory = watchMemory();

async function report(): Promise<Report> {
	const { inbox } = person.desk();
	const began = performance.now();
	await person.callDesk("watchTranscript", { sessionId: watched, at: { kind: "end" } });
	const opened = performance.now() - began;
	return {
		waiting: inbox.filter(({ state }) => state === "waiting").length,
		...delays.reset(),
		...memory.use(),
		pushed,
		opened,
	};
}

const send = (message: FromApp) => process.send?.(message);
process.on("message", (command) => {
	const answer = async (): Promise<void> => {
		if (command === "count") send({ kind: "count", report: await report() });
		if (command !== "stop") return;
		memory.stop();
		delays.stop();
		await person.stop();
		process.disconnect();
	};
	answer().catch((error: unknown) => {
		console.error(error);
		process.exit(1);
	});
});
// The harness that started this process has ended.
process.on("disconnect", () => process.exit(0));
await person.callDesk("watchTranscript", { sessionId: watched, at: { kind: "end" } });
send({ kind: "ready" });
