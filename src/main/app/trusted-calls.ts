import type { Client, Outcome, TrustedProcedures } from "../../bridge/procedures.ts";
import { entryKeyOf, replacementEntryId } from "../inbox/entry.ts";
import type { Gesture } from "../ports.ts";
import type { Review } from "../review/compose.ts";
import { policyFactsOf } from "../review/policy-facts.ts";
import { predictionOf } from "../review/prediction.ts";
import { secretBytes } from "../signers/vault-client.ts";
import { type ApprovedReview, passDoor } from "../signing/door.ts";
import { accountTrustedHandlers } from "./account-desk.ts";
import { bookHandlers } from "./book-desk.ts";
import { buildHandlers } from "./catalog-desk.ts";
import { saveForChecking } from "./checking-file.ts";
import { identityHandlers } from "./identity-desk.ts";
import { cancelSigning, waitsFor } from "./ledger-entry.ts";
import { done, refused } from "./outcome.ts";
import type { App } from "./parts.ts";
import { phraseWaits } from "./phrase.ts";
import { pinGenesis } from "./pinning.ts";
import { policyHandlers, standingOf } from "./policy-desk.ts";
import { isRejecting, rejectEntry } from "./rejections.ts";
import { stuckRow } from "./replacing.ts";

/** A wish that moves money or secrets counts only shortly after real input on the window, in ms. */
const INPUT_LIFE_MS = 10_000;

/** What is written down of each thing that is signed; null where one of them could not be decoded. */
function stepsOf(review: Review): ApprovedReview["steps"] | null {
	const steps = review.insights.map((insight, place) => {
		const predicted = predictionOf(review, place);
		return predicted === null
			? null
			: { headline: insight.headline.text, predicted: { ...predicted, moves: [...predicted.moves] } };
	});
	return steps.length > 0 && steps.every((step) => step !== null) ? steps : null;
}

function replacedRow(app: App, entryId: string): string | null {
	const key = entryKeyOf(entryId);
	return key?.kind === "replacement" ? (app.replacements.get(key.id)?.rowId ?? null) : null;
}

type Inputs = { [Name in keyof TrustedProcedures]: Parameters<Client<TrustedProcedures>[Name]>[0] };
export type TrustedHandlers = {
	readonly [Name in keyof TrustedProcedures]: (input: Inputs[Name], gesture: Gesture) => Promise<Outcome>;
};

/** Wishes that a page may make without a person at it. */
const WITHOUT_INPUT: ReadonlySet<keyof TrustedProcedures> = new Set(["reviewShown", "close"]);

export function inputFault(name: keyof TrustedProcedures, gesture: Gesture, now: number): string | null {
	if (WITHOUT_INPUT.has(name)) return null;
	if (gesture.visibleSince === null) return "The window is not on screen.";
	if (gesture.lastInputAt === null || now - gesture.lastInputAt > INPUT_LIFE_MS)
		return "Countersign saw no key or click of yours on this window.";
	return null;
}

export function trustedHandlers(app: App): TrustedHandlers {
	const { ports, vault, tickets } = app;
	const now = () => ports.clock.now();

	/** After a vault was made: on to the next thing that waits. */
	function onward(): void {
		const next = app.entries().find((entry) => entry.actionable);
		if (next === undefined) app.go({ kind: "empty" });
		else app.go({ kind: "entry", entryId: next.id, mode: "review" });
	}

	async function afterUnlock(): Promise<void> {
		app.account().runner.kickAll();
		const place = app.place();
		if (place.kind === "entry") await reload(place.entryId);
		else if (place.kind === "unlock") {
			if (place.next !== null && app.entry(place.next) !== null)
				app.go({ kind: "entry", entryId: place.next, mode: "review" });
			else onward();
		}
		app.changed();
	}

	async function reload(entryId: string): Promise<void> {
		await app.reviews.load(entryId);
		app.changed();
	}

	return {
		async reviewShown({ ticket }) {
			const current = tickets.current();
			if (current === null || !tickets.shown(ticket, now()))
				return refused("This review is no longer the one on screen.");
			app.reviews.shown(current.entryId);
			return done;
		},
		async approve({ ticket, fingerprint, word }, gesture) {
			const admission = tickets.admit({ ticket, fingerprint, word }, gesture, now());
			if (!admission.ok) {
				ports.log(`approval refused: ${admission.words}`);
				return refused(admission.words);
			}
			// The ticket is spent, whatever comes next: the window gets a new one where there is one to give.
			app.changed();
			const { entryId } = admission.ticket;
			const review = app.reviews.get(entryId);
			if (
				review?.frozen == null ||
				review.fingerprint !== fingerprint ||
				!review.approval.possible ||
				// A danger that was found since the ticket was given asks for a word of its own.
				(review.approval.word !== null && admission.ticket.word === null)
			)
				return refused("The review changed meanwhile; look at it again. Nothing was signed.");
			if (isRejecting(app, entryId))
				return refused("You rejected this, and the service is still being told. Nothing was signed.");
			const steps = stepsOf(review);
			if (steps === null) return refused("This request can't be decoded. Nothing was signed.");
			const passage = passDoor(
				{ journal: app.journal, runner: app.account().runner },
				{
					scope: app.account().scope,
					entryId,
					headline: review.headline.text,
					frozen: review.frozen,
					fingerprint,
					steps,
					replaces: replacedRow(app, entryId),
					policy: {
						standing: standingOf(app, review.frozen),
						legs: policyFactsOf(review.insights),
					},
				},
				now(),
			);
			if (!passage.ok) return refused(passage.words);
			if (passage.row.kind === "commit") app.account().sessions.expect(passage.row.intentId);
			app.go({ kind: "entry", entryId, mode: "progress" });
			return done;
		},
		async reject({ entryId, reason }) {
			return rejectEntry(app, entryId, reason);
		},
		async retry({ entryId }) {
			const place = app.place();
			if (place.kind === "entry" && place.entryId === entryId && place.mode === "progress") {
				const row = app.entry(entryId)?.row ?? null;
				if (row !== null && row.state !== "refused" && !row.dead) {
					for (const each of [row, ...app.journal.legsOf(row.id)]) app.account().runner.kick(each.id);
					return done;
				}
				app.go({ kind: "entry", entryId, mode: "review" });
			}
			await reload(entryId);
			return done;
		},
		async showReview({ direction }) {
			const waiting = app.entries().filter((entry) => entry.actionable);
			const place = app.place();
			const at = place.kind === "entry" ? waiting.findIndex((entry) => entry.id === place.entryId) : -1;
			const next = waiting.at(
				(at + (direction === "next" ? 1 : -1) + waiting.length) % Math.max(1, waiting.length),
			);
			if (next === undefined) return refused("Nothing else is waiting for you.");
			app.go({ kind: "entry", entryId: next.id, mode: "review" });
			return done;
		},
		async close() {
			tickets.void();
			if (app.place().kind !== "phrase" && app.place().kind !== "phraseCheck")
				app.go({ kind: "empty" }, false);
			ports.desktop.hideTrusted();
			return done;
		},
		async openDesk() {
			ports.desktop.raiseDesk();
			return done;
		},
		async copyText({ text }) {
			await ports.desktop.copyText(text);
			return done;
		},
		async createPhrase({ password }) {
			const made = await vault.create(secretBytes(password));
			if (!made.ok) return refused(made.words);
			app.go({ kind: "phrase", words: made.words, positions: made.positions });
			return done;
		},
		async phraseWritten() {
			const place = app.place();
			if (place.kind !== "phrase") return refused("No phrase is being shown.");
			app.go({ kind: "phraseCheck", positions: place.positions, wrong: false });
			return done;
		},
		async checkPhrase({ words }) {
			const place = app.place();
			if (place.kind !== "phraseCheck") return refused("No phrase is waiting to be checked.");
			const checked = await vault.confirmPhrase(words);
			if (checked.ok) {
				onward();
				return done;
			}
			app.go({ kind: "phraseCheck", positions: place.positions, wrong: true });
			return refused(checked.words);
		},
		async importPhrase({ phrase, password }) {
			const made = await vault.importPhrase(secretBytes(phrase), secretBytes(password));
			if (!made.ok) return refused(made.words);
			onward();
			return done;
		},
		async importKey({ key, password }) {
			const made = await vault.importKey(secretBytes(key), secretBytes(password));
			if (!made.ok) return refused(made.words);
			onward();
			return done;
		},
		async unlock({ password }) {
			const unlocked = await vault.unlock(secretBytes(password));
			if (!unlocked.ok) {
				app.changed();
				return refused(unlocked.words);
			}
			await afterUnlock();
			return done;
		},
		async lock() {
			await vault.lock();
			return done;
		},
		async deriveAccount({ family }) {
			const derived = await vault.derive({ family });
			return derived.ok ? done : refused(derived.words);
		},
		async saveNetwork({ baseUrl, token, chains }) {
			const seen = new Set(chains.map((chain) => chain.chainId));
			if (seen.size !== chains.length) return refused("A chain stands twice in the list. Nothing was saved.");
			// The address first, both in one tick: what still runs for the old one is given neither (app.ts).
			const pinned = await pinGenesis(app, chains);
			if (!pinned.ok) return refused(pinned.words);
			ports.settings.set({ baseUrl, chains: pinned.chains });
			try {
				const fault = token === null ? null : await app.setToken(token === "" ? null : token);
				if (fault !== null) return refused(fault);
			} finally {
				await app.reconnect();
			}
			app.go({ kind: "empty" }, false);
			ports.desktop.hideTrusted();
			return done;
		},
		async replace({ entryId, purpose }) {
			const row = app.entry(entryId)?.row ?? null;
			const stuck = row === null ? null : stuckRow(app, row);
			if (stuck === null) return refused("There is no transaction of yours here that could be replaced.");
			const planning = await app.replacements.plan(stuck, purpose);
			if (!planning.ok) return refused(planning.words);
			const id = replacementEntryId(planning.planned.id);
			app.go({ kind: "entry", entryId: id, mode: "review" });
			await reload(id);
			return done;
		},
		async openLedger() {
			if (phraseWaits(app)) return refused("A new phrase waits to be written down first.");
			app.go({ kind: "ledger" });
			return done;
		},
		async openSignIn() {
			if (phraseWaits(app)) return refused("A new phrase waits to be written down first.");
			app.go({ kind: "signIn" });
			return done;
		},
		async openNetwork() {
			if (phraseWaits(app)) return refused("A new phrase waits to be written down first.");
			app.go({ kind: "network" });
			return done;
		},
		scanLedger: ({ deviceId, family, more }) => app.ledgerDesk().scan(deviceId, family, more),
		addLedgerAccounts: async ({ paths }) => app.ledgerDesk().add(paths),
		verifyLedgerAddress: ({ address }) => app.ledgerDesk().verify(address),
		async removeLedgerAccount({ address }) {
			if (waitsFor(app, address))
				return refused("Something that you approved still waits for this account. It was not removed.");
			return app.ledgerDesk().remove(address);
		},
		openLedgerApp: ({ deviceId, app: wanted }) => app.ledgerDesk().openApp(deviceId, wanted),
		async cancelLedger() {
			const place = app.place();
			const given = app.ledgerDesk().cancel();
			if (place.kind !== "entry") return given ? done : refused("Nothing is being asked of a Ledger.");
			return cancelSigning(app, place.entryId) || given ? done : refused("Nothing waits for a Ledger here.");
		},
		async setBlindSigning({ on, password }) {
			// The password is looked at, and nothing else changes by it.
			const known = await vault.setAutoLock(ports.settings.get().autoLockMinutes, secretBytes(password));
			if (!known.ok) return refused(known.words);
			ports.settings.set({ blindSigning: on });
			app.go({ kind: "empty" }, false);
			ports.desktop.hideTrusted();
			return done;
		},
		saveForChecking: async ({ entryId }) => await saveForChecking(app, entryId),
		...policyHandlers(app),
		...bookHandlers(app),
		...identityHandlers(app),
		...buildHandlers(app),
		...accountTrustedHandlers(app),
		async setAutoLock({ minutes, password }) {
			const set = await vault.setAutoLock(minutes, secretBytes(password));
			if (!set.ok) return refused(set.words);
			ports.settings.set({ autoLockMinutes: minutes });
			app.go({ kind: "empty" }, false);
			ports.desktop.hideTrusted();
			return done;
		},
	};
}
