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
	extraData: "Extra Data",
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
