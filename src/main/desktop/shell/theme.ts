import { nativeTheme } from "electron";
import type { Theme } from "../../../ipc/settings.ts";

export function setTheme(theme: Theme): void {
	nativeTheme.themeSource = theme;
}
