import { expect, it } from "vitest";
import { stopFormer } from "../../../../src/main/app/signed-in.ts";

/** A device signer that stores its prompts in private state, as the real one does. */
class Signer {
	#prompts = 1;
	#listener: (() => void) | null = null;

	onActivity(listener: () => void): () => void {
		this.#listener = listener;
		return () => {
			this.#listener = null;
		};
	}

	cancel(): void {
		this.#prompts = 0;
	}

	/** Simulates another prompt on the device. */
	prompt(): void {
		this.#prompts += 1;
		const listener = this.#listener;
		listener?.();
	}

	open(): number {
		return this.#prompts;
	}
}

it("a change of identity cancels the former one's prompts, also one that arrives while it stops, and no later one", async () => {
	const signer = new Signer();
	let end = () => {};
	const scopeRunner = { stop: async () => await new Promise<void>((resolve) => (end = resolve)) };
	const stopped = stopFormer({ sessions: { stop: async () => {} }, scopeRunner }, signer);
	expect(signer.open()).toBe(0);
	signer.prompt();
	expect(signer.open()).toBe(0);
	end();
	await stopped;
	signer.prompt();
	expect(signer.open()).toBe(1);
});
