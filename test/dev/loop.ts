/** The three builds that make the app, as electron.vite.config.ts names them. */
export const PARTS = ["main", "preload", "renderer"] as const;
export type Part = (typeof PARTS)[number];

/** The running app, whichever program shows its windows. */
export interface Shell {
	/** Loads the page of every window anew. */
	reload(): Promise<void>;
	/** Resolves once the app and all processes of it have ended. */
	stop(): Promise<void>;
	/** Resolves with the exit code, or the signal, whoever ended the app. */
	readonly ended: Promise<number | string>;
}

/** External dependencies of the loop. */
export interface LoopDeps {
	start(): Promise<Shell>;
	tell(line: string): void;
}

type Step = "reload" | "start";

/**
 * Decides what a finished build means for the running app. The app starts when all three parts have been built. A new
 * renderer reloads the windows; a new main or preload starts the app anew. While a part does not build, the app that
 * runs stays as it is. An app that the user quits ends the loop; one that crashes waits for the next build.
 */
export class DevLoop {
	readonly #deps: LoopDeps;
	readonly #built = new Set<Part>();
	readonly #broken = new Set<Part>();
	readonly #building = new Set<Part>();
	readonly #finished = Promise.withResolvers<void>();
	#shell: Shell | null = null;
	#next: Step | null = null;
	#work: Promise<void> | null = null;
	#stopped = false;

	constructor(deps: LoopDeps) {
		this.#deps = deps;
	}

	/** Resolves when the user has quit the app, or `stop` was called. Rejects where the app can't be started. */
	get finished(): Promise<void> {
		return this.#finished.promise;
	}

	/** A part is being built: what it wrote before is not whole until it is done. */
	building(part: Part): void {
		this.#building.add(part);
	}

	/** A part has been built, for the first time or again. */
	built(part: Part): void {
		this.#building.delete(part);
		this.#broken.delete(part);
		this.#built.add(part);
		if (this.#next !== "start") this.#next = part === "renderer" && this.#shell !== null ? "reload" : "start";
		this.#go();
	}

	/** A part did not build; `reason` is for the developer. */
	failed(part: Part, reason: string): void {
		this.#building.delete(part);
		this.#broken.add(part);
		this.#deps.tell(`${part} does not build:\n${reason}`);
	}

	/** Ends the app. Later builds change nothing. */
	async stop(): Promise<void> {
		this.#stopped = true;
		this.#next = null;
		await this.#work?.catch(() => {});
		const shell = this.#shell;
		this.#shell = null;
		await shell?.stop();
		this.#finished.resolve();
	}

	#go(): void {
		if (this.#work !== null) return;
		this.#work = this.#steps()
			.catch((error: unknown) => this.#finished.reject(error))
			.finally(() => {
				this.#work = null;
				if (this.#isDue()) this.#go();
			});
	}

	#isDue(): boolean {
		if (this.#stopped || this.#next === null || this.#built.size < PARTS.length) return false;
		return this.#broken.size === 0 && this.#building.size === 0;
	}

	async #steps(): Promise<void> {
		while (this.#isDue()) {
			const step = this.#next;
			this.#next = null;
			const shell = this.#shell;
			if (step === "reload" && shell !== null) {
				await shell.reload();
				this.#deps.tell("The windows were reloaded.");
			} else await this.#startAnew();
		}
	}

	async #startAnew(): Promise<void> {
		const before = this.#shell;
		this.#shell = null;
		await before?.stop();
		const shell = await this.#deps.start();
		this.#shell = shell;
		this.#deps.tell(before === null ? "The app has started." : "The app was started anew.");
		shell.ended.then(
			(how) => this.#ended(shell, how),
			(error: unknown) => this.#finished.reject(error),
		);
	}

	#ended(shell: Shell, how: number | string): void {
		if (this.#shell !== shell) return;
		this.#shell = null;
		if (how === 0) this.#finished.resolve();
		else this.#deps.tell(`The app ended with ${how}. It starts again when a file changes.`);
	}
}
