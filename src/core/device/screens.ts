/** Titles and texts of screens as the devices' apps write them: data to be compared with the device, whatever our language. */
export const SCREEN = {
	blindSigningAhead: "Blind signing ahead",
	acceptBoth: "To accept risk, press both buttons",
	acceptRisk: "Accept risk and sign transaction",
	reviewTransaction: "Review transaction",
	sendToken: "Review transaction to send ERC20 token",
	approveToken: "Review transaction to approve ERC20 token",
	signTransaction: "Sign transaction",
	reviewMessage: "Review message",
	reviewTypedMessage: "Review typed message",
	signMessage: "Sign message",
	messageHash: "Message hash",
	solanaMessageHash: "Message Hash",
	transactionHash: "Tx hash",
	maxFees: "Max fees",
	approveTo: "Approve to",
	unlimited: "Unlimited",
	utc: "UTC",
	unrecognized: "Unrecognized format",
} as const;

/** What devices call themselves. They answer and show the same, byte for byte. */
export const RECORDED_MODELS: ReadonlySet<string> = new Set([
	"Ledger Nano X",
	"Ledger Nano S Plus",
	"Ledger emulator",
]);
/** They were seen to show the same fields, several on a screen. */
export const TOUCH_MODELS: ReadonlySet<string> = new Set(["Ledger Flex", "Ledger Nano Gen5"]);

const SYSTEM = "11111111111111111111111111111111";
const ASSOCIATED = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const STAKE = "Stake11111111111111111111111111111111111111";

/**
 * Titles of the summaries that Solana 1.9.0 was seen to sign with blind signing off, by program and kind of instruction,
 * alone or after compute budgets.
 */
export const SUMMARIES: ReadonlyMap<string, ReadonlyMap<number, readonly string[]>> = new Map([
	[
		SYSTEM,
		new Map([
			[1, ["Assign acct", "To program"]],
			[3, ["Create account", "Deposit"]],
			[8, ["Allocate acct", "Data size"]],
		]),
	],
	[ASSOCIATED, new Map([[0, ["Create token account", "For", "Token address", "Funded by"]]])],
	[
		TOKEN,
		new Map([
			[5, ["Revoke delegate"]],
			[6, ["Set authority", "Type", "Authority"]],
			[9, ["Close token account", "Withdraw to"]],
			[13, ["Approve delegate", "Allowance", "Token address", "From (token account)"]],
			[15, ["Burn tokens", "Token address", "From (token account)"]],
		]),
	],
	[
		STAKE,
		new Map([
			[1, ["Set stake auth", "New withdraw auth"]],
			[2, ["Delegate from", "Vote account"]],
			[4, ["Stake withdraw", "From", "To"]],
			[5, ["Deactivate stake"]],
		]),
	],
]);
