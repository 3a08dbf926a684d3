import { message, type Text } from "../../core/localized-text.ts";
import type { ChainSetting, SettingsView } from "../../ipc/settings.ts";
import type { Settings } from "../settings-schema.ts";

export interface ChainHealth {
	readonly ok: boolean | null;
	readonly text: Text;
}

type StatedAsIs =
	| "environment"
	| "baseUrl"
	| "hasToken"
	| "tokenKeeping"
	| "notificationsSupported"
	| "trayShown"
	| "startAtLoginSupported"
	| "isShortcutRegistered"
	| "version";

export interface SettingsFacts extends Pick<SettingsView, StatedAsIs> {
	readonly settings: Settings;
	readonly chains: readonly ChainSetting[];
	readonly health: ReadonlyMap<string, ChainHealth>;
	readonly notesOf: (chainRef: string) => readonly Text[];
	/** Whether the window may show full URLs. The path of an RPC's URL is often an API key. */
	readonly whole: boolean;
}

/** Removes the path and query, which may be secret. */
export function publicPart(url: string): string {
	if (!URL.canParse(url)) return "unreadable address";
	const { origin, pathname, search } = new URL(url);
	return pathname === "/" && search === "" ? origin : `${origin}/…`;
}

export function settingsView(facts: SettingsFacts): SettingsView {
	const { settings, chains, health: healthOf, notesOf, whole, ...stated } = facts;
	return {
		...stated,
		chains: chains.map((chain) => {
			const health = healthOf.get(chain.chainId);
			const { rpcUrl, otherRpcUrls, secondRpcUrl } = chain;
			const shown = whole ? (url: string) => url : publicPart;
			return {
				...chain,
				rpcUrl: shown(rpcUrl),
				...(otherRpcUrls === undefined ? {} : { otherRpcUrls: otherRpcUrls.map(shown) }),
				...(secondRpcUrl == null ? {} : { secondRpcUrl: shown(secondRpcUrl) }),
				ok: health?.ok ?? null,
				state: health?.text ?? message("settings.chain.not-asked"),
				notes: notesOf(chain.chainId),
			};
		}),
		theme: settings.theme,
		notifications: settings.notifications,
		pausedUntil: settings.pausedUntil,
		quietHours: settings.quietHours,
		notificationDetails: settings.notificationDetails,
		showCatalog: settings.showCatalog,
		showWorth: settings.showWorth,
		startAtLogin: settings.startAtLogin,
		shortcut: settings.shortcut,
		singleKeys: settings.singleKeys,
		appLevels: settings.appLevels,
		autoLockMinutes: settings.autoLockMinutes,
		blindSigning: settings.blindSigning,
		commitTransport: settings.commitTransport,
		lookForUpdates: settings.lookForUpdates,
	};
}
