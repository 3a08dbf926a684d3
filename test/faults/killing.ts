import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type Address, getAddress, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import { commitManual } from "../../src/service-api/commit.ts";
import { entryOf } from "../fixtures/entries.ts";
import { Caller, type World } from "../mock-service/fixture.ts";
import { approvedOf } from "../support/approved.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { asHex, type Crash, chainsOf, type Order, type Ready, ready } from "./orders.ts";

/** Kills the application once during one user's transaction, and checks the outcome. */

export const AMOUNT = parseEther("0.05");

export interface Victim {
	readonly order: Order;
	readonly account: Address;
	readonly recipient: Address;
	/** Report of the child before it approved. */
	readonly ready: Ready;
	remove(): void;
}

/** Funds a new user, lets the child approve, and waits until it has died. */
export async function killDuringApproval(
	world: World,
	how: Crash,
	options: {
		readonly broadcaster?: "hosted";
		/** Added to the sentence, such as " by browser send". */
		readonly suffix?: string;
		readonly beforeApproval?: (commitId: string) => Promise<void>;
		readonly does?: Order["does"];
	} = {},
): Promise<Victim> {
	const folder = scratch();
	const key = generatePrivateKey();
	const account = privateKeyToAccount(key).address;
	const recipient = getAddress(asHex(randomBytes(20).toString("hex")));
	await world.chain.setBalance(account, parseEther("1"));
	const order: Order = {
		dataDir: folder.path,
		baseUrl: world.service.url,
		token: world.service.token,
		chainId: String(world.chain.chainId),
		rpcUrl: world.chain.url,
		key,
		sentence: `send 0.05 ETH to ${recipient}${options.broadcaster === undefined ? "" : `, ${options.broadcaster}`}${options.suffix ?? ""}`,
		crash: how,
		...(options.does === undefined ? {} : { does: options.does }),
	};
	return {
		order,
		account,
		recipient,
		ready: await runUntilKilled(order, options.beforeApproval),
		remove: folder.remove,
	};
}

/** Starts the child, lets it approve, and waits until it has died. */
export async function runUntilKilled(
	order: Order,
	beforeApproval?: (commitId: string) => Promise<void>,
): Promise<Ready> {
	const child = fork(entryOf("child"), [JSON.stringify(order)], {
		execArgv: [],
		stdio: ["ignore", "pipe", "pipe", "ipc"],
	});
	const said: string[] = [];
	for (const stream of [child.stdout, child.stderr])
		stream?.setEncoding("utf8").on("data", (text: string) => said.push(text));
	const ended = once(child, "exit");
	const spoke = once(child, "message").then(([message]) => ready.parse(message));
	const first = await Promise.race([spoke, ended.then(() => null)]);
	if (first === null) throw new Error(`the child ended before it approved:\n${said.join("")}`);
	await beforeApproval?.(first.commitId);
	child.send("go");
	const [code, signal] = await ended;
	expect({ code, signal }, said.join("")).toEqual({ code: null, signal: "SIGKILL" });
	return first;
}

/** Restarts the app on the data that the crash left; the user unlocks it. */
export function restartApp({ order }: Pick<Victim, "order">): Promise<Person> {
	const { dataDir, baseUrl, token, key } = order;
	return openPerson({ dataDir, baseUrl, token, chains: chainsOf(order), key });
}

/** Waits until the approved transaction is confirmed. */
export async function waitForConfirmation(person: Person, victim: Victim): Promise<void> {
	await person.until(
		"the approval to be confirmed",
		() =>
			approvedOf(person.desk()).find(
				(row) => row.entryId === victim.ready.entryId && row.outcome === "confirmed",
			),
		20_000,
	);
}

/** Waits until the entry waits for the user again, and approves it again. */
export async function approveAgain(person: Person, victim: Pick<Victim, "ready">): Promise<void> {
	const { entryId } = victim.ready;
	await person.until("the entry to wait again", () =>
		person.desk().inbox.find((entry) => entry.id === entryId && entry.state === "waiting"),
	);
	expect(await person.approve(entryId)).toEqual({ ok: true });
}

/**
 * Checks in the records of the service, the chain and the journal that nothing was signed twice, sent twice
 * or lost.
 */
export async function expectHandledOnce(world: World, person: Person, victim: Victim): Promise<void> {
	const { commitId } = victim.ready;
	const hosted = victim.order.sentence.endsWith("hosted");
	const { signatures, broadcasts, requests } = await world.service.control.records();

	const taken = signatures.filter((each) => each.commitId === commitId);
	expect(new Set(taken.map((each) => each.raw)).size, "distinct signatures").toBe(1);
	expect(taken.filter((each) => each.outcome === "taken").length, "signatures taken").toBe(1);
	expect(taken.filter((each) => each.outcome === "refused")).toEqual([]);

	const bodies = requests
		.filter((each) => each.method === "POST" && each.path.includes(commitId))
		.map(({ body, idempotencyKey }) => ({ body: commitManual.parse(body), idempotencyKey }));
	const distinct = (kind: string) =>
		new Set(bodies.filter((each) => each.body.kind === kind).map((each) => JSON.stringify(each))).size;
	expect(distinct("signed"), "bodies and keys of submitted signatures").toBe(1);
	expect(distinct("broadcast"), "bodies and keys of reports").toBe(hosted ? 0 : 1);
	expect(broadcasts.filter((each) => each.commitId === commitId).length, "broadcasts by the service").toBe(
		hosted ? 1 : 0,
	);

	const { publicClient } = world.chain;
	expect(await publicClient.getTransactionCount({ address: victim.account }), "transactions mined").toBe(1);
	expect(await publicClient.getBalance({ address: victim.recipient }), "moved").toBe(AMOUNT);
	const row = approvedOf(person.desk()).find(
		(each) => each.entryId === victim.ready.entryId && each.transactionId !== null,
	);
	const receipt = await publicClient.getTransactionReceipt({ hash: asHex(row?.transactionId ?? "") });
	expect(receipt).toMatchObject({ status: "success", from: victim.account.toLowerCase() });

	expect((await new Caller(world.service).commit(commitId)).state).toBe("confirmed");
	expect(await person.callDesk("verifyJournal", {})).toMatchObject({ ok: true });
}
