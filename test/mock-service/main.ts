import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createPublicClient, getAddress, http, isAddress } from "viem";
import { deployDemo } from "../chains/demo.ts";
import { type Anvil, devAccount, startAnvil } from "../chains/evm.ts";
import type { ServiceOptions } from "./options.ts";
import { startService } from "./service.ts";

/** Implements `npm run service`: runs the mock service with its own chain until Ctrl-C. */

const USAGE = `npm run service -- [options]
  --port N         port of the service (a free one)
  --control-port N port for requesting faults (a free one)
  --token TEXT     bearer token (demo-token)
  --rpc URL        a running development chain, instead of its own anvil
  --block-time MS  mine a block at this interval, instead of at once
  --svm-rpc URL    a running Solana development chain; without it, there is none
  --svm-mint ADDR  its token, which "send 5 USDX" sends
  --svm-decimals N the token's decimals (6)
  --svm-table ADDR its address lookup table, for "with a table"
  --svm-person A   its signer if a turn names none
  --person 0x…     the EVM signer if a turn names none; gets ETH and DEMO
  --data DIR       folder of the log (a temporary one)
  --rewritten-builds
                   accepts a Build that a client parsed and reformatted
  --pace MS        delay between the steps of a turn (120)`;

const { values } = parseArgs({
	options: {
		port: { type: "string", default: "0" },
		"control-port": { type: "string", default: "0" },
		token: { type: "string", default: "demo-token" },
		rpc: { type: "string" },
		"block-time": { type: "string" },
		"svm-rpc": { type: "string" },
		"svm-mint": { type: "string" },
		"svm-decimals": { type: "string", default: "6" },
		"svm-table": { type: "string" },
		"svm-person": { type: "string" },
		person: { type: "string" },
		data: { type: "string" },
		"rewritten-builds": { type: "boolean", default: false },
		pace: { type: "string", default: "120" },
		help: { type: "boolean", default: false },
	},
});

/** Client ids for browser sign-in, as a service would register them by hand. */
const BY_HAND = {
	agent: "countersign-agent",
	pipeline: "countersign-pipeline",
	account: "countersign-account",
};

async function chainToUse(): Promise<{ url: string; chainId: number; own: Anvil | null }> {
	if (values.rpc !== undefined) {
		const chainId = await createPublicClient({ transport: http(values.rpc) }).getChainId();
		return { url: values.rpc, chainId, own: null };
	}
	const blockTime = values["block-time"];
	const own = await startAnvil(blockTime === undefined ? {} : { blockTimeMs: Number(blockTime) });
	return { url: own.url, chainId: own.chainId, own };
}

/** Returns the configured Solana chain, if any. */
function svmToUse(): Pick<ServiceOptions, "svm"> {
	const { "svm-rpc": rpcUrl, "svm-mint": mint, "svm-table": lookupTable, "svm-person": person } = values;
	if (rpcUrl === undefined || mint === undefined) return {};
	return {
		svm: {
			cluster: "localnet",
			rpcUrl,
			mint,
			mintDecimals: Number(values["svm-decimals"]),
			...(lookupTable === undefined ? {} : { lookupTable }),
			...(person === undefined ? {} : { person }),
		},
	};
}

async function main(): Promise<void> {
	const chain = await chainToUse();
	const named = values.person ?? "";
	const person = isAddress(named, { strict: false }) ? getAddress(named) : devAccount(1).address;
	const demo = await deployDemo(chain, { people: [person] });
	const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), "countersign-service-")));
	const service = await startService({
		dataDir,
		port: Number(values.port),
		controlPort: Number(values["control-port"]),
		token: values.token,
		chains: [{ chainId: chain.chainId, rpcUrl: chain.url, token: demo.token, router: demo.router }],
		person,
		// This account deployed the demo; nothing else uses it now.
		relayer: devAccount(0),
		...svmToUse(),
		auth: { codeClients: BY_HAND },
		paceMs: Number(values.pace),
		settings: { rewrittenBuilds: values["rewritten-builds"] },
	});
	console.log(
		[
			`service  ${service.url}`,
			`token    ${service.token}`,
			`control  ${service.controlUrl} (for tests: requests faults)`,
			`rpc      ${chain.url} (chain ${chain.chainId})`,
			`DEMO     ${demo.token}`,
			`router   ${demo.router}`,
			`solana   ${values["svm-rpc"] ?? "none"}`,
			`person   ${person} (signs if a turn names no account; has ETH and DEMO)`,
			`log      ${dataDir}`,
			"",
			"To sign in: Settings, Sign-in. Add an environment with the service's address, press Use, and sign in with a",
			`code: open the link that is shown (${service.url}/oauth/device), and press "Approve as alice". To sign in`,
			`with your browser, give the environment the client ids ${Object.values(BY_HAND).join(", ")}.`,
			`To sign: Settings, Networks. Add chain ${chain.chainId} with the rpc above.`,
			"To check it against the interface, run this in another terminal:",
			`  echo ${service.token} | npm run conformance -- --base-url ${service.url} --token - --write`,
			"",
			"Press Ctrl-C to stop it.",
		].join("\n"),
	);
	const end = async () => {
		await service.stop();
		await chain.own?.stop();
		if (values.data === undefined) await rm(dataDir, { recursive: true, force: true });
		process.exit(0);
	};
	for (const signal of ["SIGINT", "SIGTERM"] as const) {
		process.once(signal, () => {
			end().catch((error: unknown) => {
				console.error(error);
				process.exit(1);
			});
		});
	}
}

if (values.help) console.log(USAGE);
else await main();
