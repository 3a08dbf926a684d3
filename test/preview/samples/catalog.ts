import { message } from "../../../src/core/localized-text.ts";
import type {
	BuildView,
	CatalogListing,
	CatalogOperation,
	CatalogView,
	SimulationView,
} from "../../../src/ipc/catalog.ts";
import { amount, MAIN, MINUTE, NOW, ROUTER, STRANGER, USDC } from "./common.ts";

/** The pipeline's tree, operations and Builds. */
export function catalog(change: Partial<CatalogView> = {}): CatalogView {
	return {
		offered: true,
		text: null,
		roots: [
			{ name: "pipeline", href: "/v1/pipeline" },
			{ name: "svm", href: "/v1/pipeline/svm" },
		],
		trail: [],
		open: null,
		loading: false,
		fault: null,
		builds: [],
		...change,
	};
}

const entry = (name: string, kind: "directory" | "operation" | "document") => ({
	name,
	kind,
	stated: kind,
	href: `/v1/pipeline/${name}`,
});

export function listing(change: Partial<CatalogListing> = {}): CatalogListing {
	return {
		kind: "directory",
		path: "/v1/pipeline",
		href: "/v1/pipeline",
		entries: [
			entry("core", "directory"),
			entry("evm", "directory"),
			entry("svm", "directory"),
			entry("apps", "directory"),
			entry("skills", "directory"),
			entry("token-holdings", "operation"),
			entry("SKILL.md", "document"),
			{ name: "price-feed", kind: "unknown", stated: "subscription", href: "/v1/pipeline/price-feed" },
			{
				name: "partners‮gnp.exe",
				kind: "directory",
				stated: "directory",
				href: null,
				leads: "https://elsewhere.example/v1/pipeline",
			},
		],
		more: true,
		...change,
	};
}

/** Members of many kinds, as an app's operation asks for them. */
export const SWAP_SCHEMA = {
	type: "object",
	required: ["sell", "amount", "side", "partial", "recipient", "hops"],
	properties: {
		sell: {
			type: "string",
			description: "The token to sell, by its address.",
			pattern: "^0x[0-9a-fA-F]{40}$",
		},
		amount: {
			type: "integer",
			minimum: 1,
			maximum: 9007199254740991,
			description: "In base units of the token.",
			default: 1500000,
		},
		side: { enum: ["exact_in", "exact_out"], description: "Which amount is fixed." },
		partial: { type: "boolean", description: "May be filled in part." },
		recipient: {
			oneOf: [
				{
					title: "An address",
					type: "object",
					properties: { address: { type: "string" } },
					required: ["address"],
				},
				{ title: "Yourself", const: "self" },
			],
		},
		hops: {
			type: "array",
			description: "Tokens in between.",
			minItems: 1,
			maxItems: 3,
			items: {
				type: "object",
				required: ["pool", "fee"],
				properties: { pool: { type: "string" }, fee: { type: "number", exclusiveMinimum: 0 } },
			},
		},
		slippage: { type: ["number", "null"], default: 0.5, description: "In percent." },
		memo: { type: "string", maxLength: 4000 },
		extra: { not: {}, description: "Whatever the venue wants besides." },
	},
};

export function operation(change: Partial<CatalogOperation> = {}): CatalogOperation {
	return {
		kind: "operation",
		name: "swap",
		href: "/v1/pipeline/apps/uniswap/operations/swap",
		description: "Prepares a swap on Uniswap v4 and gives back a Build that can be simulated and committed.",
		schema: JSON.stringify(SWAP_SCHEMA),
		role: "app",
		result: null,
		running: false,
		fault: null,
		...change,
	};
}

export const TRAIL = [
	{ name: "pipeline", href: "/v1/pipeline" },
	{ name: "apps", href: "/v1/pipeline/apps" },
	{ name: "uniswap", href: "/v1/pipeline/apps/uniswap" },
	{ name: "operations", href: "/v1/pipeline/apps/uniswap/operations" },
	{ name: "swap", href: "/v1/pipeline/apps/uniswap/operations/swap" },
];

export function simulation(change: Partial<SimulationView> = {}): SimulationView {
	return {
		status: "passed",
		overridesBalances: false,
		changes: [
			{
				account: MAIN,
				mine: true,
				direction: "out",
				amount: amount("1.5", "ETH", "1500000000000000000"),
				tokenId: null,
				counterparty: ROUTER,
				of: null,
				step: 2,
			},
			{
				account: MAIN,
				mine: true,
				direction: "in",
				amount: amount("4,410.25", "USDC", "4410250000"),
				tokenId: null,
				counterparty: null,
				of: null,
				step: 2,
			},
			{
				account: STRANGER,
				mine: false,
				direction: "in",
				amount: amount("2.2", "USDC", "2200000", { checked: false }),
				tokenId: null,
				counterparty: null,
				of: null,
				step: 2,
			},
		],
		permissions: [
			{
				spender: ROUTER,
				token: USDC,
				kind: "allowance",
				amount: null,
				unlimited: true,
				grants: true,
				text: "Approve the router to spend unlimited USDC",
				source: "service",
				step: 1,
			},
		],
		fees: [
			{ kind: "network", amount: amount("0.00041", "ETH", "410000000000000") },
			{ kind: "protocol", amount: amount("2.2", "USDC", "2200000", { checked: false }) },
		],
		guards: [
			{ name: "slippage", status: "passed", message: "0.5 % at most" },
			{ name: "recipient", status: "passed", message: null },
		],
		warnings: ["The price moved by 0.8 % in the last minute."],
		logs: 7,
		...change,
	};
}

export const BUILD_DIGEST = `sha256:${"7f3a91c204deb86f5510aa7ec3d92b84e0196c3d7a52f8140bd6731ec94f20a8"}`;

export function build(change: Partial<BuildView> = {}): BuildView {
	const raw = JSON.stringify({
		version: 2,
		status: "simulated",
		digest: BUILD_DIGEST,
		origin: {
			app: "uniswap",
			operations: [{ operation: "swap", arguments: { amount: "1500000000000000000" } }],
		},
	});
	return {
		id: "build-1",
		family: "evm",
		version: "2",
		status: "simulated",
		digest: BUILD_DIGEST,
		expiresAt: NOW + 9 * MINUTE + 41_000,
		app: "uniswap",
		operations: ["swap (amount 1500000000000000000, side exact_in)"],
		skills: ["dex-routing"],
		actions: [
			{
				at: 1,
				text: "Approve USDC for the Universal Router on Base",
				raw: JSON.stringify({ chain_id: 8453, to: USDC.address, data: "0x095ea7b3", kind: "approve" }),
			},
			{
				at: 2,
				text: "Swap 1.5 ETH for at least 4,388.20 USDC on Base",
				raw: JSON.stringify({
					chain_id: 8453,
					to: ROUTER.address,
					value: "1500000000000000000",
					data: `0x3593564c${"00".repeat(96)}`,
					kind: "swap",
				}),
			},
		],
		safetyMode: { text: message("finding.safety-mode.balanced"), isCaution: false },
		evidence: JSON.stringify({ uniswap_v4: { status: "covered", checks: ["recipient", "min_out"] } }),
		summary: JSON.stringify({ title: "Swap ETH to USDC", transactionCount: 2, chains: ["Base"] }),
		simulation: simulation(),
		raw,
		origin: "Made by swap",
		working: null,
		canSimulate: true,
		canCommit: true,
		text: null,
		fault: null,
		committed: null,
		...change,
	};
}

export const staged = (change: Partial<BuildView> = {}) =>
	build({
		id: "build-2",
		app: null,
		operations: [],
		skills: [],
		family: "svm",
		status: "staged",
		simulation: null,
		safetyMode: null,
		evidence: null,
		summary: null,
		canCommit: false,
		text: "Only a simulated Build can be committed: simulate it first.",
		origin: "Opened from a file",
		...change,
	});

export const failedBuild = () =>
	build({
		simulation: simulation({
			status: "failed",
			changes: [],
			permissions: [],
			fees: [],
			guards: [
				{ name: "slippage", status: "failed", message: "Would get 4,102.90 USDC, less than 4,388.20" },
				{ name: "recipient", status: "passed", message: null },
			],
			warnings: ["Too little output.", "The pool is thin."],
		}),
		canCommit: false,
		text: "Its simulation failed: the service would not take it. Make it again with other terms.",
	});

export const expiredBuild = () =>
	build({
		expiresAt: NOW - MINUTE,
		canCommit: false,
		canSimulate: false,
		text: "It has expired: the service does not take it any more. Make it again.",
	});

export const committedBuild = () =>
	build({
		status: "simulated",
		canCommit: false,
		canSimulate: false,
		committed: {
			requests: [
				JSON.stringify({ kind: "execute_evm", transactions: [{ chain_id: 8453, label: "Approve USDC" }] }),
			],
			results: [JSON.stringify({ stage: "stg_71c2", broadcaster: "wallet", state: "needs_signature" })],
			text: "The service accepted the Build and continues in a session. Its requests appear there and in the inbox. Review them, then sign or reject them.",
		},
	});
