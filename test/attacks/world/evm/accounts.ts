import {
	type Address,
	concatHex,
	encodeFunctionData,
	encodePacked,
	type Hex,
	pad,
	parseAbi,
	size,
} from "viem";
import {
	at,
	callAs,
	contractsOf,
	DEPLOYER,
	deployAt,
	OWN_OTHER,
	packageArtifact,
	sendAs,
	USER,
	type WorldChain,
} from "../deploy.ts";
import { give, USDC, usd } from "./tokens.ts";

/** Contract accounts: a Safe of the user, smart accounts, and their batch contracts. */

/**
 * Code of every Safe 1.4.1 proxy, which identifies a Safe: its Keccak-256 hash is
 * 0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c.
 */
const SAFE_PROXY: Hex =
	"0x608060405273ffffffffffffffffffffffffffffffffffffffff600054167fa619486e0000000000000000000000000000000000000000000000000000000060003514156050578060005260206000f35b3660008037600080366000845af43d6000803e60008114156070573d6000fd5b3d6000f3fea264697066735822122003d1488ee65e08fa41e58e888a9865554c535f2c77126a82cb4c0f917f31441364736f6c63430007060033";

/** Safe implementation, rewritten after version 1.4.1. `SAFE` is the user's Safe, with one owner. */
const SAFE_SINGLETON: Address = at("0x41675C099F32341bf84BFc5382aF534df5C7461a");
export const SAFE: Address = at("0x5aFE3855358E112B5647B952709E6165e1c1eEEe");
const MULTI_SEND: Address = at("0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526");
export const MULTI_SEND_CALL_ONLY: Address = at("0x9641d764fc13c8B624c04430C7356C1C7C8102e2");
export const ENTRY_POINT: Address = at("0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108");
const SIMPLE_ACCOUNT_CODE: Address = at("0x68641DE71cfEa5a5d0D29712449Ee254bb1400C2");
/** The user's smart account: SimpleAccount's bytecode behind OpenZeppelin's proxy. */
export const SMART_ACCOUNT: Address = at("0x3E1d2Bc6ea0b9C2ad7f3bE0b54B1D2a9ad0f7C4e");
/** Delegate that an account of the user may set (EIP-7702): Simple7702Account's bytecode. */
export const DELEGATE_7702: Address = at("0xe6Cae83BdE06E4c305530e199D7217f42808555B");
export const DISPERSE: Address = at("0xD152f549545093347A162Dce210e7293f1452150");

export const safeAbi = parseAbi([
	"function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)",
	"function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool success)",
	"function approveHash(bytes32 hashToApprove)",
	"function addOwnerWithThreshold(address owner, uint256 threshold)",
]);
const multiSendAbi = parseAbi(["function multiSend(bytes transactions) payable"]);
export const simpleAccountAbi = parseAbi([
	"struct Call { address target; uint256 value; bytes data; }",
	"function initialize(address anOwner)",
	"function execute(address target, uint256 value, bytes data)",
	"function executeBatch(Call[] calls)",
	"function addDeposit() payable",
	"function withdrawDepositTo(address withdrawAddress, uint256 amount)",
]);
export const disperseAbi = parseAbi([
	"function disperseEther(address[] recipients, uint256[] values) payable",
	"function disperseToken(address token, address[] recipients, uint256[] values)",
]);

const NOBODY: Address = "0x0000000000000000000000000000000000000000";

/** Encodes `execTransaction` for an owner who also sends it. The signature then only names the owner. */
export function safeExec(to: Address, value: bigint, data: Hex, operation = 0): Hex {
	const signature = concatHex([
		`0x${USER.slice(2).toLowerCase().padStart(64, "0")}`,
		`0x${"0".repeat(64)}`,
		"0x01",
	]);
	return encodeFunctionData({
		abi: safeAbi,
		functionName: "execTransaction",
		args: [to, value, data, operation, 0n, 0n, 0n, NOBODY, NOBODY, signature],
	});
}

/** Encodes `multiSend` with plain calls. */
export function multiSend(
	calls: readonly { readonly to: Address; readonly value?: bigint; readonly data: Hex }[],
): Hex {
	const packed = calls.map(({ to, value = 0n, data }) =>
		encodePacked(
			["uint8", "address", "uint256", "uint256", "bytes"],
			[0, to, value, BigInt(size(data)), data],
		),
	);
	return encodeFunctionData({ abi: multiSendAbi, functionName: "multiSend", args: [concatHex(packed)] });
}

/** Deploys the contracts at their addresses and funds the two contract accounts with ether and USDC. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Accounts.sol");
	await deployAt(chain, SAFE_SINGLETON, contract("Multisig"));
	await chain.testClient.setCode({ address: SAFE, bytecode: SAFE_PROXY });
	const slot = `0x${"0".repeat(64)}` as const;
	await chain.testClient.setStorageAt({ address: SAFE, index: slot, value: pad(SAFE_SINGLETON) });
	await callAs(chain, DEPLOYER, SAFE, safeAbi, "setup", [
		[USER],
		1n,
		NOBODY,
		"0x",
		NOBODY,
		NOBODY,
		0n,
		NOBODY,
	]);
	await deployAt(chain, MULTI_SEND, contract("MultiSend"), [false]);
	await deployAt(chain, MULTI_SEND_CALL_ONLY, contract("MultiSend"), [true]);
	await deployAt(chain, ENTRY_POINT, contract("EntryDeposits"));
	await deployAt(chain, DISPERSE, contract("Payments"));
	const simple = packageArtifact("@account-abstraction/contracts/artifacts/SimpleAccount.json");
	await deployAt(chain, SIMPLE_ACCOUNT_CODE, simple, [ENTRY_POINT]);
	const proxy = packageArtifact("@openzeppelin/contracts/build/contracts/ERC1967Proxy.json");
	const owned = encodeFunctionData({ abi: simpleAccountAbi, functionName: "initialize", args: [USER] });
	await deployAt(chain, SMART_ACCOUNT, proxy, [SIMPLE_ACCOUNT_CODE, owned]);
	await deployAt(
		chain,
		DELEGATE_7702,
		packageArtifact("@account-abstraction/contracts/artifacts/Simple7702Account.json"),
	);
	for (const account of [SAFE, SMART_ACCOUNT]) {
		await sendAs(chain, OWN_OTHER, account, "0x", 5n * 10n ** 18n);
		await give(chain, USDC, account, usd(8_000));
	}
}
