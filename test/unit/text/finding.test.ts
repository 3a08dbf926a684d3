import { expect, it } from "vitest";
import {
	type AmountParam,
	inner,
	type Message,
	message,
	sentences,
	verbatim,
} from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

/** Each sentence of the findings that counts, chooses or holds another one, once. */

const eth = (raw: bigint): AmountParam => ({
	amount: { raw: raw.toString(), decimals: 18, symbol: "ETH", checked: true },
});
const ONE = 10n ** 18n;
const yours = message("account.yours", { address: "0x7E5F45…395Bdf" });
const neither = "which is neither yours nor a contact, and was not paid by you before.";

const TEXTS: readonly (readonly [Message, string])[] = [
	[
		message("finding.unlimited-approval", { who: "Router", what: "USDC", whose: message("account.signer") }),
		"This lets Router spend all USDC of your account at any time, without asking again.",
	],
	[
		message("finding.unlimited-approval", {
			who: "Router",
			what: message("token.of-id", { id: "1000000", contract: "Vault" }),
			whose: yours,
		}),
		"This lets Router spend all token ID 1000000 at Vault of your account 0x7E5F45…395Bdf at any time, without asking again.",
	],
	[
		message("finding.supposing", {
			contract: "0xA1A1a1…A1a1a1",
			app: "an ERC-6909 token",
			words: inner(message("finding.operator-approval.all", { who: "Mira", contract: "0xA1A1a1…A1a1a1" })),
		}),
		"If 0xA1A1a1…A1a1a1 is an ERC-6909 token, this lets Mira spend all that 0xA1A1a1…A1a1a1 keeps for you, what comes later too.",
	],
	[
		message("finding.cost-ratio", { most: eth(4n * ONE), times: 4, likely: eth(ONE) }),
		"It can cost up to 4 ETH, 4.0 times our own estimate of 1 ETH.",
	],
	[
		message("finding.unfamiliar-argument", { addresses: ["0xA"], more: 0, count: 1, contract: "Pool" }),
		"This names 0xA, which is neither yours nor a contact, and not used there before. It could get what leaves, or a right over what Pool keeps for you.",
	],
	[
		message("finding.unfamiliar-argument.unread", {
			addresses: ["0xA", "0xB"],
			more: 3,
			count: 5,
			contract: "Pool",
		}),
		"A call that Countersign can’t read names 0xA and 0xB, and 3 more, which are neither yours nor a contact, and not used there before. They could get what leaves, or a right over what Pool keeps for you.",
	],
	[
		message("finding.large-approval", {
			who: "Router",
			amount: message("items", { count: 2, collection: "Azuki" }),
			share: "half",
		}),
		"Router can spend 2 items of Azuki at any time, which is half or more of what this account holds of it.",
	],
	[
		message("finding.large-approval.signature", { who: "Router", amount: eth(ONE), share: "unknown" }),
		"With this signature Router can spend 1 ETH, and what this account holds of it is not known.",
	],
	[message("finding.large-approval.more", { count: 1 }), "The same goes for 1 more token."],
	[message("finding.large-approval.more", { count: 13 }), "The same goes for 13 more tokens."],
	[
		message("finding.whole-balance", {
			what: message("items.given", { count: 1, collection: "Azuki" }),
			to: "0xB",
		}),
		`The item of Azuki, all or nearly all that this account holds, goes to 0xB, ${neither}`,
	],
	[
		message("finding.device-blind.steps", { count: 2, steps: "1, 3" }),
		"Your Ledger shows only part of steps 1, 3: read it on this screen.",
	],
	[
		message("finding.control-change.ruler", {
			what: "0xA",
			named: "none",
			to: "",
			signature: "grantRole(bytes32,address)",
		}),
		"This gives another address control of 0xA (grantRole(bytes32,address)). You may not be able to undo it.",
	],
	[
		message("finding.control-change.code", {
			what: "0xA",
			named: "one",
			to: "0xB",
			signature: "upgradeTo(address)",
		}),
		"This makes 0xA run the code at 0xB from now on (upgradeTo(address)). You may not be able to undo it.",
	],
	[
		message("finding.control-change.safe", {
			what: "0xA",
			named: "one",
			to: "0xB",
			signature: "enableModule(address)",
		}),
		"This changes who may act for 0xA: 0xB (enableModule(address)). You may not be able to undo it.",
	],
	[
		message("finding.goes-elsewhere", { what: message("finding.goes-elsewhere.repay"), who: "0xB" }),
		"What you repay is not your debt: it goes to 0xB, not to you: it is neither yours nor a contact, and you have not paid it before.",
	],
	[
		message("finding.known-symbol-elsewhere", {
			by: "service",
			token: "0xA",
			symbol: "ETH",
			real: message("finding.known-symbol-elsewhere.coin", { symbol: "ETH" }),
		}),
		"The service calls 0xA “ETH”, but ETH is this chain’s own coin, and no token.",
	],
	[
		message("finding.look-alike-symbol", {
			by: "chain",
			token: "0xA",
			symbol: "USDС",
			real: "USDC",
			what: message("finding.look-alike-symbol.token", { address: "0xB" }),
		}),
		"The chain calls 0xA “USDС”, which looks like USDC and is not: USDC is the token 0xB.",
	],
	[
		message("finding.service-silent.unlisted", { of: "standard", value: "erc6909" }),
		"What the service declares is not known: it says standard “erc6909”, which this version does not know.",
	],
	[
		message("finding.lost-funds.trap", { who: "0xB", what: "token" }),
		"This sends to 0xB, the token itself. What is sent there is most likely lost.",
	],
	[
		message("finding.mint-powers", {
			symbol: "MEME",
			powers: message("parts", {
				first: message("token.power.permanent-delegate"),
				next: message("token.power.pausable"),
			}),
		}),
		"MEME is a token with powers of its own: its permanent delegate can take it from every account at any time; its issuer can stop all transfers.",
	],
	[
		message("finding.opening", { count: 2, rent: eth(ONE) }),
		"Opening 2 token accounts takes 1 ETH of rent, which stays there.",
	],
	[message("finding.poor-exchange", { amounts: [eth(ONE), eth(2n * ONE)] }), "This gives 1 ETH and 2 ETH."],
	[
		message("finding.of-step", {
			step: 2,
			words: sentences(message("finding.promise-short"), verbatim("Less."), message("finding.reject")),
		}),
		"Step 2: You would get less than the service says. Less. Nothing was signed; reject the request.",
	],
	[
		message("against.device.shows", { titles: ["From", "Network", "Max fees"] }),
		"It then shows only From, Network and Max fees.",
	],
	[
		message("cover.too-low", { held: eth(ONE), what: "value and fees", needed: eth(2n * ONE) }),
		"The balance of 1 ETH is too low: value and fees can cost 2 ETH. Nothing was signed; add funds first.",
	],
];

it.each(TEXTS)("is told of %j", (sentence, text) => {
	expect(textOf(sentence)).toBe(text);
});
