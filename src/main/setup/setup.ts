import { message } from "../../core/message.ts";
import type { SetupStep, setupTrustedProcedures } from "../../ipc/setup.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import { heldFault } from "../wallet/held.ts";
import { type LeadDeps, leadOn, phraseWaits } from "../wallet/phrase.ts";
import type { WindowRoute } from "../window-route.ts";
import { PRACTICE_ENTRY, PRACTICE_HEADLINE } from "./practice-review.ts";
import { type SetupFacts, setupStep } from "./setup-view.ts";

/**
 * What the commands of the setup need. None of them has a key, the journal, a ticket or the network: practising can't
 * reach any of these.
 */
export interface SetupDeps extends LeadDeps {
	readonly ports: {
		readonly clock: Ports["clock"];
		readonly settings: Pick<Ports["settings"], "get" | "set">;
		readonly desktop: Pick<
			Ports["desktop"],
			"raiseTrusted" | "raiseDesk" | "hideTrusted" | "notify" | "withdraw" | "notificationsSupported"
		>;
	};
	/** Something that a window shows has changed. */
	changed(): void;
}

/** Where the setup is gone on with; null where it is over. */
export function setupRoute(facts: SetupFacts): Extract<WindowRoute, { readonly kind: "setup" }> | null {
	const step = setupStep(facts);
	return step === null ? null : { kind: "setup", step };
}

/** Where keys are made: the setup's step while it is not over, else the screen that is for nothing but them. */
export const keysRoute = (facts: SetupFacts): WindowRoute =>
	setupStep(facts) === null ? { kind: "welcome" } : { kind: "setup", step: "keys" };

/** Written down first, so that quitting in the middle loses no step. */
export function keepStep(settings: Pick<Ports["settings"], "get" | "set">, step: SetupStep): void {
	if (settings.get().setup !== step) settings.set({ setup: step });
}

/** Where to go once there are keys; null where the setup is over. */
export function afterKeys(facts: SetupFacts): WindowRoute | null {
	const { settings } = facts.ports;
	const { setup } = settings.get();
	if (setup === null || setup === "done") return null;
	keepStep(settings, "networks");
	return { kind: "setup", step: "networks" };
}

/** The notification of the request to practise on was pressed. False where it is of another request, or of no use any more. */
export function openPractised(deps: LeadDeps & SetupFacts, entryId: string): boolean {
	if (entryId !== PRACTICE_ENTRY || setupStep(deps) === null || phraseWaits(deps)) return false;
	deps.go({ kind: "practice" });
	return true;
}

export function setupHandlers(deps: SetupDeps): HandlersOf<typeof setupTrustedProcedures> {
	const { ports } = deps;
	const { settings, desktop } = ports;

	const isOver = (): boolean => {
		const { setup } = settings.get();
		return setup === null || setup === "done";
	};

	return {
		async openSetupStep({ step }) {
			if (isOver()) return refused(message("setup.is-over"));
			const outcome = leadOn(deps, { kind: "setup", step });
			if (outcome.ok) keepStep(settings, step);
			deps.changed();
			return outcome;
		},
		async endSetup() {
			if (phraseWaits(deps)) return refused(message("app.phrase-waits"));
			desktop.withdraw(PRACTICE_ENTRY);
			settings.set({ setup: "done" });
			deps.go({ kind: "empty" }, false);
			desktop.hideTrusted();
			desktop.raiseDesk();
			return done;
		},
		async setNotified({ on }) {
			settings.set({ notifications: on });
			deps.changed();
			return done;
		},
		async openPractice() {
			if (isOver()) return refused(message("setup.is-over"));
			const outcome = leadOn(deps, { kind: "practice" });
			if (outcome.ok && settings.get().notifications && desktop.notificationsSupported())
				desktop.notify({
					id: PRACTICE_ENTRY,
					title: message("setup.practice.notification"),
					body: PRACTICE_HEADLINE,
					entryId: PRACTICE_ENTRY,
				});
			return outcome;
		},
		async answerPractice({ answer }, gesture) {
			if (deps.place().kind !== "practice") return refused(message("setup.nothing-to-practise"));
			const fault = answer === "approved" ? heldFault(gesture, ports.clock.now()) : null;
			if (fault !== null) return refused(fault);
			desktop.withdraw(PRACTICE_ENTRY);
			deps.go({ kind: "setup", step: "notifications", practised: answer });
			return done;
		},
	};
}
