/**
 * What streams bring is read in turns of the event loop: of three hundred agents at work, all of what came at once would
 * stop main for long.
 */

/** Bytes that are read before timers, sockets and windows have their turn: some fifty events. */
export const READ_IN_A_TURN = 16 * 1024;

export class ReadingTurns {
	readonly #soon: (run: () => void) => void;
	readonly #waiting: { readonly length: number; readonly go: () => void }[] = [];
	#left = READ_IN_A_TURN;
	#isPlanned = false;

	/** @param soon runs what it is given in a later turn */
	constructor(soon: (run: () => void) => void = setImmediate) {
		this.#soon = soon;
	}

	/** Resolves once so many bytes may be read: at once, unless much was read in this turn already. */
	async take(length: number): Promise<void> {
		this.#plan();
		if (this.#left > 0 && this.#waiting.length === 0) {
			this.#left -= length;
			return;
		}
		await new Promise<void>((go) => this.#waiting.push({ length, go }));
	}

	#plan(): void {
		if (this.#isPlanned) return;
		this.#isPlanned = true;
		this.#soon(() => this.#next());
	}

	#next(): void {
		this.#isPlanned = false;
		this.#left = READ_IN_A_TURN;
		while (this.#left > 0) {
			const first = this.#waiting.shift();
			if (first === undefined) return;
			this.#left -= first.length;
			first.go();
		}
		this.#plan();
	}
}
