import { nativeTheme } from "electron";
import type { Theme } from "../../../ipc/settings.ts";

/** Sets light, dark or the system's theme, for the windows' pages and the system's own surfaces. */
export function setTheme(theme: Theme): void {
	nativeTheme.themeSource = theme;
}
