import { base58 } from "@scure/base";
import { parseSignature, serializeTransaction } from "viem";
import { describe, expect, it } from "vitest";
import { codesOf, message } from "../../../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../../../src/core/match/fingerprint.ts";
import type { Frozen } from "../../../../../../src/core/match/frozen.ts";
import { MAX_MESSAGE_BYTES } from "../../../../../../src/core/match/message/bytes.ts";
import type {
	DeviceFault,
	DeviceStage,
	LedgerResult,
} from "../../../../../../src/ledger-process/protocol.ts";
import {
	changed,
	commit,
	commitOf,
	frozenOf,
	hex,
	OTHER,
	SIGNER,
	TOKEN,
	VAULT,
} from "../../../../core/match/honest.ts";
import { SVM_SIGNER, transactionBase64, transferSol } from "../../../../core/match/honest-svm.ts";
import { daiPermit, permit } from "../../../../core/match/typed-samples.ts";
import {
	evmMessages,
	executeEvm,
	givenTransactions,
	svmMessage,
	userOperation,
} from "../../../../vault/payloads.ts";
import { ACCOUNT } from "./device-channels.ts";
import { honestSignature, ledgerScene, NANO, refusal, refusalOf, SVM_ACCOUNT } from "./scene.ts";

const honest = () => frozenOf(commit());
const personal = (message: string) => evmMessages([{ kind: "evm_personal", message }]);
const typed = (data = permit()) => evmMessages([{ kind: "evm_typed_data", typed_data: { ...data } }]);
const transfer = (lamports = 1n) =>
	givenTransactions([transactionBase64({ instructions: [transferSol(lamports)] })]);

/** Builds an off-chain message with its complete header: domain, version, format, signers, length, text. */
function offchain(text: string, version = 0) {
	const domain = Buffer.from([0xff, ...Buffer.from("solana offchain"), version]);
	const bytes = Buffer.from(text);
	const length = Buffer.from([bytes.length & 255, bytes.length >> 8]);
	const head = Buffer.concat([
		domain,
		Buffer.alloc(32, 1),
		Buffer.from([0, 1]),
		Buffer.from(base58.decode(SVM_SIGNER)),
		length,
	]);
	return svmMessage(Buffer.concat([head, bytes]).toString("base64"));
}

const KINDS: [string, () => Frozen, () => Frozen][] = [
	["a transaction", honest, () => frozenOf(commitOf({ to: VAULT, value: 1n }))],
	["text", () => personal("Sign in"), () => personal("Sign out")],
	["typed data", () => typed(), () => typed(daiPermit())],
	["a Solana transaction", () => transfer(), () => transfer(2n)],
	["an off-chain message", () => offchain("Sign in"), () => offchain("Sign out")],
	["a user operation", () => userOperation(), honest],
];

describe("a Ledger's signer", () => {
	it("knows its accounts, compared by the rules of their family", () => {
		const { signer } = ledgerScene();
		expect(signer.addresses()).toEqual([
			{ address: SIGNER, family: "evm" },
			{ address: SVM_SIGNER, family: "svm" },
		]);
		const spellings = [SIGNER.toLowerCase(), SVM_SIGNER, SVM_SIGNER.toLowerCase(), OTHER];
		expect(spellings.map((address) => signer.state(address))).toEqual([
			"ready",
			"ready",
			"missing",
			"missing",
		]);
		expect(signer.pathOf(SIGNER)).toBe("Ledger Nano X, m/44'/60'/0'/0/0");
		expect(signer.pathOf(OTHER)).toBeNull();
	});

	it.each(KINDS)("signs %s, and nothing was signed before the request", async (_name, frozen) => {
		const { ask, world } = ledgerScene();
		const asked = frozen();
		const { signed } = await ask(asked);
		expect(world.payloads).toHaveLength(1);
		const last = signed.kind === "message" ? "message" : signed.kind;
		expect(["message", "evm_transaction", "svm_transaction", "user_operation"]).toContain(last);
	});

	it("encodes a transaction byte for byte like viem", async () => {
		const large = `0x${"ab".repeat(4_000)}`;
		for (const frozen of [honest(), frozenOf(commitOf({ to: VAULT, value: 2n ** 200n, data: large }))]) {
			const { ask, world } = ledgerScene();
			const { signed } = await ask(frozen);
			const [asked] = world.payloads;
			const { payload } = frozen;
			if (signed.kind !== "evm_transaction" || payload.kind !== "evm_transaction")
				throw new Error("other kind");
			if (asked?.kind !== "evm_transaction") throw new Error("other question");
			const { transaction: tx } = payload;
			const written = {
				type: "eip1559" as const,
				chainId: payload.chain_id,
				nonce: payload.nonce,
				to: hex(tx.to),
				value: BigInt(tx.value),
				data: hex(tx.data),
				gas: BigInt(tx.gas_limit),
				maxFeePerGas: BigInt(tx.max_fee_per_gas),
				maxPriorityFeePerGas: BigInt(tx.max_priority_fee_per_gas),
			};
			expect(asked.unsigned).toBe(serializeTransaction(written));
			const answer = await honestSignature(asked);
			const v = answer.endsWith("00") ? "1b" : "1c";
			const signature = parseSignature(hex(`${answer.slice(0, -2)}${v}`));
			expect(signed.raw).toBe(serializeTransaction(written, signature));
		}
	});

	it("signs for a chain whose number is above 2^31", async () => {
		const { ask } = ledgerScene();
		const chain = 2 ** 40 + 1;
		const frozen = changed(executeEvm(), (copy) => {
			copy.chain_ref = String(chain);
			if (copy.request.type === "execute_evm") {
				for (const each of copy.request.transactions) each.chain_id = chain;
				for (const each of copy.request.simulation.approvals) each.chainId = chain;
			}
			copy.intents = copy.intents.map((each) => ({ ...each, chain_id: chain }));
		});
		expect((await ask(frozen, 1)).signed).toMatchObject({ kind: "evm_transaction" });
	});

	it("sends typed data with the domain's own type, and whole numbers in decimal digits", async () => {
		const { ask, world } = ledgerScene();
		await ask(typed());
		const [asked] = world.payloads;
		if (asked?.kind !== "evm_typed_data") throw new Error("other question");
		const told = JSON.parse(asked.typedData);
		expect(told.types.EIP712Domain.map((each: { name: string }) => each.name)).toEqual([
			"name",
			"version",
			"chainId",
			"verifyingContract",
		]);
		expect(told.domain).toMatchObject({ chainId: "8453", verifyingContract: TOKEN.toLowerCase() });
		expect(told.message).toMatchObject({ value: "25000000", owner: SIGNER.toLowerCase() });
	});
});

describe("before it reaches a Ledger, a request is refused", () => {
	const lies: [string, Frozen | (() => Frozen), string, { place?: number; account?: string }?][] = [
		[
			"what does not match its review",
			() => changed(honest(), (copy) => Object.assign(copy.payload, { nonce: -1 })),
			"",
		],
		[
			"what is not written as expected",
			() => changed(honest(), (copy) => Object.assign(copy, { more: 1 })),
			"",
		],
		["an empty index", honest, "place", { place: 1 }],
		["another account's signature", () => ({ ...honest() }), "accountAddress", { account: OTHER }],
		["a Solana account's for EVM", honest, "payload.kind", { account: SVM_SIGNER }],
		[
			"a Solana message without a header",
			() => svmMessage(Buffer.from("Hello").toString("base64")),
			"message_base64",
		],
		["an off-chain message of another version", () => offchain("Hello", 1), ""],
		["a bare hash that was not approved as one", () => personal(`0x${"5c".repeat(32)}`), "message"],
	];

	it.each(lies)("%s", async (_name, made, field, more = {}) => {
		const { signer, world } = ledgerScene();
		const frozen = typeof made === "function" ? made() : made;
		const error = await refusal(
			signer.sign(frozen, more.place ?? 0, fingerprintOf(frozen), more.account ?? frozen.signer),
		);
		expect(error).toMatchObject({ reason: "refusedMatch", mayHaveSigned: false });
		if (field !== "") expect(error.field).toBe(field);
		expect(codesOf(error.text).at(-1)).toBe("nothing-signed");
		expect(world.payloads).toEqual([]);
		expect(world.prepared).toEqual([]);
	});

	it("another review than the approved one, and one that has expired", async () => {
		const { signer, ask, clock, world } = ledgerScene();
		const other = await refusal(signer.sign(honest(), 0, "0".repeat(64), SIGNER));
		expect(other).toMatchObject({ field: "fingerprint" });
		clock.advance(900_000);
		expect(await refusal(ask(honest()))).toMatchObject({ field: "expires_at" });
		expect(world.payloads).toEqual([]);
	});

	it("except for a hash that was approved as one", async () => {
		const { ask, world } = ledgerScene();
		const hash = `0x${"5c".repeat(32)}`;
		await ask({ ...personal(hash), blind: true });
		expect(world.payloads).toEqual([{ kind: "evm_personal", message: hash }]);
	});

	it("a message that is too long for a device's process is left to the process to refuse", async () => {
		const { ask, world } = ledgerScene();
		await ask(personal("a".repeat(MAX_MESSAGE_BYTES)));
		expect(world.payloads).toHaveLength(1);
	});
});

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Returns the signature's second form, with s in the upper half. */
function highS(signature: string): string {
	const s = (N - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, "0");
	return `${signature.slice(0, 66)}${s}0${signature.endsWith("1") ? 0 : 1}`;
}

describe("a signature that is not this account's over the reviewed bytes is discarded", () => {
	const told = message("signer.hostile-answer", { model: NANO.model });

	it.each(KINDS)("%s: of another item", async (_name, frozen, other) => {
		const donor = ledgerScene();
		await donor.ask(other());
		const [question] = donor.world.payloads;
		if (question === undefined) throw new Error("nothing was asked");
		const signature = await honestSignature(question);
		const { ask, world } = ledgerScene();
		world.sign = async () => ({ ok: true, signature });
		const error = await refusal(ask(frozen()));
		expect(error).toMatchObject({ reason: "badAnswer", mayHaveSigned: true, text: told });
	});

	it.each(KINDS)("%s: of another length, or all zeros", async (_name, frozen) => {
		for (const bend of [
			(made: string) => made.slice(0, -2),
			(made: string) => `${made}00`,
			(made: string) => `0x${"00".repeat(made.length / 2 - 1)}`,
		]) {
			const { ask, world } = ledgerScene();
			world.sign = async (question) => ({ ok: true, signature: bend(await honestSignature(question)) });
			expect((await refusal(ask(frozen()))).text).toEqual(told);
		}
	});

	it.each(KINDS.filter(([name]) => !name.includes("Solana") && !name.includes("off-chain")))(
		"%s: of another key, of the other parity, or in its second form",
		async (_name, frozen) => {
			for (const bend of [
				async (question: Parameters<typeof honestSignature>[0]) =>
					honestSignature(question, `0x${"02".repeat(32)}`),
				async (question: Parameters<typeof honestSignature>[0]) => {
					const made = await honestSignature(question);
					return `${made.slice(0, -1)}${made.endsWith("1") ? 0 : 1}`;
				},
				async (question: Parameters<typeof honestSignature>[0]) => highS(await honestSignature(question)),
			]) {
				const { ask, world } = ledgerScene();
				world.sign = async (question) => ({ ok: true, signature: await bend(question) });
				expect((await refusal(ask(frozen()))).text).toEqual(told);
			}
		},
	);
});

describe("a device request without a signature", () => {
	it.each([
		["rejected", "answered", ["device.rejected"]],
		["locked", "notAsked", ["device.locked"]],
		["otherDevice", "notAsked", ["device.other-device"]],
		["blindSigningOff", "answered", ["device.blind-signing-off", "device.notice.buttons"]],
		["rawMessagesOff", "notAsked", ["device.raw-messages-off", "device.notice.buttons"]],
	] as const)(
		"that is %s gives the reason, and says that nothing was signed",
		async (fault, prompt, said) => {
			const { ask, world } = ledgerScene();
			world.sign = async () => refusalOf(fault, prompt);
			const error = await refusal(ask(honest()));
			expect(error).toMatchObject({ reason: fault, mayHaveSigned: false });
			expect(codesOf(error.text)).toEqual([...said, "device.safe"]);
			expect(world.payloads).toHaveLength(1);
		},
	);

	it("names the buttons of the refusing model, wherever the account was added", async () => {
		const { ask, world } = ledgerScene();
		world.plugged = [{ ...NANO, model: "Ledger Flex" }];
		world.sign = async () => refusalOf("rawMessagesOff", "notAsked");
		const error = await refusal(ask(honest()));
		expect(codesOf(error.text)).toEqual(["device.raw-messages-off", "device.notice.touch", "device.safe"]);
	});

	it.each<DeviceFault>(["unplugged", "timeout", "stopped"])(
		"with an unknown outcome (%s) never says that nothing was signed",
		async (fault) => {
			const { ask, world } = ledgerScene();
			world.sign = async () => refusalOf(fault, "unknown");
			const error = await refusal(ask(honest()));
			expect(error).toMatchObject({ reason: fault, mayHaveSigned: true });
			expect(codesOf(error.text).slice(1)).toEqual([
				"device.outcome-unknown",
				"device.unsent",
				"device.clear",
			]);
			expect(world.payloads).toHaveLength(1);
		},
	);
});

/** Lets the device wait for the user until the request is cancelled, which returns this answer. */
function standing(
	scene: ReturnType<typeof ledgerScene>,
	answer: LedgerResult<"sign">,
	stage: DeviceStage = "asking",
) {
	const { world } = scene;
	world.sign = (_, tell) => {
		const answered = Promise.withResolvers<LedgerResult<"sign">>();
		tell(stage);
		world.onCancel = () => answered.resolve(answer);
		return answered.promise;
	};
}

describe("during the device's question", () => {
	it("the signer names the item, the device and the progress; and its end", async () => {
		const scene = ledgerScene();
		const { signer, ask, rest, world } = scene;
		const stages: (DeviceStage | null)[] = [];
		signer.onActivity(() => stages.push(signer.activity()?.stage ?? null));
		standing(scene, refusalOf("cancelled", "unknown"), "checking");
		const asked = refusal(ask(honest()));
		await rest();
		expect(signer.activity()).toEqual({
			account: ACCOUNT,
			stage: expect.any(String),
			device: NANO,
			fingerprint: fingerprintOf(honest()),
			place: 0,
		});
		expect(world.asking).toBe(1);
		signer.cancel();
		await asked;
		expect(signer.activity()).toBeNull();
		expect(stages).toContain("checking");
		expect(stages.at(-1)).toBeNull();
		expect(world.asking).toBe(0);
	});

	it("it can be cancelled here: the device has to be cleared too", async () => {
		const scene = ledgerScene();
		standing(scene, refusalOf("cancelled", "unknown"));
		const asked = refusal(scene.ask(honest()));
		await scene.rest();
		scene.signer.cancel();
		const error = await asked;
		expect(error).toMatchObject({ reason: "cancelled", mayHaveSigned: true });
		expect(codesOf(error.text)).toEqual(["signer.given-up.person", "signer.device-may-still-show"]);
		expect(scene.clock.waiting()).toBe(0);
	});

	it("a signature that arrives after the cancellation is discarded", async () => {
		const scene = ledgerScene();
		const { world } = scene;
		const answered = Promise.withResolvers<void>();
		world.sign = async (question) => {
			await answered.promise;
			return { ok: true, signature: await honestSignature(question) };
		};
		world.onCancel = () => answered.resolve();
		const asked = refusal(scene.ask(honest()));
		await scene.rest();
		scene.signer.cancel();
		expect(codesOf((await asked).text)).toEqual(["signer.given-up.person", "signer.had-signed-by-then"]);
	});

	it.each([
		["the review expires", honest, 900_000 - 60_000, 60_000],
		["ten minutes have passed", honest, 0, 600_000],
	])("it is cancelled once %s", async (_name, frozen, before, ms) => {
		const scene = ledgerScene();
		scene.clock.advance(before);
		standing(scene, refusalOf("cancelled", "unknown"));
		const asked = refusal(scene.ask(frozen()));
		await scene.rest();
		scene.clock.advance(ms - 1);
		expect(scene.world.cancelled).toBe(0);
		scene.clock.advance(1);
		expect(scene.world.cancelled).toBe(1);
		expect(codesOf((await asked).text)[0]).toBe("signer.given-up.time");
	});
});

describe("a Ledger's readiness", () => {
	const say = async (set: (world: ReturnType<typeof ledgerScene>["world"]) => void, account = SIGNER) => {
		const scene = ledgerScene();
		set(scene.world);
		const readiness = await scene.signer.prepare(account);
		return { ...scene, readiness, code: readiness.ready ? "ready" : codesOf(readiness.text)[0] };
	};

	it.each([
		["none is plugged in", { plugged: [] }, "device.plug-in-account"],
		["devices can't be listed", { plugged: refusalOf("stopped") }, "device.stopped"],
	])("is refused if %s", async (_name, set, code) => {
		expect((await say((world) => Object.assign(world, set))).code).toBe(code);
	});

	it.each([
		["locked", "device.locked"],
		["dashboard", "device.dashboard"],
		["wrongApp", "device.wrong-app"],
		["busy", "device.busy"],
		["permission", "device.permission"],
		["appTooOld", "device.app-too-old"],
		["otherDevice", "device.other-device"],
		["gone", "device.plug-in-account"],
	] as const)(
		"names the remedy if the device is %s, and continues watching for a while",
		async (fault, expected) => {
			const { code, world, clock } = await say(({ refusals }) => refusals.set("a", refusalOf(fault)));
			expect(code).toBe(expected);
			expect(world.wants).toBe(1);
			clock.advance(60_000);
			expect(world.wants).toBe(0);
		},
	);

	it("names the device that is plugged in, wherever the account was added", async () => {
		const { readiness } = await say((world) => {
			world.plugged = [{ ...NANO, model: "Ledger Flex" }];
			world.refusals.set("a", refusalOf("locked"));
		});
		const device = message("device.subject.model", { model: "Ledger Flex" });
		expect(readiness).toMatchObject({ text: message("device.locked", { device }) });
	});

	it("names the requested account if several are plugged in, since no device shows anything", async () => {
		const { readiness } = await say((world) => {
			world.plugged = [NANO, { id: "b", model: NANO.model }];
			world.refusals.set("a", refusalOf("otherDevice")).set("b", refusalOf("locked"));
		});
		if (readiness.ready) throw new Error("it is ready");
		expect(codesOf(readiness.text)).toEqual(["device.locked", "device.wanted"]);
	});

	it("names the device that signed, wherever the account was added", async () => {
		const { signer, readiness } = await say((world) => {
			world.plugged = [{ ...NANO, model: "Ledger Flex" }];
		});
		expect(readiness.ready).toBe(true);
		expect(signer.pathOf(SIGNER)).toMatch(/^Ledger Flex, /);
	});

	it("is watched without a gap if it fails again and again", async () => {
		const { signer, world, clock } = await say(({ refusals }) => refusals.set("a", refusalOf("locked")));
		for (let tries = 0; tries < 5; tries += 1) {
			clock.advance(15_000);
			expect(world.wants).toBe(1);
			await signer.prepare(SIGNER);
		}
		expect(world.wants).toBe(1);
	});

	it("is checked on each device, with remediable faults reported first", async () => {
		const { code, world } = await say((set) => {
			set.plugged = [NANO, { id: "b", model: "Ledger Flex" }];
			set.refusals.set("a", refusalOf("otherDevice")).set("b", refusalOf("locked"));
		});
		expect(world.prepared).toEqual(["a", "b"]);
		expect(code).toBe("device.locked");
		world.refusals.set("b", refusalOf("otherDevice"));
		const scene = await say((set) =>
			Object.assign(set, { plugged: world.plugged, refusals: world.refusals }),
		);
		expect(scene.code).toBe("device.none-has-account");
	});

	it("is checked first on the device that had the account last", async () => {
		const { signer, world, readiness } = await say((set) => {
			set.plugged = [NANO, { id: "b", model: "Ledger Nano X" }];
			set.refusals.set("a", refusalOf("otherDevice"));
		});
		expect(world.prepared).toEqual(["a", "b"]);
		if (readiness.ready) readiness.release?.();
		expect((await signer.prepare(SIGNER)).ready).toBe(true);
		expect(world.prepared).toEqual(["a", "b", "b"]);
	});

	it("allows one question at a time: the next waits until the first has signed or released the device", async () => {
		const { signer, readiness, clock, ask, world } = await say(() => {});
		if (!readiness.ready) throw new Error(readiness.text.code);
		const other = await signer.prepare(SVM_ACCOUNT.address);
		expect(other).toEqual({
			ready: false,
			text: message("device.comes-next"),
		});
		readiness.release?.();
		const next = await signer.prepare(SVM_ACCOUNT.address);
		expect(next.ready).toBe(true);
		await ask(transfer());
		expect(world.prepared).toEqual(["a", "a"]);
		expect((await signer.prepare(SIGNER)).ready).toBe(true);
		// A reserved turn that is neither used nor released is free again after a minute.
		expect((await signer.prepare(SIGNER)).ready).toBe(false);
		clock.advance(60_000);
		expect((await signer.prepare(SIGNER)).ready).toBe(true);
	});

	it("is not released during a request", async () => {
		const scene = await say(() => {});
		if (!scene.readiness.ready) throw new Error(scene.code);
		standing(scene, refusalOf("cancelled", "unknown"));
		const asked = refusal(scene.ask(honest()));
		await scene.rest();
		scene.readiness.release?.();
		expect((await scene.signer.prepare(SIGNER)).ready).toBe(false);
		const second = scene.ask(honest());
		await scene.rest();
		expect(scene.world.payloads).toHaveLength(1);
		scene.world.sign = async (question) => ({ ok: true, signature: await honestSignature(question) });
		scene.signer.cancel();
		await asked;
		expect((await second).signed).toMatchObject({ kind: "evm_transaction" });
	});

	it("is delayed by another request on the device", async () => {
		const { code, world } = await say(({ statuses }) =>
			statuses.set("a", { kind: "asking", inspection: null }),
		);
		expect(code).toBe("device.comes-next");
		expect(world.prepared).toEqual([]);
	});
});

describe("two payloads of one approval", () => {
	it("are requested one by one, each at its own index", async () => {
		const { ask, world } = ledgerScene();
		const [first, second] = [await ask(executeEvm(), 0), await ask(executeEvm(), 1)];
		expect(first.signed).not.toEqual(second.signed);
		expect(world.payloads).toHaveLength(2);
	});
});
