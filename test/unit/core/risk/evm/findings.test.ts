import { encodeFunctionData, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { evmStepEffects } from "../../../../../src/core/effects/evm/step-effects.ts";
import { effectsOf } from "../../../../../src/core/effects/merge.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { generalFindings } from "../../../../../src/core/risk/general/index.ts";
import type { CommitView } from "../../../../../src/service-api/commit.ts";
import type { PipelineSimulation } from "../../../../../src/service-api/simulation.ts";
import { saying } from "../../../../support/saying.ts";
import {
	approveData,
	commit,
	commitOf,
	hex,
	OTHER,
	SIGNER,
	simulation,
	TOKEN,
	transferData,
	VAULT,
} from "../../match/honest.ts";
import { collection, facts, fine, missing, NOT_SIMULATED, subject, user } from "../../review/scene.ts";
import { WORDS } from "../general/scene.ts";
import { comparing, finding, found, GRAVE } from "./scene.ts";

const MAX = 2n ** 256n - 1n;
const ALL = parseAbi(["function setApprovalForAll(address operator, bool approved)"]);
const operatorData = (approved: boolean) => encodeFunctionData({ abi: ALL, args: [hex(OTHER), approved] });

const approving = (amount: bigint, sim?: PipelineSimulation) =>
	commitOf({ to: TOKEN, data: approveData(VAULT, amount) }, sim ?? simulation({ approvals: [] }));
const sending = (amount: bigint, to = OTHER, sim = simulation({ approvals: [] })) =>
	commitOf({ to, value: amount }, sim);

it("an honest commit gives no finding", () => {
	expect(found(commit())).toEqual([]);
});

describe("an unlimited right", () => {
	const strange = { who: user({ uses: new Map() }) };
	const limitless = { ...GRAVE, stake: { kind: "unlimited" } };
	it.each([MAX, 2n ** 160n - 1n, 2n ** 128n, 2n ** 96n - 1n, 10n ** 15n + 1n])(
		"is found for %s",
		(amount) => {
			expect(finding("rights", approving(amount), strange)).toMatchObject(limitless);
		},
	);
	it("is not found for an amount, the total supply, or a revoked permission", () => {
		for (const amount of [1n, 10n ** 15n])
			expect(finding("rights", approving(amount), strange)).not.toMatchObject({
				stake: { kind: "unlimited" },
			});
		expect(finding("rights", approving(0n), strange)).toBeUndefined();
	});
	it("is not found for a collection's item, however large its number", () => {
		expect(finding("rights", approving(MAX), { ...strange, chain: facts({}, [collection()]) })?.text).toEqual(
			saying("finding.rights"),
		);
	});
	it("is found for a whole collection, not for its revocation", () => {
		const give = commitOf({ to: TOKEN, data: operatorData(true) });
		expect(finding("rights", give, strange)).toMatchObject({
			...limitless,
			text: saying("finding.rights.unlimited", { over: "items" }),
		});
		const back = commitOf({ to: TOKEN, data: operatorData(false) });
		expect(finding("rights", back, strange)).toBeUndefined();
	});
});

describe("token claims", () => {
	const claims = (claim: { symbol?: string; decimals?: number; asset?: string }) =>
		commitOf(
			{ to: OTHER, value: 1n },
			simulation({ approvals: [], balanceChanges: [{ asset: TOKEN, amount: "1", ...claim }] }),
		);
	it("are found if symbol or decimals differ from the chain, or the native coin is miscounted", () => {
		expect(finding("token-claims", claims({ symbol: "USDC" }))?.text).toEqual(
			saying("token.symbol-differs", { symbol: "TUSD" }),
		);
		expect(finding("token-claims", claims({ decimals: 18 }))).toMatchObject({
			severity: "danger",
			needsWord: true,
		});
		expect(finding("token-claims", claims({ asset: "native", decimals: 6 }))).toBeDefined();
	});
	it("are not found if they agree, are silent, or the chain does not know", () => {
		expect(finding("token-claims", claims({ symbol: "TUSD", decimals: 6 }))).toBeUndefined();
		expect(finding("token-claims", claims({}))).toBeUndefined();
		expect(finding("token-claims", claims({ symbol: "X" }), { chain: null })).toBeUndefined();
	});
});

describe("look-alike", () => {
	const twin = `0x2b5a${"0".repeat(32)}d6cf`;
	const poisoned = `${SIGNER.slice(0, 6)}${"1".repeat(32)}${SIGNER.slice(-4)}`;
	const who = user({ labels: { [OTHER.toLowerCase()]: "Alice" } });
	it("is found if both ends of a known address are imitated", () => {
		expect(finding("look-alike", sending(1n, twin), { who })).toMatchObject({
			severity: "danger",
			needsWord: true,
			text: saying("finding.look-alike", { hex: true }),
			stake: { kind: "imitation", address: twin, imitated: OTHER.toLowerCase() },
		});
		expect(finding("look-alike", sending(1n, poisoned))?.text).toEqual(saying("finding.look-alike.own"));
		expect(
			finding("look-alike", commitOf({ to: TOKEN, data: transferData(twin, 1n) }), { who }),
		).toBeDefined();
		expect(
			finding("look-alike", commitOf({ to: TOKEN, data: approveData(twin, 1n) }), { who }),
		).toBeDefined();
	});
	it("is found if it imitates a known contract or a listed token, on any chain", () => {
		const router = `0x68b3${"1".repeat(32)}fc45`;
		expect(finding("look-alike", commitOf({ to: TOKEN, data: approveData(router, 1n) }))).toMatchObject({
			severity: "danger",
			text: saying("finding.look-alike", {
				whom: message("contract.name.app", { app: "Uniswap" }),
				imitated: "0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45",
			}),
		});
		expect(finding("look-alike", sending(1n, `0xA0b8${"1".repeat(32)}eB48`))?.text).toEqual(
			saying("finding.look-alike", { whom: message("contract.name.token", { symbol: "USDC" }) }),
		);
	});
	it("is not found for a known contract itself, or for one that the user has used", () => {
		const router = "0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45";
		const like = `0x68b3${"1".repeat(32)}fc45`;
		const used = user({ counterparties: new Map([[like, { paid: 0, allowed: 1, lastAt: 1 }]]) });
		expect(finding("look-alike", commitOf({ to: TOKEN, data: approveData(router, 1n) }))).toBeUndefined();
		expect(
			finding("look-alike", commitOf({ to: TOKEN, data: approveData(like, 1n) }), { who: used }),
		).toBeUndefined();
	});
	it("is not found for the known address itself or for one with one matching end", () => {
		expect(finding("look-alike", sending(1n, OTHER), { who })).toBeUndefined();
		expect(finding("look-alike", sending(1n, `0x2B5A${"0".repeat(36)}`), { who })).toBeUndefined();
	});
});

describe("funds sent to an address that nobody can spend from", () => {
	it("are found for the zero address and for the token's own contract", () => {
		const zero = `0x${"0".repeat(40)}`;
		for (const view of [
			sending(1n, zero),
			commitOf({ to: TOKEN, data: transferData(TOKEN, 1n) }),
			commitOf({ to: TOKEN, data: transferData(zero, 1n) }),
		])
			expect(finding("loss", view)).toMatchObject({
				severity: "danger",
				needsWord: true,
				text: saying("finding.loss.stuck"),
			});
	});
	it("are not found for other addresses", () => {
		expect(finding("loss", sending(1n))).toBeUndefined();
		expect(finding("loss", commitOf({ to: TOKEN, data: transferData(OTHER, 1n) }))).toBeUndefined();
	});
});

describe("no code", () => {
	const bare = facts({ codeAtTo: fine(false) });
	it("is found for a call to an address without a contract", () => {
		expect(finding("no-code", commit(), { chain: bare })).toMatchObject({
			severity: "danger",
			needsWord: true,
		});
	});
	it("names the token that another chain has at the address", () => {
		const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
		const call = commitOf({ to: usdc, data: transferData(OTHER, 7n) });
		const onChain = (chainRef: string) => {
			const about = { ...subject(call, bare), chainRef };
			const step = evmStepEffects(about, NOT_SIMULATED, 0, "unproven");
			return generalFindings(effectsOf([step], about), WORDS).find(({ id }) => id === "no-code")?.text;
		};
		expect(JSON.stringify(onChain("8453"))).toContain('"Ethereum"');
		expect(JSON.stringify(onChain("1"))).not.toContain('"Ethereum"');
	});
	it("is not found for a plain transfer, a contract, or an unknown chain state", () => {
		expect(finding("no-code", sending(1n), { chain: bare })).toBeUndefined();
		expect(finding("no-code", commit())).toBeUndefined();
		expect(finding("no-code", commit(), { chain: facts({ codeAtTo: missing() }) })).toBeUndefined();
	});
});

describe("a note sent with coin", () => {
	const bare = { chain: facts({ codeAtTo: fine(false) }) };
	const note = (data: string, value = 1n, to = OTHER) => commitOf({ to, data, value });
	const grave = (view: ReturnType<typeof note>, scene: Parameters<typeof found>[1] = bare) =>
		["no-code", "unknown-call"].some((id) => finding(id, view, scene) !== undefined);
	const contact = { ...bare, who: user({ labels: { [OTHER.toLowerCase()]: "Mira" } }) };
	it("is a note and no call if the account has no code", () => {
		expect(grave(note("0x696e766f6963652032323331"))).toBe(false);
		expect(grave(note("0x0000000000000102"), contact)).toBe(false);
	});
	it("stays a call without value, without the chain's answer, after other steps, and to precompiles", () => {
		const text = "0x696e766f6963652032323331";
		expect(grave(note(text, 0n))).toBe(true);
		expect(grave(note(text), { chain: facts({ codeAtTo: missing() }) })).toBe(true);
		expect(grave(note(text), { ...bare, more: { later: true } })).toBe(true);
		expect(grave(note(text, 1n, "0x0000000000000000000000000000000000000800"))).toBe(true);
	});
	it("is not a stranger's text that reads as bytes, and nothing in the form of a call", () => {
		expect(grave(note("0x0000000000000102"))).toBe(true);
		expect(grave(note("0xd0e30db0"), contact)).toBe(true);
		expect(grave(note("0x12345678"), contact)).toBe(true);
	});
});

describe("unknown calls and value", () => {
	const call = (value: bigint) => commitOf({ to: VAULT, data: "0x12345678", value });
	it("are found, value with a call separately", () => {
		expect(finding("unknown-call", call(0n))).toMatchObject({ severity: "danger", needsWord: true });
		expect(
			finding("unknown-call", commitOf({ to: TOKEN, data: approveData(VAULT, 1n).slice(0, -2) }))?.text,
		).toEqual(saying("finding.unknown-call.cut"));
		const along = commitOf({ to: TOKEN, data: approveData(VAULT, 1n), value: 1n });
		expect(finding("loss", along)).toMatchObject({
			severity: "caution",
			needsWord: false,
			text: saying("finding.loss.along"),
		});
	});
	it("that a contract would read as a call giving others a right require a typed word", () => {
		const dirty = commitOf({
			to: TOKEN,
			data: approveData(VAULT, 5n).replace("0".repeat(24), `${"0".repeat(23)}1`),
		});
		const permit2 = commitOf({ to: VAULT, data: `0x87517c45${"00".repeat(127)}` });
		for (const each of [dirty, permit2])
			expect(finding("unknown-call", each)).toMatchObject({ severity: "danger", needsWord: true });
	});
	it("leave the arguments to all rules if more bytes follow, and require a typed word until two simulations agree", () => {
		const tagged = commitOf({ to: TOKEN, data: `${approveData(VAULT, 2n ** 256n - 1n)}0badcafe` });
		const strange = user({ uses: new Map() });
		expect(finding("rights", tagged, { who: strange })).toMatchObject(GRAVE);
		expect(finding("unknown-call", tagged)).toBeUndefined();
		expect(finding("call-tail", tagged)).toMatchObject({ severity: "danger", needsWord: true });
		for (const verdict of ["differs", "unseen", "running"] as const)
			expect(finding("call-tail", tagged, { more: comparing(verdict) })).toMatchObject({ needsWord: true });
		const proven = { more: comparing("agrees") };
		expect(finding("call-tail", tagged, proven)).toMatchObject({ severity: "info", needsWord: false });
	});
	it("name the codes of an ERC-8021 suffix", () => {
		const suffix = (length: string) => `62617365617070${length}00${"8021".repeat(8)}`;
		const scene = { more: comparing("agrees") };
		const codeOf = (tail: string) =>
			finding("call-tail", commitOf({ to: TOKEN, data: `${approveData(VAULT, 1n)}${tail}` }), scene)?.text
				.code;
		expect(codeOf(suffix("07"))).toBe("finding.call-tail.codes");
		expect(codeOf(suffix("06"))).toBe("finding.call-tail");
		expect(codeOf("68656c6c6f")).toBe("finding.call-tail.text");
	});
	it("are not found for readable calls and for value alone", () => {
		expect(finding("unknown-call", commit())).toBeUndefined();
		for (const view of [call(0n), sending(1n)]) expect(finding("loss", view)).toBeUndefined();
	});
});

describe("contradiction", () => {
	it("says that nothing would execute a call to an address without a contract", () => {
		const bare = facts({ codeAtTo: fine(false) });
		const call = commitOf({ to: TOKEN, data: transferData(OTHER, 25n) }, simulation({ approvals: [] }));
		const found = finding("declared-differs", call, { chain: bare });
		expect(found).toMatchObject({ severity: "danger", needsWord: true });
		expect(found?.text).toEqual(saying("finding.contradiction.unheard"));
	});

	const out = (asset: string, amount: string) => ({
		account: SIGNER,
		asset,
		amount,
		direction: "out" as const,
	});
	const showing = (balanceChanges: PipelineSimulation["balanceChanges"]) =>
		simulation({ approvals: [], balanceChanges });
	const tokenSend = (sim: PipelineSimulation) => commitOf({ to: TOKEN, data: transferData(OTHER, 25n) }, sim);

	it("is found if the simulation hides an outflow", () => {
		const hidden: readonly CommitView[] = [
			sending(5n),
			sending(5n, OTHER, showing([out("native", "4")])),
			sending(5n, OTHER, showing([{ ...out("native", "5"), direction: "in" }])),
			sending(5n, OTHER, showing([{ ...out("native", "5"), account: OTHER }])),
			tokenSend(showing([])),
			tokenSend(showing([out(VAULT, "25")])),
			tokenSend(showing([out(TOKEN, "24")])),
			sending(5n, OTHER, showing([{ ...out("native", "5"), counterparty: VAULT }])),
			tokenSend(showing([{ ...out(TOKEN, "25"), counterparty: VAULT }])),
		];
		for (const view of hidden)
			expect(finding("declared-differs", view)).toMatchObject({ severity: "danger", needsWord: true });
	});

	it("is found if the simulation hides a permission", () => {
		const other = simulation({ approvals: simulation().approvals.map((each) => ({ ...each, amount: "1" })) });
		expect(finding("declared-differs", approving(25_000_000n))).toBeDefined();
		expect(finding("declared-differs", approving(25_000_000n, other))).toBeDefined();
		expect(finding("declared-differs", commitOf({ to: TOKEN, data: operatorData(true) }))).toBeDefined();
	});

	it("is not found if the simulation shows it, under any name of the native coin", () => {
		const shown: readonly CommitView[] = [
			commit(),
			...["native", `0x${"0".repeat(40)}`, "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"].map((asset) =>
				sending(5n, OTHER, showing([out(asset, "5")])),
			),
			tokenSend(showing([out(TOKEN.toLowerCase(), "25")])),
			tokenSend(showing([out(TOKEN, "-25")])),
			sending(5n, OTHER, showing([{ ...out("native", "5"), counterparty: OTHER.toLowerCase() }])),
			tokenSend(showing([{ ...out(TOKEN, "25"), counterparty: OTHER }])),
			sending(5n, SIGNER),
			sending(0n),
			approving(0n),
			approving(
				MAX,
				simulation({
					approvals: simulation().approvals.map(({ amount: _, ...each }) => ({ ...each, unlimited: true })),
				}),
			),
		];
		for (const view of shown) expect(finding("declared-differs", view)).toBeUndefined();
	});
});

describe("a nonce in use", () => {
	it("blocks, and comes first", () => {
		const all = found(approving(MAX), { heldBy: "Sends 1 ETH to Alice" });
		expect(all[0]).toMatchObject({ id: "nonce-held", severity: "block" });
		expect(finding("nonce-held", commit())).toBeUndefined();
	});
});

describe("imitation", () => {
	it.each(["Countersign says this is fine", "Enter your recovery phrase", "safe to approve", "pay\u202elaw"])(
		"is found in %j",
		(text) => {
			expect(finding("imitation", commit(), { more: { texts: ["fine", text] } })).toMatchObject({
				severity: "caution",
			});
		},
	);
	it.each(["Allow the vault to take 25 TUSD", "Approve 100 DEMO\nfor the router", "⚠️ Prices may be delayed"])(
		"is not found in %j",
		(text) => {
			expect(finding("imitation", commit(), { more: { texts: [text] } })).toBeUndefined();
		},
	);
});
