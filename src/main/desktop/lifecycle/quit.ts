import { app } from "electron";
import type { Clock } from "../../ports.ts";

const MAX_STOP_MS = 5000;

export function stopWithin(
	stop: () => Promise<void>,
	clock: Clock,
	ms: number,
	log: (line: string) => void,
): Promise<void> {
	return new Promise((resolve) => {
		const cancel = clock.after(ms, () => {
			log(`stopping took longer than ${ms} ms and was cut`);
			resolve();
		});
		stop()
			.catch((error: unknown) => log(`stopping ended in an error: ${String(error)}`))
			.finally(() => {
				cancel();
				resolve();
			});
	});
}

/** Every way to quit stops the app once, within a time limit. */
export class Quit {
	#state: "running" | "stopping" | "stopped" = "running";
	#exitCode = 0;

	constructor(stop: () => Promise<void>, clock: Clock, log: (line: string) => void) {
		app.on("before-quit", (event) => {
			if (this.#state === "stopped") return;
			event.preventDefault();
			if (this.#state === "stopping") return;
			this.#state = "stopping";
			void stopWithin(stop, clock, MAX_STOP_MS, log).then(() => {
				this.#state = "stopped";
				if (this.#exitCode === 0) app.quit();
				else app.exit(this.#exitCode);
			});
		});
	}

	isQuitting(): boolean {
		return this.#state !== "running";
	}

	end(code: number): void {
		this.#exitCode = code;
		app.quit();
	}
}
