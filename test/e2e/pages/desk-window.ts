import type { WindowView } from "../../host/control.ts";
import type { Driver } from "../driver.ts";
import { until } from "./until.ts";

/** Returns the visible desk window. A hidden one that is kept for later doesn't count. */
export async function openDesk({ windowViews }: Pick<Driver, "windowViews">): Promise<WindowView | null> {
	const views = await windowViews();
	return views.find(({ url, visible }) => visible && url.startsWith("app://desk/")) ?? null;
}

/** Presses the desk's close button if the desk is open. */
export async function closeDesk(app: Pick<Driver, "windowViews" | "closeWindow">): Promise<void> {
	const desk = await openDesk(app);
	if (desk !== null) await app.closeWindow(desk.id);
	await until("the desk to be closed", async () => (await openDesk(app)) === null);
}
