import type { AccountPageView } from "../../src/ipc/keys.ts";
import { NOW } from "./samples/common.ts";
import { deskView } from "./samples/desk.ts";
import { trustedView } from "./samples/trusted.ts";
import { desk, type Scene, trusted } from "./scene.ts";

/** Keys after the first day: their password, what is shown of them, and each account by itself. */

const [FIRST, SECOND, LEDGER, IMPORTED] = deskView().accounts;
if (FIRST === undefined || SECOND === undefined || LEDGER === undefined || IMPORTED === undefined)
	throw new Error("the samples have four accounts");

const page = (change: Partial<AccountPageView> = {}): AccountPageView => ({
	account: FIRST,
	source: "phrase",
	kept: null,
	waiting: 0,
	...change,
});
const account = (name: string, change: Partial<AccountPageView>, act?: Scene["act"]) =>
	trusted(`account-${name}`, trustedView({ screen: "account", page: page(change) }), act);

const removing: Scene["act"] = async (shown) => {
	await shown.getByRole("button", { name: "Remove…" }).click();
	await shown.getByRole("button", { name: "Remove account" }).scrollIntoViewIfNeeded();
};

const PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow".split(" ");
const watched = { ...IMPORTED, signer: "watch", balances: [] } as const;

export const keysScenes: readonly Scene[] = [
	desk(
		"accounts-hidden",
		deskView({ accounts: [FIRST, { ...SECOND, hidden: true }, watched] }),
		async (shown) => {
			await shown.getByRole("button", { name: "Home", exact: true }).click();
			await shown.getByRole("button", { name: /hidden account/ }).click();
		},
	),
	account("phrase", {}),
	account("solana", { account: SECOND }),
	account("ledger", { account: LEDGER, source: "ledger" }),
	account("watch", { account: watched, source: "watch" }),
	account("imported-remove", { account: IMPORTED, source: "imported", waiting: 2 }, removing),
	account("last", {
		kept: "This is your only account with a key on this computer. Add another account before you remove it.",
	}),
	trusted("change-password", trustedView({ screen: "changePassword" }), async (shown) => {
		await shown.getByLabel("Current password", { exact: true }).fill("correct horse");
		await shown.getByLabel("New password", { exact: true }).fill("Password1!");
	}),
	trusted("show-phrase", trustedView({ screen: "showPhrase", hasPhrase: true, touch: true }), async (shown) =>
		shown.getByLabel("Password", { exact: true }).fill("correct horse"),
	),
	trusted("show-phrase-none", trustedView({ screen: "showPhrase", hasPhrase: false, touch: false })),
	trusted("export-key", trustedView({ screen: "exportKey", address: FIRST.address, touch: false })),
	trusted(
		"secret-phrase",
		trustedView({
			screen: "secret",
			secret: { kind: "phrase", phrase: PHRASE, hidesAt: NOW + 60_000 },
		}),
	),
	trusted(
		"secret-key",
		trustedView({
			screen: "secret",
			secret: { kind: "key", address: FIRST.address, key: `0x${"4f".repeat(32)}`, hidesAt: NOW + 60_000 },
		}),
	),
	trusted("restore", trustedView({ screen: "restore", hasPhrase: true, imported: [IMPORTED.address] })),
	trusted("restore-without-phrase", trustedView({ screen: "restore", hasPhrase: false, imported: [] })),
	trusted(
		"restored",
		trustedView({
			screen: "restored",
			accounts: [FIRST.address, SECOND.address],
			lost: [IMPORTED.address],
			previousFile: "vault.kept-1790000000000.json",
		}),
	),
];
