import type { FeeChoice, RequestEdit } from "../../../core/review/approval-request.ts";
import { NORMAL } from "./evm-fees.ts";

/** Maximum changes kept at once. Only the open review can change. */
const MAX = 200;

interface StoredEdit {
	/** Request that was changed. A newer revision doesn't count as changed. */
	readonly of: object;
	readonly edit: RequestEdit;
}

/** Remembers the user's changes in reviews until the app quits or the request changes. */
export class RequestEdits {
	readonly #edits = new Map<string, StoredEdit>();

	/** Returns the same object until the next change. */
	get(entryId: string, of: object): RequestEdit | null {
		const stored = this.#edits.get(entryId);
		return stored?.of === of ? stored.edit : null;
	}

	fee(entryId: string, of: object): FeeChoice {
		return this.get(entryId, of)?.fee ?? NORMAL;
	}

	/** @param edit `null` to undo all changes */
	set(entryId: string, of: object, edit: RequestEdit | null): void {
		this.#edits.delete(entryId);
		if (edit !== null) this.#edits.set(entryId, { of, edit });
		for (const old of this.#edits.keys()) {
			if (this.#edits.size <= MAX) break;
			this.#edits.delete(old);
		}
	}
}
