import type { WindowView } from "../../host/control.ts";
import type { Driver } from "../driver.ts";
import { until } from "./until.ts";

/** The desk that is on screen. One that is kept ready for the next time is no open one. */
export async function openDesk({ windowViews }: Pick<Driver, "windowViews">): Promise<WindowView | null> {
	const views = await windowViews();
	return views.find(({ url, visible }) => visible && url.startsWith("app://desk/")) ?? null;
}

/** Closes the desk as its own close button does, if it is open. */
export async function closeDesk(app: Pick<Driver, "windowViews" | "closeWindow">): Promise<void> {
	const desk = await openDesk(app);
	if (desk !== null) await app.closeWindow(desk.id);
	await until("the desk to be closed", async () => (await openDesk(app)) === null);
}
