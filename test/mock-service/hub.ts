/** Notifies the long polls and streams of a session. */

export type Signal =
	| { readonly kind: "log" }
	/** Live text snapshot or any other frame, sent verbatim. */
	| { readonly kind: "frame"; readonly text: string }
	| { readonly kind: "resync" }
	| { readonly kind: "end" };

export type Listener = (signal: Signal) => void;

export class Hub {
	readonly #listeners = new Map<string, Set<Listener>>();

	subscribe(sessionId: string, listener: Listener): () => void {
		const set = this.#listeners.get(sessionId) ?? new Set();
		this.#listeners.set(sessionId, set);
		set.add(listener);
		return () => {
			set.delete(listener);
			if (set.size === 0) this.#listeners.delete(sessionId);
		};
	}

	publish(sessionId: string, signal: Signal): void {
		for (const listener of [...(this.#listeners.get(sessionId) ?? [])]) listener(signal);
	}

	/** Sends the signal to every session with a listener. */
	broadcast(signal: Signal): void {
		for (const sessionId of [...this.#listeners.keys()]) this.publish(sessionId, signal);
	}
}
