import { dialog } from "electron";
import { t } from "../../../text/index.ts";

export function alertUser(title: string, text: string): void {
	void dialog.showMessageBox({ type: "warning", title: "Countersign", message: title, detail: text });
}

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

export function alertUserAtEnd(title: string, text: string): void {
	dialog.showErrorBox(title, text);
}
