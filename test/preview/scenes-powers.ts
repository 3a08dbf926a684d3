import type { Page } from "playwright";
import { agents } from "./samples/agents.ts";
import { MINUTE, NOW } from "./samples/common.ts";
import { deskView } from "./samples/desk.ts";
import { HOLDERS, log, manyPowers, powers, UNREAD_LOGS, unpricedPowers } from "./samples/powers.ts";
import { desk, type Scene } from "./scene.ts";

const go = async (page: Page) => {
	await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "Powers" }).click();
};

const tick = async (page: Page, name: RegExp) => page.getByRole("checkbox", { name }).first().click();

/** Scenes of what others may do with the user's accounts. */
export const powersScenes: readonly Scene[] = [
	desk("powers", deskView({ powers: powers() }), go),
	desk(
		"powers-one",
		deskView({ powers: powers({ holders: HOLDERS.slice(2, 3), exposed: "≈ $1,572.50" }) }),
		go,
	),
	desk(
		"powers-partly",
		deskView({ powers: powers({ logs: [log(), ...UNREAD_LOGS.slice(1)] }) }),
		async (page) => {
			await go(page);
			await page.getByText("Logs not read").scrollIntoViewIfNeeded();
		},
	),
	desk("powers-many", deskView({ powers: manyPowers(40) }), go),
	desk("powers-selected", deskView({ powers: powers() }), async (page) => {
		await go(page);
		await tick(page, /Select all of Uniswap/);
		await tick(page, /Ridgeline/);
	}),
	desk(
		"powers-refused",
		deskView({ powers: powers() }),
		async (page) => {
			await go(page);
			await tick(page, /Ridgeline/);
			await page.getByRole("button", { name: /^Revoke 1/ }).click();
			await page.getByText("would fail").waitFor();
		},
		{
			revokePowers: {
				ok: false,
				text: "Your RPC says that revoking this would fail on-chain right now. Nothing was signed. Read again.",
			},
		},
	),
	desk("powers-unpriced", deskView({ powers: unpricedPowers() }), async (page) => {
		await go(page);
		await tick(page, /Select all of Uniswap/);
	}),
	desk("powers-filtered", deskView({ powers: powers() }), async (page) => {
		await go(page);
		await page.getByRole("button", { name: /^Solana/ }).click();
	}),
	desk("powers-minor", deskView({ powers: powers() }), async (page) => {
		await go(page);
		await page.getByRole("button", { name: "Show", exact: true }).click();
		await page.getByText("Freeze your").scrollIntoViewIfNeeded();
	}),
	desk("powers-empty", deskView({ powers: powers({ holders: [], exposed: null, logs: UNREAD_LOGS }) }), go),
	desk("powers-none", deskView({ powers: powers({ holders: [], exposed: null }) }), go),
	desk(
		"powers-first",
		deskView({
			powers: powers({ holders: [], exposed: null, logs: UNREAD_LOGS, reading: true, readAt: null }),
		}),
		go,
	),
	desk(
		"powers-reading",
		deskView({
			powers: powers({
				reading: true,
				logs: [log({ isReading: true, read: 12_900_000, readAt: NOW - MINUTE })],
			}),
		}),
		go,
	),
	desk("powers-logs", deskView({ powers: powers({ logs: UNREAD_LOGS }) }), async (page) => {
		await go(page);
		await page.getByRole("button", { name: "Read the logs…" }).click();
		await page.getByText("A block", { exact: true }).click();
	}),
	desk(
		"powers-failed",
		deskView({
			powers: powers({
				logs: [
					log({ read: 29_000_000, failed: [{ from: 8_600_000, to: 9_599_999 }] }),
					log({
						chain: { id: "1", name: "Ethereum" },
						read: 400_000,
						blocks: 2_600_000,
						fault: "Your RPC took too long to respond. Try again later.",
					}),
				],
				unread: [{ name: "Arbitrum One", fault: "Your RPC can’t be reached." }],
				left: 3,
			}),
		}),
		go,
	),
	desk("powers-stop", deskView({ powers: powers(), agents: agents() }), async (page) => {
		await go(page);
		await page.getByRole("button", { name: "Stop everything…" }).click();
	}),
	desk(
		"powers-revoking",
		deskView({
			powers: powers({
				holders: HOLDERS.map((each, at) =>
					at === 2 ? { ...each, rows: each.rows.map((row) => ({ ...row, revoking: "revocation:1" })) } : each,
				),
			}),
		}),
		go,
	),
];
