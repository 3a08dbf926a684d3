import { message, type Text } from "../../core/localized-text.ts";
import type { ChainSetting, SettingsView } from "../../ipc/settings.ts";
import type { Settings } from "../settings-schema.ts";

export interface ChainHealth {
	readonly ok: boolean | null;
	readonly text: Text;
}

export interface SettingsFacts {
	readonly settings: Settings;
	readonly environment: string;
	readonly baseUrl: string;
	readonly hasToken: boolean;
	readonly tokenKeeping: Text;
	readonly chains: readonly ChainSetting[];
	readonly health: ReadonlyMap<string, ChainHealth>;
	readonly notificationsSupported: boolean;
	readonly trayShown: boolean;
	readonly notesOf: (chainRef: string) => readonly Text[];
	readonly startAtLoginSupported: boolean;
	readonly isShortcutRegistered: boolean;
	readonly version: string;
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
	return {
		environment: facts.environment,
		baseUrl: facts.baseUrl,
		hasToken: facts.hasToken,
		tokenKeeping: facts.tokenKeeping,
		chains: facts.chains.map((chain) => {
			const health = facts.health.get(chain.chainId);
			const { rpcUrl, otherRpcUrls, secondRpcUrl } = chain;
			const shown = facts.whole ? (url: string) => url : publicPart;
			return {
				...chain,
				rpcUrl: shown(rpcUrl),
				...(otherRpcUrls === undefined ? {} : { otherRpcUrls: otherRpcUrls.map(shown) }),
				...(secondRpcUrl == null ? {} : { secondRpcUrl: shown(secondRpcUrl) }),
				ok: health?.ok ?? null,
				state: health?.text ?? message("settings.chain.not-asked"),
				notes: facts.notesOf(chain.chainId),
			};
		}),
		theme: facts.settings.theme,
		notifications: facts.settings.notifications,
		notificationsSupported: facts.notificationsSupported,
		trayShown: facts.trayShown,
		pausedUntil: facts.settings.pausedUntil,
		quietHours: facts.settings.quietHours,
		notificationDetails: facts.settings.notificationDetails,
		showCatalog: facts.settings.showCatalog,
		showWorth: facts.settings.showWorth,
		startAtLogin: facts.settings.startAtLogin,
		shortcut: facts.settings.shortcut,
		isShortcutRegistered: facts.isShortcutRegistered,
		singleKeys: facts.settings.singleKeys,
		appLevels: facts.settings.appLevels,
		startAtLoginSupported: facts.startAtLoginSupported,
		autoLockMinutes: facts.settings.autoLockMinutes,
		blindSigning: facts.settings.blindSigning,
		commitTransport: facts.settings.commitTransport,
		version: facts.version,
		lookForUpdates: facts.settings.lookForUpdates,
	};
}
