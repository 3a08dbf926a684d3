import { DatabaseSync } from "node:sqlite";
import { getAddress } from "viem/utils";
import type { AgentRequest, Caller, Proposed } from "../../../../src/agents-process/protocol.ts";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { AgentAdmission } from "../../../../src/main/agents/agent-admission.ts";
import { AgentCalls } from "../../../../src/main/agents/agent-calls.ts";
import { Proposals } from "../../../../src/main/agents/proposals.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { Events } from "../../../../src/main/events.ts";
import { AgentStore, type NewAgent } from "../../../../src/main/storage/agent-store.ts";
import { ProposalStore } from "../../../../src/main/storage/proposals.ts";
import { proposalOf } from "../../../fixtures/proposals.ts";
import { stub } from "../../../fixtures/stub.ts";
import { testClock } from "../../../support/ports.ts";
import { evmAction } from "../signing/actions-scene.ts";

/** One computer with agents, and a database in memory. */

export const ME = getAddress("0x7e5f4552091a69125d5dfcb7b8c2659029395bdf");
export const OTHER = getAddress("0x2b5ad5c4795c026514f8317c7a215e218dccd6cf");
export const CALLER: Caller = { door: "mcp_stdio", pid: 42, program: "claude" };
export const START = 1_790_000_000_000;

export const transfer = (value = "1", change: object = {}): Proposed => ({
	kind: "evm_calls",
	chain: "8453",
	from: ME,
	calls: [{ to: OTHER, value, data: "0x" }],
	nonce: null,
	...change,
});

export const propose = (
	proposed: Proposed = transfer(),
	change: Partial<Extract<AgentRequest, { kind: "propose" }>> = {},
): AgentRequest => ({ kind: "propose", proposed, reason: null, key: null, expiresAt: null, ...change });

export const credentialOf = (id: string): string => id.padEnd(64, "0");

export function computer() {
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	const clock = testClock(START);
	const now = () => clock.now();
	const events = new Events(() => {});
	const seen = { doubted: [] as string[], events: [] as string[], logs: [] as string[] };
	events.onAny((name) => seen.events.push(name));
	/** Rows of the journal by entry, and their steps by row. */
	const rows = new Map<string, JournalRow>();
	const steps = new Map<string, readonly JournalRow[]>();
	const rpc = {
		answer: async (_method: string, _params: readonly unknown[]): Promise<unknown> => "0x1",
		/** Returns the account's next nonce; tests replace it to fail. */
		latest: async (): Promise<number> => 0,
	};
	let made = 0;

	function start() {
		const agents = new AgentStore(db, now);
		const proposals = new Proposals(new ProposalStore(db, now), () => events.emit("request-changed"));
		const app = {
			ports: {
				clock,
				log: (line: string) => void seen.logs.push(line),
				random: (length: number) => {
					made += 1;
					return new Uint8Array(length).fill(made);
				},
			},
			events,
			stores: {
				agents,
				journal: {
					ofEntry: (_scope: string, entryId: string) => rows.get(entryId) ?? null,
					stepRowsOf: (id: string) => steps.get(id) ?? [],
					row: () => null,
					replacementsOf: () => [],
					steps: () => [],
				},
			},
			integrity: { trustsAgent: (id: string) => !seen.doubted.includes(id) },
			wallet: {
				accounts: {
					find: (address: string) =>
						address.toLowerCase() === ME.toLowerCase() ? stub<{ address: string }>({ address: ME }) : null,
				},
			},
			networks: {
				chainSettings: () => [
					{ family: "evm", chainId: "8453", name: "Base", rpcUrl: "https://rpc.example", genesisHash: null },
					{ family: "evm", chainId: "1", name: "Ethereum", rpcUrl: "https://rpc.example", genesisHash: null },
				],
				chains: {
					of: () => ({
						relay: (method: string, params: readonly unknown[]) => rpc.answer(method, params),
						nonces: async () => ({ latest: await rpc.latest(), pending: await rpc.latest() }),
					}),
				},
				svmChains: {},
			},
			proposals,
		};
		const parts = stub<
			ConstructorParameters<typeof AgentCalls>[0] & ConstructorParameters<typeof AgentAdmission>[0]
		>(app);
		const admission = new AgentAdmission(parts);
		return { agents, proposals, admission, calls: new AgentCalls(parts, admission) };
	}

	const first = start();
	function add(id: string, change: Partial<NewAgent> = {}, isConfirmed = true) {
		first.agents.add({
			id,
			credential: credentialOf(id),
			name: `Agent ${id}`,
			client: "codex",
			accounts: [ME],
			networks: [],
			maxWaiting: 10,
			maxPerHour: 60,
			...change,
		});
		if (isConfirmed) first.agents.change(id, { confirmedAt: now() });
	}
	return {
		...first,
		db,
		clock,
		events,
		seen,
		rows,
		steps,
		rpc,
		add,
		/** Simulates a restart of the app. */
		restarted: start,
		call: (id: string, request: AgentRequest, caller = CALLER) =>
			first.calls.answer(credentialOf(id), caller, request),
	};
}

/** Returns a journal row with only the members that a state needs. */
export const row = (change: Partial<JournalRow>): JournalRow =>
	stub<JournalRow>({
		id: "row",
		state: "approved",
		outcome: null,
		text: null,
		dead: false,
		signature: null,
		transactionId: null,
		nonce: null,
		replaces: null,
		frozen: proposalOf(evmAction(1)).frozen,
		...change,
	});
