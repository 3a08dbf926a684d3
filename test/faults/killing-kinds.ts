import { base58 } from "@scure/base";
import { Keypair } from "@solana/web3.js";
import { type Address, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from "viem/accounts";
import { expect } from "vitest";
import type { ProgressView } from "../../src/ipc/signing.ts";
import type { SvmWorld, World } from "../mock-service/fixture.ts";
import { type Person, scratch } from "../support/person.ts";
import { runUntilKilled } from "./killing.ts";
import type { Crash, Order, Ready } from "./orders.ts";

/**
 * Provides the helpers of killing.ts for a Solana commit, an action of two steps, a message, and an agent's
 * proposal of two calls.
 */

export interface Worlds {
	readonly world: World;
	readonly solana: SvmWorld;
}

const KINDS = ["solana", "steps", "message", "proposal"] as const;
export type Kind = (typeof KINDS)[number];

export interface KindVictim {
	readonly kind: Kind;
	readonly order: Order;
	readonly ready: Ready;
	readonly evm: Address;
	/** Recipient of transfers on Solana. */
	readonly friend: Keypair;
	/** Recipients of the first and the second step. */
	readonly receivers: readonly [Address, Address];
	remove(): void;
}

const LAMPORTS = 300_000_000n;
const WEI = [parseEther("0.1"), parseEther("0.2")] as const;

/** Funds a new user, lets the child approve, and waits until it has died. */
export async function killKindDuringApproval(
	{ world, solana }: Worlds,
	kind: Kind,
	crash: Crash,
): Promise<KindVictim> {
	const folder = scratch();
	const key = generatePrivateKey();
	const svm = Keypair.generate();
	const evm = privateKeyToAccount(key).address;
	const friend = Keypair.generate();
	const receivers = [
		privateKeyToAddress(generatePrivateKey()),
		privateKeyToAddress(generatePrivateKey()),
	] as const;
	await world.chain.setBalance(evm, parseEther("1"));
	solana.svm.airdrop(svm.publicKey, 10_000_000_000n);
	const sentence = {
		solana: `send 0.3 SOL to ${friend.publicKey.toBase58()}`,
		steps: `execute: send 0.1 ETH to ${receivers[0]}, then send 0.2 ETH to ${receivers[1]}`,
		message: `sign the message: for ${receivers[0]}`,
		proposal: "",
	}[kind];
	const calls = receivers.map((to, index) => ({ to, value: (WEI[index] ?? 0n).toString() }));
	const order: Order = {
		dataDir: folder.path,
		baseUrl: world.service.url,
		token: world.service.token,
		chainId: String(world.chain.chainId),
		rpcUrl: world.chain.url,
		key,
		svm: {
			cluster: solana.svm.cluster,
			rpcUrl: solana.svm.url,
			genesisHash: solana.svm.genesisHash,
			key: base58.encode(svm.secretKey),
		},
		sentence,
		...(kind === "proposal" ? { proposes: calls } : {}),
		crash,
	};
	return { kind, order, ready: await runUntilKilled(order), evm, friend, receivers, remove: folder.remove };
}

/** Waits until the approval has this outcome. */
export async function waitForOutcome(
	person: Person,
	{ ready: { entryId } }: KindVictim,
	outcome: ProgressView["outcome"],
): Promise<void> {
	await person.callDesk("openReview", { entryId });
	await person.progress(entryId, outcome);
}

/**
 * Checks that nothing was signed, sent or answered twice, and that nothing was lost.
 * @param steps number of steps that had to land
 */
export async function expectKindHandledOnce(
	{ world, solana }: Worlds,
	person: Person,
	victim: KindVictim,
	steps: number,
): Promise<void> {
	const { kind, ready, evm, friend, receivers } = victim;
	const { signatures, resolutions, requests } = await world.service.control.records();
	const ofCommit = signatures.filter((each) => each.commitId === ready.commitId);
	const ofAction = resolutions.filter((each) => each.actionId === ready.commitId);
	const isCommit = kind === "solana";
	const isAnswered = kind === "steps" || kind === "message";
	expect(new Set(ofCommit.map((each) => each.raw)).size, "distinct signatures").toBe(isCommit ? 1 : 0);
	expect(ofCommit.filter((each) => each.outcome === "taken").length).toBe(isCommit ? 1 : 0);
	expect(ofAction.filter((each) => each.outcome === "taken").length, "answers taken").toBe(
		isAnswered ? 1 : 0,
	);
	expect([...ofCommit, ...ofAction].filter((each) => each.outcome === "refused")).toEqual([]);
	const answers = requests.filter(
		({ method, path }) => method === "POST" && path.includes(`/actions/${ready.commitId}/`),
	);
	expect(
		new Set(answers.map(({ body, idempotencyKey }) => JSON.stringify([body, idempotencyKey]))).size,
	).toBe(isAnswered ? 1 : 0);

	const { publicClient } = world.chain;
	const sent = kind === "steps" || kind === "proposal" ? steps : 0;
	expect(await publicClient.getTransactionCount({ address: evm }), "transactions mined").toBe(sent);
	const got = await Promise.all(receivers.map((address) => publicClient.getBalance({ address })));
	expect(got).toEqual(WEI.map((wei, index) => (index < sent ? wei : 0n)));
	const lamports = solana.svm.accountOf(friend.publicKey)?.lamports ?? 0n;
	expect(lamports, "moved on Solana").toBe(isCommit ? LAMPORTS : 0n);
	expect(await person.callDesk("verifyJournal", {})).toMatchObject({ ok: true });
}
