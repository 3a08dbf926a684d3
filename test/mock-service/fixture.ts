import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair, type VersionedTransaction } from "@solana/web3.js";
import type { Hex, PrivateKeyAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { ActionResult } from "../../src/service-api/action.ts";
import { type CommitView, commitView, type EvmTransactionPayload } from "../../src/service-api/commit.ts";
import { type EventPage, eventPage } from "../../src/service-api/event-page.ts";
import type { Action } from "../../src/service-api/events.ts";
import { unknownMembers } from "../../src/service-api/open.ts";
import { type Demo, type DemoOptions, deployDemo } from "../chains/demo.ts";
import { type Anvil, type AnvilOptions, devAccount, startAnvil } from "../chains/evm.ts";
import { type Svm, startSvm } from "../chains/svm.ts";
import type { ServiceOptions, ServiceSvm } from "./options.ts";
import { type Service, startService } from "./service.ts";

/** Chain, mock service on it, and user with a local key; `close` stops all of them. */
export interface World {
	readonly chain: Anvil;
	readonly demo: Demo;
	readonly service: Service;
	readonly person: PrivateKeyAccount;
	readonly dataDir: string;
	close(): Promise<void>;
}

export async function openWorld(
	options: Partial<ServiceOptions> = {},
	anvil: AnvilOptions & Pick<DemoOptions, "as"> = {},
): Promise<World> {
	const person = privateKeyToAccount(generatePrivateKey());
	const chain = await startAnvil(anvil);
	const demo = await deployDemo(chain, {
		people: [person.address],
		...(anvil.as === undefined ? {} : { as: anvil.as }),
	});
	const dataDir = await mkdtemp(join(tmpdir(), "countersign-service-test-"));
	const service = await startService({
		dataDir,
		token: "test-token",
		chains: [{ chainId: chain.chainId, rpcUrl: chain.url, token: demo.token, router: demo.router }],
		person: person.address,
		settings: { followMs: 50, venueDelayMs: 20 },
		...options,
	});
	return {
		chain,
		demo,
		service,
		person,
		dataDir,
		close: async () => {
			await service.stop();
			await chain.stop();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

/** Solana chain with a token, a user who has SOL and USDX there, and two lookup tables. */
export interface SvmWorld {
	readonly svm: Svm;
	readonly person: Keypair;
	readonly options: ServiceSvm;
}

const USDX_DECIMALS = 6;

export async function openSvm(
	friends: readonly Keypair[] = [],
	chain: Parameters<typeof startSvm>[0] = {},
): Promise<SvmWorld> {
	const svm = await startSvm(chain);
	const person = Keypair.generate();
	svm.airdrop(person.publicKey, 100_000_000_000n);
	const mint = svm.createMint({ decimals: USDX_DECIMALS });
	svm.nameMint(mint, "Test Dollar", "USDX");
	svm.mintTo(mint, person.publicKey, 1_000_000_000n);
	const addresses = [mint, ...friends.map(({ publicKey }) => publicKey)];
	const table = svm.createLookupTable(addresses);
	const other = svm.createLookupTable(addresses.toReversed());
	return {
		svm,
		person,
		options: {
			cluster: svm.cluster,
			rpcUrl: svm.url,
			mint: mint.toBase58(),
			mintDecimals: USDX_DECIMALS,
			lookupTable: table.key.toBase58(),
			otherTable: other.key.toBase58(),
			person: person.publicKey.toBase58(),
		},
	};
}

/** Account that pays for the service's own transactions. */
export const RELAYER = devAccount(9);

/** Calls the service over HTTP with a bearer token. */
export class Caller {
	readonly #service: Service;
	readonly #token: string;

	constructor(service: Service, token = service.token) {
		this.#service = service;
		this.#token = token;
	}

	async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
		const answer = await fetch(`${this.#service.url}${path}`, {
			method,
			headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json", ...headers },
			...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
		});
		const text = await answer.text();
		const isJson = answer.headers.get("content-type") === "application/json" && text !== "";
		return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
	}

	/** Reads a page and checks it strictly against the interface. */
	async page(path: string): Promise<EventPage> {
		const { status, body } = await this.call("GET", path);
		if (status !== 200) throw new Error(`status ${status}: ${JSON.stringify(body)}`);
		return conforming(body);
	}

	start(message: string, more: Record<string, unknown> = {}, key: string = crypto.randomUUID()) {
		return this.call("POST", "/v1/agent/chat", { message, ...more }, { "idempotency-key": key });
	}

	/** Sends a message and reads until the turn ends; returns everything as one page. */
	async turn(message: string, more: Record<string, unknown> = {}): Promise<EventPage> {
		const started = await this.start(message, more);
		if (started.status !== 200) throw new Error(`status ${started.status}: ${JSON.stringify(started.body)}`);
		return await this.readUntil(conforming(started.body), (page) => lastState(page) !== "processing");
	}

	/** Long-polls the session until `enough` returns true. */
	async readUntil(from: EventPage, enough: (page: EventPage) => boolean): Promise<EventPage> {
		let all = from;
		while (all.has_more || !enough(all)) {
			const next = await this.page(
				`/v1/agent/chat/${all.session_id}?cursor=${encodeURIComponent(all.cursor)}&wait=10000`,
			);
			const commits = [...(all.commits ?? []), ...(next.commits ?? [])];
			all = { ...next, events: [...all.events, ...next.events], commits };
		}
		return all;
	}

	async offer(message: string, more: Record<string, unknown> = {}): Promise<CommitView> {
		const page = await this.turn(message, more);
		const view = page.commits?.at(-1);
		if (view === undefined) throw new Error(`no commit came of "${message}"`);
		return view;
	}

	/** Sends a sentence and returns the action that it creates, as the log shows it. */
	async action(message: string, more: Record<string, unknown> = {}): Promise<Action> {
		const page = await this.turn(message, more);
		const action = page.events.findLast((event) => event.type === "action");
		if (action?.type !== "action") throw new Error(`no action came of "${message}"`);
		return { ...action, session_id: page.session_id };
	}

	resolve(action: Action, result: ActionResult, more: { revision?: number; key?: string } = {}) {
		const { revision = action.revision, key = crypto.randomUUID() } = more;
		const path = `/v1/agent/chat/${sessionOf(action)}/actions/${action.id}/result`;
		return this.call("POST", path, { revision, result }, { "idempotency-key": key });
	}

	/** Reads until the action is in this state. */
	async untilAction(action: Action, state: Action["state"]): Promise<{ action: Action; page: EventPage }> {
		const first = await this.page(`/v1/agent/chat/${sessionOf(action)}`);
		const latest = ({ events }: EventPage) =>
			events.findLast((event) => event.type === "action" && event.id === action.id);
		const page = await this.readUntil(first, (all) => {
			const found = latest(all);
			return found?.type === "action" && found.state === state;
		});
		const found = latest(page);
		if (found?.type !== "action") throw new Error(`the action ${action.id} is gone`);
		return { action: { ...found, session_id: page.session_id }, page };
	}

	/** Reads until the action's turn is complete, and returns the agent's last message. */
	async finalMessage(action: Action): Promise<string> {
		const first = await this.page(`/v1/agent/chat/${sessionOf(action)}`);
		const page = await this.readUntil(first, (all) => lastState(all) === "complete");
		const message = page.events.findLast((event) => event.type === "message" && event.sender === "agent");
		return message?.type === "message" ? message.content : "";
	}

	async commit(commitId: string): Promise<CommitView> {
		const { body } = await this.call("GET", `/api/commits/${commitId}`);
		return commitView.parse(body);
	}

	manual(commitId: string, body: unknown) {
		return this.call("POST", `/api/commits/${commitId}/manual`, body);
	}

	/** Reads until the commit is in this state. */
	async until(view: CommitView, state: CommitView["state"]): Promise<CommitView> {
		const page = await this.page(`/v1/agent/chat/${view.thread_id}`);
		const inState = ({ commits = [] }: EventPage) =>
			commits.some((commit) => commit.commit_id === view.commit_id && commit.state === state);
		await this.readUntil(page, inState);
		return await this.commit(view.commit_id);
	}
}

function sessionOf(action: Action): string {
	return String(action["session_id"]);
}

/** Signs the transaction with these keys and returns it in base64. */
export function signSvm(transaction: VersionedTransaction, ...keys: readonly Keypair[]): string {
	transaction.sign([...keys]);
	return Buffer.from(transaction.serialize()).toString("base64");
}

/** Parses a page and rejects members that the interface does not define. */
export function conforming(body: unknown): EventPage {
	const page = eventPage.parse(body);
	const unknown = unknownMembers(eventPage, body);
	if (unknown.length > 0) throw new Error(`unknown members: ${unknown.join(", ")}`);
	return page;
}

export function lastState(page: EventPage): string | undefined {
	const states = page.events.flatMap((event) => (event.type === "turn_state_changed" ? [event.state] : []));
	return states.at(-1);
}

export function payloadOf(view: CommitView): EvmTransactionPayload {
	if (view.action?.kind !== "sign" || view.action.payload.kind !== "evm_transaction") {
		throw new Error(`commit ${view.commit_id} awaits no EVM signature`);
	}
	return view.action.payload;
}

/** Signs the exact payload, or a changed one that the service must reject. */
export async function signPayload(
	person: PrivateKeyAccount,
	payload: EvmTransactionPayload,
	change: { readonly value?: bigint; readonly nonce?: number; readonly gas?: bigint } = {},
): Promise<Hex> {
	const { transaction } = payload;
	return await person.signTransaction({
		type: "eip1559",
		chainId: payload.chain_id,
		nonce: payload.nonce,
		to: `0x${transaction.to.slice(2)}`,
		value: BigInt(transaction.value),
		data: `0x${transaction.data.slice(2)}`,
		gas: BigInt(transaction.gas_limit),
		maxFeePerGas: BigInt(transaction.max_fee_per_gas),
		maxPriorityFeePerGas: BigInt(transaction.max_priority_fee_per_gas),
		...change,
	});
}

/**
 * Reads a stream as text until `enough` returns true or it ends. Returns the text and whether it broke off.
 */
export async function readStream(
	service: Service,
	path: string,
	enough: (text: string) => boolean,
): Promise<{ text: string; bytes: number; broke: boolean }> {
	const controller = new AbortController();
	const answer = await fetch(`${service.url}${path}`, {
		headers: { authorization: `Bearer ${service.token}`, accept: "text/event-stream" },
		signal: controller.signal,
	});
	if (answer.body === null || answer.status !== 200) throw new Error(`status ${answer.status}`);
	const reader = answer.body.getReader();
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	try {
		while (!enough(text)) {
			const { done, value } = await reader.read();
			if (done) break;
			bytes += value.length;
			text += decoder.decode(value, { stream: true });
		}
	} catch {
		return { text, bytes, broke: true };
	}
	controller.abort();
	return { text, bytes, broke: false };
}

export interface Frame {
	readonly event: string;
	readonly data: unknown;
}

/** Returns the complete frames in a stream's text. */
export function framesOf(text: string): Frame[] {
	return text
		.split("\n\n")
		.slice(0, -1)
		.flatMap((block) => {
			const event = /^event: (.+)$/m.exec(block)?.[1];
			const data = /^data: (.*)$/m.exec(block)?.[1];
			return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) }];
		});
}
