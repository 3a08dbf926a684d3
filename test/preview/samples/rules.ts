import type { RuleInput, RuleRow, RulesView } from "../../../src/ipc/rules.ts";
import type { TrustedScreen } from "../../../src/ipc/windows.ts";
import { LEDGER_EVM, MAIN, ROUTER, SOL_MAIN } from "./common.ts";

const EVERYWHERE = { accounts: "all", apps: "all", chains: "all" } as const;
const ETH = { address: "native", symbol: "ETH", decimals: 18 } as const;

function row(rule: RuleInput, sentence: string, budget: RuleRow["budget"] = undefined): RuleRow {
	return { rule, sentence, ...(budget === undefined ? {} : { budget }) };
}

function ruleRows(): readonly RuleRow[] {
	return [
		row(
			{
				id: "1",
				name: "Daily ETH",
				scope: { ...EVERYWHERE, chains: ["8453"] },
				kind: "spend_day",
				asset: ETH,
				most: "2500000000000000000",
			},
			"At most 2.5 ETH in 24 hours on Base, for each account and network.",
			{ spent: "0.9 ETH", most: "2.5 ETH", percent: 36 },
		),
		row(
			{
				id: "7",
				name: "Dollars a day",
				scope: { ...EVERYWHERE, chains: ["8453"] },
				kind: "worth_day",
				most: "20000",
			},
			"At most $200.00 in 24 hours on Base, for each account across all networks.",
			{ spent: "$187.40", most: "$200.00", percent: 94 },
		),
		row(
			{
				id: "2",
				name: "Only people I know",
				scope: EVERYWHERE,
				kind: "recipients",
				addresses: [],
				contacts: true,
			},
			"Pay only your contacts or your own accounts.",
		),
		row(
			{ id: "3", name: "Nothing without a limit", scope: EVERYWHERE, kind: "no_unlimited" },
			"Never approve unlimited spending.",
		),
		row(
			{
				id: "4",
				name: "Large amounts with my Ledger",
				scope: { ...EVERYWHERE, chains: ["1"] },
				kind: "ledger_above",
				asset: ETH,
				above: "10000000000000000000",
			},
			"More than 10 ETH only with a Ledger on Ethereum.",
		),
		row(
			{
				id: "5",
				name: "Only during the day",
				scope: { ...EVERYWHERE, accounts: [MAIN.address.toLowerCase()] },
				kind: "hours",
				from: 480,
				to: 1200,
				days: [1, 2, 3, 4, 5],
			},
			"Only from 08:00 to 20:00, Monday to Friday from Main (0x8626…9C1199).",
		),
		row(
			{
				id: "6",
				name: "Known contracts",
				scope: EVERYWHERE,
				kind: "contracts",
				addresses: [ROUTER.address.toLowerCase()],
			},
			"Call only 0x66a9…e1dBA8Af.",
		),
	];
}

function rules(change: Partial<RulesView> = {}): RulesView {
	return {
		version: 4,
		unconfirmed: [],
		stopped: false,
		readable: true,
		rules: ruleRows(),
		accounts: [MAIN, LEDGER_EVM, SOL_MAIN],
		chains: [
			{ ref: "8453", name: "Base", family: "evm", symbol: "ETH", decimals: 18, priced: true },
			{ ref: "1", name: "Ethereum", family: "evm", symbol: "ETH", decimals: 18, priced: true },
			{ ref: "mainnet-beta", name: "Solana", family: "svm", symbol: "SOL", decimals: 9, priced: false },
		],
		agents: [
			{ id: "agent-claude", name: "Claude on this computer" },
			{ id: "agent-codex", name: "Codex" },
		],
		contacts: 12,
		timeZone: "Europe/Zurich",
		hasPassword: true,
		...change,
	};
}

/** Changes found against the seal, including a rule and the network. */
export const CHANGED: readonly string[] = [
	"Rule removed or loosened: “Daily ETH”. At most 2.5 ETH in 24 hours on Base, for each account and network.",
	"Rule removed or loosened: “Only people I know”. Pay only your contacts or your own accounts.",
	"Base, Ethereum: using a different RPC from the one you set.",
	"Something outside Countersign turned on blind signing. Countersign treats it as off.",
];

/** Rules that do not count, and stop nothing. */
export const NOT_YOURS: readonly string[] = [
	`Ledger accounts you didn’t add (they don’t count as yours): ${LEDGER_EVM.address.toLowerCase()}.`,
	`Contacts you didn’t add (they don’t count as contacts): ${ROUTER.address.toLowerCase()}, ${MAIN.address.toLowerCase()}, 3emsAVdmGKERbHjmGfQ6oZ1e35dkf5iYcS6U4CPKFVaa, DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy, 7cVfgArCheMR6Cs4t6vz5rfnqd56vZq4ndaBrY5xkxXy and 3 others.`,
	`Addresses with names you didn’t give them (Countersign doesn’t show these names): ${ROUTER.address.toLowerCase()}.`,
];

export function rulesScreen(change: Partial<RulesView> = {}): TrustedScreen {
	return { screen: "rules", rules: rules(change) };
}
