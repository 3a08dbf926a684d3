import type { Page } from "playwright";
import { agents } from "./samples/agents.ts";
import { deskView } from "./samples/desk.ts";
import { desk } from "./scene.ts";

const typed = (query: string) => async (page: Page) => {
	await page.keyboard.press("Control+k");
	await page.getByRole("dialog").getByRole("combobox").waitFor();
	await page.keyboard.type(query);
};

export const paletteScenes = [
	desk("palette", deskView(), typed("")),
	desk("palette-found", deskView(), typed("ana")),
	desk("palette-actions", deskView({ agents: agents() }), typed("pause")),
	desk("palette-nothing", deskView(), typed("zzz")),
	desk("palette-recent", deskView(), async (page) => {
		await typed("shortcuts")(page);
		await page.keyboard.press("Enter");
		await page.keyboard.press("Escape");
		await typed("")(page);
		await page.keyboard.press("ArrowDown");
	}),
];
