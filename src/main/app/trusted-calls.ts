import { message, type Text } from "../../core/message.ts";
import type { Review } from "../../core/review/compose.ts";
import { policyFactsOf } from "../../core/review/policy-facts.ts";
import { predictionOf } from "../../core/review/prediction.ts";
import { asksElsewhere, countsOnAccounts, countsOnRpc } from "../../core/rules/loosening.ts";
import type { CommandClient, CommandOutcome } from "../../ipc/primitives.ts";
import type { TrustedProcedures } from "../../ipc/windows.ts";
import { textOf } from "../../text/index.ts";
import { bookHandlers } from "../address-book/book-desk.ts";
import { accountTrustedHandlers } from "../billing/account-desk.ts";
import { buildHandlers } from "../catalog/catalog-desk.ts";
import { entryKeyOf, replacementEntryId } from "../inbox/entry.ts";
import { isRejecting, rejectEntry } from "../inbox/rejections.ts";
import { done, refused } from "../outcome.ts";
import type { Gesture } from "../ports.ts";
import { saveForChecking } from "../reviewing/checking-file.ts";
import { consentOf, isGraver } from "../reviewing/consent.ts";
import { stuckRow } from "../reviewing/replacing.ts";
import {
	admitLoosening,
	admitPassword,
	hasPassword,
	policyHandlers,
	standingOf,
} from "../rules/policy-desk.ts";
import { keptNow } from "../rules/policy-standing.ts";
import { pinGenesis } from "../settings/pinning.ts";
import { identityHandlers } from "../sign-in/identity-desk.ts";
import { type ApprovedReview, authorize } from "../signing/authorize.ts";
import { cancelSigning, waitsFor } from "../wallet/ledger-entry.ts";
import { phraseWaits } from "../wallet/phrase.ts";
import { secretBytes } from "../wallet/signers/vault-client.ts";
import type { App } from "./parts.ts";

/** A wish that moves money or secrets counts only shortly after real input on the window, in ms. */
const INPUT_LIFE_MS = 10_000;

/** What is written down of each thing that is signed; null where one of them could not be decoded. */
function stepsOf(review: Review): ApprovedReview["steps"] | null {
	const steps = review.insights.map((insight, place) => {
		const predicted = predictionOf(review, place);
		if (predicted === null) return null;
		// A row keeps a symbol as text, as the ones of earlier versions do.
		const moves = predicted.moves.map((move) => ({ ...move, symbol: textOf(move.symbol) }));
		return { headline: insight.headline.text, predicted: { ...predicted, moves } };
	});
	return steps.length > 0 && steps.every((step) => step !== null) ? steps : null;
}

function replacedRow(app: App, entryId: string): string | null {
	const key = entryKeyOf(entryId);
	return key?.kind === "replacement" ? (app.replacements.get(key.id)?.rowId ?? null) : null;
}

type Inputs = { [Name in keyof TrustedProcedures]: Parameters<CommandClient<TrustedProcedures>[Name]>[0] };
export type TrustedHandlers = {
	readonly [Name in keyof TrustedProcedures]: (
		input: Inputs[Name],
		gesture: Gesture,
	) => Promise<CommandOutcome>;
};

/** Wishes that a page may make without a user at it. */
const WITHOUT_INPUT: ReadonlySet<keyof TrustedProcedures> = new Set(["reviewShown", "close"]);

export function inputFault(name: keyof TrustedProcedures, gesture: Gesture, now: number): Text | null {
	if (WITHOUT_INPUT.has(name)) return null;
	if (gesture.visibleSince === null) return message("app.not-on-screen");
	if (gesture.lastInputAt === null || now - gesture.lastInputAt > INPUT_LIFE_MS)
		return message("app.no-input");
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
				return refused(message("app.review-not-on-screen"));
			app.reviews.shown(current.entryId);
			return done;
		},
		async approve({ ticket, fingerprint, word }, gesture) {
			const admission = tickets.admit({ ticket, fingerprint, word }, gesture, now());
			if (!admission.ok) {
				ports.log(`approval refused: ${admission.code}`);
				return refused(admission.words);
			}
			// The ticket is spent, whatever comes next: the window gets a new one where there is one to give.
			app.changed();
			const { entryId, consent } = admission.ticket;
			const review = app.reviews.get(entryId);
			const shown = review === null || !review.approval.possible ? null : consentOf(review);
			// What was found since the ticket was given is not what the user saw.
			if (review?.frozen == null || shown === null || isGraver(consent, shown))
				return refused(message("app.review-changed"));
			if (isRejecting(app, entryId)) return refused(message("app.rejected"));
			const steps = stepsOf(review);
			if (steps === null) return refused(message("app.undecodable"));
			const authorization = authorize(
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
			if (!authorization.ok) return refused(authorization.words);
			if (authorization.row.kind === "commit") app.account().sessions.expect(authorization.row.intentId);
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
			if (next === undefined) return refused(message("app.nothing-waits"));
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
			if (place.kind !== "phrase") return refused(message("app.phrase.not-shown"));
			app.go({ kind: "phraseCheck", positions: place.positions, wrong: false });
			return done;
		},
		async checkPhrase({ words }) {
			const place = app.place();
			if (place.kind !== "phraseCheck") return refused(message("app.phrase.not-checked"));
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
			await app.guard.check();
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
		async saveNetwork({ baseUrl, token, chains, password }) {
			const seen = new Set(chains.map((chain) => chain.chainId));
			if (seen.size !== chains.length) return refused(message("app.chain-twice"));
			// Where no password is on this computer, none can be asked for: without an RPC nothing could be signed at all.
			if (countsOnRpc(keptNow(app)) && asksElsewhere(app.chainSettings(), chains) && hasPassword(app)) {
				const admitted = await admitLoosening(app, password ?? null);
				if (!admitted.ok) return admitted;
			}
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
			if (stuck === null) return refused(message("app.no-replaceable"));
			const planning = await app.replacements.plan(stuck, purpose);
			if (!planning.ok) return refused(planning.words);
			const id = replacementEntryId(planning.planned.id);
			app.go({ kind: "entry", entryId: id, mode: "review" });
			await reload(id);
			return done;
		},
		async openLedger() {
			if (phraseWaits(app)) return refused(message("app.phrase-waits"));
			app.go({ kind: "ledger" });
			return done;
		},
		async openSignIn() {
			if (phraseWaits(app)) return refused(message("app.phrase-waits"));
			app.go({ kind: "signIn" });
			return done;
		},
		async openNetwork() {
			if (phraseWaits(app)) return refused(message("app.phrase-waits"));
			app.go({ kind: "network" });
			return done;
		},
		scanLedger: ({ deviceId, family, more }) => app.ledgerDesk().scan(deviceId, family, more),
		async addLedgerAccounts({ paths, password }) {
			if (countsOnAccounts(keptNow(app))) {
				const admitted = await admitLoosening(app, password ?? null);
				if (!admitted.ok) return admitted;
			}
			return app.ledgerDesk().add(paths);
		},
		verifyLedgerAddress: ({ address }) => app.ledgerDesk().verify(address),
		async removeLedgerAccount({ address }) {
			if (waitsFor(app, address)) return refused(message("app.account-in-use"));
			return app.ledgerDesk().remove(address);
		},
		openLedgerApp: ({ deviceId, app: wanted }) => app.ledgerDesk().openApp(deviceId, wanted),
		async cancelLedger() {
			const place = app.place();
			const given = app.ledgerDesk().cancel();
			if (place.kind !== "entry") return given ? done : refused(message("app.ledger.nothing-asked"));
			return cancelSigning(app, place.entryId) || given ? done : refused(message("app.ledger.nothing-waits"));
		},
		async setBlindSigning({ on, password }) {
			const known = await admitPassword(app, password);
			if (!known.ok) return known;
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
