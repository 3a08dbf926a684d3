import { describe, expect, it } from "vitest";
import { LEDGER_TOKENS } from "../../../../../support/ledger-tokens.ts";
import { commit, commitOf, frozenOf, SIGNER, transferData, VAULT } from "../../../../core/match/honest.ts";
import { ledgerScene, refusal, refusalOf } from "./scene.ts";

/** If the review promised that the device describes a payload, it is signed with that description or not at all. */

const USDC_ON_BASE = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const WORDS = [Buffer.from(LEDGER_TOKENS.find(8453, USDC_ON_BASE)?.description ?? []).toString("base64")];
const described = () => frozenOf(commitOf({ to: USDC_ON_BASE, data: transferData(VAULT, 1n) }));

describe("a signature promised with clear display", () => {
	it("is requested so if Ledger described the token, and as before for any other", async () => {
		const { world, ask } = ledgerScene();
		world.announcedBlind = false;
		await ask(described());
		await ask(frozenOf(commit()));
		expect(world.payloads).toMatchObject([{ descriptors: WORDS }, { descriptors: null }]);
	});
	it("is requested as before if the review said that it is signed blindly", async () => {
		const { world, ask } = ledgerScene();
		await ask(described());
		expect(world.payloads).toMatchObject([{ descriptors: null }]);
		expect(world.refusedWords).toEqual([]);
	});
	it("is not signed if the app refuses the descriptions, which is remembered", async () => {
		const { world, ask } = ledgerScene();
		world.announcedBlind = false;
		world.sign = async () => refusalOf("notDescribed");
		const error = await refusal(ask(described()));
		expect(error).toMatchObject({ reason: "notDescribed", mayHaveSigned: false });
		expect(world.payloads).toHaveLength(1);
		expect(world.refusedWords).toEqual([SIGNER]);
	});
	it("is requested with them after another was refused: its own review decides", async () => {
		const { world, ask } = ledgerScene();
		world.announcedBlind = false;
		world.sign = async () => refusalOf("notDescribed");
		await refusal(ask(described()));
		await refusal(ask(described()));
		expect(world.payloads).toMatchObject([{ descriptors: WORDS }, { descriptors: WORDS }]);
	});
});
