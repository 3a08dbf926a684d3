import type { AnswerPace } from "./app-channel.ts";

export type PaceOf = (apdu: Uint8Array) => AnswerPace;

export const quick: PaceOf = () => "quick";
export const question: PaceOf = () => "question";

/** CLA, INS, P1, P2 and length. */
const HEADER = 5;

/** @param total number of payload bytes; the exchange that sends the last of them starts the prompt */
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
/** Token index that refers to the verifying contract. */
const VERIFYING_CONTRACT_TOKEN = 255;

/** CLA E0, INS 0A. The response is the slot where the app stored the description. */
export const TOKEN_INSTRUCTION = 0xe00a;

export const tokenApdu = (description: Uint8Array): Uint8Array =>
	Buffer.concat([Buffer.from([CLA, INS_TOKEN, 0, 0, description.byteLength]), description]);

/** Returns whether the app expects the contract token's description right before this filter. */
export function needsContractToken(apdu: Uint8Array): boolean {
	if (apdu[0] !== CLA || apdu[1] !== INS_FILTER || apdu[3] !== FILTER_AMOUNT) return false;
	const label = apdu[HEADER] ?? 0;
	return apdu[HEADER + 1 + label] === VERIFYING_CONTRACT_TOKEN;
}

const INS_EIP712_SIGN = 0x0c;
const INS_EIP712_VALUE = 0x1c;

/** Some versions display each value as it arrives. The last exchange starts the prompt. */
export const typedData: PaceOf = (apdu) => {
	if (apdu[1] === INS_EIP712_SIGN) return "question";
	return apdu[1] === INS_EIP712_VALUE ? "patient" : "quick";
};

export function openAppApdu(name: string): Uint8Array {
	const bytes = Buffer.from(name, "ascii");
	return Buffer.concat([Buffer.from([0xe0, 0xd8, 0, 0, bytes.byteLength]), bytes]);
}

export const QUIT_APP = Buffer.from("b0a7000000", "hex");
export const APP_INFO = Buffer.from("b001000000", "hex");
export const APP_INFO_INSTRUCTION = 0xb001;
/**
 * APDUs that request an app's configuration. Blind signing is allowed if the lowest bit (Ethereum) or any bit
 * (Solana) of the response's first byte is set.
 */
export const CONFIGURATION = {
	Ethereum: Buffer.from("e006000000", "hex"),
	Solana: Buffer.from("e004000000", "hex"),
} as const;
