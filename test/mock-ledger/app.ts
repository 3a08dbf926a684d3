import type { Keys } from "./keys.ts";
import type { ScreenQuestion } from "./question.ts";
import type { Page, Review } from "./screens.ts";

/** Interface of a device app, which answers a command or asks the user. */

export interface Apdu {
	readonly cla: number;
	readonly ins: number;
	readonly p1: number;
	readonly p2: number;
	readonly data: Uint8Array;
}

/** Signed content, which tests can check. */
export interface Signed {
	readonly app: AppName;
	readonly kind: "transaction" | "message" | "typed data" | "off-chain message";
	/** Ethereum: the digest. Solana: the message itself. */
	readonly payload: Uint8Array;
}

export type Outcome =
	/** Immediate answer. `notice` stays on the screen afterwards. */
	| { readonly kind: "answer"; readonly data: Uint8Array; readonly notice?: Page }
	| { readonly kind: "refuse"; readonly word: number; readonly notice?: Page }
	/**
	 * Question to the user. `answer` is also called with another device's keys, to forge that device's answer.
	 */
	| {
			readonly kind: "ask";
			readonly review: Review | ScreenQuestion;
			readonly answer: (keys: Keys) => Uint8Array;
			readonly refused: number;
			readonly signs?: Signed;
			/** App that opens after the answer to the dashboard's question. */
			readonly opens?: AppName;
	  };

export type AppName = "Ethereum" | "Solana";

export interface App {
	readonly name: AppName;
	readonly version: string;
	/** Pages of the idle app. */
	readonly home: readonly Page[];
	blindSigning: boolean;
	/** @throws Status for a command that is answered with only a status word */
	handle(apdu: Apdu): Outcome;
	/** Discards unfinished input. */
	reset(): void;
}

export function answer(data: Uint8Array = new Uint8Array()): Outcome {
	return { kind: "answer", data };
}

/** Returns the three numbers of a version. */
export function versionParts(version: string): [number, number, number] {
	const [major = 0, minor = 0, patch = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
	return [major, minor, patch];
}

/** Returns true if a version is at least another. */
export function atLeast(version: string, other: string): boolean {
	const [mine, theirs] = [versionParts(version), versionParts(other)];
	for (let at = 0; at < 3; at += 1) {
		const difference = (mine[at] ?? 0) - (theirs[at] ?? 0);
		if (difference !== 0) return difference > 0;
	}
	return true;
}
