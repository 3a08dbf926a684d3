import { AuthorityType, createSetAuthorityInstruction, createTransferInstruction } from "@solana/spl-token";
import { TransactionInstruction } from "@solana/web3.js";
import { bytesToHex } from "viem/utils";
import { describe, expect, it } from "vitest";
import type { InnerCall, LocalSimulation } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { innerOf, innerStepsOf, MAX_INNER } from "../../../../../src/core/simulate/svm/inner-steps.ts";
import { innerViews } from "../../../../../src/main/views/content-view.ts";
import { simulation } from "../../match/honest.ts";
import {
	ME,
	MY_TOKENS,
	PROGRAM,
	sending,
	svmSubject,
	text,
	YOU,
	YOUR_TOKENS,
} from "../../review/svm-scene.ts";

function inner(instruction: TransactionInstruction, patch: Partial<InnerCall> = {}): InnerCall {
	return {
		under: 0,
		depth: 1,
		kind: "instruction",
		from: "",
		to: text(instruction.programId),
		value: 0n,
		data: bytesToHex(new Uint8Array(instruction.data)),
		accounts: instruction.keys.map(({ pubkey }) => text(pubkey)),
		...patch,
	};
}

const done = (calls: readonly InnerCall[]): LocalSimulation => ({
	state: "done",
	how: "simulateTransaction",
	at: 1n,
	simulation: simulation({ approvals: [] }),
	controls: [],
	inner: calls,
	codes: new Map(),
	allowances: [],
	gaps: [],
	hangsOnBlock: false,
	revert: null,
});

const strange = new TransactionInstruction({
	programId: PROGRAM,
	keys: [
		{ pubkey: ME, isSigner: true, isWritable: true },
		{ pubkey: MY_TOKENS, isSigner: false, isWritable: true },
	],
	data: Buffer.from([1]),
});
const about = svmSubject([strange, sending(5n)]);
const transfer = createTransferInstruction(MY_TOKENS, YOUR_TOKENS, ME, 40n);
const steal = createSetAuthorityInstruction(MY_TOKENS, ME, AuthorityType.AccountOwner, YOU);

describe("inner instructions", () => {
	it("are decoded like the transaction's, with the rights that it gives their accounts", () => {
		const [step] = innerStepsOf(about, done([inner(transfer)]));
		expect(step).toMatchObject({
			program: "Token",
			meaning: { kind: "token_transfer", amount: 40n, destination: text(YOUR_TOKENS) },
		});
		expect(step?.accounts.map(({ signer, writable }) => [signer, writable])).toEqual([
			[false, true],
			[false, false],
			[true, true],
		]);
	});

	it("are absent without a simulation, and limited in number", () => {
		expect(innerOf(about, { state: "running" })).toEqual([]);
		const many = Array.from({ length: MAX_INNER + 10 }, () => inner(transfer));
		expect(innerOf(about, done(many))).toHaveLength(MAX_INNER);
	});

	it("are omitted if their bytes can't be read", () => {
		expect(
			innerOf(about, done([inner(transfer, { data: "0xzz" }), inner(transfer, { data: "12" })])),
		).toEqual([]);
	});

	it("are listed under their caller, at their depth, and a hidden change of owner stands out", () => {
		const all = done([
			inner(transfer),
			inner(steal, { depth: 2 }),
			inner(transfer, { depth: 1 }),
			inner(sending(1n), { under: 1 }),
		]);
		const at = innerViews(about, all, {});
		expect(at(0)).toMatchObject([
			{
				at: 1,
				grave: true,
				inner: [{ at: 1, grave: true, text: { code: "sentence", params: { told: { code: "svm.give" } } } }],
			},
			{ at: 2, inner: [] },
		]);
		expect(at(1)).toMatchObject([{ at: 1, program: { name: "System" } }]);
		expect(at(2)).toEqual([]);
	});

	it("with hostile depths are still shown", () => {
		const deep = done(Array.from({ length: 90 }, (_, index) => inner(transfer, { depth: index + 1 })));
		const count = (rows: ReturnType<ReturnType<typeof innerViews>>): number =>
			rows.reduce((sum, row) => sum + 1 + count(row.inner), 0);
		expect(count(innerViews(about, deep, {})(0))).toBe(90);
	});
});
