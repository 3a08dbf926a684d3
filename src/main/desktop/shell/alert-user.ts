import { dialog } from "electron";
import { t } from "../../../text/index.ts";

/** Shows text in a box without waiting. */
export function alertUser(title: string, text: string): void {
	void dialog.showMessageBox({ type: "warning", title: "Countersign", message: title, detail: text });
}

/** Asks whether the app goes on after the user closed the last window while no icon is visible. */
export async function askToStay(): Promise<"stay" | "quit"> {
	const { response } = await dialog.showMessageBox({
		type: "info",
		title: "Countersign",
		message: t("desktop.no-tray.title"),
		detail: t("desktop.no-tray"),
		buttons: [t("desktop.no-tray.stay"), t("desktop.menu.quit")],
		defaultId: 0,
		cancelId: 0,
		noLink: true,
	});
	return response === 1 ? "quit" : "stay";
}

/** Shows a last text, even before the app is ready; returns when it was read. */
export function alertUserAtEnd(title: string, text: string): void {
	dialog.showErrorBox(title, text);
}
