import { dialog } from "electron";

/** Shows words in a box, and goes on. */
export function tell(title: string, words: string): void {
	void dialog.showMessageBox({ type: "warning", title: "Countersign", message: title, detail: words });
}

/** Shows last words, also before the app is ready; returns when they were read. */
export function tellLast(title: string, words: string): void {
	dialog.showErrorBox(title, words);
}
