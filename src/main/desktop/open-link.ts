import { dialog, shell } from "electron";
import { isSafeAddress } from "../../bridge/safe-address.ts";

/** Opens an address in the system's browser. Only https, or http on this computer; anything else throws. */
export async function openExternal(url: string): Promise<void> {
	if (!isSafeAddress(url)) throw new Error("not an address that may be opened");
	await shell.openExternal(new URL(url).href);
}

/** A page can ask as often as it likes; the person is asked one thing at a time. */
let asking = false;

/** Asks in a dialog of main's own, which shows where the link really leads. False while another one is asked about. */
export async function confirmLink(url: string): Promise<boolean> {
	if (asking || !isSafeAddress(url)) return false;
	asking = true;
	try {
		return await ask(url);
	} finally {
		asking = false;
	}
}

async function ask(url: string): Promise<boolean> {
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
