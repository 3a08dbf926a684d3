import { message, type Text } from "../../core/message.ts";
import { rpcGuard, rpcTakesPassword } from "../../core/rules/loosening.ts";
import type { ChainSetting, settingsProcedures, settingsTrustedProcedures } from "../../ipc/settings.ts";
import { probeRpc } from "../chains/probe.ts";
import type { HandlersOf } from "../handlers.ts";
import { type ChainToPin, familyOf, pinGenesis } from "../networks/pinning.ts";
import { hostOf } from "../networks/rpc-order.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import { admitLoosening, admitPassword, hasPassword, type PasswordDeps } from "../rules/password.ts";
import { type KeptDeps, keptNow } from "../rules/policy-standing.ts";
import { type LeadDeps, leadOn } from "../wallet/phrase.ts";

export interface PreferencesDeps extends Pick<LeadDeps, "place"> {
	readonly ports: Pick<Ports, "settings" | "desktop">;
	readonly reviews: { load(entryId: string): Promise<unknown> };
	/** When notifications are quiet, or what they tell, may have changed. */
	readonly inbox: { wake(): void };
	/** Something that a window shows has changed. */
	changed(): void;
}

/** The desk's commands about preferences. */
export function settingsHandlers(deps: PreferencesDeps): HandlersOf<typeof settingsProcedures> {
	const { ports } = deps;
	return {
		async setPreferences(patch) {
			// The system first: what it does not take is not said to be so.
			if (patch.startAtLogin !== undefined) ports.desktop.setStartAtLogin(patch.startAtLogin);
			ports.settings.set(patch);
			if (patch.quietHours !== undefined || patch.notificationDetails !== undefined) deps.inbox.wake();
			if (patch.shortcut !== undefined) ports.desktop.setShortcut(patch.shortcut);
			if (patch.theme !== undefined) ports.desktop.setTheme(patch.theme);
			const place = deps.place();
			// The route is a part of what is approved: a review that is open is composed anew.
			if (patch.commitTransport !== undefined && place.kind === "entry" && place.mode === "review")
				void deps.reviews.load(place.entryId);
			deps.changed();
			return done;
		},
	};
}

export interface NetworkDeps extends LeadDeps, PasswordDeps, KeptDeps {
	readonly vault: PasswordDeps["vault"];
	readonly guard: PasswordDeps["guard"];
	readonly ports: Pick<Ports, "settings" | "desktop" | "fetch" | "clock">;
	readonly reviews: PreferencesDeps["reviews"];
	/** The chains that have an RPC, development's included. */
	chainSettings(): readonly ChainSetting[];
	/** Keeps or forgets a pasted token. @returns why that can't be, or null */
	setToken(token: string | null): Promise<Text | null>;
	/** Applies changed addresses or a changed token at once. */
	reconnect(): Promise<void>;
}

/** A witness of the same host as one that it is to confirm says nothing. */
function agreesWithItself({ rpcUrl, otherRpcUrls, secondRpcUrl }: ChainToPin): boolean {
	if (secondRpcUrl == null) return false;
	return [rpcUrl, ...(otherRpcUrls ?? [])].some((url) => hostOf(url) === hostOf(secondRpcUrl));
}

/** The trusted window's commands about networks, and about what may be signed unseen. */
export function settingsTrustedHandlers(deps: NetworkDeps): HandlersOf<typeof settingsTrustedProcedures> {
	const { ports } = deps;

	/** The window has done what it was shown for. */
	function leave(): void {
		deps.go({ kind: "empty" }, false);
		ports.desktop.hideTrusted();
	}

	return {
		openNetwork: async ({ chainId, entryId }) =>
			leadOn(deps, {
				kind: "network",
				...(chainId === undefined ? {} : { chainId }),
				...(entryId === undefined ? {} : { back: entryId }),
			}),
		async leaveNetwork() {
			const place = deps.place();
			if (place.kind !== "network" || place.back === undefined) {
				ports.desktop.raiseDesk();
				return done;
			}
			deps.go({ kind: "entry", entryId: place.back, mode: "review" });
			void deps.reviews.load(place.back);
			return done;
		},
		async probeRpc({ chainId, rpcUrl }) {
			const known = ports.settings.get().chains.find((each) => each.chainId === chainId);
			const chain = { family: familyOf(chainId), chainId, genesisHash: known?.genesisHash ?? null };
			const { fetch, clock } = ports;
			return { ok: true, probe: await probeRpc(chain, { url: rpcUrl, fetch, clock }) };
		},
		async saveNetwork({ baseUrl, token, chains, password }) {
			const seen = new Set(chains.map((chain) => chain.chainId));
			if (seen.size !== chains.length) return refused(message("app.chain-twice"));
			const alone = chains.find(agreesWithItself);
			if (alone !== undefined) return refused(message("app.chain-witness", { chain: alone.name }));
			// Where no password is on this computer, none can be asked for: without an RPC nothing could be signed at all.
			const guard = rpcGuard(keptNow(deps), hasPassword(deps));
			if (rpcTakesPassword(guard, deps.chainSettings(), chains)) {
				if (password == null && guard === "changes") return refused(message("app.chain.password"));
				const admitted = await admitLoosening(deps, password ?? null);
				if (!admitted.ok) return admitted;
			}
			// The address first, both in one tick: what still runs for the old one is given neither (app/signed-in.ts).
			const pinned = await pinGenesis(deps, chains);
			if (!pinned.ok) return refused(pinned.text);
			ports.settings.set({ ...(baseUrl === null ? {} : { baseUrl }), chains: pinned.chains });
			try {
				const fault = token === null ? null : await deps.setToken(token === "" ? null : token);
				if (fault !== null) return refused(fault);
			} finally {
				await deps.reconnect();
			}
			return done;
		},
		async setBlindSigning({ on, password }) {
			const known = await admitPassword(deps, password);
			if (!known.ok) return known;
			ports.settings.set({ blindSigning: on });
			leave();
			return done;
		},
	};
}
