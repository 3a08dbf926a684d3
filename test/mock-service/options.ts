import type { Address, LocalAccount } from "viem";
import type { AuthOptions } from "./auth/authority.ts";
import type { OddityName } from "./oddities.ts";

/** Start options of the mock service, and the options that can change while it runs. */

/** Calls back once after `ms`; returns a cancel function. */
export type After = (ms: number, run: () => void) => () => void;

export const realAfter: After = (ms, run) => {
	// A longer delay than a timer holds is as good as never here.
	const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1));
	return () => clearTimeout(timer);
};

export interface ServiceChain {
	readonly chainId: number;
	readonly rpcUrl: string;
	readonly token: Address;
	readonly router: Address;
}

/** The Solana chain, with the token that "send 5 USDX" sends. Addresses are base58. */
export interface ServiceSvm {
	readonly cluster: "localnet";
	readonly rpcUrl: string;
	readonly mint: string;
	readonly mintDecimals: number;
	/** An address lookup table, for "with a table". */
	readonly lookupTable?: string;
	/** Another table with other content, for "lie about the table". */
	readonly otherTable?: string;
	/** Signer if `userState.svm.address` is missing. */
	readonly person?: string;
}

/** Scopes of the agent resource (docs/service-api/sign-in.md#scopes). */
export const AGENT_SCOPES = ["agent:read", "agent:write", "agent:actions:resolve"] as const;
/** Scope of the MCP endpoint, beside the agent's own. */
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
	/** Directory of the durable log; a restart on the same folder continues it. */
	readonly dataDir: string;
	/** 0 (a free one) by default. */
	readonly port?: number;
	readonly controlPort?: number;
	/** The bearer token with every scope of every resource, for development. */
	readonly token: string;
	/** Further tokens, with the scopes that each carries. */
	readonly tokens?: Readonly<Record<string, readonly string[]>>;
	/** Subjects of fixed tokens' sessions, by token ("person"). A signed-in token uses its own subject. */
	readonly subjects?: Readonly<Record<string, string>>;
	/** The authorization server, which starts with the first request to it. */
	readonly auth?: AuthOptions;
	/** The first is used if the turn names none. */
	readonly chains: readonly ServiceChain[];
	/** Without it, sentences about Solana answer that there is none. */
	readonly svm?: ServiceSvm;
	/**
	 * Pays for the service's own transactions on EVM chains: permits and operations. Without it, none is
	 * sent.
	 */
	readonly relayer?: LocalAccount;
	/** Signer if `userState.evm.address` is missing. */
	readonly person?: Address;
	/** Milliseconds since the epoch. */
	readonly clock?: () => number;
	/** In place of real timers. */
	readonly after?: After;
	readonly settings?: Partial<Settings>;
	/** Shorthands for `settings`. */
	readonly keepAliveMs?: number;
	readonly paceMs?: number;
}

/**
 * `session`: the service, in a conversation that it names. `stateless`: nobody, the caller signs and sends
 * the requests. `cohort`: on EVM the service, as commits under the pipeline's own route; on Solana nobody.
 */
export const PIPELINE_COMMITS = ["session", "stateless", "cohort"] as const;
export type PipelineCommits = (typeof PIPELINE_COMMITS)[number];

export interface Settings {
	/** Between comment frames of a stream. */
	keepAliveMs: number;
	/** Between the steps of a turn. */
	paceMs: number;
	/** Entries of a page at most. */
	pageSize: number;
	/** Between looks at the chain. */
	followMs: number;
	/** False: submitted commits and actions stay submitted. */
	following: boolean;
	/**
	 * Venue's use of a signature: returns the transaction for the client to submit, submits it itself, or
	 * accepts it and does nothing.
	 */
	venue: "gives_back" | "submits" | "silent";
	/** Delay of a venue that submits. */
	venueDelayMs: number;
	/** Delay of "… then revise" without a stated time. */
	reviseAfterMs: number;
	/** Each member of a batch is reviewed by a request with only its own transaction, without legs. */
	batchAlone: boolean;
	/** A batch uses a digest of the whole cohort, which no member's review has. */
	batchCohortDigest: boolean;
	/** Continues a pipeline commit's requests (pipeline-life.ts). */
	pipelineCommits: PipelineCommits;
	/** A Build that a client parsed and reformatted is accepted, as upstream's client needs it. */
	rewrittenBuilds: boolean;
	/** A settled transaction moves the signer's other open offers to the next nonce. */
	renewNonces: boolean;
	/** Forms in which readers are shown things (oddities.ts). */
	oddities: readonly OddityName[];
	/** List of apps: the installed ones, or a bare array that includes built-in and other ones. */
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
