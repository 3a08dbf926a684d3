import { expect, test } from "vitest";
import { type Message, message, sentences, verbatim } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

const eth = (amount: string) => message("amount.exact", { amount, symbol: "ETH" });
const MINE = { isSigner: true, account: "0xme" };
const YOURS = { isSigner: false, account: message("account.yours", { address: "0x12…34" }) };
const NOBODY = { isNamed: false, other: "" };
const THIEF = { isNamed: true, other: "0xthief" };
const told = message("comparison.balance.told", { amount: eth("1"), ...MINE, isOut: true, ...THIEF });
const counts = (isStatedOut: boolean, isOut: boolean) =>
	message("comparison.balance.counts", {
		stated: eth("1"),
		...MINE,
		isStatedOut,
		isTurned: isStatedOut !== isOut,
		found: eth("2"),
		isOut,
		...THIEF,
	});
const may = message("comparison.may.up-to", { who: "0xthief", amount: eth("2") });
const control = (right: string, to: string | null) =>
	message("comparison.control", { right, what: "0xvault", isGivenUp: to === null, to: to ?? "" });

test.each<[Message, string]>([
	[message("sentence", { told }), "1 ETH leaves to 0xthief."],
	[message("comparison.undeclared", { told }), "1 ETH leaves to 0xthief, which the service does not say."],
	[
		message("comparison.balance.told", { amount: eth("1"), ...YOURS, isOut: false, ...NOBODY }),
		"1 ETH of your account 0x12…34 comes in",
	],
	[
		message("comparison.balance.told", { amount: eth("1"), ...MINE, isOut: false, ...THIEF }),
		"1 ETH comes in from 0xthief",
	],
	[
		message("comparison.balance.only-theirs", { amount: eth("1"), ...YOURS, isOut: true }),
		"1 ETH of your account 0x12…34 leaves, says the service; your RPC shows nothing of it.",
	],
	[
		message("comparison.balance.rent", { amount: eth("1"), ...MINE, isOut: true }),
		"1 ETH leaves, with the rent of the accounts that this opens.",
	],
	[
		message("comparison.balance.differs", { counts: counts(true, true) }),
		"The service says that 1 ETH leaves; by your RPC it is 2 ETH to 0xthief.",
	],
	[
		message("comparison.balance.differs", { counts: counts(false, true) }),
		"The service says that 1 ETH comes in; by your RPC 2 ETH leaves to 0xthief.",
	],
	[
		message("comparison.balance.drifts", { counts: counts(false, false) }),
		"The service says that 1 ETH comes in; by your RPC it is 2 ETH from 0xthief: no further apart than prices move.",
	],
	[
		message("comparison.may.differs", { told: may, limit: "none", amount: "" }),
		"By your RPC 0xthief can spend up to 2 ETH; the service says without limit.",
	],
	[
		message("comparison.may.differs", { told: may, limit: "unstated", amount: "" }),
		"By your RPC 0xthief can spend up to 2 ETH; the service says an amount that is not stated.",
	],
	[
		message("comparison.may.differs", { told: may, limit: "stated", amount: eth("1") }),
		"By your RPC 0xthief can spend up to 2 ETH; the service says up to 1 ETH.",
	],
	[control("owner", "0xthief"), "Control of 0xvault goes to 0xthief"],
	[control("close", null), "The right to close 0xvault is given up"],
	[control("mint", "0xthief"), "The right to mint 0xvault goes to 0xthief"],
	[control("freeze", "0xthief"), "The right to freeze 0xvault goes to 0xthief"],
	[control("lockup", "0xthief"), "The lockup of 0xvault goes to 0xthief"],
	[control("other", null), "A right over 0xvault is given up"],
	[
		message("comparison.control.payload", {
			told: message("comparison.control.code.none", {
				account: message("account.yours.first", { address: "0x12…34" }),
			}),
		}),
		"Decoded from the transaction: Your account 0x12…34 runs no code of others from now on.",
	],
	[
		message("cover.enough", {
			held: eth("3"),
			what: message("cost.need.all-steps", { what: message("cost.need.evm"), count: 2 }),
		}),
		"The balance of 3 ETH covers value and fees of all 2 steps.",
	],
	[
		message("cost.service.takes", { amount: [eth("1"), eth("2")] }),
		"The service takes 1 ETH and 2 ETH of what this transaction moves.",
	],
	[
		message("finding.own-simulation-failed.reason", {
			reason: sentences(verbatim("It failed."), message("revert.program-wrote", { text: "no funds" })),
		}),
		"In your own simulation this fails. The chain says: “It failed. The program wrote: no funds”.",
	],
	[
		message("claim.words", { claimant: message("claim.claimant.unnamed"), intent: "Swap" }),
		"In the words of A published description: “Swap”",
	],
	[message("contract.name.app", { app: "Lido" }), "Lido’s contract"],
])("tells %o", (told, text) => {
	expect(textOf(told)).toBe(text);
});
