import { base58 } from "@scure/base";
import type { SignablePayload } from "../../../src/service-api/action.ts";
import { type Ask, type Case, type CaseContext, type Label, NOW, SVM_USER, USER } from "../case.ts";
import { MY_SECOND } from "../world/svm/addresses.ts";
import type { TypedData } from "./typed.ts";

/** Helpers for message cases, with defaults for everything that most of them share. */

/** Contact that the user has paid before. */
export const FRIEND = "0x4F2083f5fBede34C2714aFfb3105539775f7FE64";
/** Another account of the user. */
const OWN_OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

export const MESSAGE_CONTEXT: CaseContext = {
	accounts: [
		{ address: USER },
		{ address: SVM_USER },
		{ address: OWN_OTHER, label: "Savings", signer: "missing" },
		{ address: MY_SECOND.toBase58(), label: "Savings on Solana", signer: "missing" },
	],
	contacts: [{ address: FRIEND, label: "Ana" }],
	dealings: [{ address: FRIEND, paid: 3 }],
};

interface MessageCase {
	readonly id: string;
	readonly label: Label;
	readonly title: string;
	readonly why: string;
	readonly ask: Ask;
	/** Default: the EVM chain, with the contracts that signatures refer to. */
	readonly world?: Case["world"];
	readonly context?: CaseContext;
}

const messageCase =
	(kind: Case["kind"]) =>
	({ world = "evm", context = MESSAGE_CONTEXT, ...given }: MessageCase): Case => ({
		...given,
		id: `message/${given.id}`,
		kind,
		world,
		context,
	});
export const messageAttack = messageCase("attack");
export const messageHonest = messageCase("honest");

/** Deadline that an honest requester would use. */
export const SOON = NOW + 1_800;
export const DAY = 86_400;

export const personal = (text: string): Ask => ({ form: "personal", text });
export const typedAsk = (typedData: TypedData): Ask => ({ form: "typed", typedData });
export const solanaText = (text: string): Ask => ({ form: "svm-message", text });
export const solanaBytes = (bytes: Uint8Array): Ask => ({
	form: "messages",
	family: "svm",
	payloads: [{ kind: "svm_message", message_base64: Buffer.from(bytes).toString("base64") }],
});
export const several = (payloads: readonly SignablePayload[]): Ask => ({
	form: "messages",
	family: "evm",
	payloads,
});
export const textPayload = (message: string): SignablePayload => ({ kind: "evm_personal", message });
export const typedPayload = (typedData: TypedData): SignablePayload => ({
	kind: "evm_typed_data",
	typed_data: { ...typedData },
});

export interface SignInText {
	readonly domain: string;
	readonly address?: string;
	readonly statement?: string | null;
	readonly uri?: string;
	readonly chain?: string;
	readonly nonce?: string | null;
	readonly issuedAt?: string;
	readonly expires?: string;
	readonly resources?: readonly string[];
}

/** Formats the time in so many seconds as RFC 3339. */
export const isoIn = (seconds: number): string => new Date((NOW + seconds) * 1_000).toISOString();

function signIn(chainName: string, own: string, defaultChain: string, parts: SignInText): string {
	const {
		domain,
		address = own,
		statement = "Sign in to the app.",
		uri = `https://${domain}`,
		expires,
	} = parts;
	const { chain = defaultChain, nonce = "f3Kq92LmZx01", issuedAt = isoIn(-20), resources = [] } = parts;
	const lines = [
		`${domain} wants you to sign in with your ${chainName} account:`,
		address,
		"",
		...(statement === null ? [] : [statement, ""]),
		`URI: ${uri}`,
		"Version: 1",
		`Chain ID: ${chain}`,
		...(nonce === null ? [] : [`Nonce: ${nonce}`]),
		`Issued At: ${issuedAt}`,
		...(expires === undefined ? [] : [`Expiration Time: ${expires}`]),
		...(resources.length === 0 ? [] : ["Resources:", ...resources.map((each) => `- ${each}`)]),
	];
	return lines.join("\n");
}

/** Creates a sign-in text of EIP-4361. */
export const ethereumSignIn = (parts: SignInText): string => signIn("Ethereum", USER, "1", parts);
/** Creates a text of Sign In With Solana (phantom/sign-in-with-solana), which uses the format of EIP-4361. */
export const solanaSignIn = (parts: SignInText): string => signIn("Solana", SVM_USER, "mainnet", parts);

const OFFCHAIN = [0xff, ...Buffer.from("solana offchain")];

/** Creates an off-chain message of version 0 with its full header (anza's proposal). */
export function offchain(
	text: string,
	{
		signers = [SVM_USER],
		application = Buffer.alloc(32, 7),
		format = 0,
		length,
	}: {
		signers?: readonly string[];
		application?: Uint8Array;
		format?: number;
		length?: number;
	} = {},
): Uint8Array {
	const body = Buffer.from(text, "utf8");
	const size = length ?? body.length;
	return Uint8Array.from([
		...OFFCHAIN,
		0,
		...application,
		format,
		signers.length,
		...signers.flatMap((signer) => [...base58.decode(signer)]),
		size & 0xff,
		size >> 8,
		...body,
	]);
}
