import { dialog, shell } from "electron";
import { isSafeAddress } from "../../bridge/safe-address.ts";

/** Opens an address in the system's browser. Only https, or http on this computer; anything else throws. */
export async function openExternal(url: string): Promise<void> {
	if (!isSafeAddress(url)) throw new Error("not an address that may be opened");
	await shell.openExternal(new URL(url).href);
}

/** Asks in a dialog of main's own, which shows where the link really leads. */
export async function confirmLink(url: string): Promise<boolean> {
	if (!isSafeAddress(url)) return false;
	const { href, host } = new URL(url);
	const { response } = await dialog.showMessageBox({
		type: "question",
		message: `Open ${host} in your browser?`,
		detail: `${href}\n\nThis link was written by somebody else. Never enter your recovery phrase or password on a page that it leads to.`,
		buttons: ["Cancel", "Open"],
		defaultId: 0,
		cancelId: 0,
		noLink: true,
	});
	if (response !== 1) return false;
	await shell.openExternal(href);
	return true;
}
