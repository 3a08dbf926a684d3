import { describe, expect, it } from "vitest";
import type { ChainSetting } from "../../../src/bridge/views.ts";
import { userState } from "../../../src/contract/user-state.ts";
import type { Account } from "../../../src/main/accounts/accounts.ts";
import { userStateOf } from "../../../src/main/app/user-state.ts";
import { stub } from "../../fixtures/stub.ts";
import { OTHER, SIGNER } from "../match/honest.ts";
import { SVM_SIGNER } from "../match/honest-svm.ts";

const account = (family: "evm" | "svm", address: string) => stub<Account>({ family, address });
const chain = (family: "evm" | "svm", chainId: string): ChainSetting => ({
	family,
	chainId,
	name: chainId,
	rpcUrl: "https://rpc.example/secret",
	genesisHash: null,
});
const MINE = [account("evm", SIGNER), account("evm", OTHER), account("svm", SVM_SIGNER)];

describe("what the agent is told of the wallet", () => {
	it("is the first account of each family, the first chain of each, and that Countersign submits", () => {
		const chains = [chain("svm", "devnet"), chain("evm", "8453"), chain("evm", "1")];
		expect(userStateOf(MINE, chains)).toEqual({
			connection: { is_connected: true, provider: "countersign", provider_label: "Countersign" },
			evm: { address: SIGNER, chain_id: 8453, broadcaster: "wallet" },
			svm: { address: SVM_SIGNER, cluster: "devnet", wallet_name: "Countersign", broadcaster: "wallet" },
		});
	});

	it("is no family that the person has no account of", () => {
		const [evm] = MINE;
		const told = userStateOf(evm === undefined ? [] : [evm], [chain("svm", "devnet")]);
		expect(told.evm).toEqual({ address: SIGNER, broadcaster: "wallet" });
		expect("svm" in told).toBe(false);
		expect(userStateOf([], [])).toEqual({
			connection: { is_connected: false, provider: "countersign", provider_label: "Countersign" },
		});
	});

	it("is never an RPC's address, which may hold a key", () => {
		expect(JSON.stringify(userStateOf(MINE, [chain("evm", "8453")]))).not.toContain("rpc.example");
	});

	it("is what the interface takes", () => {
		expect(
			userState.safeParse(userStateOf(MINE, [chain("evm", "8453"), chain("svm", "devnet")])).success,
		).toBe(true);
	});
});
