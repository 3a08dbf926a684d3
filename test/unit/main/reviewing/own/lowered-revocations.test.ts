import { AccountLayout, MintLayout } from "@solana/spl-token";
import { PublicKey } from "@solana/web3.js";
import { encodeAbiParameters } from "viem/utils";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { fingerprintOf } from "../../../../../src/core/match/fingerprint.ts";
import { matchFrozen } from "../../../../../src/core/match/match.ts";
import type { RevocationRequest } from "../../../../../src/core/review/approval-request.ts";
import { Revocations } from "../../../../../src/main/reviewing/own/revocations.ts";
import { codesOf } from "../../../../support/saying.ts";
import { CHAIN, OWNER, SIGNER } from "../../../core/match/honest.ts";
import { NEWER_BLOCKHASH, SVM_OTHER, SVM_SIGNER } from "../../../core/match/honest-svm.ts";
import {
	DELEGATED,
	type EvmKind,
	MINT,
	revokedOf,
	TOKEN_ACCOUNT,
	TOKEN_PROGRAM,
} from "../../../core/match/revocations.ts";
import { fakeChains } from "../facts/fake-chains.ts";

/** A revocation that the user turns into a lower allowance never exceeds the allowance on the chain. */

const UNTIL = 1_900_000_000;

const evm = (kind: EvmKind): RevocationRequest => ({
	family: "evm",
	chainRef: String(CHAIN),
	account: SIGNER,
	revokes: revokedOf(kind),
	asset: "DEMO",
	allowed: 1_000n,
	unit: null,
});

const SVM: RevocationRequest = {
	family: "svm",
	chainRef: "devnet",
	account: SVM_SIGNER,
	revokes: DELEGATED,
	asset: "the token account",
	allowed: 1_000n,
	unit: { decimals: 6, symbol: "USDX" },
};

function scene() {
	const { world, chains } = fakeChains();
	const revocations = new Revocations(chains, { now: () => 1_000 }, () => OWNER);
	const allow = (amount: bigint, until = UNTIL) => {
		world.call = (data) =>
			// Permit2's allowance has three arguments.
			data.length > 10 + 2 * 64
				? encodeAbiParameters(
						[{ type: "uint160" }, { type: "uint48" }, { type: "uint48" }],
						[amount, until, 0],
					)
				: encodeAbiParameters([{ type: "uint256" }], [amount]);
	};
	const delegate = (amount: bigint, to = DELEGATED.spender) => {
		const data = Buffer.alloc(AccountLayout.span);
		const owner = new PublicKey(SVM_SIGNER);
		AccountLayout.encode(
			{
				mint: new PublicKey(MINT),
				owner,
				amount: 5_000n,
				delegateOption: 1,
				delegate: new PublicKey(to),
				state: 1,
				isNativeOption: 0,
				isNative: 0n,
				delegatedAmount: amount,
				closeAuthorityOption: 0,
				closeAuthority: PublicKey.default,
			},
			data,
		);
		world.accounts.set(TOKEN_ACCOUNT, {
			owner: TOKEN_PROGRAM,
			lamports: 2_039_280n,
			executable: false,
			size: data.length,
			data,
		});
	};
	const mint = (decimals: number) => {
		const data = Buffer.alloc(MintLayout.span);
		const nobody = { mintAuthorityOption: 0, mintAuthority: PublicKey.default } as const;
		const noFreeze = { freezeAuthorityOption: 0, freezeAuthority: PublicKey.default } as const;
		MintLayout.encode({ ...nobody, ...noFreeze, supply: 9_000n, decimals, isInitialized: true }, data);
		const account = { owner: TOKEN_PROGRAM, lamports: 1n, executable: false, size: data.length, data };
		world.accounts.set(MINT, account);
	};
	allow(1_000n);
	delegate(1_000n);
	mint(6);
	const plan = async (request: RevocationRequest) => {
		const planning = await revocations.plan(request);
		if (!planning.ok) throw new Error(codesOf(planning.text).join());
		return planning.planned;
	};
	const lower = async (request: RevocationRequest, keeps: bigint) => {
		const planned = await plan(request);
		const planning = await revocations.change(planned, { keeps });
		return planning.ok
			? { planned: planning.planned, frozen: revocations.current(planning.planned), code: null }
			: { planned, frozen: revocations.current(planned), code: codesOf(planning.text).join() };
	};
	return { world, revocations, allow, delegate, mint, plan, lower };
}

const CASES: readonly [string, RevocationRequest, number | null][] = [
	["a token's allowance", evm("allowance"), null],
	["an allowance in Permit2", evm("permit2"), UNTIL],
	["a Solana delegate", SVM, null],
];

describe.each(CASES)("%s that the user lowers", (_, request, until) => {
	it("is another request of the same id, which names the amount and what the chain reports", async () => {
		const one = scene();
		const first = fingerprintOf(one.revocations.current(await one.plan(request)));
		const { planned, frozen, code } = await one.lower(request, 250n);
		expect(code).toBeNull();
		expect(frozen).toMatchObject({
			revocation_id: planned.id,
			revokes: request.revokes,
			lowers_to: { amount: "250", from: "1000", until },
		});
		expect(matchFrozen(frozen).verdict).toBe("matched");
		expect(fingerprintOf(frozen)).not.toBe(first);
		expect(planned.keeps).toBe(250n);
	});

	it.each([1_000n, 1_001n])(
		"is refused at %i, which doesn't lower it, and stays a revocation",
		async (amount) => {
			const { frozen, code } = await scene().lower(request, amount);
			expect(code).toBe("app.edit.would-raise");
			expect(frozen.lowers_to).toBeUndefined();
		},
	);

	it("stays the same while it lowers the allowance, however much of it is spent meanwhile", async () => {
		const one = scene();
		const { planned, frozen } = await one.lower(request, 250n);
		one.allow(400n);
		one.delegate(400n);
		expect(fingerprintOf(await one.revocations.fresh(planned))).toBe(fingerprintOf(frozen));
	});

	it("can't be reviewed any more once the remaining allowance is no larger", async () => {
		const one = scene();
		const { planned } = await one.lower(request, 250n);
		one.allow(250n);
		one.delegate(250n);
		const failed = one.revocations.fresh(planned);
		await expect(failed).rejects.toThrow("app.edit.would-raise");
		await expect(failed).rejects.toBeInstanceOf(ChainError);
		one.allow(0n);
		one.delegate(0n);
		await expect(one.revocations.fresh(planned)).rejects.toThrow("app.edit.nothing-left");
	});

	it("becomes a revocation again, byte for byte as before", async () => {
		const one = scene();
		const { planned } = await one.lower(request, 250n);
		const undone = await one.revocations.change(planned, { keeps: null });
		if (!undone.ok) throw new Error("refused");
		const frozen = one.revocations.current(undone.planned);
		expect(frozen.lowers_to).toBeUndefined();
		expect(matchFrozen(frozen).verdict).toBe("matched");
		expect([undone.planned.id, undone.planned.keeps]).toEqual([planned.id, null]);
	});
});

describe("a lowered allowance", () => {
	it("keeps its amount if the user chooses another fee", async () => {
		const one = scene();
		const { planned } = await one.lower(evm("allowance"), 250n);
		const fast = await one.revocations.change(planned, { fee: { speed: "fast" } });
		if (!fast.ok) throw new Error("refused");
		expect(one.revocations.current(fast.planned)).toMatchObject({
			lowers_to: { amount: "250" },
			payload: { transaction: { max_priority_fee_per_gas: "45" } },
		});
	});

	it("is planned again if its expiry in Permit2 changed", async () => {
		const one = scene();
		const { planned, frozen } = await one.lower(evm("permit2"), 250n);
		one.allow(1_000n, UNTIL - 10);
		const fresh = await one.revocations.fresh(planned);
		expect(fresh.lowers_to?.until).toBe(UNTIL - 10);
		expect(fingerprintOf(fresh)).not.toBe(fingerprintOf(frozen));
		expect(matchFrozen(fresh).verdict).toBe("matched");
	});

	it("is refused for a token that takes no new amount, with the way out", async () => {
		const one = scene();
		const planned = await one.plan(evm("allowance"));
		one.world.gas = [null];
		const refused = await one.revocations.change(planned, { keeps: 250n });
		expect(refused.ok ? null : codesOf(refused.text).join()).toBe("completing.would-fail.lowered");
		expect(one.revocations.get(planned.id)).toBe(planned);
	});

	it("of Solana is refused if its mint has other decimals than the entered amount", async () => {
		const one = scene();
		one.mint(9);
		expect((await one.lower(SVM, 250n)).code).toBe("app.edit.not-lowerable");
	});

	it("of Solana is refused once the account has another delegate", async () => {
		const one = scene();
		one.delegate(1_000n, SVM_OTHER);
		expect((await one.lower(SVM, 250n)).code).toBe("app.edit.nothing-left");
	});

	it.each(["operator", "token"] as const)("can't be made of a permission of kind %s", async (kind) => {
		expect((await scene().lower({ ...evm(kind), allowed: null }, 250n)).code).toBe("app.edit.nothing-left");
	});

	it("has a new blockhash at each read on Solana, and the same fingerprint", async () => {
		const one = scene();
		const { planned, frozen } = await one.lower(SVM, 250n);
		one.world.blockhash = NEWER_BLOCKHASH;
		expect(fingerprintOf(await one.revocations.fresh(planned))).toBe(fingerprintOf(frozen));
	});
});
