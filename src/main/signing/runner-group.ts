import type { Runner } from "./runner.ts";

type Wakeable = Pick<Runner, "wake" | "wakeAll" | "withdraw">;

/** Forwards calls to the runners of all open scopes. Each runner ignores rows in other scopes. */
export class RunnerGroup implements Wakeable {
	readonly #all: readonly Wakeable[];

	constructor(...all: readonly Wakeable[]) {
		this.#all = all;
	}

	wake(rowId: string): void {
		for (const runner of this.#all) runner.wake(rowId);
	}

	wakeAll(): void {
		for (const runner of this.#all) runner.wakeAll();
	}

	withdraw(rowId: string): boolean {
		return this.#all.some((runner) => runner.withdraw(rowId));
	}
}
