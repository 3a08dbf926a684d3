import { describe, expect, it, vi } from "vitest";
import type { ChainSetting } from "../../../../src/ipc/settings.ts";
import {
	Conversations,
	linkFault,
	modeOf,
	userStateOf,
} from "../../../../src/main/conversations/conversations.ts";
import type { TurnBody } from "../../../../src/main/conversations/session-types.ts";
import type { Sessions } from "../../../../src/main/conversations/sessions.ts";
import { Events } from "../../../../src/main/events.ts";
import type { Ports } from "../../../../src/main/ports.ts";
import type { ConnectedAccounts } from "../../../../src/main/settings-schema.ts";
import type { Account } from "../../../../src/main/wallet/accounts.ts";
import { userState } from "../../../../src/service-api/user-state.ts";
import { stub } from "../../../fixtures/stub.ts";
import { memorySettings } from "../../../support/ports.ts";
import { saying } from "../../../support/saying.ts";
import { OTHER, SIGNER } from "../../core/match/honest.ts";
import { SVM_SIGNER } from "../../core/match/honest-svm.ts";

/** The desk's commands for conversations, with fakes in place of the service. */

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
	const conversations = new Conversations({
		ports: stub<Pick<Ports, "settings" | "random" | "desktop">>({
			settings,
			random: (length: number) => new Uint8Array(length).fill(7),
			desktop: { confirmLink },
		}),
		events: new Events(() => {}),
		networks: { chainSettings: () => [] },
		wallet: { accounts: { list: () => accounts } },
		signedIn: {
			current: () => ({
				scope: state.scope,
				sessions: stub<Sessions>({
					startTurn: (_: string | null, body: TurnBody) => {
						turns.push(body);
						return { sessionId: "ses_1", outcome: Promise.resolve({ ok: true }) };
					},
				}),
			}),
			reconnect: async () => {},
		},
	});
	return { conversations, turns, settings, confirmLink, state };
}

const TURN = { sessionId: null, message: "hi", mode: null, app: null, applicationId: null, model: null };

describe("a turn", () => {
	it("carries an app, an application id, or both", () => {
		const { conversations, turns } = scene();
		conversations.start({ ...TURN, app: "uniswap", applicationId: 7 }, "composer");
		conversations.start({ ...TURN, app: "uniswap" }, "composer");
		conversations.start({ ...TURN, applicationId: 7 }, "composer");
		expect(turns.map(({ app: name, applicationId }) => [name, applicationId])).toEqual([
			["uniswap", 7],
			["uniswap", undefined],
			[undefined, 7],
		]);
	});

	it("requests Auto only if an app is named, and never with a wallet that submits", () => {
		const { conversations, turns } = scene();
		conversations.start({ ...TURN, mode: "auto" }, "composer");
		conversations.start({ ...TURN, mode: "auto", app: "uniswap" }, "composer");
		conversations.start({ ...TURN, app: "uniswap" }, "composer");
		expect(turns.map(({ mode, userState }) => [mode, userState?.evm?.broadcaster])).toEqual([
			[undefined, undefined],
			["auto", undefined],
			[undefined, "wallet"],
		]);
	});

	it("names the same installation each time, by a random id", () => {
		const { conversations, turns, settings } = scene();
		conversations.start(TURN, "composer");
		conversations.start({ ...TURN, sessionId: "ses_1" }, "composer");
		expect(turns[0]?.clientId).toMatch(
			/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
		);
		expect(turns[1]?.clientId).toBe(turns[0]?.clientId);
		expect(settings.get().clientId).toBe(turns[0]?.clientId);
	});
});

describe("the accounts sent to the agent", () => {
	it("are the first of each family until the user chooses", () => {
		expect(scene().conversations.connected()).toEqual({ evm: SIGNER, svm: SVM_SIGNER });
	});

	it("are those chosen, for this environment and identity alone", async () => {
		const { conversations, state } = scene();
		expect(await conversations.connectAccounts({ evm: OTHER.toLowerCase(), svm: null })).toEqual({
			ok: true,
		});
		expect(conversations.connected()).toEqual({ evm: OTHER, svm: null });
		state.scope = "service somebody else";
		expect(conversations.connected()).toEqual({ evm: SIGNER, svm: SVM_SIGNER });
	});

	it.each([
		["a stranger's", { evm: "0x00000000000000000000000000000000000c0ffe", svm: null }],
		["of the other family", { evm: SVM_SIGNER, svm: null }],
		["Solana's in another case", { evm: null, svm: SVM_SIGNER.toLowerCase() }],
	])("are never %s", async (_, wanted) => {
		const { conversations, settings } = scene();
		expect(await conversations.connectAccounts(wanted)).toMatchObject({
			ok: false,
			text: saying("app.connected.own-only"),
		});
		expect(settings.get().connected).toEqual({});
	});

	it("exclude removed ones", () => {
		const { conversations, settings } = scene();
		settings.set({
			connected: { "service me": { evm: "0x00000000000000000000000000000000000c0ffe", svm: null } },
		});
		expect(conversations.connected()).toEqual({ evm: null, svm: null });
	});
});

describe("a link from somebody else", () => {
	it.each(["https://example.com/a?b#c", "http://127.0.0.1:8080/x", "http://localhost/"])(
		"is confirmed first: %s",
		async (url) => {
			const { conversations, confirmLink } = scene();
			expect(await conversations.openLink({ url })).toEqual({ ok: true });
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
	])("is refused with a reason, without a question: %s", async (url, code) => {
		const { conversations, confirmLink } = scene();
		const outcome = await conversations.openLink({ url });
		expect(outcome).toMatchObject({ ok: false, text: saying(code) });
		expect(linkFault(url)).toEqual({ code });
		expect(confirmLink).not.toHaveBeenCalled();
	});

	it("that the user declines is not a fault", async () => {
		const { conversations, confirmLink } = scene();
		confirmLink.mockResolvedValueOnce(false);
		expect(await conversations.openLink({ url: "https://example.com" })).toEqual({
			ok: true,
		});
	});
});

const chain = (family: "evm" | "svm", chainId: string): ChainSetting => ({
	family,
	chainId,
	name: chainId,
	rpcUrl: "https://rpc.example/secret",
	genesisHash: null,
});
const BOTH: ConnectedAccounts = { evm: SIGNER, svm: SVM_SIGNER };
const NONE: ConnectedAccounts = { evm: null, svm: null };
const CHAINS = [chain("svm", "devnet"), chain("evm", "8453"), chain("evm", "1")];
const PROVIDER = { provider: "countersign", provider_label: "Countersign" };

describe("the wallet description for the agent", () => {
	it("has the connected account of each family, its first chain, and all chains if there are more", () => {
		expect(userStateOf(BOTH, CHAINS)).toEqual({
			connection: { is_connected: true, ...PROVIDER },
			evm: { address: SIGNER, chain_id: 8453 },
			svm: { address: SVM_SIGNER, cluster: "devnet", wallet_name: "Countersign" },
			ext: { chains: ["solana:devnet", "eip155:8453", "eip155:1"] },
		});
		expect(userStateOf(BOTH, CHAINS.slice(0, 2))).not.toHaveProperty("ext");
		expect(userStateOf({ ...NONE, svm: SVM_SIGNER }, CHAINS)).not.toHaveProperty("ext");
	});

	it("names the wallet as the submitter only in Direct, since that is invalid with Auto", () => {
		const direct = userStateOf(BOTH, CHAINS, "direct");
		expect([direct.evm?.broadcaster, direct.svm?.broadcaster]).toEqual(["wallet", "wallet"]);
		expect(JSON.stringify(userStateOf(BOTH, CHAINS, "auto"))).not.toContain("broadcaster");
	});

	it("omits a family that the user has not shared", () => {
		const told = userStateOf({ ...NONE, evm: SIGNER }, [chain("svm", "devnet")]);
		expect(told.evm).toEqual({ address: SIGNER });
		expect("svm" in told).toBe(false);
		expect(userStateOf(NONE, CHAINS)).toEqual({ connection: { is_connected: false, ...PROVIDER } });
	});

	it("never contains an RPC's address, which may hold a key, or a name, or a preference", () => {
		const text = JSON.stringify(userStateOf(BOTH, CHAINS, "direct"));
		for (const word of ["rpc.example", "ens_name", "preferences"]) expect(text).not.toContain(word);
	});

	it("follows the interface, and nothing may be added to it", () => {
		const told = userStateOf(BOTH, CHAINS, "direct");
		expect(userState.safeParse(told).success).toBe(true);
		for (const more of [
			{ ...told, balance: "1" },
			{ ...told, evm: { ...told.evm, label: "Main" } },
			{ ...told, svm: { ...told.svm, label: "Main" } },
			{ ...told, connection: { ...told.connection, email: "a@b.cd" } },
		])
			expect(userState.safeParse(more).success).toBe(false);
	});
});

describe("a turn's mode", () => {
	const turn = { mode: null, app: null, applicationId: null };
	it("is Auto unless an app is named", () => {
		expect(modeOf(turn)).toBe("auto");
		expect(modeOf({ ...turn, app: "uniswap" })).toBe("direct");
		expect(modeOf({ ...turn, applicationId: 7 })).toBe("direct");
	});
	it("is the explicit one, whatever is named", () => {
		expect(modeOf({ ...turn, mode: "auto", app: "uniswap" })).toBe("auto");
		expect(modeOf({ ...turn, mode: "direct" })).toBe("direct");
	});
});
