/** A page can ask as often as it likes; the user is asked one thing at a time, whichever window it is of. */
let asking = false;

/** What the dialog came to; `otherwise` while another one is open. */
export async function oneDialog<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
	if (asking) return otherwise;
	asking = true;
	try {
		return await ask();
	} finally {
		asking = false;
	}
}
