import { type Abi, type Address, parseAbi } from "viem";
import { at, bytecodeIn, callAs, contractsOf, DEPLOYER, deployAt, USER, type WorldChain } from "../deploy.ts";
import { corpusAddress } from "./people.ts";

/** NFT collections and their sellers, and Seaport with its original bytecode. */

export const COLLECTION: Address = at("0xED5AF388653567Af2F388E6224dC7C4b3241C544");
/** Collection whose items only its minter can create. */
export const DROPPED: Address = at("0x8821BeE2ba0dF28761AffF119D66390D594CD280");
/** Collection by the same makers as `COLLECTION`, with a name that starts with the name of `COLLECTION`. */
export const SISTER: Address = at("0xB6a37b5d14D502c3Ab0Ae6f3a0E058BC9517786e");
/** Collection with the same name and symbol as `COLLECTION`. */
export const FALSE_COLLECTION: Address = corpusAddress("false collection");
export const EDITIONS: Address = at("0x76BE3b62873462d2142405439777e971754E8E77");
export const SEADROP: Address = at("0x00005EA00Ac477B1030CE78506496e8C2dE24bf5");
export const SEAPORT: Address = at("0x0000000000000068F116a894984e2DB1123eB395");
export const CONDUITS: Address = at("0x00000000F9490004C11Cef243f5400493c00Ad63");
export const OPENSEA_CONDUIT: Address = at("0x1E0049783F008A0085193E00003D00cd54003c71");
export const OPENSEA_FEES: Address = at("0x0000a26b00c1F0DF003000390027140000fAa719");

/** Seller of items 4 and 5 of `COLLECTION`. The user has items 1 to 3. */
export const SELLER: Address = at("0x70997970C51812dc3A010C7d01b50e0d17dc79C8");

export const collectionAbi = parseAbi([
	"function mint(uint256 quantity) payable",
	"function setApprovalForAll(address operator, bool approved)",
	"function approve(address to, uint256 tokenId)",
	"function safeTransferFrom(address from, address to, uint256 tokenId)",
	"function transferFrom(address from, address to, uint256 tokenId)",
]);
export const editionsAbi = parseAbi([
	"function mint(uint256 id, uint256 quantity) payable",
	"function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
]);
export const seadropAbi = parseAbi([
	"function mintPublic(address nftContract, address feeRecipient, address minterIfNotPayer, uint256 quantity) payable",
]);
export const seaportAbi = parseAbi([
	"struct OfferItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; }",
	"struct ConsiderationItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; address recipient; }",
	"struct OrderParameters { address offerer; address zone; OfferItem[] offer; ConsiderationItem[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey; uint256 totalOriginalConsiderationItems; }",
	"struct OrderComponents { address offerer; address zone; OfferItem[] offer; ConsiderationItem[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey; uint256 counter; }",
	"struct Order { OrderParameters parameters; bytes signature; }",
	"struct AdvancedOrder { OrderParameters parameters; uint120 numerator; uint120 denominator; bytes signature; bytes extraData; }",
	"struct CriteriaResolver { uint256 orderIndex; uint8 side; uint256 index; uint256 identifier; bytes32[] criteriaProof; }",
	"struct AdditionalRecipient { uint256 amount; address recipient; }",
	"struct BasicOrderParameters { address considerationToken; uint256 considerationIdentifier; uint256 considerationAmount; address offerer; address zone; address offerToken; uint256 offerIdentifier; uint256 offerAmount; uint8 basicOrderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 offererConduitKey; bytes32 fulfillerConduitKey; uint256 totalOriginalAdditionalRecipients; AdditionalRecipient[] additionalRecipients; bytes signature; }",
	"function fulfillBasicOrder_efficient_6GL6yc(BasicOrderParameters parameters) payable returns (bool fulfilled)",
	"function fulfillAdvancedOrder(AdvancedOrder advancedOrder, CriteriaResolver[] criteriaResolvers, bytes32 fulfillerConduitKey, address recipient) payable returns (bool fulfilled)",
	"function validate(Order[] orders) returns (bool validated)",
	"function cancel(OrderComponents[] orders) returns (bool cancelled)",
	"function incrementCounter() returns (uint256 newCounter)",
]);

const NOBODY: Address = "0x0000000000000000000000000000000000000000";
const NO_HASH = `0x${"0".repeat(64)}` as const;
const PRICE = 1_500_000_000_000_000_000n;

/** Returns an order that sells item `id` of a collection for 1.5 ether, with a fee of 1% to OpenSea. */
export function listing(id: bigint, collection = COLLECTION) {
	const fee = PRICE / 100n;
	const ether = (amount: bigint, recipient: Address) => ({
		itemType: 0,
		token: NOBODY,
		identifierOrCriteria: 0n,
		startAmount: amount,
		endAmount: amount,
		recipient,
	});
	return {
		offerer: SELLER,
		zone: NOBODY,
		offer: [{ itemType: 2, token: collection, identifierOrCriteria: id, startAmount: 1n, endAmount: 1n }],
		consideration: [ether(PRICE - fee, SELLER), ether(fee, OPENSEA_FEES)],
		orderType: 0,
		startTime: 0n,
		endTime: 2_000_000_000n,
		zoneHash: NO_HASH,
		salt: 0x360c6ebe00000000000000000000000000000000000000004a1fda1bbf8e8f4bn + id,
		conduitKey: NO_HASH,
		totalOriginalConsiderationItems: 2n,
	} as const;
}

/** Returns the same listing as a basic order. */
export function basicListing(id: bigint, collection = COLLECTION) {
	const { offerer, zone, startTime, endTime, zoneHash, salt, consideration } = listing(id, collection);
	return {
		considerationToken: NOBODY,
		considerationIdentifier: 0n,
		considerationAmount: consideration[0].startAmount,
		offerer,
		zone,
		offerToken: collection,
		offerIdentifier: id,
		offerAmount: 1n,
		basicOrderType: 0,
		startTime,
		endTime,
		zoneHash,
		salt,
		offererConduitKey: NO_HASH,
		fulfillerConduitKey: NO_HASH,
		totalOriginalAdditionalRecipients: 1n,
		additionalRecipients: [{ amount: consideration[1].startAmount, recipient: consideration[1].recipient }],
		signature: "0x",
	} as const;
}

export const LISTING_PRICE = PRICE;

const factories = "@opensea/seaport-js/lib/typechain-types/factories/seaport/contracts";
const seaportCode = (path: string, inputs: readonly string[] = []) => ({
	abi: [
		{
			type: "constructor",
			inputs: inputs.map((type) => ({ type, name: "" })),
			stateMutability: "nonpayable",
		},
	] satisfies Abi,
	bytecode: bytecodeIn(`${factories}/${path}`, "_bytecode"),
});

/** Deploys the contracts at their addresses and validates the seller's listings on the chain. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Drops.sol");
	const setUp = parseAbi([
		"function setMinter(address minter)",
		"function mintSeaDrop(address to, uint256 quantity)",
		"function updateChannel(address channel, bool isOpen)",
	]);
	await deployAt(chain, COLLECTION, contract("Collection"), ["Azuki", "AZUKI"]);
	await callAs(chain, DEPLOYER, COLLECTION, setUp, "mintSeaDrop", [USER, 3n]);
	await callAs(chain, DEPLOYER, COLLECTION, setUp, "mintSeaDrop", [SELLER, 2n]);
	await deployAt(chain, DROPPED, contract("Collection"), ["DeGods", "DEGODS"]);
	await deployAt(chain, SEADROP, contract("Drop"));
	await callAs(chain, DEPLOYER, DROPPED, setUp, "setMinter", [SEADROP]);
	await deployAt(chain, EDITIONS, contract("Editions"));
	await callAs(chain, USER, EDITIONS, editionsAbi, "mint", [7n, 10n], 10n ** 16n);
	await deployAt(
		chain,
		CONDUITS,
		seaportCode("conduit/ConduitController.sol/LocalConduitController__factory.js"),
	);
	await deployAt(
		chain,
		OPENSEA_CONDUIT,
		seaportCode("conduit/Conduit.sol/LocalConduit__factory.js"),
		[],
		CONDUITS,
	);
	await deployAt(chain, SEAPORT, seaportCode("Seaport__factory.js", ["address"]), [CONDUITS]);
	await callAs(chain, CONDUITS, OPENSEA_CONDUIT, setUp, "updateChannel", [SEAPORT, true]);
	await deployAt(chain, SISTER, contract("Collection"), ["Azuki Elementals", "AZUKIELEM"]);
	await deployAt(chain, FALSE_COLLECTION, contract("Collection"), ["Azuki", "AZUKI"]);
	for (const collection of [SISTER, FALSE_COLLECTION])
		await callAs(chain, DEPLOYER, collection, setUp, "mintSeaDrop", [SELLER, 1n]);
	for (const collection of [COLLECTION, SISTER, FALSE_COLLECTION])
		await callAs(chain, SELLER, collection, collectionAbi, "setApprovalForAll", [SEAPORT, true]);
	const listings = [listing(4n), listing(5n), listing(1n, SISTER), listing(1n, FALSE_COLLECTION)];
	const orders = listings.map((parameters) => ({ parameters, signature: "0x" }));
	await callAs(chain, SELLER, SEAPORT, seaportAbi, "validate", [orders]);
}
