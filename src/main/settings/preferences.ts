import { message, type Text } from "../../core/localized-text.ts";
import { rpcGuard, rpcRequiresPassword } from "../../core/rules/loosening.ts";
import type { AboutView, aboutProcedures } from "../../ipc/about.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { ProbeOutcome, settingsProcedures, settingsTrustedProcedures } from "../../ipc/settings.ts";
import { probeRpc } from "../chains/probe.ts";
import type { Events } from "../events.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Networks } from "../networks/networks.ts";
import { type ChainToPin, familyOf, pinGenesis } from "../networks/pinning.ts";
import { hostOf } from "../networks/rpc-order.ts";
import type { Ports } from "../ports.ts";
import type { Rules } from "../rules/rules.ts";
import type { TrustedWindow } from "../trusted-window.ts";

type Commands = HandlersOf<
	typeof aboutProcedures & typeof settingsProcedures & typeof settingsTrustedProcedures
>;

function agreesWithItself({ rpcUrl, otherRpcUrls, secondRpcUrl }: ChainToPin): boolean {
	if (secondRpcUrl == null) return false;
	return [rpcUrl, ...(otherRpcUrls ?? [])].some((url) => hostOf(url) === hostOf(secondRpcUrl));
}

export class Preferences implements Commands {
	readonly #app;

	constructor(app: {
		readonly ports: Pick<Ports, "about" | "settings" | "desktop" | "fetch" | "clock">;
		readonly events: Events;
		readonly window: Pick<TrustedWindow, "route" | "go" | "leadOn">;
		readonly networks: Pick<Networks, "chainSettings">;
		readonly rules: Pick<Rules, "storedRules" | "hasPassword" | "admitPassword" | "admitLoosening">;
		readonly credentials: {
			setToken(token: string | null): Promise<Text | null>;
		};
		readonly reviewing: { readonly reviews: { load(entryId: string): Promise<unknown> } };
		readonly inbox: { wake(): void };
		readonly signedIn: {
			reconnect(): Promise<void>;
		};
	}) {
		this.#app = app;
	}

	async readAbout(): Promise<AboutView> {
		return this.#app.ports.about();
	}

	async setPreferences(patch: CommandInput<Commands, "setPreferences">): Promise<CommandOutcome> {
		const { events, inbox, ports, reviewing, window } = this.#app;
		// A setting that the system rejects must not be stored.
		if (patch.startAtLogin !== undefined) ports.desktop.setStartAtLogin(patch.startAtLogin);
		ports.settings.set(patch);
		if (patch.quietHours !== undefined || patch.notificationDetails !== undefined) inbox.wake();
		if (patch.shortcut !== undefined) ports.desktop.setShortcut(patch.shortcut);
		if (patch.theme !== undefined) ports.desktop.setTheme(patch.theme);
		const route = window.route();
		// The transport is part of the approved content, so an open review must be recomposed.
		if (patch.commitTransport !== undefined && route.kind === "entry" && route.mode === "review")
			void reviewing.reviews.load(route.entryId);
		events.emit("app-changed");
		return done;
	}

	async openNetwork({ chainId, entryId }: CommandInput<Commands, "openNetwork">): Promise<CommandOutcome> {
		return this.#app.window.leadOn({
			kind: "network",
			...(chainId === undefined ? {} : { chainId }),
			...(entryId === undefined ? {} : { back: entryId }),
		});
	}

	async leaveNetwork(): Promise<CommandOutcome> {
		const { ports, reviewing, window } = this.#app;
		const route = window.route();
		if (route.kind !== "network" || route.back === undefined) {
			ports.desktop.raiseDesk();
			return done;
		}
		window.go({ kind: "entry", entryId: route.back, mode: "review" });
		void reviewing.reviews.load(route.back);
		return done;
	}

	async probeRpc({ chainId, rpcUrl }: CommandInput<Commands, "probeRpc">): Promise<ProbeOutcome> {
		const { clock, fetch, settings } = this.#app.ports;
		const known = settings.get().chains.find((each) => each.chainId === chainId);
		const chain = { family: familyOf(chainId), chainId, genesisHash: known?.genesisHash ?? null };
		return { ok: true, probe: await probeRpc(chain, { url: rpcUrl, fetch, clock }) };
	}

	async saveNetwork({
		baseUrl,
		token,
		chains,
		password,
	}: CommandInput<Commands, "saveNetwork">): Promise<CommandOutcome> {
		const { credentials, networks, ports, rules, signedIn } = this.#app;
		const seen = new Set(chains.map((chain) => chain.chainId));
		if (seen.size !== chains.length) return refused(message("app.chain-twice"));
		const alone = chains.find(agreesWithItself);
		if (alone !== undefined) return refused(message("app.chain-witness", { chain: alone.name }));
		// A new user has no password yet, but must be able to add an RPC.
		const guard = rpcGuard(rules.storedRules(), rules.hasPassword());
		if (rpcRequiresPassword(guard, networks.chainSettings(), chains)) {
			if (password == null && guard === "changes") return refused(message("app.chain.password"));
			const admitted = await rules.admitLoosening(password ?? null);
			if (!admitted.ok) return admitted;
		}
		const pinned = await pinGenesis(ports, chains);
		if (!pinned.ok) return refused(pinned.text);
		ports.settings.set({ ...(baseUrl === null ? {} : { baseUrl }), chains: pinned.chains });
		try {
			const fault = token === null ? null : await credentials.setToken(token === "" ? null : token);
			if (fault !== null) return refused(fault);
		} finally {
			await signedIn.reconnect();
		}
		return done;
	}

	async setBlindSigning({
		on,
		password,
	}: CommandInput<Commands, "setBlindSigning">): Promise<CommandOutcome> {
		const { ports, rules, window } = this.#app;
		const known = await rules.admitPassword(password);
		if (!known.ok) return known;
		ports.settings.set({ blindSigning: on });
		window.go({ kind: "empty" }, false);
		ports.desktop.hideTrusted();
		return done;
	}
}
