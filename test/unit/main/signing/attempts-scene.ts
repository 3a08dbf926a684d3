import { expect } from "vitest";
import type { Message } from "../../../../src/core/localized-text.ts";
import type { CommitView } from "../../../../src/service-api/commit.ts";
import { openScene, type Scene } from "./scene.ts";

/** A commit that is answered by a wallet attempt, and what remains after a crash. */

export function attemptScene(change: Partial<CommitView> = {}): Scene {
	return openScene("wallet", { supported_transports: ["browser_send"], ...change });
}

/** Simulates the end of the process. */
class Killed extends Error {
	override readonly name = "Killed";
}

/**
 * Approves, and ends the process before or right after this step is stored; no later step happens. Resolves when no
 * work is left.
 */
export async function killAt(scene: Scene, moment: "before" | "after", step: string): Promise<void> {
	let dead = false;
	scene.onStep = (now, each) => {
		dead ||= now === moment && each === step;
		if (dead) throw new Killed();
	};
	try {
		scene.approve();
	} catch (cause) {
		if (!(cause instanceof Killed)) throw cause;
	}
	for (let turns = 0; turns < 2_000 && !dead; turns += 1) {
		await new Promise<void>((go) => setImmediate(go));
		if (!dead && scene.clock.waiting() > 0) scene.clock.next();
	}
	if (!dead) throw new Error(`never came to ${moment} ${step}`);
	await scene.runner().stop();
	scene.onStep = () => {};
}

/** Checks that nothing was signed, sent or reported, and that the row has this text. */
export async function expectUnsigned(scene: Scene, text: Message): Promise<void> {
	const row = await scene.carry("refused");
	expect(row).toMatchObject({ outcome: "unsigned", live: false, signature: null });
	expect(row.text).toEqual(text);
	expect(scene.signer.signed).toBe(0);
	expect(scene.chain.sent).toEqual([]);
	expect(scene.service.reports).toEqual([]);
	expect(scene.service.manuals).toEqual([]);
}

export function useNonce(scene: Scene): void {
	scene.chain.pending = 12n;
}

/** Makes the service revise its review. */
export function revise({ service }: Scene): void {
	const { review } = service.view;
	service.become({ review: review === null ? null : { ...review, revision: 2 } });
}
