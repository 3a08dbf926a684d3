import { serialize } from "node:v8";
import { keepHeapSmall } from "../../src/main/desktop/lifecycle/heap.ts";
import { chainsOf } from "../bench/world.ts";
import { openPerson } from "../support/person.ts";
import { watchDelays } from "./delays.ts";
import { type Heard, type Report, told } from "./words.ts";

/** The application in a process of its own, at a window that shows the long session, while its load is measured. */

// Same as in src/main/index.ts.
keepHeapSmall();
const { world, dataDir, key, watched } = told.parse(JSON.parse(process.argv[2] ?? "null"));
const person = await openPerson({
	dataDir,
	baseUrl: world.url,
	token: world.token,
	chains: chainsOf(world),
	key,
});
let pushed = 0;
// A window hears by structured clone: that is main's work as well.
const toWindow = (push: unknown) => {
	pushed += serialize(push).length;
};
person.countersign.onDeskPush(toWindow);
person.countersign.onTrustedPush(toWindow);
const delays = watchDelays();
let memory = process.memoryUsage();
const looked = setInterval(() => {
	const now = process.memoryUsage();
	if (now.rss > memory.rss) memory = now;
}, 250);

async function report(): Promise<Report> {
	const { inbox } = person.desk();
	const began = performance.now();
	await person.callDesk("watchTranscript", { sessionId: watched, at: { kind: "end" } });
	const opened = performance.now() - began;
	return {
		waiting: inbox.filter(({ state }) => state === "waiting").length,
		...delays.take(),
		memory,
		pushed,
		opened,
	};
}

const say = (heard: Heard) => process.send?.(heard);
process.on("message", (asked) => {
	const answer = async (): Promise<void> => {
		if (asked === "count") say({ kind: "count", report: await report() });
		if (asked !== "stop") return;
		clearInterval(looked);
		delays.stop();
		await person.stop();
		process.disconnect();
	};
	answer().catch((error: unknown) => {
		console.error(error);
		process.exit(1);
	});
});
// Without the one that started it there is nothing to be measured.
process.on("disconnect", () => process.exit(0));
await person.callDesk("watchTranscript", { sessionId: watched, at: { kind: "end" } });
say({ kind: "ready" });
