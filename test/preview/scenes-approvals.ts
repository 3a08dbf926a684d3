import type { Page } from "playwright";
import { allowances } from "./samples/allowances.ts";
import { deskView } from "./samples/desk.ts";
import { desk, type Scene } from "./scene.ts";

const go = async (page: Page) => {
	await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "Allowances" }).click();
};

/** Scenes of the user's allowances. */
export const approvalsScenes: readonly Scene[] = [
	desk("approvals", deskView({ allowances: allowances() }), go),
	desk("approvals-below", deskView({ allowances: allowances({ left: 3 }) }), async (page) => {
		await go(page);
		await page.getByText("Checks only the tokens and spenders").scrollIntoViewIfNeeded();
	}),
	desk("approvals-empty", deskView({ allowances: allowances({ groups: [] }) }), go),
	desk(
		"approvals-reading",
		deskView({ allowances: allowances({ groups: [], reading: true, readAt: null }) }),
		go,
	),
	desk(
		"approvals-refused",
		deskView({ allowances: allowances() }),
		async (page) => {
			await go(page);
			await page.getByRole("button", { name: /Revoke… WETH/ }).click();
			await page.getByText("would fail").waitFor();
		},
		{
			revoke: {
				ok: false,
				text: "Your RPC says that revoking this would fail on-chain right now. Nothing was signed. Refresh the allowances.",
			},
		},
	),
];
