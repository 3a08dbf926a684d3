import { createHash } from "node:crypto";
import { getAddress, isAddress, parseEther } from "viem";
import { z } from "zod";
import { firstIssue } from "../../src/service-api/event-page.ts";
import type { Intent } from "./evm-build.ts";
import { Problem } from "./problem.ts";

/** Operations of the mock service's apps: their input schemas, and their meaning. */

const address = z
	.string()
	.regex(/^0x[0-9a-fA-F]{40}$/)
	.describe("Who receives it.");
const baseUnits = z
	.string()
	.regex(/^[1-9][0-9]{0,77}$/)
	.describe("Base units as decimal digits; larger than 2^53 where need be.");

const send = z.strictObject({
	asset: z.enum(["ETH", "DEMO"]),
	to: address,
	amount: baseUnits,
	memo: z.string().max(80).optional(),
});

const sendMany = z.strictObject({
	payments: z
		.array(z.strictObject({ to: address, amount: baseUnits }))
		.min(1)
		.max(5),
	options: z
		.strictObject({
			urgent: z.boolean(),
			tags: z
				.array(z.enum(["rent", "salary", "gift"]))
				.max(3)
				.default([]),
			note: z.string().nullable().default(null),
		})
		.optional(),
});

const quote = z.strictObject({
	pair: z.enum(["ETH/DEMO", "DEMO/ETH"]),
	amount: baseUnits,
	depth: z.number().int().min(1).max(50).default(10),
});

const sendSol = z.strictObject({
	unit: z.enum(["SOL", "USDX"]),
	to: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
	amount: z
		.string()
		.regex(/^(?:0|[1-9][0-9]*)(?:\.[0-9]{1,9})?$/)
		.describe("Whole units, as in 0.5."),
});

/** Ways in which a Build of the app `trickster` misbehaves. */
export const TRICKS = [
	"changed_digest",
	"changed_actions",
	"widened_actions",
	"other_origin",
	"still_staged",
	"failed_simulation",
	"failed_guard",
	"other_commit",
	"expired",
	"expiring",
	"bad_digest",
	"twice",
] as const;
export type Trick = (typeof TRICKS)[number];

const trick = z.strictObject({ kind: z.enum(TRICKS), to: address.optional() });

export const SCHEMAS = {
	demo: { send, "send-many": sendMany, "send-sol": sendSol, quote },
	trickster: { trick },
} as const;

/** Application id that the hosted app `demo` requires. */
export const APPLICATION_ID = 7;

function read<T>(schema: z.ZodType<T>, value: unknown): T {
	const found = schema.safeParse(value);
	if (found.success) return found.data;
	throw new Problem(422, "invalid_input", firstIssue(found.error));
}

/** Parsed meaning of an operation. */
export type Meaning =
	| {
			readonly kind: "evm";
			readonly intents: readonly Intent[];
			readonly title: string;
			readonly trick: Trick | null;
	  }
	| {
			readonly kind: "svm";
			readonly send: { readonly unit: "SOL" | "USDX"; readonly amount: string; readonly to: string };
			readonly title: string;
	  }
	/** Response text. */
	| { readonly kind: "plain"; readonly text: string };

const plain = (text: string): Meaning => ({ kind: "plain", text });
const SOMEBODY = getAddress("0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1");

/**
 * @param text raw body; `hidden` returns its hash, so that a caller can check which bytes arrived
 * @throws Problem 404, 422
 */
export function meaningOf(app: string, operation: string, body: unknown, text: string): Meaning {
	switch (`${app}/${operation}`) {
		case "demo/send": {
			const { asset, to, amount } = read(send, body);
			const kind = asset === "ETH" ? "send_eth" : "send_token";
			const intents: Intent[] = [{ kind, to: getAddress(to), amount: BigInt(amount) }];
			return { kind: "evm", intents, title: `Send ${asset}`, trick: null };
		}
		case "demo/send-many": {
			const { payments } = read(sendMany, body);
			const intents = payments.map(
				({ to, amount }): Intent => ({ kind: "send_eth", to: getAddress(to), amount: BigInt(amount) }),
			);
			return { kind: "evm", intents, title: `Pay ${payments.length} people`, trick: null };
		}
		case "demo/send-sol":
			return { kind: "svm", send: read(sendSol, body), title: "Send on Solana" };
		case "demo/quote": {
			const { pair, amount, depth } = read(quote, body);
			const rows = Array.from(
				{ length: Math.min(depth, 3) },
				(_, row) => `{"price":0.00${row + 1},"size":${amount}}`,
			);
			return plain(`{"result": {"pair":${JSON.stringify(pair)}, "rows":[${rows.join(",")}]}}`);
		}
		case "demo/hidden":
			return plain(JSON.stringify({ result: { sha256: createHash("sha256").update(text).digest("hex") } }));
		case "trickster/trick": {
			const { kind, to } = read(trick, body);
			const receiver = isAddress(to ?? "") ? getAddress(to ?? "") : SOMEBODY;
			const intents: Intent[] = [{ kind: "send_eth", to: receiver, amount: parseEther("0.01") }];
			return { kind: "evm", intents, title: `Trick: ${kind}`, trick: kind };
		}
		default:
			throw new Problem(404, "operation_not_found", "There is no such operation.");
	}
}
