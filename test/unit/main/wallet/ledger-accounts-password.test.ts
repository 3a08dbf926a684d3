import { expect, it } from "vitest";
import { type Rule, writeRules } from "../../../../src/core/rules/rules.ts";
import { Events } from "../../../../src/main/events.ts";
import { Rules } from "../../../../src/main/rules/rules.ts";
import type { LedgerAccountSetting } from "../../../../src/main/settings-schema.ts";
import { LedgerDesk } from "../../../../src/main/wallet/ledger-desk.ts";
import { stub } from "../../../fixtures/stub.ts";
import { intact } from "../integrity/intact.ts";

/** Adding an account may loosen a rule, because the user's own accounts count as permitted recipients. */

const ADDRESS = "0x00000000000000000000000000000000000c0FfE";
const SCOPE = { accounts: "all", agents: "all", apps: "all", chains: "all" } as const;
const RULE: Rule = {
	id: "r",
	name: "Friends",
	scope: SCOPE,
	kind: "recipients",
	addresses: [],
	contacts: false,
};

function adding(rules: string | null, state: "unlocked" | "none" = "unlocked") {
	const vault = {
		status: () => ({ state }),
		verifyPassword: async (password: Uint8Array) =>
			new TextDecoder().decode(password) === "right"
				? { ok: true }
				: { ok: false, text: "That is not the password." },
	};
	const user = new Rules(
		stub({ integrity: intact(), stores: { rules: { latest: () => rules } }, wallet: { vault } }),
	);
	const added: (readonly LedgerAccountSetting[])[] = [];
	const desk = new LedgerDesk(
		stub({
			ports: { log: () => {} },
			events: new Events(() => {}),
			networks: { chainSettings: () => [] },
			rules: {
				labels: () => ({}),
				storedRules: () => user.storedRules(),
				admitLoosening: (password: string | null) => user.admitLoosening(password),
			},
			signedIn: { currentOrNull: () => null },
			wallet: {
				accounts: {
					find: () => null,
					onLedger: () => [],
					addLedger(found: readonly LedgerAccountSetting[]) {
						added.push(found);
						return true;
					},
				},
				balances: { read() {} },
				ledger: {
					client: {
						addresses: (_id: string, _family: string, paths: readonly string[]) => ({
							answer: Promise.resolve({
								ok: true,
								addresses: paths.map((path) => ({ path, address: ADDRESS })),
							}),
						}),
					},
					watch: { devices: () => [{ id: "a", model: "Ledger Nano X" }], asking: () => () => {} },
				},
			},
		}),
	);
	const add = async (password?: string) => {
		await desk.scanLedger({ deviceId: "a", family: "evm", more: false });
		return await desk.addLedgerAccounts({
			paths: ["m/44'/60'/0'/0/0"],
			...(password === undefined ? {} : { password }),
		});
	};
	return { add, added };
}

it("a new account is added without a password if no rule names recipients", async () => {
	const { add, added } = adding(null);
	expect(await add()).toEqual({ ok: true });
	expect(added).toHaveLength(1);
});

it("a new account requires the password if a rule names recipients, or if the rules can't be read", async () => {
	for (const rules of [writeRules([RULE]), "no rules"]) {
		const { add, added } = adding(rules);
		expect(await add()).toMatchObject({ ok: false });
		expect(await add("wrong")).toMatchObject({ ok: false });
		expect(added).toEqual([]);
		expect(await add("right")).toEqual({ ok: true });
		expect(added).toHaveLength(1);
	}
});

it("a new account is not added if a rule names recipients and there is no password", async () => {
	const { add, added } = adding(writeRules([RULE]), "none");
	expect(await add("right")).toMatchObject({ ok: false });
	expect(added).toEqual([]);
});
