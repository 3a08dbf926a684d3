import { dialog } from "electron";

/** Shows words in a box, and goes on. */
export function alertUser(title: string, text: string): void {
	void dialog.showMessageBox({ type: "warning", title: "Countersign", message: title, detail: text });
}

/** Shows last words, also before the app is ready; returns when they were read. */
export function alertUserAtEnd(title: string, text: string): void {
	dialog.showErrorBox(title, text);
}
