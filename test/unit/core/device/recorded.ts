import { readFileSync } from "node:fs";
import { join } from "node:path";
import { base58, base64 } from "@scure/base";
import { hexToBytes } from "viem/utils";
import { z } from "zod";
import type { DeviceFacts, DevicePage } from "../../../../src/core/decoded-transaction/device-plan.ts";
import type { Intent } from "../../../../src/core/match/frozen.ts";
import type { EvmTransactionPayload } from "../../../../src/service-api/commit.ts";
import { LEDGER_TOKENS } from "../../../support/ledger-tokens.ts";
import { hex } from "../match/honest.ts";

/** Recorded screens of the real apps, and the payloads that produced them. */

const tx = z.object({
	type: z.enum(["eip1559", "legacy"]).optional(),
	chainId: z.number(),
	nonce: z.number(),
	to: z.string(),
	value: z.string(),
	gas: z.string(),
	/** Missing in legacy transactions, which the app never signs. */
	maxFeePerGas: z.string().default("0"),
	maxPriorityFeePerGas: z.string().default("0"),
	data: z.string().optional(),
});

const recording = z.object({
	name: z.string(),
	blind_signing: z.boolean(),
	decision: z.enum(["approve", "reject"]).nullable(),
	input: z.object({
		tx: tx.optional(),
		/** Bytes of a personal message. */
		hex: z.string().optional(),
		typedData: z.record(z.string(), z.unknown()).optional(),
		/** Solana message in hex. */
		message: z.string().optional(),
	}),
	screens: z.array(z.string()),
	error: z.unknown().optional(),
});
export type Recording = z.infer<typeof recording>;

const file = z.object({ version: z.string(), recordings: z.array(recording) });

export const ETHEREUM_ACCOUNT = "0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D";

export function recordingsOf(
	name:
		| "ethereum-1.22.0-nanox"
		| "ethereum-1.22.0-nanox-clear"
		| "ethereum-1.22.0-flex"
		| "solana-1.9.0-nanox",
): readonly Recording[] {
	const path = join(import.meta.dirname, `../../../mock-ledger/recordings/${name}.json`);
	const { recordings } = file.parse(JSON.parse(readFileSync(path, "utf8")));
	return recordings;
}

/** Returns facts about a device that has the recorded app open, with a test's changes. */
export function deviceFacts(
	version: string,
	blindSigning: boolean,
	patch: Partial<DeviceFacts> = {},
): DeviceFacts {
	return {
		model: "Ledger Nano X",
		path: "m/44'/60'/0'/0/0",
		app: { version, blindSigning },
		tokens: LEDGER_TOKENS,
		...patch,
	};
}

type TxPatch = Partial<EvmTransactionPayload["transaction"]> & { readonly chain_id?: number };

/** Returns a transfer of 0.0123 ETH, which most recordings sign, with a test's changes. */
export function transfer({ chain_id = 1, ...patch }: TxPatch = {}): EvmTransactionPayload {
	return {
		kind: "evm_transaction",
		chain_id,
		signer: ETHEREUM_ACCOUNT.toLowerCase(),
		nonce: 3,
		transaction: {
			to: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
			value: "12300000000000000",
			data: "0x",
			gas_limit: 21_000,
			max_fee_per_gas: "30000000000",
			max_priority_fee_per_gas: "1000000000",
			...patch,
		},
	};
}

/** Adds empty signatures to a message, as in an unsigned payload. */
function inEnvelope(message: Uint8Array): string {
	const signers = message[message[0] === 0x80 ? 1 : 0] ?? 0;
	return base64.encode(Uint8Array.from([signers, ...new Uint8Array(64 * signers), ...message]));
}

/** Fee payer of the recorded Solana messages, which signs them. */
export const SOLANA_ACCOUNT = base58.encode(
	hexToBytes("0x1572e52f2c5e7e66bc19ac6cd30b6d696ea799cfe6d784542ab7d8b7fe315b5c"),
);

/** Returns the payload of a recording, or `null` if the recording signs nothing. */
export function intentOf({ name, input }: Recording): Intent | null {
	if (input.tx !== undefined) {
		const { chainId: chain_id, nonce, to, value, gas, maxFeePerGas, maxPriorityFeePerGas, data } = input.tx;
		const made = transfer({
			chain_id,
			to,
			value,
			data: data ?? "0x",
			gas_limit: Number(gas),
			max_fee_per_gas: maxFeePerGas,
			max_priority_fee_per_gas: maxPriorityFeePerGas,
		});
		return { ...made, nonce };
	}
	// This recording contains only the first chunk that was sent, which starts with this data.
	if (name === "contract call with blind signing off")
		return transfer({ data: `0xdeadbeef${"5a".repeat(996)}` });
	if (input.hex !== undefined) return { kind: "evm_personal", message: `0x${input.hex}` };
	if (input.typedData !== undefined) return { kind: "evm_typed_data", typed_data: input.typedData };
	if (input.message === undefined) return null;
	const bytes = hexToBytes(hex(`0x${input.message}`));
	return bytes[0] === 0xff
		? { kind: "svm_message", message_base64: base64.encode(bytes) }
		: {
				kind: "svm_transaction",
				signer: SOLANA_ACCOUNT,
				transaction_base64: inEnvelope(bytes),
				lookups: [],
			};
}

/** Screens that don't belong to a review: the home screen and the answer that wasn't chosen. */
const ASIDE = /^(Ethereum \| app is ready|Application \| is ready|Quit app|Reject( (transaction|message))?)$/;
const NUMBERED = /^(.+) \((\d+)\/(\d+)\)$/;

const solid = (text: string) => text.replaceAll(/\s/g, "");

/** Returns each page once: numbered parts joined, and white space and line breaks removed. */
export function reviewPages({ screens }: Pick<Recording, "screens">): readonly string[] {
	const pages: string[] = [];
	for (const screen of screens.filter((each) => !ASIDE.test(each))) {
		const [head = "", ...lines] = screen.split("|");
		const numbered = NUMBERED.exec(head.trim());
		const text = solid(lines.join(""));
		if (numbered !== null && numbered[2] !== "1") pages.push(`${pages.pop() ?? ""}${text}`);
		else pages.push(solid(numbered?.[1] ?? head) + text);
	}
	return pages;
}

/** Touch screen texts that aren't fields of a review. */
const TOUCH_ASIDE =
	/^(Swipe to review|Reject|Cancel|Skip|Hold to sign|Back to safety|Accept risk and continue|\d+ of \d+)$/;
const TOUCH_HOME = /^(Ethereum \| This app enables|Reject (transaction|message)\? )/;

/** Returns the fields of each touch screen without breaks and buttons; truncated text ends in "...More". */
export const touchScreens = ({ screens }: Pick<Recording, "screens">): readonly string[] =>
	screens
		.filter((each) => !TOUCH_HOME.test(each))
		.map((screen) =>
			screen
				.split("|")
				.map((line) => line.trim())
				.filter((line) => !TOUCH_ASIDE.test(line))
				.map(solid)
				.join(""),
		);

export const predictedPages = (pages: readonly DevicePage[]): readonly string[] =>
	pages.map(({ title, text }) => solid(`${title}${text}`));
