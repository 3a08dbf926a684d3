import { PublicKey } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { matchFrozenSvm } from "../../../../../src/core/match/svm/commit.ts";
import { readSvmTransaction } from "../../../../../src/core/match/svm/transaction.ts";
import {
	BLOCKHASH,
	lookupsOf,
	SOL_TRANSFER,
	svmCommitOf,
	svmFrozenOf,
	TABLE,
	TOKEN_TRANSFER,
	type TransactionContents,
	transactionBase64,
	transferSol,
} from "../honest-svm.ts";
import { price, units, withPayload } from "./lies.ts";

describe("every changed byte of a payload is detected", () => {
	/** Returns the offset of the 32-byte blockhash. */
	function blockhashAt(bytes: Buffer): number {
		return bytes.indexOf(Buffer.from(new PublicKey(BLOCKHASH).toBytes()));
	}

	it.each<[string, TransactionContents]>([
		["a legacy transfer", SOL_TRANSFER],
		["a v0 transfer through a lookup table", TOKEN_TRANSFER],
		["a transfer with a compute budget", { instructions: [units(450), price(7), transferSol()] }],
	])("in %s, except for a renewable blockhash", (_, written) => {
		const bytes = Buffer.from(transactionBase64(written), "base64");
		const from = blockhashAt(bytes);
		expect(from).toBeGreaterThan(64);
		for (const preserve_blockhash of [false, true]) {
			const frozen = svmFrozenOf(
				svmCommitOf(written, { preserve_blockhash }),
				lookupsOf(transactionBase64(written), [TABLE]),
			);
			expect(matchFrozenSvm(frozen).verdict).toBe("matched");
			const unseen: number[] = [];
			for (let at = 0; at < bytes.length; at += 1)
				for (const mask of preserve_blockhash ? [0x01] : [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80]) {
					const copy = Buffer.from(bytes);
					copy[at] = (copy[at] ?? 0) ^ mask;
					const base64 = copy.toString("base64");
					const lookups = readable(base64) ? lookupsOf(base64, [TABLE]) : [];
					if (matchFrozenSvm({ ...withPayload(frozen, base64), lookups }).verdict === "matched")
						unseen.push(at);
				}
			const renewable = Array.from({ length: 32 }, (_each, place) => from + place);
			expect([...new Set(unseen)]).toEqual(preserve_blockhash ? [] : renewable);
		}
	});
});

function readable(base64: string): boolean {
	try {
		readSvmTransaction(base64);
		return true;
	} catch {
		return false;
	}
}
