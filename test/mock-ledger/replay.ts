import { readFileSync } from "node:fs";
import { z } from "zod";

/** Replays what was recorded from the real apps, over HTTP, against this device or the maker's emulator. */

const recording = z.object({
	name: z.string(),
	blind_signing: z.boolean(),
	decision: z.enum(["approve", "reject"]).nullable(),
	input: z.unknown(),
	exchanges: z.array(z.object({ request: z.string(), response: z.string() })),
	screens: z.array(z.string()),
});
export type Recording = z.infer<typeof recording>;

const recordings = z.object({
	app: z.enum(["Ethereum", "Solana"]),
	version: z.string(),
	model: z.string(),
	seed: z.string(),
	recordings: z.array(recording),
});
export type Recordings = z.infer<typeof recordings>;

const FILES = ["ethereum-1.22.0-nanox.json", "ethereum-1.22.0-nanox-clear.json", "solana-1.9.0-nanox.json"];

export function readRecordings(): Recordings[] {
	return FILES.map((file) => {
		const text = readFileSync(new URL(`recordings/${file}`, import.meta.url), "utf8");
		return recordings.parse(JSON.parse(text));
	});
}

/** What the apps show while nothing is asked, and for a moment after it. A recording may begin with it. */
const AT_REST =
	/^(?:Ethereum \| app is ready|Application \| is ready|App settings|App info|Settings|Quit app|(?:Transaction|Message|Address)\b.*(?:signed|rejected|verified|cancelled))$/;
const ENDS = { approve: /^(?:Approve$|Confirm|Sign |Accept risk )/, reject: /^(?:Reject|Cancel)/ };
const WARNING = /^Blind signing ahead/;
/** It may come while the app's own page is still told to be there. */
const NOTICE = /^(?:Ethereum \| app is ready \| )?Blind signing must/;
const POLL_MS = 5;
const REDRAW_MS = 2000;
/** A real emulator draws in its own time. */
const MAX_MS = 60_000;

export interface ReplayResult {
	readonly name: string;
	/** What was different; empty where all was as recorded. */
	readonly differences: readonly string[];
}

async function call(url: string, init?: RequestInit): Promise<unknown> {
	const response = await fetch(url, { signal: AbortSignal.timeout(MAX_MS), ...init });
	if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
	return response.json();
}

const post = (url: string, body: unknown) =>
	call(url, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	});

/** One exchange: hex to hex. */
export async function send(url: string, data: string): Promise<string> {
	return z.object({ data: z.string() }).parse(await post(`${url}/apdu`, { data })).data;
}

const screenBody = z.object({ events: z.array(z.object({ text: z.string() })) });

async function screenNow(url: string): Promise<string> {
	const { events } = screenBody.parse(await call(`${url}/events?currentscreenonly=true`));
	return events.map((event) => event.text).join(" | ");
}

/** Which button a user presses at this screen to decide so; null while nothing is asked. */
function buttonAt(screen: string, decision: "approve" | "reject"): "left" | "right" | "both" | null {
	if (screen === "" || AT_REST.test(screen)) return null;
	if (NOTICE.test(screen) || ENDS[decision].test(screen)) return "both";
	if (WARNING.test(screen)) return decision === "approve" ? "both" : "right";
	return ENDS.reject.test(screen) ? "left" : "right";
}

/** Waits for another screen, or for the answer. A real device takes a moment to draw after a press. */
async function screenAfter(url: string, before: string, answered: () => boolean): Promise<string> {
	for (const end = performance.now() + REDRAW_MS; ; ) {
		const screen = await screenNow(url);
		if (screen !== before || answered() || performance.now() > end) return screen;
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}

/** Presses until the answer has come. Answers the screens on the way. */
async function decide(
	url: string,
	decision: "approve" | "reject",
	answered: () => boolean,
): Promise<string[]> {
	const shown: string[] = [];
	let screen = await screenNow(url);
	while (!answered()) {
		const button = buttonAt(screen, decision);
		if (button !== null && !NOTICE.test(screen)) {
			if (shown.at(-1) !== screen) shown.push(screen);
			await post(`${url}/button/${button}`, { action: "press-and-release" });
		}
		screen = await screenAfter(url, screen, answered);
	}
	return shown;
}

/**
 * The recorded screens of the question itself. Before them may stand the app at rest and, where a press meant for it
 * came late, pages of the same question: they end where its first page is shown for the last time.
 */
function comparable(
	recorded: readonly string[],
	first: string | undefined,
): { before: string[]; asked: string[] } {
	const from = first === undefined ? recorded.length : recorded.lastIndexOf(first);
	return { before: recorded.slice(0, Math.max(0, from)), asked: recorded.slice(Math.max(0, from)) };
}

function compareScreens(recorded: readonly string[], shown: readonly string[]): string[] {
	const { before, asked } = comparable(recorded, shown[0]);
	const odd = before.filter(
		(screen) => !AT_REST.test(screen) && !asked.includes(screen) && !ENDS.reject.test(screen),
	);
	const same = odd.length === 0 && JSON.stringify(asked) === JSON.stringify(shown);
	return same
		? []
		: [`screens:\n  recorded ${JSON.stringify(recorded)}\n  shown    ${JSON.stringify(shown)}`];
}

/** Replays one recording; the app, its version, its phrase and blind signing must be the recording's. */
export async function replay(
	url: string,
	{ name, exchanges, decision, screens }: Recording,
): Promise<ReplayResult> {
	const differences: string[] = [];
	const shown: string[] = [];
	for (const { request, response } of exchanges) {
		let done = false;
		const answer = send(url, request).finally(() => {
			done = true;
		});
		if (decision !== null) shown.push(...(await decide(url, decision, () => done)));
		const got = await answer;
		if (got !== response) differences.push(`${request.slice(0, 40)}…: recorded ${response}, answered ${got}`);
	}
	// A notice may stand there until both buttons are pressed.
	if (NOTICE.test(await screenNow(url))) await post(`${url}/button/both`, { action: "press-and-release" });
	return { name, differences: [...differences, ...compareScreens(screens, shown)] };
}

/** What the device at this address is: its app, its version and whether blind signing is on. */
export async function lookAt(url: string): Promise<{ app: string; version: string; blindSigning: boolean }> {
	const bytes = Buffer.from(await send(url, "b001000000"), "hex");
	const nameLength = bytes[1] ?? 0;
	const app = bytes.subarray(2, 2 + nameLength).toString("ascii");
	const version = bytes
		.subarray(3 + nameLength, 3 + nameLength + (bytes[2 + nameLength] ?? 0))
		.toString("ascii");
	const settings = await send(url, app === "Solana" ? "e004000000" : "e006000000");
	return { app, version, blindSigning: (Number.parseInt(settings.slice(0, 2), 16) & 1) === 1 };
}
