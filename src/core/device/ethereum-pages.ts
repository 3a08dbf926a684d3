import { getAddress } from "viem/utils";
import type { EvmTransactionPayload } from "../../service-api/commit.ts";
import { wellKnownAt } from "../chain/tokens/known.ts";
import type { DeviceHash, DevicePage } from "../decoded-transaction/device-plan.ts";
import type { SignedToken } from "../decoded-transaction/signed-token.ts";
import { type Hex, readAddress, readBytes, readUint } from "../format/numeral.ts";
import { type Message, message, sentences } from "../localized-text.ts";
import { PayloadError, signingHashEvm } from "../match/evm/bytes.ts";
import { type DeviceNetwork, deviceNetwork } from "./networks.ts";
import {
	deviceAmount,
	deviceTokenAmount,
	ETHEREUM_SCREENS,
	type Forecast,
	type ForecastScene,
	forecast,
	impossible,
	page,
	SCREEN,
} from "./screens.ts";
import { describedCall, type SignedCall } from "./signed/calls.ts";

const ETHER_DECIMALS = 18;
interface TokenCall {
	readonly title: string;
	readonly accept: "acceptSend" | "acceptApprove";
	readonly says: Message;
}

const TOKEN_CALLS: ReadonlyMap<string, TokenCall> = new Map([
	[
		"0xa9059cbb",
		{ title: SCREEN.sendToken, accept: "acceptSend", says: message("device-plan.evm.token-transfer") },
	],
	[
		"0x095ea7b3",
		{ title: SCREEN.approveToken, accept: "acceptApprove", says: message("device-plan.evm.token-approval") },
	],
]);
const TOKEN_CALL_LENGTH = 2 + 8 + 2 * 64;

export const reviewPage = (title: string, { layout, transactionCheck }: ForecastScene): DevicePage =>
	page(title, layout === "touch" && transactionCheck ? SCREEN.checkUnavailable : "");

const UNREADABLE = message("device-plan.evm.not-a-transaction");

interface EthereumTransfer {
	readonly from: Hex;
	readonly to: Hex;
	readonly value: bigint;
	readonly data: Hex;
	readonly network: DeviceNetwork;
	readonly fees: string;
	/** The EIP-1559 hash to sign. For a blind call, the device shows it on the second-to-last page. */
	readonly hash: Hex;
	readonly networkPage: readonly DevicePage[];
}

function read(payload: EvmTransactionPayload): EthereumTransfer | null {
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

const hashOf = ({ hash }: EthereumTransfer, onDevice: boolean): DeviceHash => ({
	label: message("device-plan.hash.transaction"),
	value: hash,
	onDevice,
});

const amountOf = ({ value, network }: EthereumTransfer) =>
	deviceAmount(value, ETHER_DECIMALS, network.ticker);

const unlisted = ({ network }: EthereumTransfer): readonly Message[] =>
	network.known ? [] : [message("device-plan.evm.network-unlisted")];

const saying = (says: Message, ...more: readonly Message[]): Message =>
	more.length === 0 ? says : sentences(says, ...more);

function plainTransfer(tx: EthereumTransfer, scene: ForecastScene): Forecast {
	return forecast(
		"clear",
		saying(message("device-plan.evm.transfer"), ...unlisted(tx), message("device-plan.evm.compare-pages")),
		{
			pages: [
				reviewPage(SCREEN.reviewTransaction, scene),
				page("From", tx.from),
				page("Amount", amountOf(tx)),
				page("To", tx.to),
				page(SCREEN.maxFees, tx.fees),
				...tx.networkPage,
				page(ETHEREUM_SCREENS[scene.layout].signTransaction),
			],
			hashes: [hashOf(tx, false)],
		},
	);
}

export function tickerText({ chainId, address, ticker }: SignedToken): readonly Message[] {
	const symbol = wellKnownAt(String(chainId), address)?.symbol ?? ticker;
	return symbol === ticker ? [] : [message("device-plan.evm.ticker", { symbol, ticker })];
}

const CALL_PAGES = {
	send: { title: SCREEN.sendToken, amount: "Send", party: "To", sign: "signSend" },
	approve: { title: SCREEN.approveToken, amount: "Approve", party: SCREEN.approveTo, sign: "signApprove" },
} as const;

function describedTransfer(
	tx: EthereumTransfer,
	{ kind, token, party, amount, extra }: SignedCall,
	scene: ForecastScene,
): Forecast {
	const { title, amount: amountTitle, party: partyTitle, sign } = CALL_PAGES[kind];
	return forecast(
		"clear",
		saying(
			message(kind === "send" ? "device-plan.evm.described-send" : "device-plan.evm.described-approval"),
			...tickerText(token),
			...unlisted(tx),
			message("device-plan.evm.compare-pages"),
		),
		{
			pages: [
				reviewPage(title, scene),
				page("From", tx.from),
				page(amountTitle, deviceTokenAmount(amount, token)),
				page(partyTitle, getAddress(party)),
				...(extra === null ? [] : [page(SCREEN.extraData, extra)]),
				...tx.networkPage,
				page(SCREEN.maxFees, tx.fees),
				page(ETHEREUM_SCREENS[scene.layout][sign]),
			],
			hashes: [hashOf(tx, false)],
			claims: [{ kind, token: token.address, ticker: token.ticker, decimals: token.decimals, amount, party }],
		},
	);
}

/** Without Ledger's description, the app shows neither the recipient nor the amount. */
function tokenCall(tx: EthereumTransfer, { title, accept, says }: TokenCall, scene: ForecastScene): Forecast {
	const screens = ETHEREUM_SCREENS[scene.layout];
	return forecast("blind", saying(says, ...unlisted(tx)), {
		needsBlindSigning: true,
		pages: [
			screens.riskAhead,
			reviewPage(title, scene),
			page("From", tx.from),
			...tx.networkPage,
			page(SCREEN.maxFees, tx.fees),
			page(screens[accept]),
		],
		hashes: [hashOf(tx, false)],
	});
}

function oddTokenCall(tx: EthereumTransfer): Forecast {
	return forecast("blind", message("device-plan.evm.odd-token-call"), {
		needsBlindSigning: true,
		hashes: [hashOf(tx, false)],
	});
}

/** Native coins get their own page before the address. Source: the app's code. */
function otherCall(tx: EthereumTransfer, scene: ForecastScene): Forecast {
	const screens = ETHEREUM_SCREENS[scene.layout];
	return forecast(
		"blind",
		saying(message("device-plan.evm.call"), ...unlisted(tx), message("device-plan.evm.compare-hash")),
		{
			needsBlindSigning: true,
			pages: [
				screens.riskAhead,
				reviewPage(SCREEN.reviewTransaction, scene),
				page("From", tx.from),
				...(tx.value === 0n ? [] : [page("Amount", amountOf(tx))]),
				page("To", tx.to),
				page(SCREEN.maxFees, tx.fees),
				...tx.networkPage,
				page(screens.transactionHash, tx.hash),
				page(screens.acceptTransaction),
			],
			hashes: [hashOf(tx, true)],
		},
	);
}

/** Contract creations are never signed on a device. */
export function ethereumTransaction(payload: EvmTransactionPayload, scene: ForecastScene): Forecast {
	const tx = read(payload);
	if (tx === null) return impossible(UNREADABLE);
	if (tx.data === "0x") return plainTransfer(tx, scene);
	const { tokens } = scene;
	const described = tokens === null ? null : describedCall(tokens, { ...tx, chainId: payload.chain_id });
	if (described !== null) return describedTransfer(tx, described, scene);
	const call = TOKEN_CALLS.get(tx.data.slice(0, 10));
	if (call === undefined) return otherCall(tx, scene);
	const isWhole = tx.value === 0n && tx.data.length === TOKEN_CALL_LENGTH;
	return isWhole ? tokenCall(tx, call, scene) : oddTokenCall(tx);
}
