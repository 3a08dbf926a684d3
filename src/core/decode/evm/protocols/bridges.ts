import { chainName } from "../../../chain/names.ts";
import { lower } from "../abi.ts";
import { functionsOf } from "../function.ts";
import { act, assetAt, type ContractFamily, part } from "./act.ts";

/** Sources: Across (V3SpokePoolInterface), Stargate v2 and LayerZero (IOFT). */

export const ACROSS: ContractFamily = {
	app: "Across",
	functions: functionsOf({
		"depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message)":
			([depositor, recipient, inputToken, outputToken, amount, out, chainId, , , , , message], site) => {
				const chain = chainId.toString();
				// If there is a message, the recipient may be a contract that acts on the funds.
				if (message !== "0x") return null;
				const given = site.value > 0n ? part("native", site.value) : part(inputToken, amount);
				return act("bridge", {
					gives: [given],
					// The depositor gets a refund if no one fills the order.
					gets: [
						part(null, null, { party: lower(recipient) }),
						part(null, null, { party: lower(depositor) }),
					],
					about: chainName(chain),
					arrives: {
						given: { asset: lower(inputToken), amount },
						chainRef: chain,
						asset: lower(outputToken),
						least: out,
					},
				});
			},
	}),
};

/**
 * Options without any effect. Other options buy native coins on the destination chain for a recipient that
 * they name.
 */
const NO_OPTIONS: ReadonlySet<string> = new Set(["0x", "0x0003"]);

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
	functions: functionsOf({
		"send((uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress)":
			([{ dstEid, to, amountLD, minAmountLD, extraOptions, composeMsg }, { lzTokenFee }, refund], site) => {
				const [coin] = site.coins;
				const chain = ENDPOINTS.get(dstEid);
				const isPlain =
					NO_OPTIONS.has(extraOptions) && composeMsg === "0x" && lzTokenFee === 0n && /^0x0{24}/.test(to);
				if (coin === undefined || chain === undefined || !isPlain) return null;
				const given =
					coin === "native"
						? [part("native", site.value)]
						: [part(coin, amountLD, { bound: "most" }), part("native", site.value, { bound: "most" })];
				return act("bridge", {
					gives: given,
					gets: [
						part(null, null, { party: lower(`0x${to.slice(26)}`) }),
						part(null, null, { party: lower(refund) }),
					],
					about: chainName(chain),
					arrives: {
						given: { asset: assetAt(coin), amount: amountLD },
						chainRef: chain,
						asset: null,
						least: minAmountLD,
					},
				});
			},
	}),
};
