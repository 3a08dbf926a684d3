import { base58, base64 } from "@scure/base";
import { ComputeBudgetProgram, PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import type { DeviceFacts, DevicePlan } from "../../../../src/core/decoded-transaction/device-plan.ts";
import { devicePlanOf } from "../../../../src/core/device/plans.ts";
import { deviceAmount } from "../../../../src/core/device/screens.ts";
import { isMessage, type Message, message, type Param } from "../../../../src/core/localized-text.ts";
import type { Intent } from "../../../../src/core/match/frozen.ts";
import {
	readSvmTransaction,
	type SvmTransaction,
	writeSvmTransaction,
} from "../../../../src/core/match/svm/transaction.ts";
import { codesOf } from "../../../support/saying.ts";
import { approveData, transferData } from "../match/honest.ts";
import { built, key, ME, PROGRAM, sending, text, YOU } from "../review/svm-scene.ts";
import { deviceFacts, ETHEREUM_ACCOUNT, transfer } from "./recorded.ts";

const ethereum = deviceFacts("1.22.0", true);
const solana = deviceFacts("1.9.0", true);

const evmPlan = (intent: Intent, facts: DeviceFacts = ethereum) =>
	devicePlanOf(intent, ETHEREUM_ACCOUNT, facts);
/** Splits a text into its sentences. */
const partsOf = (text: Message): readonly Message[] => {
	const parts = text.code === "sentences" ? text.params?.["parts"] : null;
	return Array.isArray(parts) ? parts.filter((part: Param) => isMessage(part)).flatMap(partsOf) : [text];
};
/** Returns the sentences, without those about pages that depend on settings, which every plan has. */
const said = ({ text }: DevicePlan): readonly Message[] =>
	partsOf(text).filter(({ code }) => !/^device-plan\.(?:evm|svm)\.setting-/.test(code));
const codes = (plan: DevicePlan) => said(plan).map(({ code }) => code);

const shownAt = (plan: DevicePlan, title: string) => plan.pages.find((page) => page.title === title)?.text;

const svmIntent = (instructions: readonly TransactionInstruction[] = [sending(1n)], payer = ME): Intent => ({
	kind: "svm_transaction",
	signer: text(ME),
	transaction_base64: built(instructions, payer),
	lookups: [],
});
const svmPlan = (instructions: readonly TransactionInstruction[], payer = ME) =>
	devicePlanOf(svmIntent(instructions, payer), text(ME), solana);

describe("amounts on a device", () => {
	it.each([
		[0n, "0 ETH"],
		[1n, "0.000000000000000001 ETH"],
		[10n ** 18n, "1 ETH"],
		[1_234_567n * 10n ** 18n + 5n * 10n ** 17n, "1234567.5 ETH"],
		[2n ** 256n - 1n, "115792089237316195423570985008687907853269984665640564039457.584007913129639935 ETH"],
	])("have every digit and no grouping: %s wei", (wei, text) => {
		expect(deviceAmount(wei, 18, "ETH")).toBe(text);
	});
});

describe("a plan for an Ethereum transaction", () => {
	it("computes the maximum fees exactly, from the gas limit and the fee per gas", () => {
		const plan = evmPlan(transfer({ gas_limit: 21_001, max_fee_per_gas: "1000000007" }));
		expect(shownAt(plan, "Max fees")).toBe("0.000021001000147007 ETH");
	});
	it("says that a network outside our list may be shown by name instead of its number", () => {
		const plan = evmPlan(transfer({ chain_id: 480 }));
		expect(shownAt(plan, "Network")).toBe("480");
		expect(codes(plan)).toContain("device-plan.evm.network-unlisted");
		expect(codes(evmPlan(transfer({ chain_id: 8453 })))).not.toContain("device-plan.evm.network-unlisted");
	});
	it("has a page for an amount sent with a call, before the address", () => {
		const titles = (value: string) =>
			evmPlan(transfer({ data: "0x12345678", value })).pages.map(({ title }) => title);
		expect(titles("12300000000000000").slice(2, 5)).toEqual(["From", "Amount", "To"]);
		expect(titles("0").slice(2, 4)).toEqual(["From", "To"]);
	});
	it("says that a token's approval hides token, spender and amount, and gives no hash to compare", () => {
		const plan = evmPlan(transfer({ value: "0", data: approveData(ETHEREUM_ACCOUNT, 1n) }));
		expect(plan).toMatchObject({ sight: "blind", needsBlindSigning: true });
		expect(codes(plan)).toEqual(["device-plan.evm.token-approval"]);
		expect(plan.hashes.some(({ onDevice }) => onDevice)).toBe(false);
		expect(JSON.stringify(plan.pages)).not.toContain("0x70997970");
	});
	it.each([
		["sends ether", { data: transferData(ETHEREUM_ACCOUNT, 1n) }],
		["is too short", { value: "0", data: "0xa9059cbb" }],
		["has surplus bytes", { value: "0", data: `${transferData(ETHEREUM_ACCOUNT, 1n)}00` }],
	])("predicts no page of a token transfer that %s", (_, patch) => {
		const plan = evmPlan(transfer(patch));
		expect(plan).toMatchObject({ sight: "blind", needsBlindSigning: true, pages: [] });
		expect(plan.text).toEqual(message("device-plan.evm.odd-token-call"));
	});
	it("is impossible without a recipient, as in a contract creation", () => {
		expect(evmPlan(transfer({ to: "0x" })).sight).toBe("impossible");
		expect(evmPlan(transfer({ max_priority_fee_per_gas: "40000000000" })).sight).toBe("impossible");
	});
});

describe("a plan for an Ethereum message", () => {
	it("shows text beyond plain ASCII as unreadable hex", () => {
		const plan = evmPlan({ kind: "evm_personal", message: "Grüße" });
		expect(plan).toMatchObject({ sight: "blind", needsBlindSigning: false });
		expect(shownAt(plan, "Message")).toBe("0x4772c3bcc39f65");
	});
	it("shows line breaks as spaces", () => {
		const plan = evmPlan({ kind: "evm_personal", message: "one\ntwo\tthree" });
		expect(plan.sight).toBe("clear");
		expect(shownAt(plan, "Message")).toBe("one two three");
	});
	it.each([
		["an empty message", { kind: "evm_personal", message: "" }],
		["an empty message in hex", { kind: "evm_personal", message: "0x" }],
		["a message beyond the app's memory", { kind: "evm_personal", message: "a".repeat(32_767) }],
		["typed data that can't be read", { kind: "evm_typed_data", typed_data: { domain: {} } }],
	] satisfies readonly (readonly [string, Intent])[])("is impossible for %s", (_, intent) => {
		expect(evmPlan(intent)).toMatchObject({ sight: "impossible", needsBlindSigning: false, pages: [] });
	});
	it("is impossible for a user operation with several requests, and hex digits for one", () => {
		const hash = `0x${"ab".repeat(32)}`;
		const request = { kind: "personal_sign" as const, message: hash, raw_payload: hash };
		const operation = (count: number) =>
			devicePlanOf(
				{
					kind: "user_operation",
					chain_id: 1,
					signer: ETHEREUM_ACCOUNT,
					requests: Array.from({ length: count }, () => request),
				},
				ETHEREUM_ACCOUNT,
				ethereum,
			);
		expect(operation(2).sight).toBe("impossible");
		expect(shownAt(operation(1), "Message")).toBe(hash);
	});
	it.each([
		["a text whose length the protocol loses", "string", "a".repeat(254)],
		["a list of more than 255 entries", "string[]", Array.from({ length: 256 }, () => "a")],
	])("is impossible for typed data with %s, and possible with one less", (_, type, value) => {
		const plan = (text: unknown) =>
			evmPlan({
				kind: "evm_typed_data",
				typed_data: {
					types: { Note: [{ name: "text", type }] },
					primaryType: "Note",
					domain: { name: "Notes" },
					message: { text },
				},
			});
		expect(plan(value)).toMatchObject({ sight: "impossible", pages: [] });
		expect(plan(value.slice(1)).sight).toBe("blind");
	});
	it("gives the hashes of typed data, the message hash as the device displays it", () => {
		const plan = evmPlan({
			kind: "evm_typed_data",
			typed_data: {
				types: { Note: [{ name: "text", type: "string" }] },
				primaryType: "Note",
				domain: { name: "Notes", salt: `0x${"ab".repeat(32)}` },
				message: { text: "hi" },
			},
		});
		expect(plan.hashes.map(({ label, onDevice }) => [label, onDevice])).toEqual([
			[message("device-plan.hash.domain"), false],
			[message("device-plan.hash.message"), true],
			[message("device-plan.hash.digest"), false],
		]);
		expect(plan.hashes[1]?.value).toMatch(/^0x[0-9A-F]{64}$/);
		expect(shownAt(plan, "salt")).toBe(`0x${"AB".repeat(32)}`);
		expect(shownAt(plan, "chainId")).toBeUndefined();
	});
});

const price = (microLamports: number) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
const limit = (units: number) => ComputeBudgetProgram.setComputeUnitLimit({ units });

const memo = new TransactionInstruction({
	programId: new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
	keys: [],
	data: Buffer.from("rent"),
});

describe("a plan for a Solana transaction", () => {
	it.each([
		["a limit and a price", [limit(200_000), price(1_000_000)], "0.000205 SOL"],
		["a price that gives a fraction of a lamport", [limit(1), price(1)], "0.000005 SOL"],
		["a price alone", [price(1_000_000)], "0.000405 SOL"],
	])("computes the maximum fees of a transfer with %s", (_, budget, fees) => {
		const plan = svmPlan([...budget, sending(5n)]);
		expect(plan.sight).toBe("clear");
		expect(plan.pages.map(({ title }) => title)).toEqual(["Transfer", "Max fees", "Recipient", "Approve"]);
		expect(shownAt(plan, "Max fees")).toBe(fees);
	});
	it("says that a transfer without a compute budget is displayed without its fee", () => {
		expect(codes(svmPlan([sending(5n)]))).toContain("device-plan.svm.no-fee");
	});
	it.each([["a transfer out of another account", [sending(1n, YOU, key(20))]]])(
		"promises nothing about %s",
		(_, instructions) => {
			const plan = svmPlan(instructions);
			expect(plan).toMatchObject({ sight: "blind", needsBlindSigning: false, pages: [] });
			expect(plan.text).toEqual(message("device-plan.svm.unrecorded"));
		},
	);
	it.each([
		["before", [memo, limit(5), sending(1n)]],
		["after", [limit(5), sending(1n), memo]],
	])(
		"says that a memo %s the transfer is not displayed, and excludes it from the fees",
		(_, instructions) => {
			const plan = svmPlan(instructions);
			expect(plan).toMatchObject({ sight: "blind", needsBlindSigning: false });
			expect(codes(plan)).toContain("device-plan.svm.no-memo");
			expect(plan.pages).toEqual(svmPlan([limit(5), sending(1n)]).pages);
			expect(shownAt(svmPlan([memo, price(1_000_000), sending(5n)]), "Max fees")).toBe("0.000405 SOL");
		},
	);
	it.each([
		["a memo alone", [memo]],
		["a compute budget after the transfer", [sending(1n), limit(5)]],
		["a transfer with four others", [limit(5), price(1), memo, memo, sending(1n)]],
		[
			"a memo of the program’s first version",
			[
				new TransactionInstruction({
					programId: new PublicKey("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"),
					keys: [],
					data: Buffer.from("rent"),
				}),
				sending(1n),
			],
		],
	])("is a hash for %s", (_, instructions) => {
		expect(svmPlan(instructions)).toMatchObject({ sight: "blind", needsBlindSigning: true });
	});
	it("shows the maximum fees of a summary after the first page", () => {
		const plan = svmPlan([limit(5), SystemProgram.allocate({ accountPubkey: ME, space: 8 })]);
		expect(plan).toMatchObject({ sight: "clear", needsBlindSigning: false });
		expect(plan.pages.map(({ title }) => title)).toEqual([
			"Allocate acct",
			"Max fees",
			"Data size",
			"Approve",
		]);
	});
	it("promises nothing if another account pays the fee", () => {
		expect(svmPlan([sending(1n)], YOU)).toMatchObject({ sight: "blind", pages: [] });
	});
	const altered = (change: (of: SvmTransaction) => Partial<SvmTransaction>) => {
		const read = readSvmTransaction(built([sending(1n)]));
		const transaction_base64 = writeSvmTransaction({ ...read, ...change(read) });
		return devicePlanOf(
			{ kind: "svm_transaction", signer: text(ME), transaction_base64, lookups: [] },
			text(ME),
			solana,
		);
	};
	it("is a hash if a lookup table is named, even if the transfer does not use it", () => {
		const table = { table: text(key(30)), writableIndexes: [0], readonlyIndexes: [] };
		expect(altered(() => ({})).sight).toBe("clear");
		expect(altered(() => ({ lookups: [table] }))).toMatchObject({ sight: "blind", needsBlindSigning: true });
	});
	it("promises nothing about a transfer from an account without a signature", () => {
		const turned = altered(({ instructions }) => ({
			instructions: instructions.map((each) => ({
				...each,
				accountIndexes: each.accountIndexes.toReversed(),
			})),
		}));
		expect(turned).toMatchObject({ sight: "blind", pages: [] });
	});
	it("is a hash for a transfer next to an unknown program", () => {
		const other = new TransactionInstruction({ programId: PROGRAM, keys: [], data: Buffer.from([1]) });
		const plan = svmPlan([sending(1n), other]);
		expect(plan).toMatchObject({ sight: "blind", needsBlindSigning: true });
		expect(shownAt(plan, "Message Hash")).toBe(plan.hashes[0]?.value);
	});
	it("is impossible for bytes that are not a transaction", () => {
		const intent = {
			kind: "svm_transaction" as const,
			signer: text(ME),
			transaction_base64: "AAAA",
			lookups: [],
		};
		expect(devicePlanOf(intent, text(ME), solana).sight).toBe("impossible");
	});
});

const HEADER = [0xff, ...Buffer.from("solana offchain")];
const offchain = (format: number, said: string, ...signers: readonly PublicKey[]) => {
	const body = Buffer.from(said);
	const length = [body.length & 0xff, body.length >> 8];
	const keys = (signers.length === 0 ? [ME] : signers).flatMap((each) => [...base58.decode(text(each))]);
	const header = [...HEADER, 0, ...new Uint8Array(32), format, keys.length / 32, ...keys];
	return base64.encode(Uint8Array.from([...header, ...length, ...body]));
};
const messagePlan = (message_base64: string) =>
	devicePlanOf({ kind: "svm_message", message_base64 }, text(ME), solana);

describe("a plan for a Solana message", () => {
	it("shows the text of a message with the off-chain header", () => {
		expect(shownAt(messagePlan(offchain(0, "Hello")), "Message")).toBe("Hello");
	});
	it("is impossible without the header, even for harmless text", () => {
		const plan = messagePlan(base64.encode(Buffer.from("Sign in to Example")));
		expect(plan.sight).toBe("impossible");
		expect(plan.text).toEqual(message("device-plan.svm.no-header"));
	});
	it("is impossible if the header names another signer", () => {
		expect(messagePlan(offchain(0, "Hello", YOU)).sight).toBe("impossible");
	});
	it("shows text with several signers and several lines, without blind signing", () => {
		const plan = messagePlan(offchain(1, "one\ntwo", YOU, ME));
		expect(plan).toMatchObject({ sight: "clear", needsBlindSigning: false });
		expect(shownAt(plan, "Message")).toBe("one\ntwo");
	});
	const keyOf = (key: PublicKey) => [...base58.decode(text(key))];
	const sorted = [ME, YOU]
		.map(keyOf)
		.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
	const headed = (body: readonly number[]) => base64.encode(Uint8Array.from([...HEADER, ...body]));
	const first = (signers: readonly (readonly number[])[], ...body: readonly number[]) =>
		headed([1, signers.length, ...signers.flat(), ...body]);
	const HELLO = [...Buffer.from("Hello")];

	it.each([
		["the short form, which names no signer", headed([0, 0, 5, 0, ...HELLO]), "device-plan.svm.other-form"],
		["version 1 with signers out of order", first(sorted.toReversed(), ...HELLO), "device-plan.svm.other-v1"],
		[
			"version 1 with a signer named twice",
			first([keyOf(ME), keyOf(ME)], ...HELLO),
			"device-plan.svm.other-v1",
		],
		["the draft of version 1 with a length", first([keyOf(ME)], 5, 0, ...HELLO), "device-plan.svm.other-v1"],
		["version 2", headed([2, 1, ...keyOf(ME), ...HELLO]), "device-plan.svm.header-unread"],
		["version 1 without a text", first([keyOf(ME)]), "device-plan.svm.header-unread"],
		["version 1 of other signers", first([keyOf(YOU)], ...HELLO), "device-plan.svm.other-signers"],
	] as const)("is impossible for %s, which is never sent to a Ledger", (_, bytes, code) => {
		const plan = messagePlan(bytes);
		expect(plan).toMatchObject({ sight: "impossible", pages: [], hashes: [] });
		expect(plan.text).toEqual(message(code));
	});
	it("predicts no screen of version 1, which is sent anyway", () => {
		for (const signers of [[keyOf(ME)], sorted]) {
			const plan = messagePlan(first(signers, ...HELLO));
			expect(plan).toMatchObject({ sight: "blind", needsBlindSigning: false, pages: [], hashes: [] });
			expect(codes(plan)).toContain("device-plan.svm.message-v1");
		}
	});
	it("promises nothing about text beyond ASCII, which requires blind signing", () => {
		expect(messagePlan(offchain(1, "Grüße"))).toMatchObject({
			sight: "blind",
			needsBlindSigning: true,
			pages: [],
		});
	});
});

describe("a plan's notes on the app", () => {
	const call = transfer({ value: "0", data: "0x12345678" });
	const RECORDED = { app: "Ethereum", version: "1.22.0" };
	it.each([
		["was never seen", { app: null }, message("device-plan.caveat.unseen", RECORDED)],
		[
			"is of another version",
			{ app: { version: "1.23.0", blindSigning: true } },
			message("device-plan.caveat.version", { ...RECORDED, found: "1.23.0" }),
		],
		[
			"runs on a model that is not known",
			{ model: "Ledger Nano S" },
			message("device-plan.caveat.model", { ...RECORDED, model: "Ledger Nano S" }),
		],
		[
			"runs on a touch device with Nano in its name",
			{ model: "Ledger Nano Gen5" },
			message("device-plan.touch", { model: "Ledger Nano Gen5" }),
		],
	])("say that its screens may differ if it %s", (_, patch, caveat) => {
		const plan = evmPlan(transfer(), deviceFacts("1.22.0", true, patch));
		expect(said(plan).at(-1)).toEqual(caveat);
	});
	it("ignore a version that differs only in its patch number", () => {
		for (const version of ["1.22.0", "1.22.5", "1.22.5-rc1"])
			expect(codes(evmPlan(transfer(), deviceFacts(version, true)))).not.toContain(
				"device-plan.caveat.version",
			);
		for (const version of ["1.21.3", "1.23.0", "2.22.0", "next"])
			expect(codes(evmPlan(transfer(), deviceFacts(version, true)))).toContain("device-plan.caveat.version");
		const sol = (version: string) => devicePlanOf(svmIntent(), text(ME), deviceFacts(version, true));
		expect(codes(sol("1.9.2"))).not.toContain("device-plan.caveat.version");
		expect(codes(sol("1.16.0"))).toContain("device-plan.caveat.version");
	});
	it("say that Solana was recorded on a Nano only for a touch device", () => {
		const plan = devicePlanOf(svmIntent(), text(ME), { ...solana, model: "Ledger Flex" });
		expect(codes(plan)).toContain("device-plan.caveat.touch");
	});
	it("name the settings whose pages are unknown", () => {
		expect(codesOf(evmPlan(transfer()).text)).toContain("device-plan.evm.setting-pages");
	});
	it("are empty if the recorded app is open", () => {
		expect(codes(evmPlan(transfer()))).toEqual(["device-plan.evm.transfer", "device-plan.evm.compare-pages"]);
	});
	it("say whether blind signing has to be turned on", () => {
		const app = "Ethereum";
		const off = evmPlan(call, deviceFacts("1.22.0", false));
		expect(said(off)).toContainEqual(message("device-plan.setting.off", { app }));
		const unseen = evmPlan(call, deviceFacts("1.22.0", true, { app: null }));
		expect(said(unseen)).toContainEqual(message("device-plan.setting.unseen", { app }));
		expect(codes(evmPlan(call)).filter((code) => code.startsWith("device-plan.setting"))).toEqual([]);
	});
});
