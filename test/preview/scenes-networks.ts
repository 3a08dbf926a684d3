import type { RpcProbe } from "../../src/core/chain/public-rpcs.ts";
import { message } from "../../src/core/localized-text.ts";
import { settings } from "./samples/common.ts";
import { review } from "./samples/review.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { type Scene, trusted } from "./scene.ts";

/** Networks: chosen, probed, edited; and the reviews that one is missing for, or stands in for. */

const probe = (change: Partial<RpcProbe> = {}) => ({
	ok: true,
	probe: { found: "right", simulates: true, traces: false, ms: 118, ...change },
});

const PROBES = {
	probeRpc: probe(),
	"probeRpc 8453": probe({ ms: 64 }),
	"probeRpc 1": probe({ found: "other", simulates: null, traces: null }),
	"probeRpc 137": probe({ simulates: false, ms: 1_142 }),
	"probeRpc 10": probe({ simulates: false, traces: true, ms: 83 }),
	"probeRpc localnet": probe({ found: "unreachable", simulates: null, traces: null, ms: null }),
};

const MOVED = message("app.rpc.moved", {
	chain: "Base",
	first: "base-rpc.example.org",
	now: "mainnet.base.org",
});

const at = { screen: "network", add: null, toReview: false } as const;
const inOrder = settings({
	chains: settings().chains.map((chain) =>
		chain.chainId === "8453"
			? {
					...chain,
					otherRpcUrls: ["https://mainnet.base.org", "https://base-rpc.publicnode.com"],
					secondRpcUrl: "https://witness.example.net/v1/key",
					notes: [MOVED],
				}
			: chain,
	),
});

export const networkScenes: readonly Scene[] = [
	trusted(
		"trusted-networks",
		trustedView(at),
		async (page) => {
			await page.getByRole("checkbox", { name: /^Polygon/ }).click();
			await page.getByRole("checkbox", { name: /^OP Mainnet/ }).click();
			await page.getByText("simulates by tracing").waitFor();
		},
		PROBES,
	),
	trusted(
		"trusted-networks-edit",
		trustedView(at, { settings: inOrder }),
		async (page) => {
			await page.getByRole("button", { name: "Edit Base" }).click();
			await page.getByRole("button", { name: "Check", exact: true }).click();
		},
		PROBES,
	),
	trusted(
		"trusted-networks-add",
		trustedView(at),
		async (page) => {
			await page.getByRole("button", { name: "Add another network" }).click();
			await page.getByLabel("Chain ID").fill("8453");
			await page.getByLabel("RPC", { exact: true }).fill("http://rpc.example.com");
			await page.getByRole("button", { name: "Save" }).click();
			await page.getByLabel("Chain ID").scrollIntoViewIfNeeded();
		},
		PROBES,
	),
	trusted(
		"trusted-networks-password",
		trustedView(at, { needsPassword: { account: false, rpc: "changes" } }),
		async (page) => {
			await page.getByRole("checkbox", { name: /^Ethereum/ }).click();
			await page.getByRole("button", { name: /^Service address/ }).click();
			await page.getByLabel("Password", { exact: true }).scrollIntoViewIfNeeded();
		},
		PROBES,
	),
	trusted(
		"trusted-networks-password-rules",
		trustedView(at, { needsPassword: { account: false, rpc: "all" } }),
		async (page) => {
			await page.getByRole("checkbox", { name: /^Polygon/ }).click();
			await page.getByLabel("Password", { exact: true }).scrollIntoViewIfNeeded();
		},
		PROBES,
	),
	trusted(
		"trusted-networks-missing",
		trustedView({ ...at, add: "42161", toReview: true }),
		undefined,
		PROBES,
	),
	trusted(
		"trusted-review-no-rpc",
		trustedView(
			reviewing(
				review({
					rpc: { notes: [], missing: "8453", failing: false, busy: false },
					approval: {
						...review().approval,
						possible: false,
						refusals: [message("chain.evm.no-rpc", { chain: "Base" })],
						canRetry: true,
					},
				}),
			),
		),
	),
	trusted(
		"trusted-review-no-answer",
		trustedView(
			reviewing(
				review({
					rpc: { notes: [], missing: null, failing: true, busy: false },
					approval: {
						...review().approval,
						possible: false,
						refusals: [message("chain.unreachable", { family: "evm" })],
						canRetry: true,
					},
				}),
			),
		),
	),
	trusted(
		"trusted-review-stand-in",
		trustedView(reviewing(review({ rpc: { notes: [MOVED], missing: null, failing: false, busy: false } }))),
	),
];
