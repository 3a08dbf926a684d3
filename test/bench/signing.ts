import { ed25519 } from "@noble/curves/ed25519.js";
import { VersionedMessage } from "@solana/web3.js";
import { bytesToHex, type Hex, hashMessage, hashTypedData, keccak256, parseTransaction } from "viem";
import { sign as signHash } from "viem/accounts";
import { fingerprintOf } from "../../src/core/match/fingerprint.ts";
import type { Frozen } from "../../src/core/match/frozen.ts";
import { matchFrozen } from "../../src/core/match/match.ts";
import { intentAt } from "../../src/core/match/proof.ts";
import { devicePayloadOf } from "../../src/main/wallet/signers/ledger/sign-request.ts";
import { textOf } from "../../src/text/index.ts";
import { signFrozen } from "../../src/vault/sign/sign.ts";
import { SIGNER } from "../unit/core/match/honest.ts";
import { SVM_KEYS, SVM_SIGNER } from "../unit/core/match/honest-svm.ts";
import { type Cost, meter } from "./meter.ts";
import { largestPayloads } from "./payloads.ts";

/**
 * Measures how long main needs to match the largest payloads, and the vault to match, sign and verify them,
 * compared with only the libraries.
 */

const RUNS = 100;
const WARM = 30;

export interface Signing {
	readonly name: string;
	readonly matched: readonly Cost[];
	/** Parsing or hashing the payload with its library. */
	readonly bareRead: readonly Cost[];
	readonly signed: readonly Cost[];
	/** Hashing and signing the payload with its library. */
	readonly bareSigned: readonly Cost[];
}

const EVM_ACCOUNT = { family: "evm", address: SIGNER, kind: "imported", path: null } as const;
const SVM_ACCOUNT = { family: "svm", address: SVM_SIGNER, kind: "imported", path: null } as const;

/** Returns the public test key of the examples' account. */
const keyOf = ({ chain_family }: Frozen): Uint8Array =>
	chain_family === "evm"
		? Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? 1 : 0))
		: SVM_KEYS.secretKey.slice(0, 32);

async function repeated(run: () => unknown): Promise<Cost[]> {
	const costs: Cost[] = [];
	for (let at = 0; at < WARM + RUNS; at += 1) {
		const stop = meter();
		await run();
		costs.push(stop());
		// Lets the event loop handle the sockets to the service, so that none is closed afterwards.
		await new Promise((resolve) => setImmediate(resolve));
	}
	return costs.slice(WARM);
}

function match(frozen: Frozen): void {
	const { verdict, checks } = matchFrozen(frozen);
	const fault = checks.find((check) => check.status === "failed" || check.status === "unknown");
	if (verdict !== "matched") throw new Error(`${fault?.field}: ${textOf(fault?.text ?? "")}`);
}

/** Signs a request as the vault does, but without decrypting the key. */
async function sign(frozen: Frozen, fingerprint: string): Promise<void> {
	const key = keyOf(frozen);
	const answer = await signFrozen({
		frozen,
		fingerprint,
		place: 0,
		account: frozen.chain_family === "evm" ? EVM_ACCOUNT : SVM_ACCOUNT,
		now: 0,
		withKey: (use) => use(key),
	});
	if (!answer.ok) throw new Error(`${answer.field}: ${textOf(answer.text)}`);
}

const hexOf = (text: string): Hex => `0x${text.replace(/^0x/, "")}`;

interface Bare {
	readonly read: () => unknown;
	readonly sign: () => unknown;
}

/** Returns functions that read and sign the same payload with only the libraries. */
function bareOf(frozen: Frozen): Bare {
	const at = intentAt(frozen, 0);
	const reading = at.ok ? devicePayloadOf(frozen, at.intent, null) : at;
	if (!reading.ok) throw new Error(reading.text.code);
	const { payload } = reading;
	const privateKey = bytesToHex(keyOf(frozen));
	const hashed = (hash: () => `0x${string}`): Bare => ({
		read: hash,
		sign: () => signHash({ hash: hash(), privateKey }),
	});
	switch (payload.kind) {
		case "evm_transaction": {
			const unsigned = hexOf(payload.unsigned);
			return { ...hashed(() => keccak256(unsigned)), read: () => parseTransaction(unsigned) };
		}
		case "evm_typed_data":
			return hashed(() => hashTypedData(JSON.parse(payload.typedData)));
		case "evm_personal":
			return hashed(() => hashMessage({ raw: hexOf(payload.message) }));
		case "svm_transaction": {
			const bytes = Buffer.from(payload.message, "base64");
			return {
				read: () => VersionedMessage.deserialize(bytes),
				sign: () => ed25519.sign(bytes, keyOf(frozen)),
			};
		}
		default:
			throw new Error(`${payload.kind} is not measured`);
	}
}

export async function measureSigning(): Promise<Signing[]> {
	const results: Signing[] = [];
	for (const { name, frozen } of largestPayloads()) {
		const fingerprint = fingerprintOf(frozen);
		const bare = bareOf(frozen);
		results.push({
			name,
			matched: await repeated(() => match(frozen)),
			bareRead: await repeated(bare.read),
			signed: await repeated(() => sign(frozen, fingerprint)),
			bareSigned: await repeated(bare.sign),
		});
	}
	return results;
}
