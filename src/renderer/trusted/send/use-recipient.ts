import { useEffect, useState } from "react";
import { hasWrongChecksum, readAddress, readChainRef } from "../../../core/format/numeral.ts";
import { readKey } from "../../../core/format/svm-wire.ts";
import type { Text } from "../../../core/localized-text.ts";
import type { AddressView } from "../../../ipc/primitives.ts";
import type { RecipientOutcome } from "../../../ipc/send.ts";
import type { TrustedBridge } from "../../../ipc/windows.ts";
import { isName } from "./draft.ts";

export interface FoundRecipient {
	/** Address to pay, or `null` if none has been found yet. */
	readonly address: AddressView | null;
	readonly system: "ENS" | "SNS" | null;
	readonly fault: Text | null;
	readonly isSearching: boolean;
}

/** Debounce delay before a name is resolved. */
const PAUSE_MS = 400;

const NOTHING: FoundRecipient = { address: null, system: null, fault: null, isSearching: false };

function isAddress(chainRef: string, text: string): boolean {
	if (readChainRef(chainRef) === null) return readKey(text) !== null;
	return readAddress(text) !== null && !hasWrongChecksum(text);
}

function foundOf(outcome: RecipientOutcome): FoundRecipient {
	return outcome.ok
		? { ...NOTHING, address: outcome.address, system: outcome.system }
		: { ...NOTHING, fault: outcome.text };
}

/**
 * Resolves the typed text to an address, which main checks again later. A result for outdated text is
 * ignored.
 */
export function useRecipient(
	bridge: Pick<TrustedBridge, "call">,
	chainRef: string | null,
	typed: string,
): FoundRecipient {
	const text = typed.trim();
	const key = `${chainRef ?? ""} ${text}`;
	const [found, setFound] = useState<{ readonly key: string; readonly of: FoundRecipient } | null>(null);
	const isAsked = chainRef !== null && (isName(text) || isAddress(chainRef, text));
	useEffect(() => {
		if (!isAsked || chainRef === null) return;
		const timer = setTimeout(
			() => {
				bridge.call("resolveRecipient", { chainRef, text }).then(
					(outcome) => setFound({ key, of: foundOf(outcome) }),
					() => setFound({ key, of: NOTHING }),
				);
			},
			isName(text) ? PAUSE_MS : 0,
		);
		return () => clearTimeout(timer);
	}, [bridge, chainRef, key, text, isAsked]);
	if (!isAsked) return NOTHING;
	return found?.key === key ? found.of : { ...NOTHING, isSearching: true };
}
