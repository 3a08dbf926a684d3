import { fingerprintOf } from "../../src/core/match/fingerprint.ts";
import type { Frozen } from "../../src/core/match/frozen.ts";
import { matchFrozen } from "../../src/core/match/match.ts";
import { textOf } from "../../src/text/index.ts";
import { signFrozen } from "../../src/vault/sign.ts";
import { SIGNER } from "../unit/core/match/honest.ts";
import { SVM_KEYS, SVM_SIGNER } from "../unit/core/match/honest-svm.ts";
import { type Cost, meter } from "./meter.ts";
import { largestPayloads } from "./payloads.ts";

/** How long main matches the largest payloads, and how long the vault proves, signs and proves each. */

const RUNS = 200;
const WARM = 40;

export interface Signing {
	readonly name: string;
	readonly matched: readonly Cost[];
	readonly signed: readonly Cost[];
}

const EVM_ACCOUNT = { family: "evm", address: SIGNER, kind: "imported", path: null } as const;
const SVM_ACCOUNT = { family: "svm", address: SVM_SIGNER, kind: "imported", path: null } as const;

/** The public test keys of the examples. */
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
		// The sockets to the service get their turn, so that none is found closed afterwards.
		await new Promise((resolve) => setImmediate(resolve));
	}
	return costs.slice(WARM);
}

function match(frozen: Frozen): void {
	const { verdict, checks } = matchFrozen(frozen);
	const fault = checks.find((check) => check.status === "failed" || check.status === "unknown");
	if (verdict !== "matched") throw new Error(`${fault?.field}: ${textOf(fault?.text ?? "")}`);
}

/** What the vault does with one request to sign, apart from opening its secrets. */
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

export async function measureSigning(): Promise<Signing[]> {
	const results: Signing[] = [];
	for (const { name, frozen } of largestPayloads()) {
		const fingerprint = fingerprintOf(frozen);
		results.push({
			name,
			matched: await repeated(() => match(frozen)),
			signed: await repeated(() => sign(frozen, fingerprint)),
		});
	}
	return results;
}
