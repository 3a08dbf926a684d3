import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyDeskPush, applyTranscriptPush } from "../../src/ipc/apply-push.ts";
import type { TranscriptView } from "../../src/ipc/conversations.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { CommandOutcome } from "../../src/ipc/primitives.ts";
import type { ReviewPreview, ReviewView } from "../../src/ipc/review.ts";
import type { ProgressView } from "../../src/ipc/signing.ts";
import type { DeskView, TrustedScreen, TrustedView } from "../../src/ipc/windows.ts";
import { CountersignMain } from "../../src/main/countersign.ts";
import type { Countersign } from "../../src/main/countersign-types.ts";
import { holding, type TestPorts, type TestPortsOptions, testPorts } from "./ports.ts";
import { codesOf } from "./saying.ts";

/** Opens the app with a user but without windows. Tests read main's pushes and send the windows' commands. */

export const PASSWORD = "correct horse battery";

export interface Person {
	readonly countersign: Countersign;
	readonly ports: TestPorts;
	desk(): DeskView;
	screen(): TrustedScreen;
	transcript(): TranscriptView | null;
	/** Waits until `found` returns a value. Checks it immediately and after each push. */
	until<T>(what: string, found: () => T | null | undefined | false, ms?: number): Promise<T>;
	callDesk(name: string, input: unknown): Promise<CommandOutcome & { sessionId?: string }>;
	callTrusted(name: string, input: unknown): Promise<CommandOutcome>;
	/** Returns the desk's preview of a waiting request. */
	preview(entryId: string): Promise<ReviewPreview | null>;

	say(message: string, sessionId?: string | null): Promise<string>;
	/** Returns the request of a session once it waits for an answer. */
	waiting(sessionId: string): Promise<InboxEntryView>;
	/** Sends the message in a new session, and returns the entry of the resulting request. */
	asked(message: string): Promise<InboxEntryView>;
	/** Returns the trusted window's progress of an approved request once it has this outcome. */
	progress(
		entryId: string,
		outcome: ProgressView["outcome"],
		ready?: (progress: ProgressView) => boolean,
	): Promise<ProgressView>;
	/** Opens the entry's review, and returns it once `ready` accepts it. */
	review(entryId: string, ready?: (review: ReviewView) => boolean): Promise<ReviewView>;
	/** Opens the review, waits until it can be approved, and holds the button long enough. */
	approve(entryId: string, word?: string): Promise<CommandOutcome>;
	stop(): Promise<void>;
}

export interface PersonOptions extends TestPortsOptions {
	/** EVM key to import. If a vault exists, it is unlocked instead. `null` leaves the vault as it is. */
	readonly key?: string | null;
	/** Solana key to import after `key`: 64 bytes in base58. */
	readonly svmKey?: string;
}

export async function openPerson(options: PersonOptions): Promise<Person> {
	const ports = testPorts(options);
	const countersign = new CountersignMain(ports);
	let desk: DeskView | null = null;
	let trusted: TrustedView | null = null;
	let transcript: TranscriptView | null = null;
	const waiting = new Set<() => void>();
	const pushed = () => {
		for (const check of waiting) check();
	};
	countersign.onDeskPush((push) => {
		desk = applyDeskPush(desk, push);
		transcript = applyTranscriptPush(transcript, push);
		pushed();
	});
	countersign.onTrustedPush((push) => {
		trusted = push.view;
		pushed();
	});

	function until<T>(what: string, found: () => T | null | undefined | false, ms = 120_000): Promise<T> {
		return new Promise((resolve, reject) => {
			let timer: NodeJS.Timeout | null = null;
			const check = () => {
				let value: T | null | undefined | false;
				try {
					value = found();
				} catch (cause) {
					finish();
					reject(cause);
					return;
				}
				if (value === null || value === undefined || value === false) return;
				finish();
				resolve(value);
			};
			const finish = () => {
				waiting.delete(check);
				if (timer !== null) clearTimeout(timer);
			};
			timer = setTimeout(() => {
				finish();
				const state = JSON.stringify({ screen: trusted?.screen, inbox: desk?.inbox }, null, 1)?.slice(
					0,
					4000,
				);
				reject(new Error(`waited ${ms} ms for: ${what}\n${state}\n${ports.lines.slice(-20).join("\n")}`));
			}, ms);
			waiting.add(check);
			check();
		});
	}

	const callTrusted = async (name: string, input: unknown) =>
		(await countersign.callTrusted(name, input, holding(ports.clock))) as CommandOutcome;
	const callDesk = async (name: string, input: unknown) => {
		const answer = await countersign.callDesk(name, input, holding(ports.clock));
		// Windows store this answer, and later patches apply to it.
		if (name === "watchTranscript") {
			transcript = answer as TranscriptView | null;
			pushed();
		}
		return answer as CommandOutcome & { sessionId?: string };
	};
	const screenNow = (): TrustedScreen => {
		if (trusted === null) throw new Error("nothing was pushed to the trusted window yet");
		return trusted.screen;
	};

	async function review(
		entryId: string,
		ready: (review: ReviewView) => boolean = () => true,
	): Promise<ReviewView> {
		const opened = await callDesk("openReview", { entryId });
		must(opened);
		return await until(`the review of ${entryId}`, () => {
			const screen = screenNow();
			return screen.screen === "review" && screen.review.entryId === entryId && ready(screen.review)
				? screen.review
				: null;
		});
	}

	const person: Person = {
		countersign,
		ports,
		desk: () => {
			if (desk === null) throw new Error("nothing was pushed to the desk yet");
			return desk;
		},
		screen: screenNow,
		transcript: () => transcript,
		until,
		callDesk,
		callTrusted,
		preview: async (entryId) =>
			(await countersign.callDesk(
				"previewReview",
				{ entryId },
				holding(ports.clock),
			)) as ReviewPreview | null,
		async say(message, sessionId = null) {
			const started = await callDesk("startTurn", { sessionId, message, mode: null, app: null });
			if (!started.ok || started.sessionId === undefined) throw new Error("not started");
			return started.sessionId;
		},
		waiting: (sessionId) =>
			until<InboxEntryView>("an entry that waits", () =>
				person.desk().inbox.find((entry) => entry.sessionId === sessionId && entry.state === "waiting"),
			),
		asked: async (message) => await person.waiting(await person.say(message)),
		progress: (entryId, outcome, ready = () => true) =>
			until<ProgressView>(`${entryId} ${outcome}`, () => {
				const screen = screenNow();
				if (screen.screen !== "progress" || screen.progress.entryId !== entryId) return null;
				return screen.progress.outcome === outcome && ready(screen.progress) ? screen.progress : null;
			}),
		review,
		async approve(entryId, word) {
			await review(entryId, (each) => each.approval.possible);
			// Pushes the current state, because windows are updated with a short delay.
			countersign.pushTrusted();
			const { review: shown, ticket } = await until("the current review", () => {
				const screen = screenNow();
				if (screen.screen !== "review" || screen.review.entryId !== entryId || screen.ticket === null)
					return null;
				return screen.review.approval.possible ? { review: screen.review, ticket: screen.ticket } : null;
			});
			await callTrusted("reviewShown", { ticket });
			ports.clock.skip(3_000);
			return await callTrusted("approve", {
				ticket,
				fingerprint: shown.fingerprint,
				word: word ?? shown.approval.word,
			});
		},
		async stop() {
			await countersign.stop();
		},
	};
	await countersign.start();
	await until("the first views", () => desk !== null && trusted !== null);
	if (options.key !== null && options.key !== undefined) {
		const vault = person.desk().vault.state;
		const made =
			vault === "none"
				? await callTrusted("importKey", { key: options.key, password: PASSWORD })
				: await callTrusted("unlock", { password: PASSWORD });
		must(made);
		await until("an unlocked vault", () => person.desk().vault.state === "unlocked");
		if (vault === "none" && options.svmKey !== undefined) {
			const added = await callTrusted("importKey", { key: options.svmKey, password: PASSWORD });
			must(added);
			await until("a Solana account", () => person.desk().accounts.some((each) => each.family === "svm"));
		}
	}
	return person;
}

/**
 * Checks that the command was executed.
 * @throws Error with the codes of a refusal
 */
export function must(outcome: CommandOutcome): void {
	if (!outcome.ok) throw new Error(codesOf(outcome.text).join(", "));
}

/** Creates a temporary folder. The caller must remove it. */
export function scratch(): { readonly path: string; remove(): void } {
	const path = mkdtempSync(join(tmpdir(), "countersign-"));
	return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
