import type { AppLevel, AppLevelSetting } from "../../../ipc/settings.ts";
import type { Settings } from "../../ports.ts";

/** How requests of this app are told of; one that names none is of no app, and told of as usual. */
export function levelOf(levels: readonly AppLevelSetting[], app: string | null): AppLevel {
	return levels.find((each) => each.app === app)?.level ?? "on";
}

/** The same in a conversation, which the user may have muted as a whole. */
export function chosenLevel(
	{ appLevels, mutedSessions }: Pick<Settings, "appLevels" | "mutedSessions">,
	sessionId: string,
	app: string | null,
): AppLevel {
	return mutedSessions.includes(sessionId) ? "muted" : levelOf(appLevels, app);
}

/**
 * The levels with this one. What was set back to the usual one stays in the list until another is chosen, so that its
 * line does not go away under the user's hand.
 */
export function withLevel(
	levels: readonly AppLevelSetting[],
	chosen: AppLevelSetting,
): readonly AppLevelSetting[] {
	const others = levels.filter(({ app, level }) => app !== chosen.app && level !== "on");
	const at = levels.findIndex(({ app }) => app === chosen.app);
	const before = levels.slice(0, at).filter((each) => others.includes(each)).length;
	return at === -1 ? [...others, chosen] : others.toSpliced(before, 0, chosen);
}
