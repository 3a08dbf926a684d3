import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, verifyMessage, verifyTypedData } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Proposed } from "../../src/agents-process/protocol.ts";
import type { AddedAgent, AgentPageView } from "../../src/ipc/agents.ts";
import type { SettingsStore } from "../../src/main/ports.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { AgentProgram } from "../support/agent-program.ts";
import { appAt, evmAddress } from "../support/at-world.ts";
import { must, openPerson, PASSWORD, type Person, scratch } from "../support/person.ts";
import { holding, memorySettings } from "../support/ports.ts";
import { codesOf } from "../support/saying.ts";

/** An agent on this computer, from pairing to a transaction on the chain. */

const FRIEND = "0x00000000000000000000000000000000000c0ffe";

describe("an agent on this computer", () => {
	let world: World;
	let person: Person;
	let program: AgentProgram;
	let settings: SettingsStore;
	let account: Hex;
	let secret = "";
	let agentId = "";
	const folder = scratch();
	const key = generatePrivateKey();

	async function open(): Promise<void> {
		program = new AgentProgram();
		person = await openPerson({
			dataDir: folder.path,
			...appAt(world),
			settings,
			key,
			forkAgents: program.fork,
		});
	}

	const transfer = (wei: string, change: object = {}): Proposed => ({
		kind: "evm_calls",
		chain: String(world.chain.chainId),
		from: account,
		calls: [{ to: FRIEND, value: wei, data: "0x" }],
		nonce: null,
		...change,
	});
	const entryOf = (id: string) => `proposal:${id}`;
	const inInbox = (id: string) =>
		person.until("the proposal in the inbox", () =>
			person.desk().inbox.find((entry) => entry.id === entryOf(id)),
		);
	const page = async () =>
		(await person.countersign.callDesk(
			"loadAgent",
			{ agentId },
			holding(person.ports.clock),
		)) as AgentPageView;

	beforeAll(async () => {
		world = await openWorld();
		settings = memorySettings({ ...appAt(world) });
		await open();
		account = evmAddress(person);
		await world.demo.fund(account);
	});

	afterAll(async () => {
		await person?.stop();
		await world?.close();
		folder.remove();
	});

	it("has no process before a door is open, which requires the password", async () => {
		expect(program.forks).toBe(0);
		const doors = { socket: true, http: true };
		expect(await person.callTrusted("setAgentDoors", { ...doors, password: null })).toMatchObject({
			ok: false,
		});
		expect(await person.callTrusted("setAgentDoors", { ...doors, password: "wrong" })).toMatchObject({
			ok: false,
		});
		expect(program.forks).toBe(0);
		must(await person.callTrusted("setAgentDoors", { ...doors, password: PASSWORD }));
		expect([program.forks, program.isRunning]).toEqual([1, true]);
		expect(settings.get().agentDoors).toEqual({ socket: true, http: true, port: 43_210 });
	});

	it("is added with a secret that is shown once and stored nowhere", async () => {
		const added = {
			name: "Claude",
			client: "claude_code",
			accounts: [account],
			networks: [],
			maxWaiting: 3,
			maxPerHour: 100,
			dayLimit: null,
		};
		expect(await person.callTrusted("addAgent", { ...added, password: null })).toMatchObject({ ok: false });
		const outcome = (await person.callTrusted("addAgent", { ...added, password: PASSWORD })) as AddedAgent;
		must(outcome);
		secret = /"COUNTERSIGN_AGENT": "([A-Za-z0-9_-]{43})"/.exec(outcome.paste ?? "")?.[1] ?? "";
		agentId = outcome.agentId ?? "";
		expect(secret).not.toBe("");
		const db = new DatabaseSync(join(folder.path, "journal.db"), { readOnly: true });
		expect(JSON.stringify(db.prepare("SELECT * FROM agents").all())).not.toContain(secret);
		db.close();
		expect(JSON.stringify(settings.get())).not.toContain(secret);
		expect(person.ports.lines.join("\n")).not.toContain(secret);
	});

	it("gets no answer before the user has confirmed its first call", async () => {
		expect(await program.call("x".repeat(43), { kind: "accounts" })).toMatchObject({ code: "unknown_agent" });
		expect(await program.call(secret, { kind: "accounts" })).toMatchObject({ code: "not_confirmed" });
		const screen = await person.until("the first call", () => {
			const shown = person.screen();
			return shown.screen === "agents" && shown.firstCall !== null ? shown : null;
		});
		expect(screen.firstCall).toMatchObject({ program: "claude-code", pid: 77, door: "mcp_stdio" });
		must(await person.callTrusted("confirmAgent", { agentId }));
		expect(await program.call(secret, { kind: "accounts" })).toEqual({
			kind: "accounts",
			accounts: [{ family: "evm", address: account }],
		});
	});

	it("proposes a transaction that the user approves, and follows it to the chain", async () => {
		const { id, state } = await program.propose(secret, {
			proposed: transfer("1000"),
			reason: "Pay the bill",
		});
		expect(state).toBe("waiting");
		await inInbox(id);
		expect((await program.propose(secret, { proposed: transfer("1000") })).id).toBe(id);
		must(await person.approve(entryOf(id)));
		const { transactionIds, asked } = await program.until(id, "confirmed");
		expect(asked).toBe(2);
		const receipt = await world.chain.publicClient.getTransaction({ hash: transactionIds[0] as Hex });
		expect([receipt.value, receipt.from]).toEqual([1000n, account.toLowerCase()]);
		expect((await program.propose(secret, { proposed: transfer("1000") })).id).toBe(id);
		expect(await program.call(secret, { kind: "delivered", id })).toEqual({ kind: "done" });
		const again = await program.propose(secret, { proposed: transfer("1000") });
		expect(again.id).not.toBe(id);
		expect(await program.call(secret, { kind: "cancel", id: again.id })).toMatchObject({
			status: { state: "cancelled" },
		});
		expect(await page()).toMatchObject({ week: { requestCount: 2, repeats: 2, signed: 1 } });
	});

	it("reads that the user lowered the allowance, and only the lowered one is signed", async () => {
		const { token, router } = world.demo;
		const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [router, maxUint256] });
		const { id } = await program.propose(secret, {
			proposed: transfer("0", { calls: [{ to: token, value: "0", data }] }),
		});
		await inInbox(id);
		const shown = await person.review(
			entryOf(id),
			(each) => each.approval.possible && each.edit !== undefined,
		);
		expect(shown.edit?.allowances).toMatchObject([{ place: 0, proposed: null, lowered: null, decimals: 18 }]);
		const lower = (amount: string | null, fingerprint = shown.fingerprint) =>
			person.callTrusted("lowerAllowance", { entryId: entryOf(id), fingerprint, place: 0, amount });
		for (const hostile of ["-1", "NaN", "1e30", "0", "9".repeat(60)])
			expect(await lower(hostile).catch(() => ({ ok: false }))).toMatchObject({ ok: false });
		must(await lower("25"));
		const lowered = await person.review(
			entryOf(id),
			(each) => each.approval.possible && each.fingerprint !== shown.fingerprint,
		);
		expect(lowered.edit?.allowances).toMatchObject([{ lowered: "25" }]);
		expect(lowered.permissions.map(({ amount, unlimited }) => [amount?.text, unlimited])).toEqual([
			["25", false],
		]);
		expect(await lower("10")).toMatchObject({ ok: false });
		// The agent must not see the lower amount before the user approves it.
		const waiting = await program.call(secret, { kind: "get", id });
		expect(JSON.stringify(waiting)).not.toContain("lowered");
		must(await person.approve(entryOf(id)));
		const { lowered: told } = await program.until(id, "confirmed");
		expect(told).toEqual([
			{ call: 1, proposed: maxUint256.toString(), approved: (25n * 10n ** 18n).toString() },
		]);
		const allowance = await world.chain.publicClient.readContract({
			address: token,
			abi: erc20Abi,
			functionName: "allowance",
			args: [account, router],
		});
		expect(allowance).toBe(25n * 10n ** 18n);
	});

	it("withdraws a proposal while the user changes its fee, and the change is refused", async () => {
		const { id } = await program.propose(secret, { proposed: transfer("77") });
		await inInbox(id);
		const shown = await person.review(entryOf(id), (each) => each.edit?.fee != null);
		const choosing = person.callTrusted("chooseFee", {
			entryId: entryOf(id),
			fingerprint: shown.fingerprint,
			fee: { speed: "fast" },
		});
		await program.call(secret, { kind: "cancel", id });
		expect(await choosing).toMatchObject({ ok: false });
	});

	it("gets a signature that the account made, and a payment's payload", async () => {
		const { id } = await program.propose(secret, {
			proposed: { kind: "message", family: "evm", from: account, message: "Sign in to example.com" },
		});
		await inInbox(id);
		must(await person.approve(entryOf(id)));
		const { signatures } = await program.until(id, "signed");
		const signature = signatures[0] as Hex;
		expect(await verifyMessage({ address: account, message: "Sign in to example.com", signature })).toBe(
			true,
		);

		const asset = world.demo.token;
		const accepted = {
			scheme: "exact",
			network: `eip155:${world.chain.chainId}`,
			asset,
			amount: "25",
			payTo: FRIEND,
			maxTimeoutSeconds: 60,
			extra: { name: "Demo", version: "1" },
		};
		const paying = await program.propose(secret, {
			proposed: {
				kind: "payment",
				from: account,
				payment: {
					network: String(world.chain.chainId),
					asset,
					amount: "25",
					payTo: FRIEND,
					resource: "https://api.example/weather",
					description: "",
					maxTimeoutSeconds: 60,
					name: "Demo",
					version: "1",
					x402Version: 2,
					accepted: JSON.stringify(accepted),
				},
			},
		});
		await inInbox(paying.id);
		must(await person.approve(entryOf(paying.id)));
		const { payment } = await program.until(paying.id, "signed");
		const { payload, accepted: repeated } = JSON.parse(payment ?? "");
		expect(repeated).toEqual(accepted);
		const { authorization } = payload;
		expect(
			await verifyTypedData({
				address: account,
				domain: { name: "Demo", version: "1", chainId: world.chain.chainId, verifyingContract: asset },
				types: {
					TransferWithAuthorization: [
						{ name: "from", type: "address" },
						{ name: "to", type: "address" },
						{ name: "value", type: "uint256" },
						{ name: "validAfter", type: "uint256" },
						{ name: "validBefore", type: "uint256" },
						{ name: "nonce", type: "bytes32" },
					],
				},
				primaryType: "TransferWithAuthorization",
				message: authorization,
				signature: payload.signature,
			}),
		).toBe(true);
	});

	it("reads why the user rejected a proposal, and gets the same answer to the next", async () => {
		const { id } = await program.propose(secret, { proposed: transfer("7") });
		await inInbox(id);
		must(await person.callTrusted("reject", { entryId: entryOf(id), reason: "Not today" }));
		const { reason, wantedChange } = await program.until(id, "rejected");
		expect([reason, wantedChange]).toContain("Not today");
		expect(await program.propose(secret, { proposed: transfer("7") })).toMatchObject({
			id,
			state: "rejected",
		});
	});

	it("is refused what its limits do not allow, without a notification", async () => {
		const made = [];
		for (const wei of ["21", "22", "23"])
			made.push(await program.propose(secret, { proposed: transfer(wei) }));
		await inInbox(made.at(-1)?.id ?? "");
		const before = person.ports.desktop.notifications.length;
		const request = { kind: "propose", reason: null, key: null, expiresAt: null } as const;
		expect(await program.call(secret, { ...request, proposed: transfer("24") })).toMatchObject({
			code: "too_many_waiting",
		});
		expect(person.ports.desktop.notifications).toHaveLength(before);
		expect((await page()).week.refused).toBe(1);
	});

	it("survives the end of its process, and main continues", async () => {
		program.crash();
		expect(program.isRunning).toBe(false);
		person.ports.clock.hurry(300);
		expect([program.forks, program.isRunning]).toEqual([2, true]);
		expect(await program.call(secret, { kind: "networks" })).toMatchObject({ kind: "networks" });
	});

	it("is stopped: its waiting requests are rejected, its connections end, and it is paused", async () => {
		const listed = await program.call(secret, { kind: "list" });
		const waiting = listed.kind === "proposals" ? listed.all.filter(({ state }) => state === "waiting") : [];
		expect(waiting).toHaveLength(3);
		must(await person.callDesk("stopLocalAgent", { agentId }));
		expect(program.sent.at(-1)).toMatchObject({ kind: "disconnect" });
		expect(await program.call(secret, { kind: "accounts" })).toMatchObject({ code: "paused" });
		// Skips the undo window.
		person.ports.clock.hurry(6_000);
		for (const { id } of waiting) await program.until(id, "rejected");
		must(await person.callDesk("resumeAgent", { agentId }));
		expect(await program.call(secret, { kind: "accounts" })).toMatchObject({ kind: "accounts" });
	});

	it("finds its proposals after a restart of both programs", async () => {
		const { id } = await program.propose(secret, { proposed: transfer("31"), key: "bill-31" });
		await person.stop();
		await open();
		expect(program.forks).toBe(1);
		expect(program.sent[0]).toMatchObject({ kind: "hello", doors: { http: { port: 43_210 } } });
		expect(await program.propose(secret, { proposed: transfer("31"), key: "bill-31" })).toMatchObject({
			id,
			state: "waiting",
			asked: 2,
		});
		await inInbox(id);
		must(await person.approve(entryOf(id)));
		await program.until(id, "confirmed");
	});

	it("is paused if another program widened what it may do, until the user confirms that", async () => {
		await person.until("the seal", () => settings.get().sealedState?.state.includes(agentId));
		const { id } = await program.propose(secret, { proposed: transfer("41") });
		await person.stop();
		const db = new DatabaseSync(join(folder.path, "journal.db"));
		db.exec(`UPDATE agents SET sharing = replace(sharing, '"maxWaiting":3', '"maxWaiting":90')`);
		db.close();
		await open();
		expect(await program.call(secret, { kind: "accounts" })).toMatchObject({ code: "paused" });
		const { approval } = await person.review(entryOf(id), (review) => review.approval.refusals.length > 0);
		expect(approval.refusals.flatMap(codesOf)).toContain("rule.changed-outside");
		must(await person.callTrusted("confirmRules", { password: PASSWORD }));
		expect(await program.call(secret, { kind: "accounts" })).toMatchObject({ kind: "accounts" });
	});

	it("is unknown once it is removed", async () => {
		must(await person.callTrusted("removeAgent", { agentId }));
		expect(await program.call(secret, { kind: "accounts" })).toMatchObject({ code: "unknown_agent" });
		expect(await page()).toBeNull();
		must(await person.callTrusted("setAgentDoors", { socket: false, http: false, password: null }));
		expect(program.isRunning).toBe(false);
	});
});
