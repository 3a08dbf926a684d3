import type { AnswerPace } from "./app-channel.ts";

/** Distinguishes exchanges that the device answers itself from those that prompt the user. */

/** Timeout class of each exchange, from the sent bytes. */
export type PaceOf = (apdu: Uint8Array) => AnswerPace;

export const quick: PaceOf = () => "quick";
export const question: PaceOf = () => "question";

/** CLA, INS, P1, P2 and length precede the data. */
const HEADER = 5;

/**
 * Classifies a payload of `total` bytes sent in chunks: the last byte completes the prompt. `before`: class
 * of the others.
 */
export function chunked(total: number, before: AnswerPace = "quick"): PaceOf {
	let sent = 0;
	return (apdu) => {
		sent += apdu.byteLength - HEADER;
		return sent >= total ? "question" : before;
	};
}

const CLA = 0xe0;
const INS_TOKEN = 0x0a;
const INS_FILTER = 0x1e;
const FILTER_AMOUNT = 0xfe;
/** Marks the verifying contract as an amount's token. */
const OWN_TOKEN = 255;

/** E0 0A: the answer is the description's slot. */
export const TOKEN_INSTRUCTION = 0xe00a;

/** Returns E0 0A, which sends the Ethereum app a token description. */
export const tokenApdu = (description: Uint8Array): Uint8Array =>
	Buffer.concat([Buffer.from([CLA, INS_TOKEN, 0, 0, description.byteLength]), description]);

/**
 * Returns whether a filter joins an amount with the contract's own token, whose description the app expects
 * just before.
 */
export function asksOwnToken(apdu: Uint8Array): boolean {
	if (apdu[0] !== CLA || apdu[1] !== INS_FILTER || apdu[3] !== FILTER_AMOUNT) return false;
	const label = apdu[HEADER] ?? 0;
	return apdu[HEADER + 1 + label] === OWN_TOKEN;
}

const INS_EIP712_SIGN = 0x0c;
const INS_EIP712_VALUE = 0x1c;

/**
 * Classifies EIP-712: types come first; some versions show values as they arrive; the last exchange prompts.
 */
export const typedData: PaceOf = (apdu) => {
	if (apdu[1] === INS_EIP712_SIGN) return "question";
	return apdu[1] === INS_EIP712_VALUE ? "patient" : "quick";
};

/** Returns E0 D8, which asks the dashboard to open an app. */
export function openAppApdu(name: string): Uint8Array {
	const bytes = Buffer.from(name, "ascii");
	return Buffer.concat([Buffer.from([0xe0, 0xd8, 0, 0, bytes.byteLength]), bytes]);
}

/** B0 A7 closes the open app. */
export const QUIT_APP = Buffer.from("b0a7000000", "hex");
/** B0 01 requests name and version of the open app. */
export const APP_INFO = Buffer.from("b001000000", "hex");
export const APP_INFO_INSTRUCTION = 0xb001;
/**
 * Configuration requests. The first byte (in Ethereum's its lowest bit) says whether blind signing is
 * allowed.
 */
export const CONFIGURATION = {
	Ethereum: Buffer.from("e006000000", "hex"),
	Solana: Buffer.from("e004000000", "hex"),
} as const;
