import type { Address, LocalAccount } from "viem";
import type { AuthOptions } from "./auth/authority.ts";
import type { OddityName } from "./oddities.ts";

/** Start options of the mock service, and the options that can change while it runs. */

/** Calls `run` once after `ms`, and returns a function that cancels it. */
export type After = (ms: number, run: () => void) => () => void;

export const realAfter: After = (ms, run) => {
	// Timers support no longer delays; here the difference never matters.
	const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1));
	return () => clearTimeout(timer);
};

export interface ServiceChain {
	readonly chainId: number;
	readonly rpcUrl: string;
	readonly token: Address;
	readonly router: Address;
}

/** Solana chain with the token that "send 5 USDX" sends. Addresses are base58. */
export interface ServiceSvm {
	readonly cluster: "localnet";
	readonly rpcUrl: string;
	readonly mint: string;
	readonly mintDecimals: number;
	/** Address lookup table, for "with a table". */
	readonly lookupTable?: string;
	/** A second table with other content, for "lie about the table". */
	readonly otherTable?: string;
	/** Signer if `userState.svm.address` is missing. */
	readonly person?: string;
}

/** Scopes of the agent resource (docs/service-api/sign-in.md#scopes). */
export const AGENT_SCOPES = ["agent:read", "agent:write", "agent:actions:resolve"] as const;
/** Scope of the MCP endpoint, besides the agent's own scopes. */
export const MCP_SCOPES = ["mcp:agent"] as const;
export const PIPELINE_SCOPES = ["pipeline:catalog", "pipeline:execute"] as const;
export const ACCOUNT_SCOPES = [
	"account:credits:read",
	"account:credits:topup",
	"account:apps:read",
	"account:apps:write",
	"account:credentials:read",
] as const;

export interface ServiceOptions {
	/** Folder of the durable log; a restart with the same folder continues it. */
	readonly dataDir: string;
	/** Default: 0, a free port. */
	readonly port?: number;
	readonly controlPort?: number;
	/** Bearer token with every scope of every resource, for development. */
	readonly token: string;
	/** Further tokens, with the scopes that each carries. */
	readonly tokens?: Readonly<Record<string, readonly string[]>>;
	/**
	 * Owners of the sessions that fixed tokens create, by token. Default: "person". A signed-in token uses its
	 * own subject.
	 */
	readonly subjects?: Readonly<Record<string, string>>;
	/** Options of the authorization server, which starts with the first request to it. */
	readonly auth?: AuthOptions;
	/** The first chain is used if the turn names none. */
	readonly chains: readonly ServiceChain[];
	/** If omitted, the agent answers sentences about Solana that there is no such chain. */
	readonly svm?: ServiceSvm;
	/**
	 * Account that pays for the service's own transactions on EVM chains: permits and operations. If omitted,
	 * none is sent.
	 */
	readonly relayer?: LocalAccount;
	/** Signer if `userState.evm.address` is missing. */
	readonly person?: Address;
	/** Milliseconds since the epoch. */
	readonly clock?: () => number;
	/** Replaces real timers. */
	readonly after?: After;
	readonly settings?: Partial<Settings>;
	/** Shorthand for the settings of the same names. */
	readonly keepAliveMs?: number;
	readonly paceMs?: number;
}

/**
 * Where a pipeline commit's requests are stored. `session`: in a conversation that the service names.
 * `stateless`: nowhere; the caller signs and sends them. `cohort`: on EVM as commits under the pipeline's own
 * route, on Solana nowhere.
 */
export const PIPELINE_COMMITS = ["session", "stateless", "cohort"] as const;
export type PipelineCommits = (typeof PIPELINE_COMMITS)[number];

export interface Settings {
	/** Interval between the keep-alive comments of a stream. */
	keepAliveMs: number;
	/** Delay between the steps of a turn. */
	paceMs: number;
	/** Maximum number of entries in a page. */
	pageSize: number;
	/** Interval between polls of the chain. */
	followMs: number;
	/** Whether the chain is polled; otherwise submitted commits and actions stay submitted. */
	following: boolean;
	/**
	 * Use of a signature by a venue, which returns the transaction for the client to submit, submits it, or
	 * accepts it and does nothing.
	 */
	venue: "gives_back" | "submits" | "silent";
	/** Delay before a venue submits. */
	venueDelayMs: number;
	/** Delay of "… then revise" without a stated time. */
	reviseAfterMs: number;
	/** Whether the review of each batch member contains only its own transaction, without legs. */
	batchAlone: boolean;
	/** Whether a batch has a digest of the whole cohort, which matches no member's review. */
	batchCohortDigest: boolean;
	/** Where a pipeline commit's requests are stored (pipeline-life.ts). */
	pipelineCommits: PipelineCommits;
	/** Whether a Build that a client parsed and reformatted is accepted, as upstream's client requires. */
	rewrittenBuilds: boolean;
	/** Whether a settled transaction moves the signer's other open offers to the next nonce. */
	renewNonces: boolean;
	/** Deviations in what readers see (oddities.ts). */
	oddities: readonly OddityName[];
	/** Form of the apps list: the installed apps, or a bare array that includes built-in and other apps. */
	appsList: "installed" | "catalog";
}

export function settingsOf(options: ServiceOptions): Settings {
	return {
		keepAliveMs: options.keepAliveMs ?? 15_000,
		paceMs: options.paceMs ?? 0,
		pageSize: 100,
		followMs: 100,
		following: true,
		venue: "gives_back",
		venueDelayMs: 200,
		reviseAfterMs: 3_000,
		batchAlone: false,
		batchCohortDigest: false,
		pipelineCommits: "session",
		rewrittenBuilds: false,
		renewNonces: true,
		oddities: [],
		appsList: "installed",
		...options.settings,
	};
}
