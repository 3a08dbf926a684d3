import { type AmountParam, type Message, message, type Text } from "../../core/localized-text.ts";
import type { AddressView, AmountView, CommandOutcome } from "../../ipc/primitives.ts";
import type { CheckRow, ReviewView } from "../../ipc/review.ts";
import type {
	SetupScreen,
	SetupStep,
	SetupStepView,
	SetupView,
	setupTrustedProcedures,
} from "../../ipc/setup.ts";
import { SETUP_STEPS } from "../../ipc/values.ts";
import type { Events } from "../events.ts";
import { done, type HandlersOf, refused } from "../handlers.ts";
import type { Networks } from "../networks/networks.ts";
import type { Gesture, Ports } from "../ports.ts";
import type { Identity } from "../sign-in/identity.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import { pressFault } from "../wallet/hold-gesture.ts";
import type { Wallet } from "../wallet/wallet.ts";
import type { WindowRoute } from "../window-route.ts";

/** A fictional request. Nobody has the keys to its addresses, and it doesn't come from a service. */

export const PRACTICE_ENTRY = "practice";

const LIFE_MS = 10 * 60_000;

const YOU: AddressView = {
	address: "0xf6eE35C7A7432D3617e1D4909d62eb5A3647e7eB",
	label: null,
	short: "0xf6eE…47e7eB",
};
const PAID: AddressView = {
	address: "0x8B439A4B813C01ef9cf41971523293984a709A0B",
	label: null,
	short: "0x8B43…709A0B",
};
const NONCE = "0";
const GAS = "21000";
const FEE = "1500000000";
const SENT = "50000000000000000";

const ether = (text: string, raw: string, worth?: string): AmountView => ({
	text,
	full: text,
	unit: "ETH",
	raw,
	checked: true,
	...(worth === undefined ? {} : { fiat: message("worth.about", { amount: worth }) }),
});

const sent: AmountParam = { amount: { raw: SENT, decimals: 18, symbol: "ETH", checked: true } };

const PRACTICE_HEADLINE: Message = message("token.send", {
	amount: sent,
	to: message("setup.practice.recipient"),
});

const check = (field: Message, value: string, text: Message): CheckRow => ({
	field,
	status: "passed",
	reviewed: value,
	payload: value,
	text,
});

export function practiceReview(now: number): ReviewView {
	return {
		entryId: PRACTICE_ENTRY,
		requestKind: "commit",
		requestId: PRACTICE_ENTRY,
		replaces: null,
		who: {
			app: null,
			session: message("setup.practice.session"),
			sessionId: PRACTICE_ENTRY,
		},
		broadcaster: { kind: "wallet", text: message("setup.practice.nobody-sends") },
		chain: { id: "practice", name: message("setup.practice.network") },
		step: null,
		headline: PRACTICE_HEADLINE,
		headlineKnown: true,
		fiat: message("worth.about", { amount: "$150.00" }),
		parties: [
			{
				role: "recipient",
				address: PAID,
				name: message("setup.practice.recipient"),
				description: message("setup.practice.made-up"),
				usage: message("party.first-payment"),
				imitates: null,
			},
		],
		serviceSays: [],
		adds: [],
		expiresAt: now + LIFE_MS,
		changes: [
			{
				account: YOU,
				mine: true,
				direction: "out",
				amount: ether("0.05", SENT, "$150.00"),
				tokenId: null,
				counterparty: PAID,
				of: ether("1.25", "1250000000000000000"),
				after: ether("1.2", "1200000000000000000"),
				mark: "coin",
				step: null,
			},
		],
		changesClaim: message("setup.practice.made-up"),
		permissions: [],
		costs: {
			most: ether("0.0000315", "31500000000000", "$0.10"),
			likely: ether("0.000021", "21000000000000", "$0.07"),
			l1: null,
			serviceFee: null,
			fees: [],
			covered: { ok: true, text: message("setup.practice.made-up") },
		},
		verdict: "matched",
		verdictText: message("setup.practice.made-up"),
		checks: [
			check(message("setup.practice.field.recipient"), PAID.address, message("match.target.same")),
			check(message("setup.practice.field.amount"), SENT, message("match.value.same")),
			check(message("setup.practice.field.gas"), GAS, message("match.gas-limit.same")),
		],
		guards: [],
		warnings: [],
		typedIntent: null,
		findings: [],
		fingerprint: "f9d2a28ee93317b99cbec37abd9585c5f996bdd61d7324779bdb7a62267674df",
		digest: null,
		revision: null,
		steps: [],
		contents: [
			{
				kind: "evm_transaction",
				headline: PRACTICE_HEADLINE,
				serviceSays: null,
				to: PAID,
				decoded: null,
				calls: [],
				claims: [],
				nonce: NONCE,
				gasLimit: GAS,
				maxFee: FEE,
				priorityFee: "0",
				data: "0x",
			},
		],
		logs: [],
		raw: JSON.stringify({ to: PAID.address, value: SENT, nonce: NONCE, gas: GAS }, null, 2),
		changed: [],
		signer: { address: YOU, state: "ready", text: message("setup.practice.no-key") },
		approval: { possible: true, refusals: [], word: null, wordOf: null, canRetry: false },
		oneHold: [],
		canAskChange: false,
		canReject: true,
		device: null,
		opinion: null,
		names: {},
	};
}

/** Setup step that each screen belongs to. */
const STEPS: Readonly<Partial<Record<WindowRoute["kind"], SetupStep>>> = {
	signIn: "service",
	phrase: "keys",
	phraseCheck: "keys",
	ledger: "keys",
};

export type SetupRoute = Extract<WindowRoute, { readonly kind: "setup" | "practice" }>;

export const isSetupRoute = (route: WindowRoute): route is SetupRoute =>
	route.kind === "setup" || route.kind === "practice";

/**
 * Derives the setup's state from accounts, networks and sign-in. It has no access to keys, the journal or the
 * network, so the practice request can't reach them either.
 */
export class Setup implements HandlersOf<typeof setupTrustedProcedures> {
	readonly #app;

	constructor(app: {
		readonly ports: Pick<Ports, "clock" | "settings"> & {
			readonly desktop: Pick<
				Ports["desktop"],
				"raiseDesk" | "hideTrusted" | "notify" | "withdraw" | "notificationsSupported"
			>;
		};
		readonly events: Events;
		readonly window: Pick<TrustedWindow, "route" | "go" | "isPinned" | "leadOn">;
		readonly networks: Pick<Networks, "chainSettings">;
		readonly wallet: {
			readonly accounts: Pick<Wallet["accounts"], "list">;
			readonly vault: Pick<Wallet["vault"], "status">;
		};
		readonly identity: Pick<Identity, "view" | "isSignedIn">;
	}) {
		this.#app = app;
	}

	route(): Extract<WindowRoute, { readonly kind: "setup" }> | null {
		const step = this.#step();
		return step === null ? null : { kind: "setup", step };
	}

	keysRoute(): WindowRoute {
		return this.#step() === null ? { kind: "welcome" } : { kind: "setup", step: "keys" };
	}

	afterKeys(): WindowRoute | null {
		if (this.#isEnded()) return null;
		this.keepStep("networks");
		return { kind: "setup", step: "networks" };
	}

	/** Stored before the step is shown, so the setup resumes there after a restart. */
	keepStep(step: SetupStep): void {
		const { settings } = this.#app.ports;
		if (settings.get().setup !== step) settings.set({ setup: step });
	}

	/** Returns `false` if the entry isn't the practice request or the setup has ended. */
	openPractised(entryId: string): boolean {
		const { window } = this.#app;
		if (entryId !== PRACTICE_ENTRY || this.#step() === null || window.isPinned()) return false;
		window.go({ kind: "practice" });
		return true;
	}

	brief(): { readonly done: number; readonly of: number } | null {
		if (this.#step() === null) return null;
		const completed = SETUP_STEPS.filter((step) => this.#stepView(step).isDone);
		return { done: completed.length, of: SETUP_STEPS.length };
	}

	view(): SetupView | null {
		const route = this.#app.window.route();
		const at = route.kind === "setup" ? route.step : STEPS[route.kind];
		if (at === undefined || this.#step() === null) return null;
		return { at, steps: SETUP_STEPS.map((step) => this.#stepView(step)) };
	}

	screen(route: SetupRoute): SetupScreen {
		if (route.kind === "practice") {
			const review = practiceReview(this.#app.ports.clock.now());
			return { screen: "practice", review };
		}
		switch (route.step) {
			case "service":
				return { screen: "setupService", identity: this.#app.identity.view() };
			case "keys":
				return { screen: "setupKeys" };
			case "networks":
				return { screen: "setupNetworks" };
			case "notifications":
				return { screen: "setupNotifications", practised: route.practised ?? null };
		}
	}

	async openSetupStep({ step }: { readonly step: SetupStep }): Promise<CommandOutcome> {
		if (this.#isEnded()) return refused(message("setup.is-over"));
		const outcome = this.#app.window.leadOn({ kind: "setup", step });
		if (outcome.ok) this.keepStep(step);
		this.#app.events.emit("app-changed");
		return outcome;
	}

	async endSetup(): Promise<CommandOutcome> {
		const { desktop, settings } = this.#app.ports;
		const { window } = this.#app;
		if (window.isPinned()) return refused(message("app.phrase-waits"));
		desktop.withdraw(PRACTICE_ENTRY);
		settings.set({ setup: "done" });
		window.go({ kind: "empty" }, false);
		desktop.hideTrusted();
		desktop.raiseDesk();
		return done;
	}

	async setNotified({ on }: { readonly on: boolean }): Promise<CommandOutcome> {
		this.#app.ports.settings.set({ notifications: on });
		this.#app.events.emit("app-changed");
		return done;
	}

	async openPractice(): Promise<CommandOutcome> {
		const { desktop, settings } = this.#app.ports;
		if (this.#isEnded()) return refused(message("setup.is-over"));
		const outcome = this.#app.window.leadOn({ kind: "practice" });
		if (outcome.ok && settings.get().notifications && desktop.notificationsSupported())
			desktop.notify({
				id: PRACTICE_ENTRY,
				title: message("setup.practice.notification"),
				body: PRACTICE_HEADLINE,
				entryId: PRACTICE_ENTRY,
			});
		return outcome;
	}

	async answerPractice(
		{ answer }: { readonly answer: "approved" | "rejected" },
		gesture: Gesture,
	): Promise<CommandOutcome> {
		const { ports, window } = this.#app;
		if (window.route().kind !== "practice") return refused(message("setup.nothing-to-practise"));
		const fault = answer === "approved" ? pressFault(gesture, ports.clock.now()) : null;
		if (fault !== null) return refused(fault);
		ports.desktop.withdraw(PRACTICE_ENTRY);
		window.go({ kind: "setup", step: "notifications", practised: answer });
		return done;
	}

	#isEnded(): boolean {
		const { setup } = this.#app.ports.settings.get();
		return setup === null || setup === "done";
	}

	#step(): SetupStep | null {
		const { identity, ports, wallet } = this.#app;
		const { setup } = ports.settings.get();
		if (setup === "done") return null;
		if (setup !== null) return setup;
		// A user who already has accounts doesn't need the setup.
		if (wallet.accounts.list().length > 0 || wallet.vault.status().state !== "none") return null;
		return identity.isSignedIn() ? "keys" : "service";
	}

	#stepView(step: SetupStep): SetupStepView {
		const { identity, networks, ports, wallet } = this.#app;
		const viewOf = (isDone: boolean, text: Text | null): SetupStepView => ({
			step,
			isDone,
			text,
			name: null,
		});
		switch (step) {
			case "service": {
				const { who, name, environments } = identity.view();
				const environment = environments.find(({ active }) => active)?.name ?? null;
				const isDone = identity.isSignedIn();
				return { ...viewOf(isDone, isDone ? (environment ?? who) : null), name: isDone ? name : null };
			}
			case "keys": {
				const own = wallet.accounts.list();
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
				const count = networks.chainSettings().length;
				return viewOf(count > 0, count === 0 ? null : message("setup.chosen.networks", { count }));
			}
			case "notifications": {
				const { setup, notifications } = ports.settings.get();
				return viewOf(
					setup === "done",
					// The default counts as the user's choice only after the step was shown.
					setup !== "done" && setup !== "notifications"
						? null
						: notifications
							? message("setup.chosen.told")
							: message("setup.chosen.not-told"),
				);
			}
		}
	}
}
