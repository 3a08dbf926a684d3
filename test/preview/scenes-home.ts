import type { Page } from "playwright";
import type { HomeView } from "../../src/ipc/home.ts";
import type { DeskView } from "../../src/ipc/windows.ts";
import { vault } from "./samples/common.ts";
import { deskView } from "./samples/desk.ts";
import {
	disagreeing,
	home,
	manyTokens,
	noPrices,
	nothingKnown,
	silentTokens,
	unreachable,
} from "./samples/home.ts";
import { desk, type Scene } from "./scene.ts";

/** Home: what is held, what waits, what agents did, who could take what. */

const open = async (page: Page) => {
	await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "Home" }).click();
};

const scene = (name: string, view: HomeView, change: Partial<DeskView> = {}, act = open): Scene =>
	desk(`home-${name}`, deskView({ home: view, ...change }), act, {
		watchHome: { ok: true },
		watchPowers: { ok: true },
	});

const one = deskView().accounts.slice(0, 1);

export const homeScenes: readonly Scene[] = [
	scene("all", home()),
	scene("empty", nothingKnown(), {
		accounts: [],
		inbox: [],
		vault: vault({ state: "none", locksAt: null }),
	}),
	scene("first", nothingKnown(), { inbox: [] }),
	scene("one-account", home({ accounts: home().accounts.slice(0, 1), notes: [] }), {
		accounts: one,
		inbox: [],
	}),
	scene("many-tokens", manyTokens(), {}, async (page) => {
		await open(page);
		const fold = page.getByRole("button", { name: /tokens hidden/ });
		await fold.click();
		await fold.scrollIntoViewIfNeeded();
	}),
	scene("no-prices", noPrices()),
	scene("unreachable", unreachable()),
	scene("silent-tokens", silentTokens()),
	scene("witness-disagrees", disagreeing()),
];
