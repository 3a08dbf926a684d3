/** Texts of book. */
export const book = {
	"book.csv": "Comma-separated values",
	"book.full": "The address book takes {most, number} contacts, and is full. Nothing was saved.",
	"book.gone": "This contact is not here any more. Nothing was saved.",
	"book.look-first": "Look at this before you save it. Nothing was saved yet.",
	"app.not-saved": "Nothing was saved.",
	"book.no-file": "No file was chosen. Nothing was imported.",
	"book.file-gone": "This file is no longer waiting. Nothing was imported.",
	"book.changed":
		"Your address book changed since the file was read. Nothing was imported; import it once more.",
} as const;
