import type { AnswerPace } from "./talk.ts";

/** Which exchanges the device answers by itself, and with which it asks the user. */

/** How each exchange of a call is waited for, told from the bytes that go out. */
export type PaceOf = (apdu: Uint8Array) => AnswerPace;

export const quick: PaceOf = () => "quick";
export const question: PaceOf = () => "question";

/** CLA, INS, P1, P2 and the length come before the data. */
const HEADER = 5;

/** A payload of `total` bytes in chunks: the question is out with its last byte. `before`: how the others wait. */
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
/** The token of an amount is the contract that reads the signature. */
const OWN_TOKEN = 255;

/** E0 0A: the description is answered with the slot that it has. */
export const TOKEN_INSTRUCTION = 0xe00a;

/** E0 0A tells the Ethereum app of a token. */
export const tokenApdu = (description: Uint8Array): Uint8Array =>
	Buffer.concat([Buffer.from([CLA, INS_TOKEN, 0, 0, description.byteLength]), description]);

/** A filter that joins an amount with the token of the contract itself: the app wants its description right before. */
export function asksOwnToken(apdu: Uint8Array): boolean {
	if (apdu[0] !== CLA || apdu[1] !== INS_FILTER || apdu[3] !== FILTER_AMOUNT) return false;
	const label = apdu[HEADER] ?? 0;
	return apdu[HEADER + 1 + label] === OWN_TOKEN;
}

const INS_EIP712_SIGN = 0x0c;
const INS_EIP712_VALUE = 0x1c;

/** EIP-712: types come first; with the values, some versions show each as it comes; the last exchange asks. */
export const typedData: PaceOf = (apdu) => {
	if (apdu[1] === INS_EIP712_SIGN) return "question";
	return apdu[1] === INS_EIP712_VALUE ? "patient" : "quick";
};

/** E0 D8 asks the dashboard to open the app of this name. */
export function openAppApdu(name: string): Uint8Array {
	const bytes = Buffer.from(name, "ascii");
	return Buffer.concat([Buffer.from([0xe0, 0xd8, 0, 0, bytes.byteLength]), bytes]);
}

/** B0 A7 ends the open app. */
export const QUIT_APP = Buffer.from("b0a7000000", "hex");
/** B0 01: the open app's name and version. */
export const APP_INFO = Buffer.from("b001000000", "hex");
export const APP_INFO_INSTRUCTION = 0xb001;
/** The apps' configurations: the first byte says (in Ethereum's, its lowest bit) whether blind signing is allowed. */
export const CONFIGURATION = {
	Ethereum: Buffer.from("e006000000", "hex"),
	Solana: Buffer.from("e004000000", "hex"),
} as const;
