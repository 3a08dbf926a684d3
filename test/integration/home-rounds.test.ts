import { base58 } from "@scure/base";
import { Keypair } from "@solana/web3.js";
import { getAddress } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSvm, openWorld, type SvmWorld, type World } from "../mock-service/fixture.ts";
import { evmNetwork, svmNetwork } from "../support/networks.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { countRounds, type Rounds } from "./rounds.ts";

/**
 * Counts the rounds of queries that Home needs on real chains: at most three for each RPC, whatever the account
 * holds.
 */

const ROUTER_SPENDS = "approve 100 DEMO for the router";

/** Fails `eth_call` without a `to` address, as some RPCs do. */
const TARGETLESS = (method: string, [call]: readonly unknown[]) =>
	method === "eth_call" && typeof call === "object" && call !== null && !("to" in call)
		? { code: -32_602, message: "invalid argument 0: missing to" }
		: null;

describe("Home queries each chain in at most three rounds", () => {
	let world: World;
	let solana: SvmWorld;
	let evmUrl: string;
	const [key, svmKey] = [generatePrivateKey(), Keypair.generate()];
	const me = getAddress(privateKeyToAddress(key));
	const ends: (() => Promise<void>)[] = [];

	beforeAll(async () => {
		solana = await openSvm([], { blockTimeMs: 150, confirmAfter: 1, finalizeAfter: 4 });
		world = await openWorld({ svm: solana.options });
		evmUrl = world.chain.url;
		const [own, named] = [
			solana.svm.createMint({ program: "token-2022", metadata: { name: "Own", symbol: "OWN" } }),
			solana.svm.createMint(),
		];
		solana.svm.nameMint(named, "Jupiter", "JUP");
		for (const mint of [own, named]) solana.svm.mintTo(mint, svmKey.publicKey, 5_000_000n);
		await world.demo.fund(me);
	});
	afterAll(async () => {
		for (const end of ends.toReversed()) await end();
		await world?.close();
		await solana?.svm.stop();
	});

	async function open(rounds: Rounds): Promise<Person> {
		const folder = scratch();
		const { service, chain } = world;
		const person = await openPerson({
			...{ dataDir: folder.path, baseUrl: service.url, token: service.token, fetch: rounds.fetch },
			...{ key, svmKey: base58.encode(svmKey.secretKey) },
			chains: [evmNetwork({ ...chain, url: evmUrl }), svmNetwork(solana.svm)],
		});
		ends.push(async () => {
			await person.stop();
			folder.remove();
		});
		return person;
	}

	/** Shows DEMO in a request, so that Home knows a token that isn't listed. */
	async function meetsDemo(person: Person): Promise<void> {
		const { id } = await person.asked(ROUTER_SPENDS);
		await person.review(id, ({ opinion }) => opinion !== null && opinion.state !== "running");
		await person.callTrusted("rejectEntries", { entryIds: [id], reason: null });
		await person.until("no review on screen", () => person.screen().screen !== "review", 20_000);
	}

	/** Reads Home, and returns the rounds of each RPC and the symbols of both accounts' unlisted tokens. */
	async function looked(person: Person, rounds: Rounds) {
		rounds.forget();
		await person.callDesk("watchHome", { on: true });
		const { accounts } = await person.until(
			"all to be read",
			() => {
				const { home } = person.desk();
				return !home.reading && home.readAt !== null ? home : null;
			},
			30_000,
		);
		const counted = { evm: rounds.of(evmUrl), svm: rounds.of(solana.svm.url) };
		await person.callDesk("watchHome", { on: false });
		return { ...counted, claims: accounts.flatMap(({ hidden }) => hidden.map(({ claim }) => claim)) };
	}

	it("on EVM and on Solana, with unlisted tokens and their names", async () => {
		const rounds = countRounds([evmUrl, solana.svm.url]);
		const person = await open(rounds);
		await meetsDemo(person);
		const { evm, svm, claims } = await looked(person, rounds);
		expect(claims.toSorted()).toEqual(["DEMO", "JUP", "OWN"]);
		expect(evm.length).toBeGreaterThan(0);
		expect(evm.length).toBeLessThanOrEqual(3);
		expect(svm.length).toBeGreaterThan(0);
		expect(svm.length).toBeLessThanOrEqual(3);
	});

	it("on an RPC that refuses calls without a target, with an unlisted token", async () => {
		const rounds = countRounds([evmUrl], TARGETLESS);
		const person = await open(rounds);
		await meetsDemo(person);
		const { evm, claims } = await looked(person, rounds);
		expect(claims).toContain("DEMO");
		expect(evm.length).toBeGreaterThan(1);
		expect(evm.length).toBeLessThanOrEqual(3);
	});
});
