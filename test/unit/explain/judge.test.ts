import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ContextText, contextSchema } from "../../../src/explain/context.ts";
import { judge } from "../../../src/explain/judge.ts";
import { reportSchema, text } from "../../../src/explain/report.ts";
import { EXIT, explainReport, worstOf } from "../../../src/explain/result.ts";
import { typed } from "../../attacks/cases/typed.ts";
import { loadExamples } from "../../fixtures/examples.ts";

/** Messages only. test/integration covers requests that need a chain. */

const examples = loadExamples();
const NOW = 1_790_000_100_000;
const SIGNER = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf";
const OTHER = "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF";
const TOKEN = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const VAULT = "0xb2b2b2b2b2B2b2B2B2b2b2B2B2b2B2B2b2b2b2b2";

const message = (text: string) => {
	const action = examples.actions["sign_evm_personal"];
	const request = action?.["request"];
	return {
		...action,
		request: { ...(request as object), payloads: [{ kind: "evm_personal", message: text }] },
	};
};
const PLAIN = message("I took part in the community call.");

function judged(payloads: readonly unknown[], context: Omit<ContextText, "format"> = {}) {
	return judge(
		payloads.map((payload, at) => ({
			name: `${at}.json`,
			text: payload === null ? null : JSON.stringify(payload),
		})),
		{
			context: contextSchema.parse({ format: 1, now: NOW, ...context }),
			rpcs: [],
			fetch: () => Promise.reject(new Error("nothing is asked")),
			log: () => {},
		},
	);
}

async function one(payload: unknown, context: Omit<ContextText, "format"> = {}) {
	const { files } = await judged([payload], context);
	const found = files[0]?.requests[0];
	if (found === undefined) throw new Error("nothing was explained");
	return found;
}

describe("explain's result", () => {
	it("treats the signer as the user's own and ready by default", async () => {
		expect(await one(PLAIN)).toMatchObject({ signer: SIGNER, approval: { refusals: [] } });
	});

	it.each([
		["an account of somebody else", [{ address: OTHER }]],
		["an account that is locked", [{ address: SIGNER, signer: "locked" as const }]],
		["an account without its key", [{ address: SIGNER, signer: "missing" as const }]],
	])("refuses for %s", async (_, accounts) => {
		expect(await one(PLAIN, { accounts })).toMatchObject({
			outcome: "refused",
			approval: { possible: false },
		});
	});

	it("does not mention the account if something else can't be read", async () => {
		const { request } = message("");
		const payloads = [{ kind: "evm_typed_data", typed_data: { message: { amount: 4.2 } } }];
		const found = await one(
			{ ...PLAIN, request: { ...request, payloads } },
			{ accounts: [{ address: SIGNER }] },
		);
		expect(found.approval.refusals).toHaveLength(1);
		expect(found.approval.refusals[0]).toContain("amount");
	});

	it("uses the context's time: an offer expired since is refused", async () => {
		const late = await one(PLAIN, { now: NOW + 10_000_000 });
		expect(late).toMatchObject({ outcome: "refused", approval: { canRetry: false } });
		expect((await one(PLAIN)).approval.possible).toBe(true);
	});

	it("lists each rule's answer, and refuses if one does", async () => {
		const scope = { accounts: "all", apps: "all", chains: "all" } as const;
		const rules = [
			{ id: "no", name: "No limitless permission", kind: "no_unlimited", scope },
			{ id: "seen", name: "Simulations agree", kind: "simulated", scope: { ...scope, chains: ["1"] } },
			{ id: "ledger", name: "By hand", kind: "hours", scope, from: 0, to: 1, days: [0] },
		] satisfies ContextText["rules"];
		const found = await one(PLAIN, { rules, timeZone: "UTC" });
		expect(found.rules.map(({ id, answer }) => [id, answer])).toEqual([
			["no", "refuses"],
			["seen", "passes"],
			["ledger", "refuses"],
		]);
		expect(found.outcome).toBe("refused");
	});

	it("never approves a transaction without an RPC, and says that nothing was simulated", async () => {
		const report = await judged([examples.commit_views["evm_needs_signature_sign"]]);
		expect(report).toMatchObject({ outcome: "refused", simulated: false });
		expect(report.files[0]?.requests[0]).toMatchObject({
			verdict: "unproven",
			steps: [{ simulation: "impossible" }],
			approval: { possible: false, canRetry: true },
		});
		expect(text(report)).toContain("nothing was simulated");
	});

	it("counts the worst of several files, and an unreadable one is the worst", async () => {
		expect(await judged([PLAIN, examples.commit_views["evm_confirmed"]])).toMatchObject({
			outcome: "refused",
		});
		expect(await judged([PLAIN, null])).toMatchObject({
			outcome: "unreadable",
			files: [
				{ faults: [], requests: [{ kind: "action" }] },
				{ outcome: "unreadable", requests: [] },
			],
		});
		expect(worstOf(["word", "approvable"])).toBe("word");
		expect(EXIT).toEqual({ approvable: 0, word: 3, refused: 4, unreadable: 2 });
	});

	it("judges every request of every example by its published schema", async () => {
		const all = [examples.commit_views, examples.actions, examples.event_pages].flatMap(Object.values);
		const report = await judged(all);
		expect(explainReport.parse(report)).toEqual(report);
		expect(report.files.map(({ outcome }) => outcome)).not.toContain("unreadable");
	});

	it("shows no invisible characters", async () => {
		const report = await judged([message("pay \u202Eevil\u0007")]);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
		expect(text(report)).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202E]/u);
	});
});

describe("the context", () => {
	it.each([
		["an unknown member", { contact: [] }],
		["a text that is no address", { contacts: [{ address: "bob", label: "Bob" }] }],
		["another format", { format: 2 }],
	])("refuses %s", (_, more) => {
		expect(contextSchema.safeParse({ format: 1, ...more }).success).toBe(false);
	});

	it("turns a contact into a name of the user's own", async () => {
		const permit = examples.actions["sign_evm_typed_data"];
		const vault = "0xb2b2b2b2b2B2b2B2B2b2b2B2B2b2B2B2b2b2b2b2";
		const found = await one(permit, { contacts: [{ address: vault, label: "My vault" }] });
		expect(found.headline).toContain("My vault");
		expect((await one(permit)).headline).not.toContain("My vault");
	});

	it("counts an earlier use in the same role, on the same chain and outside its conversation, as in the app", async () => {
		const pays = typed(
			{ name: "USD Coin", version: "2", chainId: 1, verifyingContract: TOKEN },
			{
				TransferWithAuthorization:
					"address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce",
			},
			{
				from: SIGNER,
				to: VAULT,
				value: "5",
				validAfter: "0",
				validBefore: String(NOW / 1000 + 600),
				nonce: `0x${"1".repeat(64)}`,
			},
		);
		const payloads = [{ kind: "evm_typed_data", typed_data: pays }];
		const request = examples.actions["sign_evm_typed_data"]?.["request"];
		const paying = {
			...examples.actions["sign_evm_typed_data"],
			request: { ...(request as object), chainId: 1, payloads },
		};
		const isStranger = async (dealing: Partial<NonNullable<ContextText["dealings"]>[number]>) => {
			const dealings = [{ address: VAULT, lastAt: NOW - 1, ...dealing }];
			return (await one(paying, { dealings })).findings.some(({ id }) => id === "loss");
		};
		expect(await isStranger({})).toBe(true);
		expect(await isStranger({ paid: 6 })).toBe(false);
		expect(await isStranger({ paid: 6, chain: "1" })).toBe(false);
		expect(await isStranger({ paid: 6, chain: "8453" })).toBe(true);
		expect(await isStranger({ allowed: 6 })).toBe(true);
		expect(await isStranger({ paid: 6, sessionId: "file" })).toBe(true);
	});

	it("lists the addresses the user has used", async () => {
		const permit = examples.actions["sign_evm_typed_data"];
		const vault = "0xb2b2b2b2b2B2b2B2B2b2b2B2B2b2B2B2b2b2b2b2";
		const ids = async (context: Omit<ContextText, "format">) =>
			(await one(permit, context)).findings.map(({ id }) => id);
		expect(await ids({})).toContain("first-time");
		expect(await ids({ dealings: [{ address: vault, allowed: 2, lastAt: NOW - 1 }] })).not.toContain(
			"first-time",
		);
	});
});

it("explain publishes the schema of its output", () => {
	const published = readFileSync(new URL("../../../docs/explain.schema.json", import.meta.url), "utf8");
	expect(JSON.parse(published)).toEqual(JSON.parse(reportSchema()));
});
