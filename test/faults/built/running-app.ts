import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright";
import { node24Path, root } from "../../../scripts/lib/ensure.mjs";
import type { Text } from "../../../src/core/localized-text.ts";
import type { ProgressView } from "../../../src/ipc/signing.ts";
import { DESK_TOPICS } from "../../../src/ipc/topics.ts";
import type { DeskView, TrustedScreen, TrustedView } from "../../../src/ipc/windows.ts";
import { textOf, textOrNull } from "../../../src/text/index.ts";
import { Trusted } from "../../e2e/pages/trusted.ts";
import { until } from "../../e2e/pages/until.ts";
import { type HostProcess, startHost } from "../../host/client.ts";
import { approvedOf } from "../../support/approved.ts";

/** The built app in the Chromium host. It can be killed with all of its processes, at once or at a point. */

export const PASSWORD = "correct horse battery staple";

/** API that the bridge exposes to a page. */
interface Exposed {
	call(name: string, input: unknown): Promise<{ ok: boolean; text?: Text; sessionId?: string }>;
	onPush(listener: (push: { kind: string; view: unknown }) => void): () => void;
}

/** Maximum time between the end of the windows and the notice that their process ended. */
const END_NOTICE_MS = 2_000;

type WindowName = "desk" | "trusted";

/** State of one session as the desk shows it. */
export interface SessionSeen {
	readonly entries: readonly { readonly id: string; readonly state: string; readonly note: string | null }[];
	/** Latest first. */
	readonly rows: readonly {
		readonly id: string;
		readonly entryId: string;
		readonly state: string;
		readonly outcome: ProgressView["outcome"];
		readonly transactionId: string | null;
		readonly notes: readonly string[];
	}[];
	readonly alerts: readonly string[];
}

/** Lists every descendant of a process with `ps`. */
function descendantsOf(pid: number): number[] {
	const table = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" })
		.trim()
		.split("\n")
		.map((line) => line.trim().split(/\s+/).map(Number));
	const below = (parent: number): number[] =>
		table.flatMap(([child = 0, of]) => (of === parent ? [child, ...below(child)] : []));
	return below(pid);
}

function killNow(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// The process has already ended, as a child may when its parent is killed.
	}
}

/** Thrown if the app's process has ended, whether this was intended or not. */
export class EndedError extends Error {
	override readonly name = "EndedError";
}

export class RunningApp {
	/** Exit code or signal of the host's process once it has ended; `null` before. */
	ended: number | string | null = null;
	readonly #process: HostProcess;
	readonly #browser: Browser;
	#children: number[] = [];
	#killing: Promise<void> | null = null;

	private constructor(process: HostProcess, browser: Browser) {
		this.#process = process;
		this.#browser = browser;
		void process.ended.then((how) => {
			this.ended = how;
		});
	}

	/** Starts the app on this folder; resolves once the desk is drawn. */
	static async start(userData: string, env: Record<string, string>): Promise<RunningApp> {
		const started = startHost({
			node: node24Path(),
			appDir: root,
			args: [],
			env: { ...env, COUNTERSIGN_HEADLESS: "1", COUNTERSIGN_DATA_DIR: userData },
		});
		try {
			const port = await started.host.cdpPort();
			const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
			const app = new RunningApp(started, browser);
			await app.#page("desk");
			return app;
		} catch (error) {
			started.child.kill("SIGKILL");
			throw new Error(`the app did not start:\n${started.output()}`, { cause: error });
		}
	}

	output(): string {
		return this.#process.output();
	}

	/** Runs `work`. @throws EndedError if the app ends meanwhile, even if `work` fails differently */
	async #whileRunning<T>(work: () => Promise<T>): Promise<T> {
		const died = () => new EndedError(`the app ended (${this.ended})\n${this.output().slice(-2000)}`);
		if (this.ended !== null) throw died();
		const end = this.#process.ended.then(() => {
			throw died();
		});
		try {
			return await Promise.race([work(), end]);
		} catch (error) {
			if (error instanceof EndedError) throw error;
			// The windows may disappear a moment before the end of the process is reported.
			await Promise.race([end, wait(END_NOTICE_MS)]);
			throw error;
		}
	}

	async #page(window: WindowName): Promise<Page> {
		return await this.#whileRunning(() =>
			until(
				`the ${window} window`,
				async () => {
					const pages = this.#browser.contexts().flatMap((context) => context.pages());
					const page = pages.find((each) => each.url().startsWith(`https://${window}.app.invalid/`));
					await page?.waitForLoadState("domcontentloaded");
					const ready = await page?.evaluate(() => "countersign" in globalThis);
					return ready === true ? page : null;
				},
				{ ms: 60_000 },
			),
		);
	}

	/** Sends a command of this window. @throws Error with the text of a refusal */
	async call(window: WindowName, name: string, input: unknown): Promise<{ sessionId?: string }> {
		const page = await this.#page(window);
		// The trusted window accepts commands only after real input.
		if (window === "trusted") await this.#whileRunning(() => page.keyboard.press("Shift"));
		const outcome = await this.#whileRunning(() =>
			page.evaluate(
				async ([command, said]) => {
					const countersign: Exposed = Reflect.get(globalThis, "countersign");
					return await countersign.call(command, said);
				},
				[name, input] as const,
			),
		);
		if (!outcome.ok) throw new Error(`${name}: ${textOf(outcome.text ?? "")}`);
		return outcome;
	}

	/** Returns the latest view that main pushed to a window. */
	async #view(window: WindowName): Promise<unknown> {
		const page = await this.#page(window);
		return await this.#whileRunning(() =>
			page.evaluate(
				(kind) =>
					new Promise<unknown>((resolve) => {
						const countersign: Exposed = Reflect.get(globalThis, "countersign");
						const off = countersign.onPush((push) => {
							if (push.kind !== kind) return;
							resolve(push.view);
							setTimeout(() => off());
						});
					}),
				window,
			),
		);
	}

	/**
	 * Returns the desk's view. Requests all topics first, because main composes only those that a window shows.
	 */
	async deskView(): Promise<DeskView> {
		await this.call("desk", "showTopics", { topics: DESK_TOPICS });
		return (await this.#view("desk")) as DeskView;
	}

	async screen(): Promise<TrustedScreen> {
		return ((await this.#view("trusted")) as TrustedView).screen;
	}

	async session(sessionId: string): Promise<SessionSeen> {
		const view = await this.deskView();
		const { inbox, alerts } = view;
		return {
			entries: inbox
				.filter((each) => each.sessionId === sessionId)
				.map(({ id, state, note }) => ({ id, state, note: textOrNull(note) })),
			rows: approvedOf(view)
				.filter((each) => each.sessionId === sessionId)
				.map(({ steps, id, entryId, state, outcome, transactionId }) => ({
					id,
					entryId,
					state,
					outcome,
					transactionId,
					notes: steps.flatMap(({ note }) => textOrNull(note) ?? []),
				})),
			alerts: alerts.map(textOf),
		};
	}

	/** Opens the trusted window and unlocks the vault in it. */
	async unlock(): Promise<void> {
		const { vault } = await this.deskView();
		if (vault.state !== "locked") return;
		await this.call("desk", "openTrusted", { screen: "unlock" });
		await this.call("trusted", "unlock", { password: PASSWORD });
		await until("an open vault", async () => (await this.deskView()).vault.state === "unlocked", {
			ms: 30_000,
		});
	}

	/** Holds the Approve button of the open review, as a user does. @throws Error if the approval is refused */
	async hold(): Promise<void> {
		const trusted = new Trusted(await this.#page("trusted"));
		await this.#whileRunning(() => trusted.approve());
	}

	/** Counts points from now on; the app kills itself at the one named `killAt`. */
	async watch(killAt: string | null): Promise<void> {
		this.#children = descendantsOf(this.#pid);
		await this.#process.host.watchPoints(killAt);
	}

	points(): Promise<readonly string[]> {
		return this.#process.host.pointsSeen();
	}

	get #pid(): number {
		return this.#process.child.pid ?? 0;
	}

	/** Kills the host process at once, from outside. */
	killHost(): void {
		killNow(this.#pid);
	}

	/** Waits until the process has ended, and ends its remaining children. */
	async waitUntilEnded(): Promise<void> {
		this.#killing ??= (async () => {
			await this.#process.ended;
			for (const pid of this.#children) killNow(pid);
			await this.#browser.close().catch(() => {});
		})();
		await this.#killing;
	}

	/** Kills the app with all of its processes. */
	async kill(): Promise<void> {
		if (this.ended === null) this.#children = [...this.#children, ...descendantsOf(this.#pid)];
		this.killHost();
		await this.waitUntilEnded();
	}
}
