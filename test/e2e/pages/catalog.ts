import type { Locator } from "playwright";
import { t } from "../../../src/text/index.ts";
import type { Desk } from "./desk.ts";

/** The pipeline's tree, operations and Builds in the desk window. */

export const pipeline = (desk: Desk): Locator =>
	desk.page.getByRole("region", { name: "Pipeline", exact: true });

/** Opens the catalog, and enables it in the settings first if necessary. */
async function open(desk: Desk): Promise<void> {
	if (!(await desk.navigation.getByRole("button", { name: "Catalog" }).isVisible())) {
		await desk.go("Settings");
		await desk.setting("This computer");
		await desk.page.getByRole("switch", { name: t("desk.settings.show-catalog") }).click();
	}
	await desk.go("Catalog");
}

/** Opens entries by name, starting at the root. The last one stays open. */
export async function walk(desk: Desk, names: readonly string[]): Promise<void> {
	await open(desk);
	await desk.page.getByRole("radio", { name: "Operations" }).click();
	const root = desk.page.getByRole("navigation", { name: "Pipeline path" }).getByRole("button").first();
	const heading = pipeline(desk).getByRole("heading", { level: 2 });
	await heading.waitFor();
	if (!/^\/v1\/pipeline$/.test((await heading.textContent()) ?? "")) await root.click();
	await heading.getByText("/v1/pipeline", { exact: true }).waitFor();
	for (const name of names) {
		await pipeline(desk)
			.getByRole("button", { name: new RegExp(`^${name}\\s*(directory|operation|document)$`) })
			.click();
		await heading.filter({ hasText: name }).waitFor();
	}
}

/** The response of the open operation. */
export const answer = (desk: Desk): Locator => desk.page.getByRole("region", { name: "Answer", exact: true });

export async function run(desk: Desk): Promise<void> {
	await desk.page.getByRole("region", { name: "Run it" }).getByRole("button", { name: "Run" }).click();
}

/** The open Build. */
export const build = (desk: Desk): Locator => desk.page.getByRole("region", { name: "Build", exact: true });

/** Opens the list of Builds and returns it. */
export async function openBuilds(desk: Desk): Promise<Locator> {
	await open(desk);
	const back = desk.button("All Builds");
	if (await back.isVisible()) await back.click();
	else await desk.page.getByRole("radio", { name: /^Builds/ }).click();
	return desk.page.getByRole("region", { name: "Builds", exact: true });
}

/** Creates a small Build of the app “demo” that sends this many wei to this address, and leaves it open. */
export async function makeBuild(desk: Desk, to: string, wei: string): Promise<void> {
	await walk(desk, ["apps", "demo", "operations", "send"]);
	await type(desk, /^Application ID/, "7");
	await desk.page.getByLabel(/^asset/i).selectOption({ label: "ETH" });
	await type(desk, /^to$/i, to);
	await type(desk, /^amount$/i, wei);
	await run(desk);
	await answer(desk).getByRole("button", { name: "Show Build" }).click();
	await build(desk).waitFor();
}

export async function type(desk: Desk, label: RegExp, text: string): Promise<void> {
	await desk.page.getByLabel(label).click();
	await desk.page.keyboard.type(text);
}

/** Asks the service to simulate the open Build. */
export async function simulate(desk: Desk): Promise<void> {
	await build(desk).getByRole("button", { name: "Simulate" }).click();
	await build(desk).getByText("simulated", { exact: true }).waitFor();
}
