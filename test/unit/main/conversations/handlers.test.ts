import { describe, expect, it, vi } from "vitest";
import { connectAccounts, connectedAccounts } from "../../../../src/main/conversations/connected.ts";
import {
	linkFault,
	type SessionCommandDeps,
	sessionHandlers,
	startConversation,
} from "../../../../src/main/conversations/handlers.ts";
import type { TurnBody } from "../../../../src/main/conversations/types.ts";
import type { Account } from "../../../../src/main/wallet/accounts.ts";
import { stub } from "../../../fixtures/stub.ts";
import { memorySettings } from "../../../support/ports.ts";
import { saying } from "../../../support/saying.ts";
import { OTHER, SIGNER } from "../../core/match/honest.ts";
import { SVM_SIGNER } from "../../core/match/honest-svm.ts";

/** The desk's commands about conversations, with main's parts in place of the service. */

function scene() {
	const turns: TurnBody[] = [];
	const settings = memorySettings({});
	const confirmLink = vi.fn(async () => true);
	const accounts = [
		{ family: "evm", address: SIGNER },
		{ family: "evm", address: OTHER },
		{ family: "svm", address: SVM_SIGNER },
	].map((account) => stub<Account>(account));
	const state = { scope: "service me" };
	const app = stub<SessionCommandDeps>({
		ports: { settings, random: (length: number) => new Uint8Array(length).fill(7), desktop: { confirmLink } },
		accounts: { list: () => accounts },
		account: () => ({
			scope: state.scope,
			sessions: {
				startTurn: (_: string | null, body: TurnBody) => {
					turns.push(body);
					return { sessionId: "ses_1", outcome: Promise.resolve({ ok: true }) };
				},
			},
		}),
		chainSettings: () => [],
		changed: () => {},
	});
	return { app, turns, settings, confirmLink, state };
}

const TURN = { message: "hi", mode: null, app: null, applicationId: null, model: null };
const nothingWatched = { watch: () => null, find: async () => ({ matches: [], more: false }) };
const user = { visibleSince: null, heldSince: null, lastInputAt: null };

describe("a turn", () => {
	it("carries an app, an application id, or both", () => {
		const { app, turns } = scene();
		startConversation(app, null, { ...TURN, app: "uniswap", applicationId: 7 });
		startConversation(app, null, { ...TURN, app: "uniswap" });
		startConversation(app, null, { ...TURN, applicationId: 7 });
		expect(turns.map(({ app: name, applicationId }) => [name, applicationId])).toEqual([
			["uniswap", 7],
			["uniswap", undefined],
			[undefined, 7],
		]);
	});

	it("says Auto only where an app is named, and never with a wallet that submits", () => {
		const { app, turns } = scene();
		startConversation(app, null, { ...TURN, mode: "auto" });
		startConversation(app, null, { ...TURN, mode: "auto", app: "uniswap" });
		startConversation(app, null, { ...TURN, app: "uniswap" });
		expect(turns.map(({ mode, userState }) => [mode, userState?.evm?.broadcaster])).toEqual([
			[undefined, undefined],
			["auto", undefined],
			[undefined, "wallet"],
		]);
	});

	it("names the same installation each time, by a random id", () => {
		const { app, turns, settings } = scene();
		startConversation(app, null, TURN);
		startConversation(app, "ses_1", TURN);
		expect(turns[0]?.clientId).toMatch(
			/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
		);
		expect(turns[1]?.clientId).toBe(turns[0]?.clientId);
		expect(settings.get().clientId).toBe(turns[0]?.clientId);
	});
});

describe("the accounts that the agent is told of", () => {
	it("are the first of each family until the user chooses", () => {
		expect(connectedAccounts(scene().app)).toEqual({ evm: SIGNER, svm: SVM_SIGNER });
	});

	it("are those chosen, for this environment and identity alone", () => {
		const { app, state } = scene();
		expect(connectAccounts(app, { evm: OTHER.toLowerCase(), svm: null })).toEqual({ ok: true });
		expect(connectedAccounts(app)).toEqual({ evm: OTHER, svm: null });
		state.scope = "service somebody else";
		expect(connectedAccounts(app)).toEqual({ evm: SIGNER, svm: SVM_SIGNER });
	});

	it.each([
		["a stranger's", { evm: "0x00000000000000000000000000000000000c0ffe", svm: null }],
		["of the other family", { evm: SVM_SIGNER, svm: null }],
		["Solana's in another case", { evm: null, svm: SVM_SIGNER.toLowerCase() }],
	])("are never %s", (_, wanted) => {
		const { app, settings } = scene();
		expect(connectAccounts(app, wanted)).toMatchObject({
			ok: false,
			text: saying("app.connected.own-only"),
		});
		expect(settings.get().connected).toEqual({});
	});

	it("are not those that are gone", () => {
		const { app, settings } = scene();
		settings.set({
			connected: { "service me": { evm: "0x00000000000000000000000000000000000c0ffe", svm: null } },
		});
		expect(connectedAccounts(app)).toEqual({ evm: null, svm: null });
	});
});

describe("a link of somebody else's", () => {
	it.each(["https://example.com/a?b#c", "http://127.0.0.1:8080/x", "http://localhost/"])(
		"is asked about: %s",
		async (url) => {
			const { app, confirmLink } = scene();
			expect(await sessionHandlers(app, nothingWatched).openLink({ url }, user)).toEqual({ ok: true });
			expect(confirmLink).toHaveBeenCalledExactlyOnceWith(url);
		},
	);

	it.each([
		["javascript:alert(1)", "app.link.no-web"],
		["data:text/html,<b>x</b>", "app.link.no-web"],
		["file:///etc/passwd", "app.link.no-web"],
		["mailto:a@b.cd", "app.link.no-web"],
		["countersign://open", "app.link.no-web"],
		["http://example.com", "app.link.not-encrypted"],
		["https://bank.example@evil.example/", "app.link.credentials"],
		["//example.com", "app.link.unreadable"],
		["nothing", "app.link.unreadable"],
	])("is refused with words, and nobody is asked: %s", async (url, code) => {
		const { app, confirmLink } = scene();
		const outcome = await sessionHandlers(app, nothingWatched).openLink({ url }, user);
		expect(outcome).toMatchObject({ ok: false, text: saying(code) });
		expect(linkFault(url)).toEqual({ code });
		expect(confirmLink).not.toHaveBeenCalled();
	});

	it("that the user did not want to open is no fault", async () => {
		const { app, confirmLink } = scene();
		confirmLink.mockResolvedValueOnce(false);
		expect(await sessionHandlers(app, nothingWatched).openLink({ url: "https://example.com" }, user)).toEqual(
			{
				ok: true,
			},
		);
	});
});
