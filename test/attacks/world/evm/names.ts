import {
	type Address,
	encodeFunctionData,
	type Hex,
	keccak256,
	labelhash,
	namehash,
	parseAbi,
	stringToHex,
} from "viem";
import { at, callAs, contractsOf, DEPLOYER, deployAt, USER, type WorldChain } from "../deploy.ts";

/** ENS: registry, .eth registrar and its controller, resolver, and reverse registrar. */

export const ENS: Address = at("0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e");
export const ENS_REGISTRAR: Address = at("0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85");
export const ENS_CONTROLLER: Address = at("0x253553366Da8546fC250F225fe3d25d0C782303b");
export const ENS_RESOLVER: Address = at("0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63");
export const ENS_REVERSE: Address = at("0xa58E81fe9b61B5c3fE2AFD33CF304c454AbFc7Cb");

/** A name that the user owns, and one that the user has committed to and can register. */
export const NAME = "countersign-person";
export const NODE: Hex = namehash(`${NAME}.eth`);
const NEW_NAME = "countersign-savings";
export const YEAR = 31_536_000n;
const SECRET: Hex = keccak256(stringToHex("a secret of the corpus"));

export const controllerAbi = parseAbi([
	"function commit(bytes32 commitment)",
	"function register(string name, address owner, uint256 duration, bytes32 secret, address resolver, bytes[] data, bool reverseRecord, uint16 ownerControlledFuses) payable",
	"function renew(string name, uint256 duration) payable",
]);
export const resolverAbi = parseAbi([
	"function setAddr(bytes32 node, address a)",
	"function setText(bytes32 node, string key, string value)",
	"function setContenthash(bytes32 node, bytes hash)",
	"function multicall(bytes[] data) returns (bytes[] results)",
]);
export const reverseAbi = parseAbi(["function setName(string name) returns (bytes32)"]);
export const registryAbi = parseAbi([
	"function setOwner(bytes32 node, address owner)",
	"function setResolver(bytes32 node, address resolver)",
	"function setSubnodeOwner(bytes32 node, bytes32 label, address owner) returns (bytes32)",
]);
const setUpAbi = parseAbi([
	"function addController(address controller)",
	"function register(uint256 id, address to, uint256 duration) returns (uint256)",
]);

/**
 * Arguments of `register` for the new name as the app sends them: one year for the user, with the resolver.
 */
export const REGISTRATION = [NEW_NAME, USER, YEAR, SECRET, ENS_RESOLVER, [], false, 0] as const;

/** Deploys ENS at its addresses. The user owns one name and has committed to another. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Names.sol");
	await deployAt(chain, ENS, contract("NameRegistry"));
	await deployAt(chain, ENS_REGISTRAR, contract("NameRegistrar"), [ENS]);
	await deployAt(chain, ENS_CONTROLLER, contract("NameController"), [ENS_REGISTRAR]);
	await deployAt(chain, ENS_RESOLVER, contract("NameResolver"), [ENS]);
	await deployAt(chain, ENS_REVERSE, contract("ReverseNames"));
	const root: Hex = `0x${"0".repeat(64)}`;
	await callAs(chain, DEPLOYER, ENS, registryAbi, "setSubnodeOwner", [root, labelhash("eth"), ENS_REGISTRAR]);
	for (const controller of [ENS_CONTROLLER, DEPLOYER]) {
		await callAs(chain, DEPLOYER, ENS_REGISTRAR, setUpAbi, "addController", [controller]);
	}
	await callAs(chain, DEPLOYER, ENS_REGISTRAR, setUpAbi, "register", [BigInt(labelhash(NAME)), USER, YEAR]);
	await callAs(chain, USER, ENS, registryAbi, "setResolver", [NODE, ENS_RESOLVER]);
	const registration = encodeFunctionData({
		abi: controllerAbi,
		functionName: "register",
		args: [...REGISTRATION],
	});
	await callAs(chain, USER, ENS_CONTROLLER, controllerAbi, "commit", [
		keccak256(`0x${registration.slice(10)}`),
	]);
}
