import { agentAnswer, type ToAgents, toAgents } from "../../src/agents-process/protocol.ts";
import { AgentsLink } from "../../src/main/agents/agents-link.ts";
import type { ProcessChannel } from "../../src/main/ports.ts";
import { randomOf } from "../chaos/random.ts";
import { CALLER, computer, credentialOf, ME, OTHER, propose, transfer } from "../unit/main/agents/scene.ts";

/** Makes calls like a compromised agents process or a hostile program. Main must accept none and continue. */

const SOLANA = "7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q";

/** Values that replace any member. */
const JUNK: readonly unknown[] = [
	null,
	-1,
	Number.POSITIVE_INFINITY,
	Number.NaN,
	"",
	"\u202Edlrow",
	"\ud800",
	"0x",
	"__proto__",
	"constructor",
	{},
	{ toString: null },
	[],
	[[[[[[]]]]]],
	"9".repeat(79),
	"A".repeat(1_100_000),
	`0x${"Aa".repeat(20)}`,
	OTHER,
	SOLANA,
	"1",
	"0",
];

type Json = Record<string, unknown>;

/** Lists the paths to every member below a value. */
function pathsOf(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
	if (typeof value !== "object" || value === null) return [at];
	const inner = Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...at, key]));
	return at.length === 0 ? inner : [at, ...inner];
}

function changed(value: unknown, path: readonly string[], junk: unknown): unknown {
	const [key, ...rest] = path;
	if (key === undefined) return junk;
	const copy = structuredClone(value) as Json;
	copy[key] = changed(copy[key], rest, junk);
	return Array.isArray(value) ? Object.values(copy) : copy;
}

/** Well-formed requests that this agent may not make. */
const HOSTILE: readonly object[] = [
	propose({ kind: "typed_data", from: ME, typedData: '{"domain":{"name":"A","chainId":8453}}' }),
	propose({ kind: "svm_transaction", cluster: "devnet", from: SOLANA, transactionBase64: "AAAA" }),
	propose({ kind: "message", family: "svm", from: SOLANA, message: "AAAA" }),
	propose(transfer("1", { from: OTHER })),
	propose(transfer("1", { chain: "10" })),
	{ kind: "get", id: "f".repeat(32) },
	{ kind: "cancel", id: "f".repeat(32) },
	{ kind: "delivered", id: "f".repeat(32) },
	{ kind: "read", chain: "8453", method: "eth_sendRawTransaction", params: "[]" },
	{ kind: "read", chain: "1000", method: "eth_call", params: "[]" },
	{ kind: "approve", id: "f".repeat(32) },
];

const REQUESTS: readonly object[] = [propose(), ...HOSTILE];

/** Members that may contain junk in an honest request: the agent's texts, and anything optional. */
const HARMLESS = /^(?:reason|key|expiresAt|proposed\.nonce|proposed\.calls\.0\.(?:to|value|data))$/;

export interface HostileTally {
	/** Number of calls that main answered; it answers no foreign token. */
	readonly answered: number;
	/** Number of calls that main did not refuse, and of proposals that resulted from any call. */
	readonly accepted: number;
	/** Number of calls at which main itself failed. */
	readonly crashes: number;
	/** Whether the door is still open. */
	readonly isOpen: boolean;
	/** Number of lines in the log, which a flood must not fill. */
	readonly logged: number;
}

/** Makes hostile calls over the link of the agents process. */
export async function callHostilely(count: number, seed: number): Promise<HostileTally> {
	const one = computer();
	one.add("a1", { networks: ["8453"] });
	one.rpc.answer = () => Promise.reject(new Error("not to be asked"));
	const answers: ToAgents[] = [];
	let say: (message: unknown) => void = () => {};
	const channel: ProcessChannel = {
		post: (message) => void answers.push(toAgents.parse(message)),
		onMessage: (listener) => {
			say = listener;
		},
		onExit: () => {},
		kill: () => {
			throw new Error("main ended the process");
		},
	};
	const link = new AgentsLink({
		ports: {
			clock: one.clock,
			log: (line) => void one.seen.logs.push(line),
			random: (length) => new Uint8Array(length).fill(9),
			forkAgents: () => channel,
		},
		doors: () => ({ http: { port: 4_000 }, socket: null }),
		answer: (credential, caller, request) => one.calls.answer(credential, caller, request),
		onDoors: () => {},
	});
	const opening = link.update();
	await new Promise((resolve) => void setImmediate(resolve));
	const token = "09".repeat(32);
	say({ kind: "listening", token, port: 4_000, socket: false, faults: [] });
	await opening;

	const random = randomOf(seed);
	const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
	let sent = 0;
	while (sent < count) {
		const request = pick(REQUESTS);
		const path = pick(pathsOf(request));
		if (HARMLESS.test(path.join("."))) continue;
		const hostile = random() < 0.5 ? pick(HOSTILE) : changed(request, path, pick(JUNK));
		sent += 1;
		const credential = pick([
			credentialOf("a1"),
			credentialOf("a1"),
			credentialOf("a1"),
			credentialOf("a9"),
			"junk",
		]);
		say({
			kind: "call",
			token: pick([token, token, token, "0".repeat(64)]),
			id: sent,
			credential,
			caller: CALLER,
			request: hostile,
		});
		if (sent % 50 === 0) {
			await new Promise((resolve) => void setImmediate(resolve));
			one.clock.skip(60_000);
		}
	}
	for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => void setImmediate(resolve));

	const given = answers.flatMap((each) => (each.kind === "answer" ? [agentAnswer.parse(each.answer)] : []));
	const faults = given.filter((each) => each.kind === "fault");
	return {
		answered: given.length,
		accepted: given.length - faults.length + one.proposals.all().length,
		crashes: faults.filter(({ code }) => code === "unavailable").length,
		isOpen: link.port() === 4_000,
		logged: one.seen.logs.length,
	};
}
