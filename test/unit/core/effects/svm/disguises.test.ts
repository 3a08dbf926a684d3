import {
	createAssociatedTokenAccountIdempotentInstruction,
	createCloseAccountInstruction,
	createSyncNativeInstruction,
	createTransferCheckedInstruction,
	createTransferInstruction,
	getAssociatedTokenAddressSync,
	NATIVE_MINT,
	TOKEN_2022_PROGRAM_ID,
} from "@solana/spl-token";
import { type PublicKey, SystemProgram, type TransactionInstruction } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StepEffects } from "../../../../../src/core/effects/effects.ts";
import { openSvmScene, RENT, SOL, type SvmScene } from "../../simulate/svm-scene.ts";
import { type SvmEffectsScene, svmEffectsScene } from "./effects-scene.ts";

/** Different ways to take the same SOL must result in the same movement. */

let scene: SvmScene;
let told: SvmEffectsScene;
let me: PublicKey;
let thief: PublicKey;

beforeAll(async () => {
	scene = await openSvmScene();
	told = svmEffectsScene(scene);
	me = scene.me.publicKey;
	thief = scene.thief;
});
afterAll(() => scene?.close());

const pay = (to: PublicKey, lamports: bigint) =>
	SystemProgram.transfer({ fromPubkey: me, toPubkey: to, lamports });
const purseOf = (owner: PublicKey) => getAssociatedTokenAddressSync(NATIVE_MINT, owner, true);
const opening = (owner: PublicKey) =>
	createAssociatedTokenAccountIdempotentInstruction(me, purseOf(owner), owner, NATIVE_MINT);

/** Returns the SOL that the thief gets from the user, according to our simulation or to the bytes. */
function lost({ movements }: StepEffects, basis: "observed" | "decoded"): bigint {
	const its = movements.filter(
		(each) =>
			each.basis === basis &&
			each.from === me.toBase58() &&
			each.to === thief.toBase58() &&
			each.most !== null,
	);
	return its.reduce((sum, { most }) => sum + (most ?? 0n), 0n);
}

const FORMS: readonly (readonly [string, () => readonly TransactionInstruction[], boolean])[] = [
	["in one", () => [pay(thief, 2n * SOL)], true],
	["in parts", () => Array.from({ length: 8 }, () => pay(thief, SOL / 4n)), true],
	[
		"between payments to the user and to others",
		() => [pay(me, 5n), pay(scene.friend, 7n), pay(thief, 2n * SOL)],
		true,
	],
	["by an unreadable program", () => [scene.svm.hide(pay(thief, 2n * SOL))], false],
	[
		"wrapped on the way",
		() => [
			opening(me),
			pay(purseOf(me), 2n * SOL),
			createSyncNativeInstruction(purseOf(me)),
			createTransferInstruction(purseOf(me), purseOf(thief), me, 2n * SOL),
			createCloseAccountInstruction(purseOf(me), me, me),
		],
		true,
	],
	[
		"put into an account of wrapped SOL that pays the thief when it is closed",
		() => [
			opening(me),
			pay(purseOf(me), 2n * SOL - RENT),
			createCloseAccountInstruction(purseOf(me), thief, me),
		],
		false,
	],
];

describe.each([
	["the user", () => me],
	["somebody else", () => scene.friend],
])("if %s pays the fee, two SOL", (_, payer) => {
	beforeAll(() => {
		scene.svm.execute([opening(thief)], [scene.me]);
	});

	it.each(FORMS)("to the thief %s are lost", async (_name, instructions, isDecoded) => {
		const effects = await told.effects(instructions(), { payer: payer() });
		expect(lost(effects, "observed")).toBe(2n * SOL);
		if (isDecoded) expect(lost(effects, "decoded")).toBe(2n * SOL);
		const held = effects.holdings.find(
			({ account, asset }) => account === me.toBase58() && asset.kind === "native",
		);
		expect(held?.amount).toBe(scene.svm.accountOf(me)?.lamports);
	});
});

describe("a permanent delegate who is the user", () => {
	it("moves others' tokens", async () => {
		const mint = scene.svm.createMint({ program: "token-2022", permanentDelegate: me });
		told.nameAddress("STOCK", mint);
		const theirs = scene.svm.mintTo(mint, scene.friend, 40n);
		const to = scene.svm.mintTo(mint, thief, 1n);
		const take = createTransferCheckedInstruction(theirs, mint, to, me, 40n, 6, [], TOKEN_2022_PROGRAM_ID);
		const effects = await told.effects([take]);
		expect(told.movements(effects)).toEqual([
			"decoded friend > thief 40 STOCK",
			"observed friend > thief 40 STOCK",
		]);
		expect(effects.controlled.map(told.nameOf)).toEqual(["friend"]);
	});
});
