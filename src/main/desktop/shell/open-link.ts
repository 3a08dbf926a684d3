import { dialog, shell } from "electron";
import { isSafeAddress } from "../../../ipc/primitives.ts";
import { t } from "../../../text/index.ts";
import { oneDialog } from "./one-dialog.ts";

/** Opens an address in the system's browser. Only https, or http on this computer; anything else throws. */
export async function openExternal(url: string): Promise<void> {
	if (!isSafeAddress(url)) throw new Error("not an address that may be opened");
	await shell.openExternal(new URL(url).href);
}

/** Asks in a dialog of main's own, which shows where the link really leads. False while another one is asked about. */
export async function confirmLink(url: string): Promise<boolean> {
	return isSafeAddress(url) && (await oneDialog(() => ask(url), false));
}

async function ask(url: string): Promise<boolean> {
	const { href, host } = new URL(url);
	const { response } = await dialog.showMessageBox({
		type: "question",
		message: t("desktop.open-link", { host }),
		detail: t("desktop.open-link.warning", { href }),
		buttons: [t("desktop.cancel"), t("desktop.open")],
		defaultId: 0,
		cancelId: 0,
		noLink: true,
	});
	if (response !== 1) return false;
	await shell.openExternal(href);
	return true;
}
