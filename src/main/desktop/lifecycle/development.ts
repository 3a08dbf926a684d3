import { isAbsolute } from "node:path";
import { z } from "zod";
import { AppError } from "../../../core/app-error.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import { chainRef, rpcUrl } from "../../../ipc/primitives.ts";
import { t } from "../../../text/index.ts";
import type { Ports } from "../../ports.ts";

export interface Development {
	readonly overrides: Ports["overrides"];
	readonly dataDir: string | null;
}

export class DevelopmentError extends AppError {
	override readonly name = "DevelopmentError";
	constructor(variable: string, what: Message, cause?: unknown) {
		super(message("desktop.development.refused", { variable, what }), { cause });
	}
}

const NOTHING: Development = {
	overrides: { baseUrl: null, token: null, chains: [], ledger: null },
	dataDir: null,
};

const chainAddress = z.union([
	rpcUrl.transform((url) => ({ rpcUrl: url, genesisHash: null })),
	z.strictObject({ rpcUrl, genesisHash: z.string().max(60) }),
]);
const chainAddresses = z.record(chainRef, chainAddress);

type Environment = Record<string, string | undefined>;

/**
 * Reads a developer's environment variables, which a packaged app ignores. Removes the token from the
 * environment, so no child process sees it. Throws a DevelopmentError.
 */
export function readDevelopment(environment: Environment, isPackaged: boolean): Development {
	const token = environment["COUNTERSIGN_TOKEN"];
	delete environment["COUNTERSIGN_TOKEN"];
	if (isPackaged) return NOTHING;
	return {
		overrides: {
			baseUrl: readBaseUrl(environment["COUNTERSIGN_BASE_URL"]),
			token: readToken(token),
			chains: readChains(environment["COUNTERSIGN_RPC"]),
			ledger: readLedger(environment["COUNTERSIGN_LEDGER_URL"]),
		},
		dataDir: readDataDir(environment["COUNTERSIGN_DATA_DIR"]),
	};
}

function readBaseUrl(text: string | undefined): string | null {
	if (text === undefined || text === "") return null;
	const url = rpcUrl.safeParse(text);
	if (!url.success)
		throw new DevelopmentError("COUNTERSIGN_BASE_URL", message("desktop.development.no-address"), url.error);
	return url.data;
}

function readToken(text: string | undefined): string | null {
	if (text === undefined || text === "") return null;
	if (!/^[\x21-\x7e]{1,16384}$/.test(text))
		throw new DevelopmentError("COUNTERSIGN_TOKEN", message("desktop.development.not-a-header"));
	return text;
}

function readChains(text: string | undefined): Ports["overrides"]["chains"] {
	if (text === undefined || text === "") return [];
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch (cause) {
		throw new DevelopmentError("COUNTERSIGN_RPC", message("desktop.development.not-json"), cause);
	}
	const chains = chainAddresses.safeParse(parsed);
	if (!chains.success)
		throw new DevelopmentError("COUNTERSIGN_RPC", message("desktop.development.no-chains"), chains.error);
	return Object.entries(chains.data).map(([chainId, chain]) => ({
		family: /^[0-9]+$/.test(chainId) ? ("evm" as const) : ("svm" as const),
		chainId,
		name: t("desktop.development.chain", { chainId }),
		...chain,
	}));
}

function readLedger(text: string | undefined): Ports["overrides"]["ledger"] {
	const urls = (text ?? "").split(/\s+/).filter((url) => url !== "");
	if (urls.length === 0) return null;
	const isLocal = (url: string) =>
		URL.canParse(url) && new URL(url).protocol === "http:" && new URL(url).hostname === "127.0.0.1";
	if (urls.length > 8 || !urls.every(isLocal))
		throw new DevelopmentError("COUNTERSIGN_LEDGER_URL", message("desktop.development.no-devices"));
	return { kind: "speculos", urls };
}

function readDataDir(text: string | undefined): string | null {
	if (text === undefined || text === "") return null;
	if (!isAbsolute(text))
		throw new DevelopmentError("COUNTERSIGN_DATA_DIR", message("desktop.development.not-absolute"));
	return text;
}
