import { maxUint256, parseEther } from "viem";
import { type Case, NOW, USER } from "../case.ts";
import { OWN_OTHER } from "../world/deploy.ts";
import { DISPERSE, disperseAbi } from "../world/evm/accounts.ts";
import { MULTICALL3, multicall3Abi, PERMIT2, permit2Abi } from "../world/evm/base.ts";
import { CLAIM_ID, claimsAbi, MANAGER } from "../world/evm/claims.ts";
import { COLLECTION, collectionAbi } from "../world/evm/drops.ts";
import { AAVE_POOL } from "../world/evm/reserves.ts";
import { ROUTER_02, UNIVERSAL_ROUTER } from "../world/evm/swaps.ts";
import {
	APP_WETH,
	DAI,
	LINK,
	tokenAbi,
	UNI,
	USDC,
	USDT,
	usd,
	WBTC,
	WETH,
	wethAbi,
	whole,
} from "../world/evm/tokens.ts";
import {
	approve,
	CONTACTS,
	earlier,
	FRIEND,
	honest,
	LANDLORD,
	STRANGER,
	step,
	WITH_OTHER,
} from "./honest.ts";

/** Everyday wallet actions: paying, receiving, wrapping, approving and revoking. */

const send = (token: `0x${string}`, to: `0x${string}`, amount: bigint) =>
	step(token, tokenAbi, "transfer", [to, amount]);
const known = { context: { contacts: CONTACTS } };

const PLAIN = "A transfer that is read whole; wallets show who gets what and ask no more.";
const NEW = "Wallets remark on a first payment to an address; nothing else is wrong with it.";
const OWN =
	"What goes to another account of the same person is not lost (large outflows among one's own are none).";
const LESS = "Taking back a permission makes the person safer; a warning would teach to leave it standing.";
const EXACT =
	"An allowance of exactly what is used next is what wallets and EIP-20's own advice ask for; it is spent by the end.";

const PADDED =
	"Services round an estimate of gas up, many of them to twice it; what is not used is not paid.";
const TRANSFER_GAS = 21_000n;

/** Gas limits of 1.5 to 2 times the gas of a payment. */
const padded: readonly Case[] = [150n, 160n, 200n].flatMap((percent) => {
	const pay = (to: `0x${string}`) => ({ to, value: parseEther("0.1"), gas: (TRANSFER_GAS * percent) / 100n });
	const limit = `with ${percent} % of the gas that it takes`;
	return [
		honest(
			`gas-limit-of-${percent}-percent`,
			"info",
			`Sends 0.1 ETH to a contact ${limit}.`,
			PADDED,
			pay(FRIEND),
			known,
		),
		honest(
			`gas-limit-of-${percent}-percent-at-own-price`,
			"info",
			`Sends 0.1 ETH to each of two contacts ${limit}, at the wallet's own price.`,
			PADDED,
			[pay(FRIEND), pay(LANDLORD)],
			known,
		),
	];
});

export const cases: readonly Case[] = [
	...padded,
	...[30_000n, 21_000n].map((gas) =>
		honest(
			`gas-limit-of-${gas}-is-too-small`,
			"block",
			`Pays a contact 1 200 USDC with a gas limit of ${gas}.`,
			"It would fail and cost the fee: the limit is named, so that whoever stated it can state another.",
			{ ...send(USDC, LANDLORD, usd(1_200)), gas },
			{ ...known, declares: "nothing" },
		),
	),
	honest(
		"send-ether-to-a-contact",
		"info",
		"Sends 0.5 ETH to a contact.",
		PLAIN,
		{ to: FRIEND, value: parseEther("0.5") },
		known,
	),
	honest("send-ether-to-a-stranger", "caution", "Sends 0.2 ETH to a new address.", NEW, {
		to: STRANGER,
		value: parseEther("0.2"),
	}),
	honest(
		"send-usdc-to-a-contact",
		"info",
		"Pays a contact 1 200 USDC.",
		PLAIN,
		send(USDC, LANDLORD, usd(1_200)),
		known,
	),
	honest(
		"send-usdc-to-a-stranger",
		"caution",
		"Pays a new address 80 USDC.",
		NEW,
		send(USDC, STRANGER, usd(80)),
	),
	honest(
		"send-usdt-to-a-contact",
		"info",
		"Pays a contact 300 USDT, whose transfer answers nothing.",
		`${PLAIN} Tether's missing answer is its own old habit.`,
		send(USDT, FRIEND, usd(300)),
		known,
	),
	honest(
		"send-to-own-other-account",
		"info",
		"Sends 3 ETH to another account of one's own.",
		OWN,
		{ to: OWN_OTHER, value: parseEther("3") },
		{ context: WITH_OTHER },
	),
	honest(
		"collect-all-dai-to-own-account",
		"info",
		"Sends all DAI to another account of one's own.",
		OWN,
		send(DAI, OWN_OTHER, whole(15_000)),
		{ context: WITH_OTHER },
	),
	honest(
		"collect-three-tokens-to-own-account",
		"info",
		"Sends all LINK, UNI and WBTC to another account of one's own in one batch.",
		OWN,
		[send(LINK, OWN_OTHER, whole(400)), send(UNI, OWN_OTHER, whole(800)), send(WBTC, OWN_OTHER, 50_000_000n)],
		{ context: WITH_OTHER },
	),
	honest(
		"send-nft-to-own-account",
		"info",
		"Sends an item to another account of one's own.",
		OWN,
		step(COLLECTION, collectionAbi, "safeTransferFrom", [USER, OWN_OTHER, 2n]),
		{ context: WITH_OTHER },
	),
	honest(
		"send-nft-to-a-contact",
		"caution",
		"Gives an item to a contact.",
		"A gift to somebody known is read whole; that nothing comes back may be remarked on.",
		step(COLLECTION, collectionAbi, "safeTransferFrom", [USER, FRIEND, 3n]),
		known,
	),
	honest(
		"pay-two-contacts",
		"info",
		"Pays two contacts in one batch.",
		PLAIN,
		[send(USDC, FRIEND, usd(150)), send(USDC, LANDLORD, usd(900))],
		known,
	),
	honest(
		"pay-two-contacts-without-a-simulation",
		"block",
		"Pays two contacts by a service whose simulation passes and shows nothing.",
		"The interface knows no EVM action without a simulation, and one that hides what leaves can't be told from a hostile service's: nothing is signed where it says less than happens (docs/security.md).",
		[send(DAI, FRIEND, whole(150)), { to: LANDLORD, value: parseEther("0.4") }],
		{ ...known, declares: "absent" },
	),
	honest(
		"revoke-two-without-a-simulation",
		"info",
		"Takes two allowances back by a service without a simulation.",
		LESS,
		[approve(USDC, ROUTER_02, 0n), approve(DAI, ROUTER_02, 0n)],
		{
			before: [earlier(approve(USDC, ROUTER_02, maxUint256)), earlier(approve(DAI, ROUTER_02, whole(100)))],
			declares: "absent",
		},
	),
	honest(
		"disperse-ether-to-contacts",
		"caution",
		"Pays two contacts in ether through Disperse.",
		"A payroll through a well-known contract: who gets what is in the call, and is seen to arrive.",
		step(
			DISPERSE,
			disperseAbi,
			"disperseEther",
			[
				[FRIEND, LANDLORD],
				[parseEther("0.3"), parseEther("0.2")],
			],
			parseEther("0.5"),
		),
		known,
	),
	honest(
		"disperse-usdc-to-contacts",
		"caution",
		"Allows Disperse exactly what it pays out to two contacts next.",
		"As above; the allowance is used up in the same batch.",
		[
			approve(USDC, DISPERSE, usd(500)),
			step(DISPERSE, disperseAbi, "disperseToken", [USDC, [FRIEND, LANDLORD], [usd(200), usd(300)]]),
		],
		known,
	),
	honest(
		"multicall-pays-contacts",
		"info",
		"Pays two contacts in ether through Multicall3 at its own address.",
		"Multicall3's code at its known address does what its arguments say (H3 asks for just that check).",
		step(
			MULTICALL3,
			multicall3Abi,
			"aggregate3Value",
			[
				[
					{ target: FRIEND, allowFailure: false, value: parseEther("0.1"), callData: "0x" },
					{ target: LANDLORD, allowFailure: false, value: parseEther("0.2"), callData: "0x" },
				],
			],
			parseEther("0.3"),
		),
		known,
	),
	honest(
		"wrap-ether",
		"info",
		"Wraps 2 ETH.",
		"Ether turns into as much WETH of one's own, at WETH9's address.",
		step(WETH, wethAbi, "deposit", [], parseEther("2")),
	),
	honest(
		"wrap-ether-by-sending",
		"info",
		"Wraps 1 ETH by sending it to WETH9.",
		"WETH9's receiving function is a deposit; what comes back is seen.",
		{ to: WETH, value: parseEther("1") },
	),
	honest(
		"unwrap-ether",
		"info",
		"Unwraps 4 WETH.",
		"As much ether comes to oneself.",
		step(WETH, wethAbi, "withdraw", [whole(4)]),
	),
	honest(
		"wrap-at-an-apps-own-wrapper",
		"caution",
		"Wraps 0.5 ETH in a wrapper that an app has deployed for itself, with WETH's name and symbol.",
		"Many apps and bridges deploy WETH9's code at an address of their own; as much comes back as is given. A symbol that is another's may be remarked on.",
		step(APP_WETH, wethAbi, "deposit", [], parseEther("0.5")),
	),
	honest(
		"unwrap-at-an-apps-own-wrapper",
		"info",
		"Unwraps what was wrapped in an app's own wrapper.",
		"Only ether comes back.",
		step(APP_WETH, wethAbi, "withdraw", [parseEther("0.5")]),
		{ before: [earlier(step(APP_WETH, wethAbi, "deposit", [], parseEther("0.5")))] },
	),
	honest(
		"approve-exact-part",
		"info",
		"Allows Aave to take 500 of 25 000 USDC.",
		EXACT,
		approve(USDC, AAVE_POOL, usd(500)),
	),
	honest(
		"approve-exact-all",
		"caution",
		"Allows Aave to take exactly all DAI held.",
		"An allowance of all that is held deserves a remark, also where it is exact and the spender well known.",
		approve(DAI, AAVE_POOL, whole(15_000)),
	),
	honest(
		"approve-unlimited-permit2",
		"danger",
		"Allows Permit2 all USDC without a limit.",
		"Usual in apps, and still the loss of all if anything at the spender fails: every wallet shows it in red.",
		approve(USDC, PERMIT2, maxUint256),
	),
	honest(
		"approve-unlimited-router-used-before",
		"caution",
		"Allows a router, to which permissions were given often, all LINK without a limit.",
		"No stranger: the person chose it before, and can revoke it.",
		approve(LINK, ROUTER_02, maxUint256),
		{ context: { dealings: [{ address: ROUTER_02, allowed: 6, lastAt: (NOW - 86_400) * 1_000 }] } },
	),
	honest("revoke", "info", "Takes back an allowance without a limit.", LESS, approve(USDC, ROUTER_02, 0n), {
		before: [earlier(approve(USDC, ROUTER_02, maxUint256))],
	}),
	honest(
		"revoke-declaring-nothing",
		"info",
		"Takes back an allowance by a service that shows no effects.",
		LESS,
		approve(DAI, ROUTER_02, 0n),
		{
			before: [earlier(approve(DAI, ROUTER_02, whole(100)))],
			declares: "nothing",
		},
	),
	honest(
		"lower-an-allowance",
		"info",
		"Lowers an unlimited allowance to 50 USDC.",
		LESS,
		approve(USDC, ROUTER_02, usd(50)),
		{
			before: [earlier(approve(USDC, ROUTER_02, maxUint256))],
		},
	),
	honest(
		"decrease-an-allowance",
		"info",
		"Lowers an allowance by `decreaseAllowance`.",
		LESS,
		step(USDC, tokenAbi, "decreaseAllowance", [ROUTER_02, usd(900)]),
		{ before: [earlier(approve(USDC, ROUTER_02, usd(1_000)))] },
	),
	honest(
		"permit2-lockdown",
		"info",
		"Takes back a permission at Permit2.",
		LESS,
		step(PERMIT2, permit2Abi, "lockdown", [[{ token: USDC, spender: UNIVERSAL_ROUTER }]]),
		{
			before: [
				earlier(step(PERMIT2, permit2Abi, "approve", [USDC, UNIVERSAL_ROUTER, usd(5_000), NOW + 86_400])),
			],
		},
	),
	honest(
		"revoke-an-operator",
		"info",
		"Takes an operator's right over a collection back.",
		LESS,
		step(COLLECTION, collectionAbi, "setApprovalForAll", [STRANGER, false]),
		{ before: [earlier(step(COLLECTION, collectionAbi, "setApprovalForAll", [STRANGER, true]))] },
	),
	honest(
		"claims-to-friend",
		"info",
		"Moves 40 claims on DAI at Uniswap v4 to a contact.",
		"A payment to a contact, of which the function, the receiver and the amount are read (EIP-6909).",
		step(MANAGER, claimsAbi, "transfer", [FRIEND, CLAIM_ID, whole(40)]),
		{ context: { contacts: CONTACTS } },
	),
	honest(
		"claims-operator-off",
		"info",
		"Takes an operator's right over all claims at Uniswap v4 back.",
		LESS,
		step(MANAGER, claimsAbi, "setOperator", [STRANGER, false]),
		{ before: [earlier(step(MANAGER, claimsAbi, "setOperator", [STRANGER, true]))] },
	),
];
