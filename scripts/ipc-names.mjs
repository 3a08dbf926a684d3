// Writes the names of the commands that each preload lets through from the tables of src/ipc/windows.ts. Written out,
// they bring no schema into a preload's bundle. Run: npm run names; with --check it only says whether they are fresh.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deskProcedures, trustedProcedures } from "../src/ipc/windows.ts";

const FILE = join(import.meta.dirname, "../src/preload/names.ts");

const list = (constant, type, procedures) => `
export const ${constant} = [
${Object.keys(procedures)
	.map((name) => `\t${JSON.stringify(name)},\n`)
	.join("")}] as const satisfies readonly (keyof ${type})[];
`;

const text = `import type { DeskProcedures, TrustedProcedures } from "../ipc/windows.ts";

/** Written by \`npm run names\` from src/ipc/windows.ts: never edit it. \`npm run lint\` fails where it is not fresh. */
${list("DESK_NAMES", "DeskProcedures", deskProcedures)}${list("TRUSTED_NAMES", "TrustedProcedures", trustedProcedures)}`;

if (!process.argv.includes("--check")) writeFileSync(FILE, text);
else if (readFileSync(FILE, "utf8") !== text) {
	console.error("src/preload/names.ts is not what src/ipc/windows.ts says: run npm run names");
	process.exitCode = 1;
}
