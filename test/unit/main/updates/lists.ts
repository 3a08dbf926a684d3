import { ed25519 } from "@noble/curves/ed25519.js";
import { base64 } from "@scure/base";
import { signList } from "../../../../src/main/updates/signed-list.ts";

/** Keys and lists of a fictional release. */

const secretOf = (fill: number) => new Uint8Array(32).fill(fill);
const publicOf = (secret: Uint8Array) => base64.encode(ed25519.getPublicKey(secret));

const [present, next, other] = [secretOf(1), secretOf(2), secretOf(3)];
export const SECRETS = { present, next, other };
export const KEYS = { present: publicOf(present), next: publicOf(next), other: publicOf(other) };

export const NOW = Date.parse("2026-11-23T12:00:00Z");
const DAY = 24 * 3600_000;
export const after = (days: number) => new Date(NOW + days * DAY).toISOString();

export interface ListMembers {
	readonly version: string;
	readonly issued: string;
	readonly expires: string;
	readonly changes: readonly string[];
	readonly files: readonly object[];
}

export const body = (change: Partial<ListMembers> = {}): string =>
	JSON.stringify({
		version: "0.2.0",
		issued: after(-1),
		expires: after(90),
		changes: ["Reviews read faster."],
		files: [{ name: "Countersign-0.2.0.AppImage", size: 3, sha256: "a".repeat(64) }],
		...change,
	});

export const published = (change: Partial<ListMembers> = {}, secret = SECRETS.present): string =>
	signList(body(change), secret);
