import { createHash } from "node:crypto";
import { getAddress } from "viem/utils";
import { z } from "zod";
import type { Proposed } from "../../agents-process/protocol.ts";
import { type Hex, readAddress, readUint } from "../../core/format/numeral.ts";
import { canonicalJson } from "../../core/match/fingerprint.ts";
import { parseStrictJson } from "../service/strict-json.ts";
import {
	type Conversion,
	type ConversionFault,
	type ConversionParts,
	type Converted,
	evmAddress,
	fault,
	signRequestOf,
} from "./conversion.ts";

/**
 * x402 payments with the `exact` scheme on EVM chains (x402 specification, scheme_exact_evm). The user signs
 * an EIP-3009 authorization, and the paid server redeems it. Its nonce is a hash of the requirements, so the
 * signature is only valid for this payee, asset, amount and resource.
 */

type Payment = Extract<Proposed, { kind: "payment" }>["payment"];

/** Time for the user to decide, in addition to the time that the server requested. */
const DECISION_SECONDS = 600;

const AUTHORIZATION_TYPES = {
	TransferWithAuthorization: [
		{ name: "from", type: "address" },
		{ name: "to", type: "address" },
		{ name: "value", type: "uint256" },
		{ name: "validAfter", type: "uint256" },
		{ name: "validBefore", type: "uint256" },
		{ name: "nonce", type: "bytes32" },
	],
	EIP712Domain: [
		{ name: "name", type: "string" },
		{ name: "version", type: "string" },
		{ name: "chainId", type: "uint256" },
		{ name: "verifyingContract", type: "address" },
	],
};

/** The server's requirements that the authorization covers. Version 1 uses a different name for `amount`. */
const accepted = z.looseObject({
	scheme: z.literal("exact"),
	network: z.string(),
	asset: z.string(),
	payTo: z.string(),
	amount: z.string().optional(),
	maxAmountRequired: z.string().optional(),
	maxTimeoutSeconds: z.number().optional(),
});

/** Returns the first field in which the stated requirements differ from the payment. `null` if they match. */
function contradiction(payment: Payment): string | null {
	let value: unknown;
	try {
		value = parseStrictJson(payment.accepted);
	} catch {
		return "accepted";
	}
	const read = accepted.safeParse(value);
	if (!read.success) return `accepted.${read.error.issues[0]?.path.join(".") ?? ""}`;
	const stated = read.data;
	if (readAddress(stated.asset) !== readAddress(payment.asset)) return "accepted.asset";
	if (readAddress(stated.payTo) !== readAddress(payment.payTo)) return "accepted.payTo";
	const amount = payment.x402Version === 2 ? stated.amount : stated.maxAmountRequired;
	if (amount !== payment.amount) return "accepted.amount";
	// Version 1 identifies networks by name.
	if (payment.x402Version === 2 && stated.network !== `eip155:${payment.network}`) return "accepted.network";
	return null;
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const nonceOf = (payment: Payment, salt: string): Hex =>
	`0x${createHash("sha256").update(canonicalJson({ payment, salt }), "utf8").digest("hex")}`;

export function paymentRequest(
	payment: Payment,
	{ from, chain }: Conversion,
	{ id, now, random }: ConversionParts,
): Converted | ConversionFault {
	const [asset, payTo, amount] = [
		evmAddress(payment.asset),
		evmAddress(payment.payTo),
		readUint(payment.amount),
	];
	if (asset === null) return fault("payment.asset");
	if (payTo === null) return fault("payment.payTo");
	if (amount === null || amount === 0n) return fault("payment.amount");
	if (payment.name === "" || payment.version === "") return fault("payment.name");
	const member = contradiction(payment);
	if (member !== null) return fault(`payment.${member}`);
	const salt = hexOf(random(32));
	const end = Math.floor(now / 1000) + DECISION_SECONDS;
	const typed_data = {
		types: AUTHORIZATION_TYPES,
		primaryType: "TransferWithAuthorization",
		domain: {
			name: payment.name,
			version: payment.version,
			chainId: Number(chain),
			verifyingContract: getAddress(asset),
		},
		message: {
			from,
			to: getAddress(payTo),
			value: payment.amount,
			validAfter: "0",
			validBefore: String(end + payment.maxTimeoutSeconds),
			nonce: nonceOf(payment, salt),
		},
	};
	const request = signRequestOf(id, { from, chain }, "evm", { kind: "evm_typed_data", typed_data });
	return { ok: true, request: JSON.stringify(request), payment: JSON.stringify({ ...payment, salt }), end };
}

const storedPayment = z.looseObject({
	salt: z.string(),
	network: z.string(),
	asset: z.string(),
	amount: z.string(),
	payTo: z.string(),
	resource: z.string(),
	description: z.string(),
	maxTimeoutSeconds: z.number(),
	name: z.string(),
	version: z.string(),
	x402Version: z.union([z.literal(1), z.literal(2)]),
	accepted: z.string(),
});

const signedRequest = z.looseObject({
	payloads: z.tuple([
		z.looseObject({
			typed_data: z.looseObject({
				message: z.object({
					from: z.string(),
					to: z.string(),
					value: z.string(),
					validAfter: z.string(),
					validBefore: z.string(),
					nonce: z.string(),
				}),
			}),
		}),
	]),
});

/**
 * Returns the JSON text of the PaymentPayload that the agent sends to the server. `null` if the stored
 * requirements don't match the signed authorization.
 */
export function paymentPayload(
	stored: { readonly payment: string; readonly request: string },
	signature: string,
) {
	const { salt, ...payment } = storedPayment.parse(JSON.parse(stored.payment));
	const { payloads } = signedRequest.parse(JSON.parse(stored.request));
	const authorization = payloads[0].typed_data.message;
	if (authorization.nonce !== nonceOf(payment, salt)) return null;
	const server = accepted.parse(JSON.parse(payment.accepted));
	const payload = { signature, authorization };
	return JSON.stringify(
		payment.x402Version === 1
			? { x402Version: 1, scheme: server.scheme, network: server.network, payload }
			: {
					x402Version: 2,
					resource: {
						url: payment.resource,
						...(payment.description === "" ? {} : { description: payment.description }),
					},
					accepted: server,
					payload,
				},
	);
}
