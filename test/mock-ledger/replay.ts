import { readFileSync } from "node:fs";
import { z } from "zod";
import { MODELS, type ModelName } from "./models.ts";
import {
	dismissTouch,
	isAtRest,
	isTouchScreen,
	type ScreenText,
	TOUCH_NOTICE,
	touchTowards,
} from "./replay-touch.ts";

/** Replays recordings of the real apps over HTTP on this device or on Ledger's emulator. */

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
	model: z.enum(["Nano X", "Flex"]),
	seed: z.string(),
	recordings: z.array(recording),
});
export type Recordings = z.infer<typeof recordings>;

const FILES = [
	"ethereum-1.22.0-nanox.json",
	"ethereum-1.22.0-nanox-clear.json",
	"ethereum-1.22.0-flex.json",
	"solana-1.9.0-nanox.json",
];

const RECORDED_AS: Readonly<Record<Recordings["model"], ModelName>> = { "Nano X": "nanox", Flex: "flex" };

/** Returns the emulated device for recordings of this model. */
export const modelRecorded = (model: Recordings["model"]): ModelName => RECORDED_AS[model];

export function readRecordings(): Recordings[] {
	return FILES.map((file) => {
		const text = readFileSync(new URL(`recordings/${file}`, import.meta.url), "utf8");
		return recordings.parse(JSON.parse(text));
	});
}

/**
 * Idle screens of the apps, which are also shown briefly after a question. A recording may begin with one.
 */
const AT_REST =
	/^(?:Ethereum \| app is ready|Application \| is ready|App settings|App info|Settings|Quit app|(?:Transaction|Message|Address)\b.*(?:signed|rejected|verified|cancelled))$/;
const ENDS = { approve: /^(?:Approve$|Confirm|Sign |Accept risk )/, reject: /^(?:Reject|Cancel)/ };
const WARNING = /^Blind signing ahead/;
/** Notice, which may appear while the app's own page is still reported. */
const NOTICE = /^(?:Ethereum \| app is ready \| )?Blind signing must/;
const POLL_MS = 5;
const REDRAW_MS = 2000;
/** Maximum computation time before a question. */
const QUESTION_MS = 20_000;
/** Number of presses without effect after which a screen counts as stuck. */
const MAX_UNCHANGED = 3;
/** Maximum time to draw a screen. */
const DRAW_MS = 500;
/** Timeout of a request to a real emulator, which draws slowly. */
const MAX_MS = 60_000;

/** Thrown if the device shows a screen that no step leads on from. */
class Stuck extends Error {}

export interface ReplayResult {
	readonly name: string;
	/** Differences from the recording; empty if there are none. */
	readonly differences: readonly string[];
	/** Numbered pages that were displayed but are missing in the recording. */
	readonly unrecorded: readonly string[];
	/** Whether its question is still displayed, so that nothing else can be replayed. */
	readonly isStuck: boolean;
}

async function call(url: string, init?: RequestInit): Promise<unknown> {
	const response = await fetch(url, { signal: AbortSignal.timeout(MAX_MS), ...init });
	if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
	return response.json();
}

const post = (url: string, body: unknown, gaveUp?: AbortSignal) =>
	call(url, {
		...(gaveUp === undefined ? {} : { signal: AbortSignal.any([gaveUp, AbortSignal.timeout(MAX_MS)]) }),
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	});

/** Sends one command and returns its answer, both in hex. */
export async function send(url: string, data: string, gaveUp?: AbortSignal): Promise<string> {
	return z.object({ data: z.string() }).parse(await post(`${url}/apdu`, { data }, gaveUp)).data;
}

const screenBody = z.object({
	events: z.array(z.object({ text: z.string(), x: z.number(), y: z.number(), w: z.number(), h: z.number() })),
});

async function textsNow(url: string): Promise<readonly ScreenText[]> {
	return screenBody.parse(await call(`${url}/events?currentscreenonly=true`)).events;
}

const screenOf = (texts: readonly ScreenText[]) => texts.map(({ text }) => text).join(" | ");

/** Returns the button that leads towards the decision at this screen; `null` if there is no question. */
function buttonAt(screen: string, decision: Decision): "left" | "right" | "both" | null {
	if (screen === "" || AT_REST.test(screen)) return null;
	if (NOTICE.test(screen) || ENDS[decision].test(screen)) return "both";
	if (WARNING.test(screen)) return decision === "approve" ? "both" : "right";
	return ENDS.reject.test(screen) ? "left" : "right";
}

/** Waits for a different screen or for the answer. A real device takes a moment to draw after a press. */
async function textsAfter(
	url: string,
	before: string,
	answered: () => boolean,
	ms: number,
): Promise<readonly ScreenText[]> {
	for (const end = performance.now() + ms; ; ) {
		const texts = await textsNow(url);
		if (screenOf(texts) !== before || answered() || performance.now() > end) return texts;
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}

type Decision = "approve" | "reject";
/** Next action at a screen, over HTTP; `wait` if there is no question. */
type Step = { readonly path: string; readonly body: object } | "wait" | "unknown";

function stepAt(texts: readonly ScreenText[], decision: Decision): Step {
	const screen = screenOf(texts);
	if (screen === "") return "wait";
	if (isTouchScreen(texts)) {
		const touch = touchTowards(texts, screen, decision);
		return typeof touch === "string"
			? touch
			: { path: "finger", body: { action: "press-and-release", ...touch } };
	}
	const button = NOTICE.test(screen) ? null : buttonAt(screen, decision);
	return button === null ? "wait" : { path: `button/${button}`, body: { action: "press-and-release" } };
}

/** Maximum time for which each kind of step may leave the screen unchanged. */
const PATIENCE_MS = { wait: QUESTION_MS, unknown: DRAW_MS, done: REDRAW_MS };

/** Presses or touches until the answer arrives. Returns the displayed screens. @throws Stuck */
async function decide(url: string, decision: Decision, answered: () => boolean): Promise<string[]> {
	const shown: string[] = [];
	let texts = await textsNow(url);
	let unchanged = 0;
	while (!answered()) {
		const screen = screenOf(texts);
		const step = stepAt(texts, decision);
		if (typeof step === "object") {
			if (shown.at(-1) !== screen) shown.push(screen);
			await post(`${url}/${step.path}`, step.body);
		}
		texts = await textsAfter(url, screen, answered, PATIENCE_MS[typeof step === "object" ? "done" : step]);
		unchanged = screenOf(texts) === screen ? unchanged + 1 : 0;
		const allowed = typeof step === "object" ? MAX_UNCHANGED : 1;
		if (!answered() && unchanged >= allowed)
			throw new Stuck(`${step === "unknown" ? "an unknown screen" : "stuck"}: ${JSON.stringify(screen)}`);
	}
	return shown;
}

/**
 * Separates the recorded screens of the question from those before it. They may begin with idle screens and,
 * after a late press, with pages of the same question, so the question starts at the last display of its
 * first page.
 */
function splitAtQuestion(
	recorded: readonly string[],
	first: string | undefined,
): { before: string[]; question: string[] } {
	const from = first === undefined ? recorded.length : recorded.lastIndexOf(first);
	return { before: recorded.slice(0, Math.max(0, from)), question: recorded.slice(Math.max(0, from)) };
}

const NUMBERED = / (\d+ of \d+)(?: \||$)/;
const numberOf = (screen: string) => NUMBERED.exec(screen)?.[1] ?? null;

/** Returns displayed pages whose number no recorded page has. */
function missedPages(recorded: readonly string[], shown: readonly string[]): string[] {
	const numbers = recorded.map(numberOf);
	return shown.filter((screen) => {
		const number = numberOf(screen);
		return number !== null && !numbers.includes(number);
	});
}

const isHome = (screen: string) => AT_REST.test(screen) || isAtRest(screen);

function compareScreens(recorded: readonly string[], shown: readonly string[]): string[] {
	const { before, question } = splitAtQuestion(recorded, shown[0]);
	const odd = before.filter(
		(screen) => !isHome(screen) && !question.includes(screen) && !ENDS.reject.test(screen),
	);
	const same = odd.length === 0 && JSON.stringify(question) === JSON.stringify(shown);
	return same
		? []
		: [`screens:\n  recorded ${JSON.stringify(recorded)}\n  shown    ${JSON.stringify(shown)}`];
}

/**
 * Dismisses a refusal on the screen. Returns the text of a touch screen's refusal; `null` if there is none.
 */
async function dismissNotice(url: string): Promise<string | null> {
	const texts = await textsNow(url);
	const screen = screenOf(texts);
	if (NOTICE.test(screen)) await post(`${url}/button/both`, { action: "press-and-release" });
	if (!TOUCH_NOTICE.test(screen)) return null;
	const touch = dismissTouch(texts);
	if (touch !== null) await post(`${url}/finger`, { action: "press-and-release", ...touch });
	return screen;
}

/** Replays one recording. The device must have the same app, version, phrase and blind-signing setting. */
export async function replay(
	url: string,
	{ name, exchanges, decision, screens }: Recording,
): Promise<ReplayResult> {
	const differences: string[] = [];
	const shown: string[] = [];
	const giveUp = new AbortController();
	for (const { request, response } of exchanges) {
		let done = false;
		const answer = send(url, request, giveUp.signal).finally(() => {
			done = true;
		});
		try {
			if (decision !== null) shown.push(...(await decide(url, decision, () => done)));
		} catch (error) {
			giveUp.abort();
			await answer.catch(() => undefined);
			if (!(error instanceof Stuck)) throw error;
			return { name, differences: [error.message], unrecorded: [], isStuck: true };
		}
		const got = await answer;
		if (got !== response) differences.push(`${request.slice(0, 40)}…: recorded ${response}, answered ${got}`);
	}
	const notice = await dismissNotice(url);
	// The recorder may have read the screen before the refusal appeared.
	if (notice !== null && screens.some((screen) => TOUCH_NOTICE.test(screen))) shown.push(notice);
	const unrecorded = missedPages(screens, shown);
	const compared = shown.filter((screen) => !unrecorded.includes(screen));
	return {
		name,
		differences: [...differences, ...compareScreens(screens, compared)],
		unrecorded,
		isStuck: false,
	};
}

interface DeviceFound {
	readonly app: string;
	readonly version: string;
	readonly blindSigning: boolean;
	readonly isTouch: boolean;
}

/** Reads the device at this address: its app, version, blind-signing setting and kind of screen. */
export async function readDevice(url: string): Promise<DeviceFound> {
	const bytes = Buffer.from(await send(url, "b001000000"), "hex");
	const nameLength = bytes[1] ?? 0;
	const app = bytes.subarray(2, 2 + nameLength).toString("ascii");
	const version = bytes
		.subarray(3 + nameLength, 3 + nameLength + (bytes[2 + nameLength] ?? 0))
		.toString("ascii");
	const settings = await send(url, app === "Solana" ? "e004000000" : "e006000000");
	const blindSigning = (Number.parseInt(settings.slice(0, 2), 16) & 1) === 1;
	return { app, version, blindSigning, isTouch: isTouchScreen(await textsNow(url)) };
}

/** Returns true if the recordings were made on such a device. */
export const matchesDevice = ({ app, model }: Recordings, found: DeviceFound) =>
	app === found.app && MODELS[modelRecorded(model)].isTouch === found.isTouch;
