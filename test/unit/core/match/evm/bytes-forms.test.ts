import { serializeTransaction } from "viem/utils";
import { describe, expect, it } from "vitest";
import { readBytes } from "../../../../../src/core/format/numeral.ts";
import {
	PayloadError,
	signedEvm,
	signingHashEvm,
	unsignedEvm,
} from "../../../../../src/core/match/evm/bytes.ts";
import { hex, payload } from "../honest.ts";

const written = (data: string) => () => unsignedEvm(payload({ data }));

describe("a payload's data", () => {
	it.each(["0x", "0x00", "0x7f", "0x80", "0xABcd", `0x${"00".repeat(55)}`, `0x${"5A".repeat(56)}`])(
		"is encoded like viem's: %s",
		(data) => {
			const { transaction: tx, chain_id: chainId, nonce } = payload({ data });
			const told = {
				type: "eip1559",
				chainId,
				nonce,
				to: hex(tx.to),
				value: BigInt(tx.value),
				data: hex(data.toLowerCase()),
				gas: BigInt(tx.gas_limit),
				maxFeePerGas: BigInt(tx.max_fee_per_gas),
				maxPriorityFeePerGas: BigInt(tx.max_priority_fee_per_gas),
			} as const;
			expect(written(data)()).toBe(serializeTransaction(told));
		},
	);

	it("is parsed exactly as in the match, in order", () => {
		for (let code = 0; code < 0x300; code += 1) {
			const letter = String.fromCharCode(code);
			for (const data of [`0x${letter}0`, `0x0${letter}`, `0${letter}00`, `${letter}x00`]) {
				if (readBytes(data) === null) expect(written(data)).toThrow(PayloadError);
				else expect(written(data)).not.toThrow();
			}
		}
	});

	it.each(["", "0", "00", "0x0", "0xé", "0x0é", "0xé0é", "0x\u{1f600}", "0x\ud800\ud800", "0X00", " 0x00"])(
		"is refused as “%s”",
		(data) => {
			expect(readBytes(data)).toBeNull();
			expect(written(data)).toThrow(PayloadError);
		},
	);
});

describe("a payload's fees", () => {
	it("are refused if the tip exceeds the maximum fee per gas", () => {
		const dear = payload({ max_fee_per_gas: "5", max_priority_fee_per_gas: "6" });
		const signature = { r: "0x01", s: "0x01", yParity: 0 } as const;
		for (const write of [unsignedEvm, signingHashEvm, (it: typeof dear) => signedEvm(it, signature)])
			expect(() => write(dear)).toThrow(PayloadError);
		expect(() => unsignedEvm(payload({ max_fee_per_gas: "6", max_priority_fee_per_gas: "6" }))).not.toThrow();
	});
});
