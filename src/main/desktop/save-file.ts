import { writeFile } from "node:fs/promises";
import { dialog } from "electron";

/** A file that the person asked for could not be written. */
export class FileNotSavedError extends Error {
	readonly words: string;
	constructor(cause: unknown) {
		super("a file could not be saved", { cause });
		this.name = "FileNotSavedError";
		this.words =
			"The file could not be written there. Nothing else changed and no funds are touched. Choose another place, or free some space, and try again.";
	}
}

/** Asks where to, and writes for the owner's eyes only. False where the person cancelled. */
export async function saveFile(suggestedName: string, contents: string): Promise<boolean> {
	const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: suggestedName });
	if (canceled || filePath === "") return false;
	try {
		await writeFile(filePath, contents, { mode: 0o600 });
	} catch (cause) {
		throw new FileNotSavedError(cause);
	}
	return true;
}
