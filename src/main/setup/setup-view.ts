import { message, type Text } from "../../core/message.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { SetupScreen, SetupStep, SetupStepView, SetupView } from "../../ipc/setup.ts";
import { SETUP_STEPS } from "../../ipc/values.ts";
import type { Ports } from "../ports.ts";
import { WAKE_MS } from "../reviewing/ticket.ts";
import { type IdentityDeps, identityView } from "../sign-in/handlers.ts";
import type { Accounts } from "../wallet/accounts.ts";
import type { VaultClient } from "../wallet/signers/vault/types.ts";
import type { WindowRoute } from "../window-route.ts";
import { practiceReview } from "./practice-review.ts";

/** Where the setup stands, by what is there: nothing is remembered of it but the step to go on with. */

export interface SetupFacts extends IdentityDeps {
	readonly ports: Pick<Ports, "clock" | "settings">;
	readonly accounts: Pick<Accounts, "list">;
	readonly vault: Pick<VaultClient, "status">;
	/** The chains that have an RPC. */
	chainSettings(): readonly ChainSetting[];
}

const isSignedIn = ({ credentials }: IdentityDeps): boolean => {
	const { grant } = credentials.grant("agent");
	return grant === null ? credentials.token() !== null : grant.ended === null;
};

function stepView(facts: SetupFacts, step: SetupStep): SetupStepView {
	const viewOf = (isDone: boolean, text: Text | null): SetupStepView => ({ step, isDone, text, name: null });
	const { settings } = facts.ports;
	switch (step) {
		case "service": {
			const { who, name, environments } = identityView(facts);
			const environment = environments.find(({ active }) => active)?.name ?? null;
			const isDone = isSignedIn(facts);
			return { ...viewOf(isDone, isDone ? (environment ?? who) : null), name: isDone ? name : null };
		}
		case "keys": {
			const own = facts.accounts.list();
			const model = own.find((each) => each.model !== null)?.model ?? null;
			if (own.length === 0) return viewOf(false, null);
			const count = own.length;
			return viewOf(
				true,
				model === null
					? message("setup.chosen.accounts", { count })
					: message("setup.chosen.ledger", { count, model }),
			);
		}
		case "networks": {
			const count = facts.chainSettings().length;
			return viewOf(count > 0, count === 0 ? null : message("setup.chosen.networks", { count }));
		}
		case "notifications": {
			const { setup, notifications } = settings.get();
			return viewOf(
				setup === "done",
				// Before the user has seen the step, its setting is a default and nobody's choice.
				setup !== "done" && setup !== "notifications"
					? null
					: notifications
						? message("setup.chosen.told")
						: message("setup.chosen.not-told"),
			);
		}
	}
}

/** The step to go on with; null where the setup is over, or there is nothing to set up. */
export function setupStep(facts: SetupFacts): SetupStep | null {
	const { setup } = facts.ports.settings.get();
	if (setup === "done") return null;
	if (setup !== null) return setup;
	// Before it began: only who has nothing is asked for something.
	if (facts.accounts.list().length > 0 || facts.vault.status().state !== "none") return null;
	return isSignedIn(facts) ? "keys" : "service";
}

/** How many steps are done; null where the setup is over. */
export function setupBrief(facts: SetupFacts): { readonly done: number; readonly of: number } | null {
	if (setupStep(facts) === null) return null;
	const done = SETUP_STEPS.filter((step) => stepView(facts, step).isDone).length;
	return { done, of: SETUP_STEPS.length };
}

/** Other screens that are of a step while the setup is not over. */
const STEPS: Readonly<Partial<Record<WindowRoute["kind"], SetupStep>>> = {
	signIn: "service",
	phrase: "keys",
	phraseCheck: "keys",
	ledger: "keys",
};

/** The steps for the screen that is of one of them; null for all others. */
export function setupView(facts: SetupFacts, place: WindowRoute): SetupView | null {
	const at = place.kind === "setup" ? place.step : STEPS[place.kind];
	if (at === undefined || setupStep(facts) === null) return null;
	return { at, steps: SETUP_STEPS.map((step) => stepView(facts, step)) };
}

export type SetupRoute = Extract<WindowRoute, { readonly kind: "setup" | "practice" }>;

export const isSetupRoute = (place: WindowRoute): place is SetupRoute =>
	place.kind === "setup" || place.kind === "practice";

export function setupScreen(facts: SetupFacts, place: SetupRoute): SetupScreen {
	if (place.kind === "practice")
		return { screen: "practice", review: practiceReview(facts.ports.clock.now()), wakeMs: WAKE_MS };
	switch (place.step) {
		case "service":
			return { screen: "setupService", identity: identityView(facts) };
		case "keys":
			return { screen: "setupKeys" };
		case "networks":
			return { screen: "setupNetworks" };
		case "notifications":
			return { screen: "setupNotifications", practised: place.practised ?? null };
	}
}
