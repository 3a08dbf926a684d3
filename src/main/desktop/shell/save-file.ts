import { writeFile } from "node:fs/promises";
import { dialog } from "electron";
import { AppError } from "../../../core/app-error.ts";
import { message } from "../../../core/message.ts";
import { oneDialog } from "./one-dialog.ts";

/** A file that the user asked for could not be written. */
class FileNotSavedError extends AppError {
	override readonly name = "FileNotSavedError";
	constructor(cause: unknown) {
		super(message("desktop.file-not-saved"), { cause });
	}
}

/** Asks where to, and writes for the owner's eyes only. False where the user cancelled, or is asked something else. */
export async function saveFile(suggestedName: string, contents: string): Promise<boolean> {
	const asked = () => dialog.showSaveDialog({ defaultPath: suggestedName });
	const { canceled, filePath } = await oneDialog(asked, { canceled: true, filePath: "" });
	if (canceled || filePath === "") return false;
	try {
		await writeFile(filePath, contents, { mode: 0o600 });
	} catch (cause) {
		throw new FileNotSavedError(cause);
	}
	return true;
}
