import { fileURLToPath } from "node:url";
import { type Address, parseAbi } from "viem";
import { at, callAs, DEPLOYER, deployAt, USER, type WorldChain } from "../../attacks/world/deploy.ts";
import { ENTRY_POINT } from "../../attacks/world/evm/accounts.ts";
import { DAI, give, whole } from "../../attacks/world/evm/tokens.ts";
import { type Artifact, compileFile } from "../../chains/compile.ts";

/** Contracts that some cases need in addition to those of the attack corpus. */

const OLD_TOKEN: Address = at("0x5C1e8Bb0fA3a6e1B6D8bE26f9E2D1A3C4B5d6E71");
const WORD_TOKEN: Address = at("0x6d1e8bb0fa3a6E1b6D8BE26F9e2d1A3c4B5d6e72");
const STOCK: Address = at("0x7E1e8bB0Fa3A6E1B6D8be26f9E2D1a3C4B5D6e73");
const KYBER_ROUTER: Address = at("0x6131B5fae19EA4f9D964eAc0408E4408b66337b5");
/** Version 0.9; the corpus has 0.8. */
const NEWEST_ENTRY_POINT: Address = at("0x433709009B8330FDa32311DF1C2AFA402eD8D009");
/** Predeploy of every OP-stack chain. */
const GAS_ORACLE: Address = at("0x420000000000000000000000000000000000000F");

const mintAbi = parseAbi(["function mint(address to, uint256 amount)"]);

async function contracts(): Promise<(name: string) => Artifact> {
	const found = await compileFile(fileURLToPath(new URL("./Bugs.sol", import.meta.url)));
	return (name) => {
		const artifact = found[name];
		if (artifact === undefined) throw new Error(`Bugs.sol has no contract ${name}`);
		return artifact;
	};
}

/**
 * Gives the newest entry point (ERC-4337) the code of the previous version, which is enough for signature
 * requests.
 */
async function installEntryPoint({ publicClient, testClient }: WorldChain): Promise<void> {
	const bytecode = await publicClient.getCode({ address: ENTRY_POINT });
	if (bytecode === undefined) throw new Error("the corpus has no entry point");
	await testClient.setCode({ address: NEWEST_ENTRY_POINT, bytecode });
}

/** Deploys tokens, a router and an entry point on the chain that represents Ethereum. */
export async function installContracts(chain: WorldChain): Promise<void> {
	const contract = await contracts();
	const mint = (token: Address, amount: bigint) =>
		callAs(chain, DEPLOYER, token, mintAbi, "mint", [USER, amount]);
	await deployAt(chain, OLD_TOKEN, contract("OldToken"));
	await mint(OLD_TOKEN, whole(50));
	await deployAt(chain, WORD_TOKEN, contract("WordToken"));
	await mint(WORD_TOKEN, 100_000n);
	await deployAt(chain, STOCK, contract("Stock"));
	await mint(STOCK, whole(100));
	await deployAt(chain, KYBER_ROUTER, contract("KyberLike"));
	await give(chain, DAI, KYBER_ROUTER, whole(100_000));
	await installEntryPoint(chain);
}

/** Deploys the L1 fee oracle on an OP-stack chain. */
export async function installOracle(chain: WorldChain): Promise<void> {
	const contract = await contracts();
	await deployAt(chain, GAS_ORACLE, contract("Oracle"));
}
