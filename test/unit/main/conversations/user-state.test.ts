import { describe, expect, it } from "vitest";
import type { ChainSetting } from "../../../../src/ipc/settings.ts";
import { modeOf, userStateOf } from "../../../../src/main/conversations/user-state.ts";
import type { ConnectedAccounts } from "../../../../src/main/ports.ts";
import { userState } from "../../../../src/service-api/user-state.ts";
import { SIGNER } from "../../core/match/honest.ts";
import { SVM_SIGNER } from "../../core/match/honest-svm.ts";

const chain = (family: "evm" | "svm", chainId: string): ChainSetting => ({
	family,
	chainId,
	name: chainId,
	rpcUrl: "https://rpc.example/secret",
	genesisHash: null,
});
const BOTH: ConnectedAccounts = { evm: SIGNER, svm: SVM_SIGNER };
const NONE: ConnectedAccounts = { evm: null, svm: null };
const CHAINS = [chain("svm", "devnet"), chain("evm", "8453"), chain("evm", "1")];
const PROVIDER = { provider: "countersign", provider_label: "Countersign" };

describe("what the agent is told of the wallet", () => {
	it("is the connected account of each family, its first chain, and all chains where there are more", () => {
		expect(userStateOf(BOTH, CHAINS)).toEqual({
			connection: { is_connected: true, ...PROVIDER },
			evm: { address: SIGNER, chain_id: 8453 },
			svm: { address: SVM_SIGNER, cluster: "devnet", wallet_name: "Countersign" },
			ext: { chains: ["solana:devnet", "eip155:8453", "eip155:1"] },
		});
		expect(userStateOf(BOTH, CHAINS.slice(0, 2))).not.toHaveProperty("ext");
		expect(userStateOf({ ...NONE, svm: SVM_SIGNER }, CHAINS)).not.toHaveProperty("ext");
	});

	it("names the wallet as the one that submits in Direct only: with Auto that is invalid", () => {
		const direct = userStateOf(BOTH, CHAINS, "direct");
		expect([direct.evm?.broadcaster, direct.svm?.broadcaster]).toEqual(["wallet", "wallet"]);
		expect(JSON.stringify(userStateOf(BOTH, CHAINS, "auto"))).not.toContain("broadcaster");
	});

	it("is no family that the user told it nothing of", () => {
		const told = userStateOf({ ...NONE, evm: SIGNER }, [chain("svm", "devnet")]);
		expect(told.evm).toEqual({ address: SIGNER });
		expect("svm" in told).toBe(false);
		expect(userStateOf(NONE, CHAINS)).toEqual({ connection: { is_connected: false, ...PROVIDER } });
	});

	it("is never an RPC's address, which may hold a key, nor a name, nor a preference", () => {
		const text = JSON.stringify(userStateOf(BOTH, CHAINS, "direct"));
		for (const word of ["rpc.example", "ens_name", "preferences"]) expect(text).not.toContain(word);
	});

	it("is what the interface takes, and nothing may be added to it", () => {
		const told = userStateOf(BOTH, CHAINS, "direct");
		expect(userState.safeParse(told).success).toBe(true);
		for (const more of [
			{ ...told, balance: "1" },
			{ ...told, evm: { ...told.evm, label: "Main" } },
			{ ...told, svm: { ...told.svm, label: "Main" } },
			{ ...told, connection: { ...told.connection, email: "a@b.cd" } },
		])
			expect(userState.safeParse(more).success).toBe(false);
	});
});

describe("a turn's mode", () => {
	const turn = { mode: null, app: null, applicationId: null };
	it("is Auto unless an app is named", () => {
		expect(modeOf(turn)).toBe("auto");
		expect(modeOf({ ...turn, app: "uniswap" })).toBe("direct");
		expect(modeOf({ ...turn, applicationId: 7 })).toBe("direct");
	});
	it("is the one that was said, whatever is named", () => {
		expect(modeOf({ ...turn, mode: "auto", app: "uniswap" })).toBe("auto");
		expect(modeOf({ ...turn, mode: "direct" })).toBe("direct");
	});
});
