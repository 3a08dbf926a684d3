import { isZeroAddress } from "../../../chain/well-known.ts";
import { message } from "../../../localized-text.ts";
import { functionOf, lower } from "../abi.ts";
import { functionsOf, knownFunction } from "../function.ts";
import type { AssetPart, CallParty, Meaning } from "../meaning.ts";
import { act, type ContractFamily, part } from "./act.ts";

/**
 * Sources: ProjectOpenSea/seaport-types (ConsiderationStructs, ConsiderationEnums), ProjectOpenSea/seadrop
 * (ISeaDrop).
 */

const NATIVE = 0;
const ERC20 = 1;
const ERC721 = 2;
const ERC1155 = 3;

interface Item {
	readonly itemType: number;
	readonly token: string;
	readonly identifierOrCriteria: bigint;
	readonly startAmount: bigint;
	readonly endAmount: bigint;
}

type To = Pick<AssetPart, "party" | "bound">;

function itemPart(
	{ itemType, token, identifierOrCriteria, startAmount, endAmount }: Item,
	to: To,
): AssetPart | null {
	const [least, most] = startAmount < endAmount ? [startAmount, endAmount] : [endAmount, startAmount];
	const amount = to.bound === "most" ? most : least;
	switch (itemType) {
		case NATIVE:
			return part("native", amount, to);
		case ERC20:
			return part(token, amount, to);
		case ERC721:
		case ERC1155:
			return part(token, amount, { ...to, bound: "exact", item: identifierOrCriteria });
		default:
			return null;
	}
}

const isWhole = (parts: readonly (AssetPart | null)[]): parts is readonly AssetPart[] =>
	parts.every((each) => each !== null);

function fulfil(offer: readonly Item[], asked: readonly Item[], recipient: CallParty): Meaning | null {
	const gets = offer.map((item) => itemPart(item, { party: recipient, bound: "least" }));
	const gives = summed(asked.map((item) => itemPart(item, { party: "caller", bound: "most" })));
	if (!isWhole(gets) || gives === null) return null;
	return act("buy", { gives, gets, venues: collectionsOf(gets) });
}

function summed(parts: readonly (AssetPart | null)[]): readonly AssetPart[] | null {
	const found: AssetPart[] = [];
	for (const each of parts) {
		if (each === null) return null;
		const at = found.findIndex(
			({ asset, item }) => asset === each.asset && item === null && each.item === null,
		);
		const before = found[at];
		if (before === undefined) found.push(each);
		else found[at] = { ...before, amount: (before.amount ?? 0n) + (each.amount ?? 0n) };
	}
	return found;
}

const collectionsOf = (parts: readonly AssetPart[]): readonly string[] =>
	parts.flatMap(({ asset, item }) => (item === null || asset?.startsWith("0x") !== true ? [] : [asset]));

const ITEM =
	"uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount";
const PARAMETERS =
	`(address offerer, address zone, (${ITEM})[] offer, (${ITEM}, address recipient)[] consideration, uint8 orderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 conduitKey, uint256 totalOriginalConsiderationItems) parameters` as const;
const COMPONENTS =
	`(address offerer, address zone, (${ITEM})[] offer, (${ITEM}, address recipient)[] consideration, uint8 orderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 conduitKey, uint256 counter)` as const;
const BASIC =
	"(address considerationToken, uint256 considerationIdentifier, uint256 considerationAmount, address offerer, address zone, address offerToken, uint256 offerIdentifier, uint256 offerAmount, uint8 basicOrderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 offererConduitKey, bytes32 fulfillerConduitKey, uint256 totalOriginalAdditionalRecipients, (uint256 amount, address recipient)[] additionalRecipients, bytes signature) parameters" as const;

interface Basic {
	readonly considerationToken: string;
	readonly considerationIdentifier: bigint;
	readonly considerationAmount: bigint;
	readonly offerToken: string;
	readonly offerIdentifier: bigint;
	readonly offerAmount: bigint;
	readonly basicOrderType: number;
	readonly additionalRecipients: readonly { readonly amount: bigint }[];
}

function basic(order: Basic): Meaning | null {
	const route = Math.floor(order.basicOrderType / 4);
	const fees = order.additionalRecipients.reduce((sum, { amount }) => sum + amount, 0n);
	const item = (token: string, id: bigint, amount: bigint) => part(token, amount, { item: id });
	const bought = item(order.offerToken, order.offerIdentifier, order.offerAmount);
	if (route <= 3) {
		const isCoin = route <= 1;
		const price = part(isCoin ? "native" : order.considerationToken, order.considerationAmount + fees, {
			bound: "most",
		});
		return act("buy", { gives: [price], gets: [bought], venues: [order.offerToken] });
	}
	if (route > 5) return null;
	return act("sell", {
		gives: [item(order.considerationToken, order.considerationIdentifier, order.considerationAmount)],
		gets: [part(order.offerToken, order.offerAmount - fees, { bound: "least" })],
	});
}

const ADVANCED = `function fulfillAdvancedOrder((${PARAMETERS}, uint120 numerator, uint120 denominator, bytes signature, bytes extraData) advancedOrder, (uint256 orderIndex, uint8 side, uint256 index, uint256 identifier, bytes32[] criteriaProof)[] criteriaResolvers, bytes32 fulfillerConduitKey, address recipient)`;

type AdvancedArgs = readonly [
	order: {
		readonly parameters: { readonly offer: readonly Item[]; readonly consideration: readonly Item[] };
		readonly numerator: bigint;
		readonly denominator: bigint;
	},
	resolvers: readonly unknown[],
	conduitKey: string,
	recipient: string,
];

/** Doesn't decode partial orders, or orders whose items are chosen at execution. */
function advanced([{ parameters, numerator, denominator }, resolvers, , recipient]: AdvancedArgs) {
	if (numerator !== denominator || resolvers.length > 0) return null;
	const to = isZeroAddress(recipient) ? "caller" : lower(recipient);
	return fulfil(parameters.offer, parameters.consideration, to);
}

export const SEAPORT: ContractFamily = {
	app: "Seaport",
	functions: [
		knownFunction(`function fulfillBasicOrder(${BASIC})`, ([order]) => basic(order)),
		knownFunction(`function fulfillBasicOrder_efficient_6GL6yc(${BASIC})`, ([order]) => basic(order)),
		knownFunction(
			`function fulfillOrder((${PARAMETERS}, bytes signature) order, bytes32 fulfillerConduitKey)`,
			([{ parameters }]) => fulfil(parameters.offer, parameters.consideration, "caller"),
		),
		{ item: functionOf(ADVANCED), mean: (values) => advanced(values as AdvancedArgs) },
		knownFunction(`function cancel(${COMPONENTS}[] orders)`, () =>
			act("cancel", { about: message("act.orders") }),
		),
		knownFunction("function incrementCounter()", () => act("cancel", { about: message("act.all-orders") })),
	],
};

/**
 * Transfers items by allowance for marketplaces that the conduit's owner has approved. These require an order
 * signed by the item's holder. Source: ProjectOpenSea/seaport (Conduit.sol).
 */
export const CONDUIT: ContractFamily = { app: "OpenSea", functions: [] };

export const SEADROP: ContractFamily = {
	app: "SeaDrop",
	functions: functionsOf({
		"mintPublic(address nftContract, address feeRecipient, address minterIfNotPayer, uint256 quantity)": (
			[collection, , minter, quantity],
			{ value },
		) =>
			act("buy", {
				gives: [part("native", value)],
				gets: [part(null, null, { party: isZeroAddress(minter) ? "caller" : lower(minter) })],
				venues: [collection],
				about: message("act.minted", { count: String(quantity), collection }),
			}),
	}),
};
