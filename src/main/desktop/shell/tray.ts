import { isDeepStrictEqual } from "node:util";
import { Menu, nativeTheme, Tray } from "electron";
import type { Text } from "../../../core/localized-text.ts";
import { t, textOf } from "../../../text/index.ts";
import type { WaitingState } from "../../ports.ts";
import { plainText } from "./plain-text.ts";

export interface TrayActions {
	readonly reviewNext: () => void;
	readonly openDesk: () => void;
	readonly review: (entryId: string) => void;
	readonly pause: (on: boolean) => void;
	/** Asks in the desk window whether to stop all agents. */
	readonly stopAgents: () => void;
	readonly lock: () => void;
	readonly quit: () => void;
}

export function trayImage(platform: NodeJS.Platform, isDark: boolean, mark: WaitingState["mark"]): string {
	const badge = mark === "none" ? "" : `-${mark}`;
	// Electron recognizes a template image by this suffix.
	if (platform === "darwin") return `tray${badge}Template`;
	return `tray-${isDark ? "dark" : "light"}${badge}`;
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
const MAX_LABEL_LENGTH = 60;

const label = (text: Text): string => plainText(textOf(text), MAX_LABEL_LENGTH);

export class AppTray {
	readonly #pathOf: (name: string) => string;
	readonly #actions: TrayActions;
	readonly #tray: Tray;
	#isDark = nativeTheme.shouldUseDarkColors;
	#shown: WaitingState = NOTHING;

	constructor(pathOf: (name: string) => string, actions: TrayActions) {
		this.#pathOf = pathOf;
		this.#actions = actions;
		this.#tray = new Tray(this.#image());
		this.#tray.setToolTip("Countersign");
		this.#tray.setContextMenu(this.#menu());
		this.#tray.on("click", () => (this.#shown.count > 0 ? actions.reviewNext() : actions.openDesk()));
		nativeTheme.on("updated", () => {
			// A theme chosen in the app doesn't apply to the system's panel.
			if (nativeTheme.themeSource !== "system") return;
			this.#isDark = nativeTheme.shouldUseDarkColors;
			this.#tray.setImage(this.#image());
		});
	}

	showWaiting(state: WaitingState): void {
		if (isDeepStrictEqual(state, this.#shown)) return;
		const isOther = state.mark !== this.#shown.mark;
		this.#shown = state;
		this.#tray.setToolTip(textOf(state.tooltip));
		if (isOther) this.#tray.setImage(this.#image());
		this.#tray.setContextMenu(this.#menu());
	}

	#image(): string {
		return this.#pathOf(trayImage(process.platform, this.#isDark, this.#shown.mark));
	}

	#menu(): Menu {
		const actions = this.#actions;
		const { budgets, count, first, isPaused } = this.#shown;
		return Menu.buildFromTemplate([
			{
				label: count > 0 ? t("desktop.tray.review-next", { count }) : t("desktop.menu.review-next"),
				enabled: count > 0,
				click: actions.reviewNext,
			},
			...first.map(({ entryId, headline }) => ({
				label: label(headline),
				click: () => actions.review(entryId),
			})),
			{ label: t("desktop.menu.open"), click: actions.openDesk },
			{ type: "separator" as const },
			...budgets.map((budget) => ({ label: label(budget), enabled: false })),
			{
				label: isPaused ? t("desktop.tray.resume") : t("desktop.tray.pause"),
				click: () => actions.pause(!this.#shown.isPaused),
			},
			{ label: t("desktop.menu.stop-agents"), click: actions.stopAgents },
			{ label: t("desktop.menu.lock"), click: actions.lock },
			{ label: t("desktop.menu.quit"), click: actions.quit },
		]);
	}
}
