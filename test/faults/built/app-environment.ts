import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base58 } from "@scure/base";
import { generateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { Keypair, PublicKey } from "@solana/web3.js";
import { type Address, getAddress, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { devAccount } from "../../chains/evm.ts";
import { EVM_PATH, SVM_PATH } from "../../e2e/pages/ledger.ts";
import { until } from "../../e2e/pages/until.ts";
import { type EmulatedLedger, startLedger } from "../../mock-ledger/start.ts";
import { openSvm, openWorld, type SvmWorld, type World } from "../../mock-service/fixture.ts";
import { type Service, startService } from "../../mock-service/service.ts";
import { PASSWORD, RunningApp } from "./running-app.ts";

/** Sets up the chains, which all runs share, and for each app a separate data folder, keys and service. */

const BLOCKS = { blockTimeMs: 150, confirmAfter: 1, finalizeAfter: 4 };

export interface Chains {
	readonly world: World;
	readonly solana: SvmWorld;
	close(): Promise<void>;
}

export async function openChains(): Promise<Chains> {
	const solana = await openSvm([], BLOCKS);
	const world = await openWorld({ svm: solana.options });
	return {
		world,
		solana,
		async close() {
			await world.close();
			await solana.svm.stop();
		},
	};
}

export class AppEnvironment {
	readonly chains: Chains;
	readonly service: Service;
	readonly ledger: EmulatedLedger | null;
	evm: Address = "0x";
	svm = "";
	/** App that runs now. */
	app: RunningApp;
	readonly userData: string;
	readonly #folders: readonly string[];
	readonly #env: Record<string, string>;

	private constructor(
		shared: { chains: Chains; service: Service; ledger: EmulatedLedger | null; folders: readonly string[] },
		start: { app: RunningApp; userData: string; env: Record<string, string> },
	) {
		this.chains = shared.chains;
		this.service = shared.service;
		this.ledger = shared.ledger;
		this.app = start.app;
		this.userData = start.userData;
		this.#folders = shared.folders;
		this.#env = start.env;
	}

	/**
	 * @param payer index of the development account that pays for the service's transactions; every running
	 * service needs a different one
	 */
	static async open(chains: Chains, payer: number, withLedger: boolean): Promise<AppEnvironment> {
		const { chain, demo } = chains.world;
		const { svm, options } = chains.solana;
		const serviceData = await mkdtemp(join(tmpdir(), "countersign-faults-service-"));
		const service = await startService({
			dataDir: serviceData,
			token: "test-token",
			chains: [{ chainId: chain.chainId, rpcUrl: chain.url, token: demo.token, router: demo.router }],
			svm: options,
			relayer: devAccount(payer),
			settings: { followMs: 20, venueDelayMs: 20 },
		});
		const ledger = withLedger ? await startLedger({ seed: generateMnemonic(wordlist) }) : null;
		const folder = await mkdtemp(join(tmpdir(), "countersign-faults-"));
		const userData = join(folder, "user-data");
		const env = {
			COUNTERSIGN_BASE_URL: service.url,
			COUNTERSIGN_TOKEN: service.token,
			COUNTERSIGN_RPC: JSON.stringify({
				[chain.chainId]: chain.url,
				[svm.cluster]: { rpcUrl: svm.url, genesisHash: svm.genesisHash },
			}),
			...(ledger === null ? {} : { COUNTERSIGN_LEDGER_URL: ledger.url }),
		};
		const app = await RunningApp.start(userData, env);
		const folders = [folder, serviceData];
		const environment = new AppEnvironment({ chains, service, ledger, folders }, { app, userData, env });
		await (ledger === null ? environment.#importKeys() : environment.#addLedger(ledger));
		await demo.fund(environment.evm, { eth: parseEther("50"), demo: parseEther("10000") });
		svm.airdrop(new PublicKey(environment.svm), 100_000_000_000n);
		return environment;
	}

	async #importKeys(): Promise<void> {
		const key = generatePrivateKey();
		const solana = Keypair.generate();
		await this.app.call("trusted", "importKey", { key, password: PASSWORD });
		await this.app.call("trusted", "importKey", {
			key: base58.encode(solana.secretKey),
			password: PASSWORD,
		});
		this.evm = privateKeyToAddress(key);
		this.svm = solana.publicKey.toBase58();
	}

	async #addLedger(device: EmulatedLedger): Promise<void> {
		this.evm = getAddress(await this.#account("evm", EVM_PATH));
		device.open("Solana");
		this.svm = await this.#account("svm", SVM_PATH);
		device.open("Ethereum");
	}

	async #account(family: "evm" | "svm", path: string): Promise<string> {
		const { app } = this;
		await app.call("desk", "openTrusted", { screen: "ledger" });
		const wanted = family === "evm" ? "Ethereum" : "Solana";
		const ledger = async () => {
			const screen = await app.screen();
			return screen.screen === "ledger" ? screen.ledger : null;
		};
		const found = await until("the device", async () =>
			(await ledger())?.devices.find((each) => each.condition === "ready" && each.app?.name === wanted),
		);
		await app.call("trusted", "scanLedger", { deviceId: found.id, family, more: false });
		const row = await until("the account", async () =>
			(await ledger())?.scan.rows.find((each) => each.path === path),
		);
		await app.call("trusted", "addLedgerAccounts", { paths: [path] });
		await app.call("trusted", "close", {});
		return row.address.address;
	}

	/** Restarts the app on its existing data; the user unlocks it. */
	async restart(): Promise<void> {
		await this.app.kill();
		this.app = await RunningApp.start(this.userData, this.#env);
		await this.app.unlock();
		if (this.ledger !== null) await this.#clearDevice();
	}

	/** Confirms that the device is clear, if the app reports that the device may still show a question. */
	async #clearDevice(): Promise<void> {
		const { app } = this;
		await app.call("desk", "openTrusted", { screen: "ledger" });
		const seen = await until("the device", async () => {
			const screen = await app.screen();
			const devices = screen.screen === "ledger" ? screen.ledger.devices : [];
			return devices.find(({ condition }) => condition === "ready" || condition === "stillAsking");
		});
		if (seen.condition === "stillAsking") await app.call("trusted", "clearedLedger", {});
		await app.call("trusted", "close", {});
	}

	async close(): Promise<void> {
		await this.app.kill();
		await this.ledger?.stop();
		await this.service.stop();
		for (const folder of this.#folders) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}
