import { describe, expect, it } from "vitest";
import type { User } from "../../../../../src/core/decoded-transaction/decoded-transaction.ts";
import type { Effects } from "../../../../../src/core/effects/effects.ts";
import { effectsOf } from "../../../../../src/core/effects/merge.ts";
import { messageStepEffects } from "../../../../../src/core/effects/signed/signed-effects.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { calledBy, type ReviewParty, reviewParties } from "../../../../../src/core/review/effects/parties.ts";
import {
	DAI,
	decodedMovement,
	decodedRight,
	effects,
	FRIEND,
	KNOWN,
	ME,
	SECOND_THIEF,
	THIEF,
	USER,
} from "../../effects/scene.ts";
import {
	approveData,
	CHAIN,
	commitOf,
	OTHER,
	SIGNER,
	TOKEN,
	transferData,
	VAULT,
} from "../../match/honest.ts";
import { mail } from "../../match/typed-samples.ts";
import { messageContext } from "../../signed-messages/scene.ts";
import { review, user } from "../scene.ts";

/** Recipients of assets or rights, and what the user knows about them. */

const MARCH = Date.UTC(2026, 2, 9);
/** An address with the same start and end as OTHER. */
const ALIKE = `${OTHER.slice(0, 6)}${"7".repeat(32)}${OTHER.slice(-4)}`.toLowerCase();

function partiesOf(
	data: string,
	patch: Partial<User> = {},
	named: string | null = null,
): readonly ReviewParty[] {
	const whose = { ...user(), ...patch };
	const made = review(commitOf({ to: TOKEN, data }), { user: whose });
	return reviewParties({
		effects: made.effects,
		findings: made.findings,
		user: whose,
		signer: SIGNER,
		chainRef: String(CHAIN),
		named,
	});
}

const nobody = { counterparties: new Map(), labels: {} };

describe("the parties of a review", () => {
	it("are recipients and spenders, else the called contract", () => {
		const roles = (data: string) => partiesOf(data).map(({ role, address }) => [role, address.toLowerCase()]);
		expect(roles(transferData(OTHER, 5n))).toEqual([["recipient", OTHER.toLowerCase()]]);
		expect(roles(approveData(VAULT, 5n))).toEqual([["spender", VAULT.toLowerCase()]]);
		expect(roles("0xdeadbeef")).toEqual([["contract", TOKEN.toLowerCase()]]);
	});

	it("include the contract that verifies a typed data signature, which is not called", () => {
		const intent = { kind: "evm_typed_data", typed_data: { ...mail() } } as const;
		const step = messageStepEffects({ intent, signer: SIGNER }, messageContext(), 0);
		const made = effectsOf([step], { chainRef: "1", signer: SIGNER, user: user() });
		expect(calledBy(made, 0)).toMatchObject({ of: "verifier" });
	});

	it("include the spender of a revoked allowance, besides its contract", () => {
		const [former, called] = partiesOf(approveData(VAULT, 0n), nobody);
		expect(former).toMatchObject({ role: "former", usage: null });
		expect(former?.address.toLowerCase()).toBe(VAULT.toLowerCase());
		expect(called).toMatchObject({ role: "contract" });
		const dealings = new Map([[VAULT.toLowerCase(), { paid: 2, allowed: 3, lastAt: MARCH, firstAt: MARCH }]]);
		expect(partiesOf(approveData(VAULT, 0n), { counterparties: dealings })[0]?.usage).toEqual(
			message("party.allowed", { count: 3, since: true, at: { at: MARCH, style: "month" } }),
		);
	});

	it("show how they were used before from here, and since when", () => {
		const dealings = new Map([[OTHER.toLowerCase(), { paid: 9, allowed: 0, lastAt: MARCH, firstAt: MARCH }]]);
		expect(partiesOf(transferData(OTHER, 5n), { counterparties: dealings })[0]?.usage).toEqual(
			message("party.paid", { count: 9, since: true, at: { at: MARCH, style: "month" } }),
		);
		const [unknown] = partiesOf(transferData(OTHER, 5n), nobody);
		expect(unknown).toMatchObject({ description: null, usage: message("party.first-payment") });
		expect(partiesOf(approveData(VAULT, 5n), nobody)[0]?.usage).toEqual(message("party.first-allowance"));
	});

	it("begin with the address of the typed word, whatever else they do", () => {
		const twice = partiesOf(transferData(OTHER, 5n), nobody, VAULT);
		expect(twice.map(({ role }) => role)).toEqual(["warned", "recipient"]);
		expect(twice[0]?.address).toBe(VAULT);
		expect(partiesOf(transferData(OTHER, 5n), nobody, OTHER).map(({ role }) => role)).toEqual(["recipient"]);
	});

	it("begin with strangers, so that no contact pushes them below the decision", () => {
		const owner = {
			effects: effects(
				{ movements: [decodedMovement({ to: FRIEND })] },
				{ movements: [decodedMovement({ to: SECOND_THIEF }), decodedMovement({ to: FRIEND })] },
			),
			findings: [],
			user: USER,
			signer: ME,
			chainRef: "1",
			named: null,
		};
		expect(reviewParties(owner).map(({ address }) => address)).toEqual([SECOND_THIEF, FRIEND]);
	});

	it("are recipients of a contract's payout, and not the contract between", () => {
		const paid = {
			movements: [decodedMovement({ to: KNOWN }), decodedMovement({ from: KNOWN, to: THIEF, asset: DAI })],
		};
		const of = (list: Effects) =>
			reviewParties({
				effects: list,
				findings: [],
				user: USER,
				signer: ME,
				chainRef: "1",
				named: null,
			}).map(({ role, address }) => [role, address]);
		expect(of(effects(paid))).toEqual([["recipient", THIEF]]);
		const control = decodedRight({ scope: { kind: "control", over: ME, what: "code" }, extent: null });
		expect(of(effects({ rights: [control] }))).toEqual([["spender", THIEF]]);
		const position = { kind: "position", address: KNOWN, item: null } as const;
		const given = decodedMovement({ from: KNOWN, to: THIEF, asset: position });
		expect(of(effects({ movements: [decodedMovement({ to: KNOWN }), given] }))).toEqual([
			["recipient", THIEF],
		]);
	});

	it("are never reported as called for the first time, since calls are not counted", () => {
		expect(partiesOf("0xdeadbeef", nobody)[0]).toMatchObject({ role: "contract", usage: null });
	});

	it("are the user's own, a contact, or a contract known by its address", () => {
		const labels = { [OTHER.toLowerCase()]: "Ana" };
		expect(partiesOf(transferData(OTHER, 5n), { ...nobody, labels })[0]?.description).toEqual(
			message("party.contact"),
		);
		const accounts = [SIGNER, OTHER];
		expect(partiesOf(transferData(OTHER, 5n), { ...nobody, accounts })[0]).toMatchObject({
			role: "recipient",
			description: message("party.own"),
		});
	});

	it("that imitate another are listed next to it", () => {
		const labels = { [OTHER.toLowerCase()]: "Ana" };
		const [party] = partiesOf(transferData(ALIKE, 5n), { labels });
		expect(party).toMatchObject({
			role: "recipient",
			imitates: {
				address: OTHER.toLowerCase(),
				knownAs: message("finding.look-alike.named", { name: "Ana" }),
			},
		});
	});
});
