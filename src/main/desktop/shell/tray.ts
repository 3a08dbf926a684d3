import { isDeepStrictEqual } from "node:util";
import { Menu, nativeTheme, Tray } from "electron";
import type { Text } from "../../../core/message.ts";
import { t, textOf } from "../../../text/index.ts";
import type { WaitingState } from "../../ports.ts";
import { plainText } from "./plain-text.ts";

export interface TrayActions {
	readonly reviewNext: () => void;
	readonly openDesk: () => void;
	readonly review: (entryId: string) => void;
	/** Notifications for an hour, or on again. */
	readonly pause: (on: boolean) => void;
	readonly lock: () => void;
	readonly quit: () => void;
}

/**
 * Which image the system's bar gets. macOS colours a template by itself; elsewhere the ink follows the bar's
 * theme. A badge says what there is to know.
 */
export function trayImage(platform: NodeJS.Platform, isDark: boolean, mark: WaitingState["mark"]): string {
	const badge = mark === "none" ? "" : `-${mark}`;
	// Electron takes an image for a template by the end of its name.
	if (platform === "darwin") return `tray${badge}Template`;
	return `tray-${isDark ? "dark" : "light"}${badge}`;
}

export interface AppTray {
	readonly showWaiting: (state: WaitingState) => void;
}

const NOTHING: WaitingState = {
	count: 0,
	isDanger: false,
	mark: "none",
	tooltip: "Countersign",
	first: [],
	isPaused: false,
	budgets: [],
};
/** A line of a menu holds so many characters. */
const MAX_LABEL_LENGTH = 60;

/** The service's own text may be in it. */
const label = (text: Text): string => plainText(textOf(text), MAX_LABEL_LENGTH);

/** Puts Countersign into the system's bar, from where it goes on following without a window. */
export function createTray(pathOf: (name: string) => string, actions: TrayActions): AppTray {
	let isDark = nativeTheme.shouldUseDarkColors;
	let shown: WaitingState = NOTHING;
	const image = () => pathOf(trayImage(process.platform, isDark, shown.mark));
	const tray = new Tray(image());

	const menu = () =>
		Menu.buildFromTemplate([
			{
				label:
					shown.count > 0
						? t("desktop.tray.review-next", { count: shown.count })
						: t("desktop.menu.review-next"),
				enabled: shown.count > 0,
				click: actions.reviewNext,
			},
			...shown.first.map(({ entryId, headline }) => ({
				label: label(headline),
				click: () => actions.review(entryId),
			})),
			{ label: t("desktop.menu.open"), click: actions.openDesk },
			{ type: "separator" as const },
			...shown.budgets.map((budget) => ({ label: label(budget), enabled: false })),
			{
				label: shown.isPaused ? t("desktop.tray.resume") : t("desktop.tray.pause"),
				click: () => actions.pause(!shown.isPaused),
			},
			{ label: t("desktop.menu.lock"), click: actions.lock },
			{ label: t("desktop.menu.quit"), click: actions.quit },
		]);

	tray.setToolTip("Countersign");
	tray.setContextMenu(menu());
	tray.on("click", () => (shown.count > 0 ? actions.reviewNext() : actions.openDesk()));
	nativeTheme.on("updated", () => {
		// A theme chosen for the app says nothing about the system's bar.
		if (nativeTheme.themeSource !== "system") return;
		isDark = nativeTheme.shouldUseDarkColors;
		tray.setImage(image());
	});
	return {
		showWaiting(state) {
			if (isDeepStrictEqual(state, shown)) return;
			const isOther = state.mark !== shown.mark;
			shown = state;
			tray.setToolTip(textOf(state.tooltip));
			if (isOther) tray.setImage(image());
			tray.setContextMenu(menu());
		},
	};
}
