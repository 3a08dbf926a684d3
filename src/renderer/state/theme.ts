import { useEffect } from "react";
import type { Theme } from "../../ipc/settings.ts";

export function useTheme(theme: Theme): void {
	useEffect(() => {
		const root = document.documentElement;
		if (theme === "system") delete root.dataset["theme"];
		else root.dataset["theme"] = theme;
	}, [theme]);
}
