import { describe, expect, it } from "vitest";
import { claimed } from "../../../../src/core/describe/sourced.ts";
import type { Labels } from "../../../../src/core/identities/labels.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { addressView } from "../../../../src/main/views/addresses.ts";
import { amountView, viewOfAmount, viewOfClaim } from "../../../../src/main/views/amounts.ts";
import { changesClaim } from "../../../../src/main/views/review-parts.ts";
import { addsView, namesView, reviewView } from "../../../../src/main/views/review-view.ts";
import { commitView } from "../../../../src/service-api/commit.ts";
import { actionEvent } from "../../../../src/service-api/events.ts";
import { newer } from "../../../fixtures/newer.ts";
import { commitOfRead, requestOfAction } from "../../../fixtures/requests.ts";
import { saying } from "../../../support/saying.ts";
import { moves, paying, token } from "../../core/effects/compare/compare-scene.ts";
import {
	batchCommit,
	commit,
	commitOf,
	OTHER,
	payload,
	SIGNER,
	simulation,
	TOKEN,
	transferData,
	VAULT,
} from "../../core/match/honest.ts";
import { SVM_OTHER } from "../../core/match/honest-svm.ts";
import { facts, review, user } from "../../core/review/scene.ts";

const place = {
	entryId: "entry-1",
	batch: new Map([["commit-2", { state: "needs_signature", headline: "Swaps 10 DEMO" }]]),
};

const UNNAMED = message("token.without-symbol", { address: "0xA1" });

describe("amounts", () => {
	it("have grouped significant digits, with every digit and base units as well", () => {
		expect(amountView(1_234_567_890_123n, { decimals: 6, symbol: "TUSD", checked: true })).toEqual({
			text: "1,234,567.89…",
			full: "1,234,567.890123",
			unit: "TUSD",
			raw: "1234567890123",
			checked: true,
		});
	});
	it("are in base units if no decimals are stated", () => {
		const view = amountView(5_000n, { decimals: null, symbol: UNNAMED, checked: false });
		expect(view).toMatchObject({
			text: "5,000",
			unit: message("amount.unit.base", { symbol: UNNAMED }),
			checked: false,
		});
		expect(viewOfAmount(null)).toBeNull();
	});
	it("keep a claim that is not a number as its own text", () => {
		expect(viewOfClaim({ kind: "unreadable", text: "1e9", symbol: "X" })).toEqual({
			text: "1e9",
			full: "1e9",
			unit: "X",
			raw: "1e9",
			checked: false,
		});
	});
	it("keep a token with 255 decimals and the largest number exact", () => {
		const view = amountView(2n ** 256n - 1n, { decimals: 255, symbol: "X", checked: true });
		expect(BigInt(view.full.replace(".", "")) <= 2n ** 256n).toBe(true);
		expect(view.raw).toBe((2n ** 256n - 1n).toString());
	});
});

describe("addresses", () => {
	it("are checksummed, short with six digits at each end, and carry the user's own label only", () => {
		expect(addressView(OTHER.toLowerCase(), { [OTHER.toLowerCase()]: "Alice" })).toEqual({
			address: OTHER,
			label: "Alice",
			short: "0x2B5AD5…cCD6cF",
		});
		expect(addressView(SIGNER, {}).label).toBeNull();
	});
	it("of Solana are short with six characters at each end, and are named only letter by letter", () => {
		const key = "GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB";
		expect(addressView(key, { [key]: "Alice" })).toEqual({
			address: key,
			label: "Alice",
			short: "GmaDrp…juAEGB",
		});
		expect(addressView(key, { [key.toLowerCase()]: "Mallory" }).label).toBeNull();
	});
	it("that are invalid are shown unchanged", () => {
		expect(addressView("0maDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB", {}).short).toBe(
			"0maDrppBC7P5ARKV8g3d…",
		);
		expect(addressView("toString", {}).label).toBeNull();
	});
});

describe("the view of a review", () => {
	it("names the requester, the submitter, the chain, and our decoding", () => {
		const view = reviewView(review(), place);
		expect(view).toMatchObject({
			entryId: "entry-1",
			requestKind: "commit",
			requestId: "commit-1",
			replaces: null,
			who: { app: "test-vault", session: "Vault deposit", sessionId: "session-1" },
			broadcaster: { kind: "wallet", text: message("review.submits.wallet") },
			chain: { id: "8453", name: "Base" },
			step: null,
			headlineKnown: true,
			serviceSays: ["Allow the vault to take 25 TUSD"],
			expiresAt: 1_790_000_900_000,
			verdict: "matched",
			digest: "digest-1",
			revision: 1,
			contents: [
				{
					kind: "evm_transaction",
					headline: { code: "token.permission" },
					serviceSays: "Allow the vault to take 25 TUSD",
					to: { address: TOKEN },
					nonce: "11",
					gasLimit: "60000",
					decoded: { signature: "approve(address,uint256)" },
				},
			],
			signer: { state: "ready", text: message("review.signer.ready") },
			approval: { possible: true },
			canReject: true,
		});
		expect(view.fingerprint).toMatch(/^[0-9a-f]{64}$/);
		expect(view.verdictText).toEqual(message("review.match.all", { count: view.checks.length }));
		expect(JSON.parse(view.raw).action.kind).toBe("sign");
	});

	it.each([
		["hosted", message("review.submits.hosted")],
		["venue", message("review.submits.venue")],
	] as const)("explains a %s broadcaster", (broadcaster, text) => {
		expect(reviewView(review(commit({ broadcaster })), place).broadcaster.text).toEqual(text);
	});

	it("does not deny one step's changes because of another step", () => {
		const made = review(
			commitOf(paying(OTHER, 5n), simulation({ approvals: [], balanceChanges: [moves("out", token, 5n)] })),
			{ facts: facts() },
		);
		const [insight] = made.analyses;
		const rows = insight?.changes?.rows ?? [];
		if (insight === undefined || rows.length === 0) throw new Error("a payment has rows");
		const empty = { rows: [], claim: claimed(message("changes.both.unseen")) };
		const full = { rows, claim: claimed(message("changes.both.agree")) };
		const steps = [empty, full].map((changes) => ({ ...insight, changes }));
		expect(changesClaim({ ...made, analyses: steps })).toEqual(message("changes.both.agree"));
	});

	it("draws changes with holdings, and permissions with their source", () => {
		const out = {
			account: SIGNER,
			asset: TOKEN,
			amount: "25000000",
			direction: "out" as const,
			counterparty: OTHER,
		};
		const view = reviewView(
			review(
				commitOf(
					{ to: TOKEN, data: transferData(OTHER, 25_000_000n) },
					simulation({ approvals: [], balanceChanges: [out] }),
				),
				{ user: user({ labels: { [OTHER.toLowerCase()]: "Alice" } }) },
			),
			place,
		);
		expect(view.changes).toMatchObject([
			{
				mine: true,
				direction: "out",
				amount: { text: "25", unit: "TUSD", checked: true },
				of: { text: "41" },
				counterparty: { label: "Alice" },
			},
		]);
		expect(view.headline).toEqual(
			message("token.send", {
				amount: { amount: { raw: "25000000", decimals: 6, symbol: "TUSD", checked: true } },
				to: "Alice",
			}),
		);
		expect(reviewView(review(), place).permissions).toMatchObject([
			{ source: "decoded", unlimited: false, amount: { text: "25", unit: "TUSD" } },
		]);
	});

	it("shows the cost and whether the balance covers it", () => {
		expect(reviewView(review(), place).costs).toMatchObject({
			most: { text: "0.00012", unit: "ETH", checked: true },
			likely: { text: "0.00005", unit: "ETH" },
			covered: { ok: true },
		});
		const down = reviewView(review(commit(), { facts: { fault: "Your RPC could not be reached." } }), place);
		expect(down.costs).toMatchObject({ likely: null, covered: { ok: null } });
		expect(down.verdict).toBe("unproven");
		expect(down.verdictText).toMatchObject({ code: "review.match.open" });
	});

	it("names the failing field of a lie in its verdict", () => {
		const lie = commit({ action: { kind: "sign", payload: payload({ to: OTHER }) } });
		const view = reviewView(review(lie), place);
		expect(view.verdict).toBe("refused");
		expect(view.verdictText).toEqual({ code: "match.target.differs" });
	});

	it("shows the position in a batch, and each step's effect, its state and whether it was staged", () => {
		const view = reviewView(review(batchCommit(0)), place);
		expect(view.step).toEqual({ at: 1, of: 2 });
		expect(view.steps).toMatchObject([
			{ commitId: "commit-1", index: 0, state: "needs_signature", headline: view.headline, here: true },
			{ commitId: "commit-2", index: 1, state: "needs_signature", headline: "Swaps 10 DEMO", here: false },
		]);
		expect(view.steps.map((step) => step.source)).toEqual(
			batchCommit(0).batch?.sources.map(
				(source) => `staged as ${source.source_id} for ${source.chain_ref} (${source.stage_id})`,
			),
		);
	});

	it("shows the service's guards, warnings and logs word for word", () => {
		const view = reviewView(
			review(commitOf({ to: OTHER, value: 1n }, simulation({ warnings: ["Careful"], approvals: [] })), {
				facts: facts(),
			}),
			place,
		);
		expect(view.warnings).toEqual(["Careful"]);
		expect(view.guards).toEqual([{ name: "spender-allowlist", status: "passed", message: "Known." }]);
	});

	it("composes and draws 128 KiB of data", () => {
		const big = commitOf({ to: OTHER, data: `0x12345678${"ab".repeat(128 * 1024 - 4)}` });
		expect(reviewView(review(big), place).headlineKnown).toBe(false);
	});
});

describe("the headline of a payment to an imitator", () => {
	const alike = `${OTHER.slice(0, 6)}${"7".repeat(32)}${OTHER.slice(-4)}`.toLowerCase();
	const labels = { [OTHER.toLowerCase()]: "Ana" };
	const headlineOf = (to: string) =>
		reviewView(review(commitOf({ to: TOKEN, data: transferData(to, 5n) }), { user: user({ labels }) }), place)
			.headline;

	it("calls them unknown, since their name would help the imitation", () => {
		expect(headlineOf(alike)).toEqual(saying("headline.unknown-address"));
		expect(headlineOf(OTHER)).not.toEqual(saying("headline.unknown-address"));
		expect(headlineOf(SIGNER)).not.toEqual(saying("headline.unknown-address"));
	});
});

/** Members of a newer service that the interface doesn't define. */

const action = actionEvent.parse(newer("action-with-open-members"));
const ofAction = (more: object = {}) => addsView(requestOfAction({ ...action, ...more }));
const ofCommit = (name: string) => {
	const view = commitView.parse(newer(name));
	return addsView(commitOfRead({ kind: "known", view, reviewFault: null }));
};

describe("the service's additional members", () => {
	it("are listed by path and value", () => {
		expect(ofAction()).toEqual([
			{ name: "request.simulation.balanceChanges[0].usd", value: "12.34" },
			{ name: "request.simulation.guards[0].detail", value: "listed" },
			{ name: "timestamp", value: "2026-09-21T14:13:20.125Z" },
			{ name: "trace_id", value: "4bf92f3577b34da6" },
			{ name: "priority", value: "0.5" },
		]);
		expect(ofCommit("commit-attempt-with-diagnostics")).toContainEqual({
			name: "wallet_attempt.reason_category",
			value: "user_rejected",
		});
		expect(ofCommit("commit-with-newer-members").map(({ name }) => name)).toContain("continuation");
	});

	it("are absent if the interface names everything", () => {
		expect(addsView(commitOfRead({ kind: "known", view: commit(), reviewFault: null }))).toEqual([]);
	});

	it("hide no characters, and are short, for any length or number", () => {
		const long = ofAction({ timestamp: `a\u202E${"b".repeat(10_000)}` }).find(
			({ name }) => name === "timestamp",
		);
		expect(long?.value).toContain("‹U+202E›");
		expect(long?.value.length).toBeLessThan(500);
		const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`extra_${index}`, index]));
		expect(ofAction(many).at(-1)).toEqual({ name: "…", value: "and 181 more" });
	});
});

const shown = (names: Readonly<Record<string, string>>, labels: Labels = {}) =>
	namesView({ names: new Map(Object.entries(names)), user: user({ labels }) });

describe("a name from the chain", () => {
	it("follows the displayed address, with its naming system", () => {
		expect(shown({ [OTHER.toLowerCase()]: "ana.eth", [SVM_OTHER]: "ana.sol" })).toEqual({
			[OTHER]: { name: "ana.eth", system: "ENS" },
			[SVM_OTHER]: { name: "ana.sol", system: "SNS" },
		});
	});

	it("never accompanies or replaces the user's own", () => {
		expect(shown({ [OTHER.toLowerCase()]: "ana.eth" }, { [OTHER.toLowerCase()]: "Landlord" })).toEqual({});
	});

	it.each(["savings.eth", "Savings.eth", "sаvings.eth", "savings.cold.eth", "5avings.eth", "sav-ings.eth"])(
		"is omitted if it looks like the name of another address: %s",
		(name) => {
			expect(shown({ [OTHER.toLowerCase()]: name }, { [VAULT.toLowerCase()]: "Savings" })).toEqual({});
		},
	);

	it("is displayed if only its ending resembles a name of the user's", () => {
		const labels = { [VAULT.toLowerCase()]: "ETH", [SIGNER.toLowerCase()]: "Main" };
		expect(Object.keys(shown({ [OTHER.toLowerCase()]: "ana.eth" }, labels))).toEqual([OTHER]);
	});

	it("is truncated if it is long, and shows its hidden characters", () => {
		const [name] = Object.values(shown({ [OTHER.toLowerCase()]: `${"a".repeat(90)}.eth` })).map(
			(each) => each.name,
		);
		expect(name).toBe(`${"a".repeat(40)}…`);
		expect(shown({ [OTHER.toLowerCase()]: "a\u202eb.eth" })[OTHER]?.name).toBe("a‹U+202E›b.eth");
	});
});
