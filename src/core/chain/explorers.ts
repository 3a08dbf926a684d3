import { clusterOf } from "./names.ts";

const EXPLORER_ID = "{id}";
const MAX_LENGTH = 300;

const PAGES: Readonly<Record<string, string>> = {
	"1": "https://etherscan.io/tx/{id}",
	"10": "https://optimistic.etherscan.io/tx/{id}",
	"56": "https://bscscan.com/tx/{id}",
	"100": "https://gnosisscan.io/tx/{id}",
	"130": "https://uniscan.xyz/tx/{id}",
	"137": "https://polygonscan.com/tx/{id}",
	"143": "https://monadscan.com/tx/{id}",
	"324": "https://explorer.zksync.io/tx/{id}",
	"480": "https://worldscan.org/tx/{id}",
	"4326": "https://mega.etherscan.io/tx/{id}",
	"4663": "https://robinhoodchain.blockscout.com/tx/{id}",
	"5042": "https://explorer.arc.io/tx/{id}",
	"8453": "https://basescan.org/tx/{id}",
	"10143": "https://testnet.monadexplorer.com/tx/{id}",
	"42161": "https://arbiscan.io/tx/{id}",
	"43114": "https://snowtrace.io/tx/{id}",
	"59141": "https://sepolia.lineascan.build/tx/{id}",
	"59144": "https://lineascan.build/tx/{id}",
	"534352": "https://scrollscan.com/tx/{id}",
	"84532": "https://sepolia.basescan.org/tx/{id}",
	"5042002": "https://testnet.arcscan.app/tx/{id}",
	"11155111": "https://sepolia.etherscan.io/tx/{id}",
	"mainnet-beta": "https://explorer.solana.com/tx/{id}",
	devnet: "https://explorer.solana.com/tx/{id}?cluster=devnet",
	testnet: "https://explorer.solana.com/tx/{id}?cluster=testnet",
};

export function knownExplorer(chainRef: string): string | null {
	const chain = clusterOf(chainRef) ?? chainRef;
	return Object.hasOwn(PAGES, chain) ? (PAGES[chain] ?? null) : null;
}

/** An EVM transaction hash or a Solana signature. Nothing else may be inserted into the URL. */
const ID = /^(?:0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{32,90})$/;

/**
 * Returns a transaction's page. Returns `null` unless the template is an HTTPS URL without credentials that
 * contains `{id}` in its path or query.
 */
export function explorerPage(template: string, id: string): URL | null {
	if (template.length > MAX_LENGTH || !template.includes(EXPLORER_ID) || !ID.test(id)) return null;
	const text = template.replaceAll(EXPLORER_ID, id);
	if (!URL.canParse(text)) return null;
	const url = new URL(text);
	const isPlain = url.protocol === "https:" && url.username === "" && url.password === "";
	return isPlain && !url.host.includes(id.toLowerCase()) ? url : null;
}

const SAMPLE = `0x${"1".repeat(64)}`;

export const isExplorer = (template: string): boolean => explorerPage(template, SAMPLE) !== null;
