// Checks downloads against a release's signed list: node scripts/verify-download.mjs LIST FILE... Exits with
// 0 only if every file matches the list byte for byte, and the list is signed with a key in this source and
// hasn't expired. Someone who withholds a newer release can still show an old one with its list.
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import release from "../src/main/updates/release.json" with { type: "json" };
import { downloadFault, openList } from "../src/main/updates/signed-list.ts";

const [listPath, ...paths] = process.argv.slice(2);
if (listPath === undefined || paths.length === 0) {
	console.error("usage: npm run verify-download -- LIST FILE...");
	process.exit(2);
}
const missing = [listPath, ...paths].find(
	(path) => statSync(path, { throwIfNoEntry: false })?.isFile() !== true,
);
if (missing !== undefined) {
	console.error(`${missing} is no file`);
	process.exit(2);
}
const reading = openList(readFileSync(listPath, "utf8"), release.keys);
if (!reading.ok) {
	const unset = release.keys.length === 0 ? "; this source names no key of a release" : "";
	console.error(`${listPath}: not accepted (${reading.fault}${unset})`);
	process.exit(1);
}
const { list } = reading;
if (list.expires <= Date.now()) {
	console.error(`${listPath} has expired: there may be a newer release than ${list.version}`);
	process.exitCode = 1;
}
for (const path of paths) {
	const bytes = readFileSync(path);
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	const fault = downloadFault(list, { name: basename(path), size: bytes.length, sha256 });
	console.log(
		`${path}: ${fault === null ? `of ${list.version}, as it was released` : `NOT as released (${fault})`}`,
	);
	if (fault !== null) process.exitCode = 1;
}
