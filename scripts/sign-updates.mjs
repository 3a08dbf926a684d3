// Signs a release's list: node scripts/sign-updates.mjs --version 0.2.0 --changes changes.txt --out FILE
// PACKAGE... The key comes only from COUNTERSIGN_UPDATE_KEY (32 bytes in base64) and is never printed. --days
// N sets how long the list is valid (90 by default). --new-key prints a new key pair, whose private key must
// be kept for the release.
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { ed25519 } from "@noble/curves/ed25519.js";
import { base64 } from "@scure/base";
import release from "../src/main/updates/release.json" with { type: "json" };
import { openList, signList } from "../src/main/updates/signed-list.ts";

const DAY_MS = 24 * 3600_000;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		version: { type: "string" },
		changes: { type: "string" },
		out: { type: "string" },
		days: { type: "string", default: "90" },
		"new-key": { type: "boolean", default: false },
	},
});

function fail(message) {
	console.error(message);
	process.exit(2);
}

function secretOf(text) {
	try {
		const secret = base64.decode(text.trim());
		return secret.length === 32 ? secret : null;
	} catch {
		return null;
	}
}

if (values["new-key"]) {
	const secret = randomBytes(32);
	console.log(`secret ${base64.encode(secret)}\npublic ${base64.encode(ed25519.getPublicKey(secret))}`);
	process.exit(0);
}
const { version, changes, out } = values;
const days = Number(values.days);
if (version === undefined || changes === undefined || out === undefined || positionals.length === 0)
	fail("usage: sign-updates.mjs --version X.Y.Z --changes FILE --out FILE [--days N] PACKAGE...");
if (!Number.isInteger(days) || days < 1 || days > 365) fail("--days is a whole number from 1 to 365");
const given = process.env.COUNTERSIGN_UPDATE_KEY ?? "";
delete process.env.COUNTERSIGN_UPDATE_KEY;
const secret = secretOf(given);
if (secret === null) fail("COUNTERSIGN_UPDATE_KEY is not 32 bytes in base64");
const key = base64.encode(ed25519.getPublicKey(secret));
if (!release.keys.includes(key))
	fail(`the key ${key} is not in src/main/updates/release.json, so no app would accept this list`);

const now = Date.now();
const body = `${JSON.stringify(
	{
		version,
		issued: new Date(now).toISOString(),
		expires: new Date(now + days * DAY_MS).toISOString(),
		changes: readFileSync(changes, "utf8")
			.split("\n")
			.map((line) => line.replace(/^\s*[-*]\s+/, "").trim())
			.filter((line) => line !== ""),
		files: positionals.map((path) => ({
			name: basename(path),
			size: statSync(path).size,
			sha256: createHash("sha256").update(readFileSync(path)).digest("hex"),
		})),
	},
	null,
	"\t",
)}\n`;
const text = signList(body, secret);
secret.fill(0);
const reading = openList(text, [key]);
if (!reading.ok)
	fail(
		`the app would reject this list (${reading.fault}): check the version, the changes and the file names`,
	);
writeFileSync(out, text);
console.log(
	`signed ${out}: ${version}, ${positionals.length} files, good until ${new Date(now + days * DAY_MS).toISOString()}`,
);
