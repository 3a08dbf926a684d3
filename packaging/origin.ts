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
 * Returns the source of the project's folder, from COUNTERSIGN_COMMIT and SOURCE_DATE_EPOCH (for a source without
 * history) or from git. The commit is `null` if files are changed.
 */
export function originOf(root: string, env: NodeJS.ProcessEnv): Origin {
	const epoch = Number(env["SOURCE_DATE_EPOCH"] ?? git(root, "log", "-1", "--format=%ct") ?? 0);
	if (!Number.isSafeInteger(epoch) || epoch < 0)
		throw new Error("SOURCE_DATE_EPOCH is not a number of seconds.");
	const commit = env["COUNTERSIGN_COMMIT"] ?? git(root, "rev-parse", "HEAD");
	const changed = env["COUNTERSIGN_COMMIT"] === undefined && git(root, "status", "--porcelain") !== "";
	return { commit: changed || commit === "" ? null : commit, epoch };
}
