import { useEffect } from "react";
import type { Theme } from "../../ipc/settings.ts";

/** Puts the chosen theme on the page; "system" leaves it to the system. */
export function useTheme(theme: Theme): void {
	useEffect(() => {
		const root = document.documentElement;
		if (theme === "system") delete root.dataset["theme"];
		else root.dataset["theme"] = theme;
	}, [theme]);
}
