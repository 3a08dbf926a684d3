import { systemPreferences } from "electron";
import type { Text } from "../../../core/message.ts";
import { textOf } from "../../../text/index.ts";

/** Touch ID, which Electron offers on macOS alone; everywhere else there is nothing to ask. */

export function offersTouch(platform: NodeJS.Platform = process.platform): boolean {
	return platform === "darwin" && systemPreferences.canPromptTouchID();
}

/** A finger that is not known, and a question that is called off, are a no. Never rejects. */
export async function confirmByTouch(
	why: Text,
	platform: NodeJS.Platform = process.platform,
): Promise<"yes" | "no" | "none"> {
	if (!offersTouch(platform)) return "none";
	try {
		await systemPreferences.promptTouchID(textOf(why));
		return "yes";
	} catch {
		return "no";
	}
}
