import type { FeeChoice, RequestEdit } from "../../../core/review/approval-request.ts";
import { NORMAL } from "./evm-fees.ts";

/** Changes kept at once; only the open review changes. */
const MAX = 200;

interface KeptEdit {
	/** Request that was changed. A newer revision of it isn't. */
	readonly of: object;
	readonly edit: RequestEdit;
}

/** Remembers what the user changed in reviews, until the app quits or the request changes. */
export class RequestEdits {
	readonly #kept = new Map<string, KeptEdit>();

	/** The same object until the next change. */
	get(entryId: string, of: object): RequestEdit | null {
		const kept = this.#kept.get(entryId);
		return kept?.of === of ? kept.edit : null;
	}

	fee(entryId: string, of: object): FeeChoice {
		return this.get(entryId, of)?.fee ?? NORMAL;
	}

	/** @param edit `null` to undo all changes */
	set(entryId: string, of: object, edit: RequestEdit | null): void {
		this.#kept.delete(entryId);
		if (edit !== null) this.#kept.set(entryId, { of, edit });
		for (const old of this.#kept.keys()) {
			if (this.#kept.size <= MAX) break;
			this.#kept.delete(old);
		}
	}
}
