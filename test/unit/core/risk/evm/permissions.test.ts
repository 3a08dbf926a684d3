import { encodeFunctionData, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { NO_HISTORY } from "../../../../../src/core/identities/counterparties.ts";
import { saying } from "../../../../support/saying.ts";
import { approveData, commit, commitOf, hex, OTHER, SIGNER, TOKEN, VAULT } from "../../match/honest.ts";
import { collection, facts, fine, missing, NOT_SIMULATED, tokenFacts, user } from "../../review/scene.ts";
import {
	ACCOUNT,
	CONTRACT,
	DELEGATING,
	finding,
	GRAVE,
	NEW_CONTRACT,
	opinionWith,
	simulated,
} from "./scene.ts";

const MAX = 2n ** 256n - 1n;
const SAFE = "0x5afe5afe5afe5afe5afe5afe5afe5afe5afe5afe";

const ABI = parseAbi([
	"function increaseAllowance(address spender, uint256 addedValue)",
	"function setApprovalForAll(address operator, bool approved)",
	"function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)",
	"function approve(address token, address spender, uint160 amount, uint48 expiration)",
]);
const ZERO = hex(`0x${"0".repeat(40)}`);

const operatorData = (operator: string) =>
	encodeFunctionData({ abi: ABI, functionName: "setApprovalForAll", args: [hex(operator), true] });

/** Returns a commit in which a Safe executes one call. */
const bySafe = (to: string, data: `0x${string}`) =>
	commitOf({
		to: SAFE,
		data: encodeFunctionData({
			abi: ABI,
			functionName: "execTransaction",
			args: [hex(to), 0n, data, 0, 0n, 0n, 0n, ZERO, ZERO, "0x"],
		}),
	});

const permit2Data = (amount: bigint, until = 1) =>
	encodeFunctionData({ abi: ABI, functionName: "approve", args: [hex(TOKEN), hex(VAULT), amount, until] });

const approving = (spender: string, amount = 25n) =>
	commitOf({ to: TOKEN, data: approveData(spender, amount) });

describe("a permission for an account without code", () => {
	const view = approving(OTHER);
	const thief = { more: { opinion: opinionWith({ [OTHER]: ACCOUNT }) } };

	it("requires a typed word, for tokens and collections, by itself and inside another call", () => {
		for (const each of [
			view,
			commitOf({ to: TOKEN, data: operatorData(OTHER) }),
			bySafe(TOKEN, approveData(OTHER, 25n)),
		])
			expect(finding("rights", each, thief)).toMatchObject({
				...GRAVE,
				text: saying("finding.rights.key"),
			});
	});

	it("is not found for an address that the user named", () => {
		const known = { ...thief, who: user({ labels: { [OTHER.toLowerCase()]: "Alice" } }) };
		expect(finding("rights", view, thief)).toMatchObject({ short: { params: { isContact: false } } });
		expect(finding("rights", view, known)).toMatchObject({
			...GRAVE,
			short: { code: "reason.rights.key", params: { isContact: true } },
		});
	});

	it("is found if only our own simulation shows it", () => {
		const shown = (amount: string) =>
			simulated({
				approvals: [
					{
						account: SIGNER.toLowerCase(),
						spender: OTHER.toLowerCase(),
						asset: TOKEN,
						kind: "allowance",
						standard: "erc20",
						amount,
					},
				],
			});
		const opinion = (amount: string) => ({ ...opinionWith({ [OTHER]: ACCOUNT }), local: shown(amount) });
		const call = commitOf({ to: VAULT, data: "0x12345678" });
		expect(finding("rights", call, { more: { opinion: opinion("5") } })).toMatchObject(GRAVE);
		expect(finding("rights", call, { more: { opinion: opinion("0") } })).toBeUndefined();
	});

	it("is found for an account with delegated code, and says so", () => {
		const opinion = opinionWith({ [OTHER]: DELEGATING });
		expect(finding("rights", view, { more: { opinion } })?.text).toEqual(saying("finding.rights.lent"));
	});

	it("is found after an earlier step as well, unless our own simulation saw that step create a contract", () => {
		const scene = (size: number | null) => {
			const codes = new Map(
				size === null ? [] : [[OTHER.toLowerCase(), { size, delegatedTo: null }] as const],
			);
			const opinion = { ...opinionWith({ [OTHER]: ACCOUNT }), local: simulated({}, { codes }) };
			return { more: { opinion, later: true } };
		};
		expect(finding("rights", view, { more: { ...thief.more, later: true } })).toMatchObject(GRAVE);
		expect(finding("rights", view, scene(null))).toMatchObject(GRAVE);
		expect(finding("rights", view, scene(0))).toMatchObject(GRAVE);
		expect(finding("rights", view, scene(500))).toBeUndefined();
		// A contract that an earlier call creates is unknown.
		expect(finding("fresh-contract", view, scene(500))).toMatchObject(GRAVE);
	});

	it("is not found for a contract, a revoked permission, an own account, or while nothing is known", () => {
		const contract = { more: { opinion: opinionWith({ [OTHER]: CONTRACT }) } };
		expect(finding("rights", view, contract)).toBeUndefined();
		expect(finding("rights", approving(OTHER, 0n), thief)).toBeUndefined();
		expect(finding("rights", view, { ...thief, who: user({ accounts: [SIGNER, OTHER] }) })).toBeUndefined();
		for (const opinion of [
			opinionWith({}),
			opinionWith({ [OTHER]: missing() }),
			{ ...NOT_SIMULATED, addressFacts: null },
		])
			expect(finding("rights", view, { more: { opinion } })).toBeUndefined();
	});
});

describe("a spender that makes anybody’s calls", () => {
	const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";

	it("requires a typed word for any amount, also inside another call and without a query of it", () => {
		for (const each of [approving(MULTICALL3, 1n), bySafe(TOKEN, approveData(MULTICALL3, 25n))])
			expect(finding("rights", each, { more: { opinion: opinionWith({}) } })).toMatchObject({
				...GRAVE,
				text: saying("finding.rights.anybody"),
			});
	});

	it("is recognised by its code at another address", () => {
		const code = {
			...CONTRACT,
			codeHash: "0xd5c15df687b16f2ff992fc8d767b4216323184a2bbc6ee2f9c398c318e770891",
		};
		expect(
			finding("rights", approving(OTHER, 5n), { more: { opinion: opinionWith({ [OTHER]: code }) } }),
		).toMatchObject(GRAVE);
		expect(
			finding("rights", approving(OTHER, 5n), { more: { opinion: opinionWith({ [OTHER]: CONTRACT }) } }),
		).toBeUndefined();
	});

	it("is not found for a revoked permission", () => {
		expect(
			finding("rights", approving(MULTICALL3, 0n), { more: { opinion: opinionWith({}) } }),
		).toBeUndefined();
	});
});

describe("a freshly deployed contract", () => {
	it("requires a typed word as a spender, and is a caution if it is only called or paid", () => {
		const takes = { more: { opinion: opinionWith({ [VAULT]: NEW_CONTRACT }) } };
		expect(finding("fresh-contract", approving(VAULT), takes)).toMatchObject({
			...GRAVE,
			text: saying("finding.fresh-contract", { blocks: 7200 }),
		});
		expect(finding("fresh-contract", bySafe(TOKEN, approveData(VAULT, 1n)), takes)).toMatchObject(GRAVE);
		const called = { more: { opinion: opinionWith({ [TOKEN]: NEW_CONTRACT }) } };
		for (const view of [approving(VAULT), commitOf({ to: TOKEN, value: 1n })])
			expect(finding("fresh-contract", view, called)).toMatchObject({
				severity: "caution",
				needsWord: false,
			});
	});

	it("is not found for an old one, one of unknown age, an own account, or while nothing is known", () => {
		for (const code of [CONTRACT, { ...CONTRACT, fresh: null }, ACCOUNT, missing()])
			expect(
				finding("fresh-contract", approving(VAULT), { more: { opinion: opinionWith({ [VAULT]: code }) } }),
			).toBeUndefined();
		expect(
			finding("fresh-contract", approving(VAULT), {
				more: { opinion: opinionWith({ [VAULT]: NEW_CONTRACT }) },
				who: user({ accounts: [SIGNER, VAULT] }),
			}),
		).toBeUndefined();
		expect(
			finding("fresh-contract", approving(VAULT), {
				more: { opinion: { ...NOT_SIMULATED, addressFacts: null } },
			}),
		).toBeUndefined();
	});
});

describe("a raised allowance", () => {
	const now = (allowance: bigint) => ({ chain: facts({}, [tokenFacts({ allowance: fine(allowance) })]) });
	const more = encodeFunctionData({
		abi: ABI,
		functionName: "increaseAllowance",
		args: [hex(VAULT), 500_000n],
	});

	it("names the earlier and the new amount", () => {
		expect(finding("raised-approval", commit(), now(5_000_000n))).toMatchObject({
			severity: "info",
			text: saying("finding.raised-approval", {
				before: `5000000 ${TOKEN.toLowerCase()}`,
				after: `25000000 ${TOKEN.toLowerCase()}`,
			}),
		});
		expect(finding("raised-approval", commitOf({ to: TOKEN, data: more }), now(5_000_000n))?.text).toEqual(
			saying("finding.raised-approval", {
				before: `5000000 ${TOKEN.toLowerCase()}`,
				after: `5500000 ${TOKEN.toLowerCase()}`,
			}),
		);
	});

	it("is not reported if there was none, it is reduced, or it is unlimited anyway", () => {
		for (const allowance of [0n, 25_000_000n, 26_000_000n, MAX])
			expect(finding("raised-approval", commit(), now(allowance))).toBeUndefined();
		expect(finding("raised-approval", approving(VAULT, MAX), now(5n))).toBeUndefined();
		const items = { ...collection(), allowance: fine(5n) };
		expect(finding("raised-approval", commit(), { chain: facts({}, [items]) })).toBeUndefined();
		expect(finding("raised-approval", commit(), { chain: null })).toBeUndefined();
	});
});

describe("permissions in inner calls", () => {
	it("without limit require a typed word", () => {
		const strange = { who: user({ uses: new Map() }) };
		const limitless = { ...GRAVE, text: saying("finding.rights.unlimited"), stake: { kind: "unlimited" } };
		const ofSafe = saying("finding.rights.unlimited", { account: SAFE });
		expect(finding("rights", bySafe(TOKEN, approveData(VAULT, MAX)), strange)).toMatchObject({
			...limitless,
			text: ofSafe,
		});
		for (const view of [
			commitOf({ to: VAULT, data: permit2Data(2n ** 160n - 1n) }),
			bySafe(TOKEN, operatorData(VAULT)),
		])
			expect(finding("rights", view, strange)).toMatchObject(limitless);
	});

	it("require a typed word without a limit, whatever the user permitted before", () => {
		for (const view of [approving(VAULT, MAX), bySafe(TOKEN, operatorData(VAULT))])
			expect(finding("rights", view)).toMatchObject({ severity: "danger", needsWord: true });
	});

	it("with a limit do not", () => {
		for (const view of [
			bySafe(TOKEN, approveData(VAULT, 25n)),
			commitOf({ to: VAULT, data: permit2Data(25n) }),
		])
			expect(finding("rights", view)).toBeUndefined();
	});
});

describe("a Permit2 permission given by a call", () => {
	const endless = (amount: bigint) => commitOf({ to: VAULT, data: permit2Data(amount, 2 ** 48 - 1) });

	it("requires a typed word without an expiry, and none if it is revoked", () => {
		expect(finding("far-end", endless(25n))).toMatchObject({ severity: "danger", needsWord: true });
		expect(finding("far-end", endless(0n))).toBeUndefined();
		expect(finding("far-end", commitOf({ to: VAULT, data: permit2Data(25n) }))).toBeUndefined();
	});
});

describe("the first time", () => {
	const stranger = user({ counterparties: NO_HISTORY });
	const paying = commitOf({ to: OTHER, value: 1n });

	it("that somebody is paid or permitted something is only reported", () => {
		expect(finding("first-time", paying, { who: stranger })).toMatchObject({
			severity: "info",
			text: saying("finding.first-time.pay"),
		});
		expect(finding("first-time", approving(VAULT), { who: stranger })?.text).toEqual(
			saying("finding.first-time.allow"),
		);
		expect(finding("first-time", bySafe(OTHER, "0x"), { who: stranger })).toBeUndefined();
		expect(finding("first-time", bySafe(TOKEN, approveData(VAULT, 1n)), { who: stranger })).toBeDefined();
	});

	it("is not reported for own accounts, named ones, known ones, or oneself", () => {
		for (const who of [
			user(),
			user({ counterparties: NO_HISTORY, accounts: [SIGNER, OTHER] }),
			user({ counterparties: NO_HISTORY, labels: { [OTHER.toLowerCase()]: "Alice" } }),
		])
			expect(finding("first-time", paying, { who })).toBeUndefined();
		expect(finding("first-time", commitOf({ to: SIGNER, value: 1n }), { who: stranger })).toBeUndefined();
		expect(finding("first-time", approving(VAULT, 0n), { who: stranger })).toBeUndefined();
	});
});
