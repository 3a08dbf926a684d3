import { execFileSync } from "node:child_process";
import type { Origin } from "./stage.ts";

function git(root: string, ...args: readonly string[]): string | null {
	try {
		return execFileSync("git", args, {
			cwd: root,
			encoding: "utf8",
			stdio: ["ignore", "pipe", "ignore"],
		}).trim();
	} catch {
		return null;
	}
}

/**
 * Of which source the project's folder is: COUNTERSIGN_COMMIT and SOURCE_DATE_EPOCH where they are set (a source
 * without its history), else what git says. Changed files are no commit's.
 */
export function originOf(root: string, env: NodeJS.ProcessEnv): Origin {
	const epoch = Number(env["SOURCE_DATE_EPOCH"] ?? git(root, "log", "-1", "--format=%ct") ?? 0);
	if (!Number.isSafeInteger(epoch) || epoch < 0)
		throw new Error("SOURCE_DATE_EPOCH is no number of seconds.");
	const commit = env["COUNTERSIGN_COMMIT"] ?? git(root, "rev-parse", "HEAD");
	const changed = env["COUNTERSIGN_COMMIT"] === undefined && git(root, "status", "--porcelain") !== "";
	return { commit: changed || commit === "" ? null : commit, epoch };
}
