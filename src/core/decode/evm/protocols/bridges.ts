import { chainName } from "../../../chain/names.ts";
import { lower } from "../abi.ts";
import { type CallSite, known } from "../function.ts";
import { act, type ContractFamily, part } from "./act.ts";

/**
 * Ways to other chains. What comes out there is no asset of this chain: only who gets it, and how much of what is given
 * it is at least. Sources: Across (V3SpokePoolInterface), Stargate v2 and LayerZero (IOFT).
 */

const DECIMAL = 10n;

/**
 * At least this share of what is given comes out, in percent; less is no fee any more, and what any relayer takes. What
 * can't be compared, by the list of well-known tokens, is not read.
 */
const MIN = 95n;

/** The same coin on both sides: wrapped or not, and by any of the names that bridges give it. */
const sameCoin = (left: string, right: string) => left.replace(/\.e$/, "") === right.replace(/\.e$/, "");

interface Crossing {
	readonly from: string;
	readonly to: string;
	readonly amount: bigint;
	readonly out: bigint;
	readonly chain: string;
}

function isFair(place: CallSite, { from, to, amount, out, chain }: Crossing): boolean {
	const [here, there] = [place.listed(from), place.listed(to, chain)];
	if (here === null || there === null || !sameCoin(here.symbol, there.symbol)) return false;
	const [given, got] = [amount * DECIMAL ** BigInt(there.decimals), out * DECIMAL ** BigInt(here.decimals)];
	return got * 100n >= given * MIN;
}

export const ACROSS: ContractFamily = {
	app: "Across",
	functions: [
		known(
			"function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message)",
			([depositor, recipient, inputToken, outputToken, amount, out, chainId, , , , , message], place) => {
				const chain = chainId.toString();
				const crossing = { from: inputToken, to: outputToken, amount, out, chain };
				// With a message the recipient is a contract that does what the message says.
				if (message !== "0x" || !isFair(place, crossing)) return null;
				const given = place.value > 0n ? part("native", place.value) : part(inputToken, amount);
				return act("bridge", {
					gives: [given],
					// The depositor gets it back where nobody carries it over.
					gets: [
						part(null, null, { party: lower(recipient) }),
						part(null, null, { party: lower(depositor) }),
					],
					about: chainName(chain),
				});
			},
		),
	],
};

/**
 * Options that ask for nothing: none, and the third type without any. Others buy coin of the other chain with what is
 * sent along, for whomever they name.
 */
const NO_OPTIONS: ReadonlySet<string> = new Set(["0x", "0x0003"]);

/** LayerZero's numbers of chains. */
const ENDPOINTS: ReadonlyMap<number, string> = new Map([
	[30101, "1"],
	[30102, "56"],
	[30106, "43114"],
	[30109, "137"],
	[30110, "42161"],
	[30111, "10"],
	[30184, "8453"],
]);

export const STARGATE: ContractFamily = {
	app: "Stargate",
	functions: [
		known(
			"function send((uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress)",
			([{ dstEid, to, amountLD, minAmountLD, extraOptions, composeMsg }, { lzTokenFee }, refund], place) => {
				const [coin] = place.coins;
				const chain = ENDPOINTS.get(dstEid);
				const isPlain =
					NO_OPTIONS.has(extraOptions) && composeMsg === "0x" && lzTokenFee === 0n && /^0x0{24}/.test(to);
				if (coin === undefined || chain === undefined || !isPlain) return null;
				if (minAmountLD * 100n < amountLD * MIN) return null;
				const given =
					coin === "native"
						? [part("native", place.value)]
						: [part(coin, amountLD, { bound: "most" }), part("native", place.value, { bound: "most" })];
				return act("bridge", {
					gives: given,
					gets: [
						part(null, null, { party: lower(`0x${to.slice(26)}`) }),
						part(null, null, { party: lower(refund) }),
					],
					about: chainName(chain),
				});
			},
		),
	],
};
