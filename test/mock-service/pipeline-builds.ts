import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import canonicalize from "canonicalize";
import { type Build, build } from "../../src/service-api/build.ts";
import type { PipelineSimulation } from "../../src/service-api/simulation.ts";
import type { Database } from "./database.ts";
import { Problem } from "./problem.ts";

/**
 * Reads and writes the text of portable Builds. Parsing and reformatting would change it: it contains extra
 * spaces, escapes and a number too large for a double. The attestation covers every byte, or the parsed form
 * (RFC 8785) if clients may reformat it (docs/service-api/differences.md#builds).
 */

export interface BuildFacts {
	readonly status: "staged" | "simulated";
	readonly actions: readonly unknown[];
	readonly origin: {
		readonly app: string;
		readonly operations: readonly Operation[];
		readonly skills: readonly string[];
	};
	/** Unix seconds. */
	readonly expiresAt: number;
	readonly simulation: PipelineSimulation | null;
	readonly title: string;
}

export interface Operation {
	readonly operation: string;
	readonly arguments: unknown;
}

/** False values that a lying service writes. */
export interface Lies {
	readonly digest?: string;
	/** Additional members as JSON text. */
	readonly extra?: string;
}

/** SHA-256 over the RFC 8785 form of the actions. */
function digestOf(actions: readonly unknown[]): string {
	const hash = createHash("sha256").update(canonicalize(actions) ?? "");
	return `sha256:${hash.digest("hex")}`;
}

const ATTESTATION = /"attestation"\s*:\s*"(hmac_[0-9a-f]{64})?"/;

export class Builds {
	readonly #key: Buffer;
	readonly #mayBeRewritten: () => boolean;

	/** @param mayBeRewritten whether a reformatted Build is accepted */
	constructor(db: Database, mayBeRewritten: () => boolean) {
		this.#mayBeRewritten = mayBeRewritten;
		db.sql
			.prepare("INSERT OR IGNORE INTO meta VALUES ('pipeline_key', ?)")
			.run(randomBytes(32).toString("hex"));
		const row = db.sql.prepare("SELECT value FROM meta WHERE key = 'pipeline_key'").get();
		this.#key = Buffer.from(String(row?.["value"]), "hex");
	}

	#attestation(caller: string, text: string): string {
		const bare = text.replace(ATTESTATION, '"attestation": ""');
		const covered = this.#mayBeRewritten() ? canonicalize(JSON.parse(bare)) : bare;
		return `hmac_${createHmac("sha256", this.#key).update(`${caller}\n${covered}`).digest("hex")}`;
	}

	/** Writes a Build of this caller as text. */
	write(caller: string, facts: BuildFacts, lies: Lies = {}): string {
		const { status, actions, origin, expiresAt, simulation, title } = facts;
		const rest = simulation === null ? "" : ` ,"simulation":${JSON.stringify(simulation)}`;
		const text = [
			`{ "version": 2, "status" : "${status}",`,
			` "digest": "${lies.digest ?? digestOf(actions)}", "attestation": "",`,
			` "actions": ${JSON.stringify(actions, null, 1)}, "origin":${JSON.stringify(origin)},`,
			` "expiresAt" : ${expiresAt}${rest}${lies.extra ?? ""},`,
			` "summary": {"title":${JSON.stringify(title)},"actionCount":${actions.length},`,
			`"weight":12345678901234567890.50,"cook":"caf\\u00e9 \\/ ☕"} }`,
		].join("\n");
		return text.replace(ATTESTATION, `"attestation": "${this.#attestation(caller, text)}"`);
	}

	/** @throws Problem 422 if a byte was changed, or if it is another caller's Build or not a Build */
	read(caller: string, text: string): Build {
		const given = ATTESTATION.exec(text)?.[1] ?? "";
		const wanted = this.#attestation(caller, text);
		const same = given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
		if (!same)
			throw new Problem(422, "attestation_mismatch", "This is not a Build of this service and caller.");
		const read = build.parse(JSON.parse(text));
		if (read.digest !== digestOf(read.actions))
			throw new Problem(422, "digest_mismatch", "The digest is of other actions.");
		return read;
	}
}

/** Extracts the Build from a request body, byte for byte. @throws Problem 422 */
export function buildTextIn(body: string): string {
	const text = /^\s*\{\s*"build"\s*:\s*(\{[\s\S]*\})\s*\}\s*$/.exec(body)?.[1];
	if (text === undefined) throw new Problem(422, "unprocessable", 'Send {"build": …} and nothing else.');
	return text;
}
