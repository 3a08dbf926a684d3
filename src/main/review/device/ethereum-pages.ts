import { getAddress } from "viem/utils";
import type { EvmTransactionPayload } from "../../../contract/commit.ts";
import { PayloadError, signingHashEvm } from "../../match/evm-bytes.ts";
import { type Hex, readAddress, readBytes, readUint } from "../../match/numeral.ts";
import type { DeviceHash, DevicePage } from "./device-plan.ts";
import { deviceAmount, type Forecast, impossible, page } from "./forecast.ts";
import { type DeviceNetwork, deviceNetwork } from "./networks.ts";

/** What the Ethereum app shows of transactions without any of Ledger's own data on tokens and contracts. */

const ETHER_DECIMALS = 18;
/** EIP-20's `transfer` and `approve`: the app has words of its own for these two. */
const TOKEN_CALLS: ReadonlyMap<string, string> = new Map([
	["0xa9059cbb", "send"],
	["0x095ea7b3", "approve"],
]);
/** 0x, the selector and two words. */
const TOKEN_CALL_LENGTH = 2 + 8 + 2 * 64;

export const RISK_AHEAD = page("Blind signing ahead", "To accept risk, press both buttons");
const RISK_ACCEPTED = page("Accept risk and sign transaction");
const UNREADABLE = "A Ledger can't sign this: it can't be written as a transaction to an address.";

interface Transfer {
	readonly from: Hex;
	readonly to: Hex;
	readonly value: bigint;
	readonly data: Hex;
	readonly network: DeviceNetwork;
	/** "0.00063 ETH": gas limit × max fee per gas. */
	readonly fees: string;
	/** The hash that is signed (EIP-1559), which a blind call's "Tx hash" page shows. */
	readonly hash: Hex;
	/** Only other chains than Ethereum's own are named. */
	readonly networkPage: readonly DevicePage[];
}

function read(payload: EvmTransactionPayload): Transfer | null {
	const { transaction: tx, chain_id: chainId } = payload;
	const [from, to] = [readAddress(payload.signer), readAddress(tx.to)];
	const [value, price] = [readUint(tx.value), readUint(tx.max_fee_per_gas)];
	const data = readBytes(tx.data);
	if (from === null || to === null || value === null || price === null || data === null) return null;
	try {
		const hash = signingHashEvm(payload);
		const network = deviceNetwork(chainId);
		return {
			from: getAddress(from),
			to: getAddress(to),
			value,
			data,
			network,
			fees: deviceAmount(BigInt(tx.gas_limit) * price, ETHER_DECIMALS, network.ticker),
			hash,
			networkPage: chainId === 1 ? [] : [page("Network", network.name)],
		};
	} catch (error) {
		if (error instanceof PayloadError) return null;
		throw error;
	}
}

const hashOf = ({ hash }: Transfer, onDevice: boolean): DeviceHash => ({
	label: "Transaction hash",
	value: hash,
	onDevice,
});

const amountOf = ({ value, network }: Transfer) => deviceAmount(value, ETHER_DECIMALS, network.ticker);

/** The app's list is longer than ours. */
const unlisted = ({ network }: Transfer) =>
	network.known
		? ""
		: ' If its app knows this network after all, it shows the name and the coin in place of the number and of "???".';

function plainTransfer(tx: Transfer): Forecast {
	return {
		sight: "clear",
		needsBlindSigning: false,
		says: `Your Ledger shows what is sent, to whom, and the most that it costs in fees.${unlisted(tx)} Compare each page with this review before you sign there.`,
		pages: [
			page("Review transaction"),
			page("From", tx.from),
			page("Amount", amountOf(tx)),
			page("To", tx.to),
			page("Max fees", tx.fees),
			...tx.networkPage,
			page("Sign transaction"),
		],
		hashes: [hashOf(tx, false)],
	};
}

/** The token's own data would be needed for more: then the app shows neither the recipient nor the amount. */
function tokenCall(tx: Transfer, verb: string): Forecast {
	const hidden =
		verb === "approve"
			? "neither the token, nor who may spend it, nor how much"
			: "neither the token, nor the recipient, nor the amount";
	return {
		sight: "blind",
		needsBlindSigning: true,
		says: `Your Ledger calls this blind signing. It shows ${hidden}, and no hash that could be compared: only this computer's screen shows them.${unlisted(tx)}`,
		pages: [
			RISK_AHEAD,
			page(`Review transaction to ${verb} ERC20 token`),
			page("From", tx.from),
			...tx.networkPage,
			page("Max fees", tx.fees),
			RISK_ACCEPTED,
		],
		hashes: [hashOf(tx, false)],
	};
}

/** Selector of a token call, but not what EIP-20 makes of it: no recording tells what the app does. */
function oddTokenCall(tx: Transfer): Forecast {
	return {
		sight: "blind",
		needsBlindSigning: true,
		says: "What your Ledger shows of this is not known: it begins like a token's transfer or approval, but is none, and its app may refuse it. Only this computer's screen shows what it does.",
		pages: [],
		hashes: [hashOf(tx, false)],
	};
}

/** An amount that is sent along has a page of its own, before the address. Source: the app's own code. */
function otherCall(tx: Transfer): Forecast {
	return {
		sight: "blind",
		needsBlindSigning: true,
		says: `Your Ledger calls this blind signing. It shows which contract is called and a hash of the transaction, but not what the call does: only this computer's screen shows that.${unlisted(tx)} Compare the hash with the one here, digit by digit.`,
		pages: [
			RISK_AHEAD,
			page("Review transaction"),
			page("From", tx.from),
			...(tx.value === 0n ? [] : [page("Amount", amountOf(tx))]),
			page("To", tx.to),
			page("Max fees", tx.fees),
			...tx.networkPage,
			page("Tx hash", tx.hash),
			RISK_ACCEPTED,
		],
		hashes: [hashOf(tx, true)],
	};
}

/** EIP-1559 transactions; the creation of a contract has no address and is never signed here. */
export function ethereumTransaction(payload: EvmTransactionPayload): Forecast {
	const tx = read(payload);
	if (tx === null) return impossible(UNREADABLE);
	if (tx.data === "0x") return plainTransfer(tx);
	const verb = TOKEN_CALLS.get(tx.data.slice(0, 10));
	if (verb === undefined) return otherCall(tx);
	return tx.value === 0n && tx.data.length === TOKEN_CALL_LENGTH ? tokenCall(tx, verb) : oddTokenCall(tx);
}
