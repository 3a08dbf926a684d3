import { nativeTheme } from "electron";
import type { Theme } from "../../../ipc/settings.ts";

/** Light, dark or as the system: for the windows' pages and the system's own parts of them. */
export function setTheme(theme: Theme): void {
	nativeTheme.themeSource = theme;
}
