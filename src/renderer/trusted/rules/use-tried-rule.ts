import { useEffect, useState } from "react";
import type { RuleInput, TriedRuleView } from "../../../ipc/rules.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { written } from "./rule-draft.ts";

/** Whoever types asks main for what it came to alone, in ms. */
const SETTLE_MS = 250;

/**
 * What the rule would have stopped of the last weeks' requests, asked of main as it changes; what was told of it stays
 * until it is told anew.
 * @param rules all as they would be kept; null while the draft is no rule yet
 * @param id of the one that is tried
 */
export function useTriedRule(rules: readonly RuleInput[] | null, id: string): TriedRuleView | null {
	const { bridge } = useTrusted();
	const [tried, setTried] = useState<TriedRuleView | null>(null);
	const key = JSON.stringify(rules === null ? null : written(rules));
	useEffect(() => {
		let isLatest = true;
		const read: Record<string, unknown>[] | null = JSON.parse(key);
		const ask = async () => {
			const outcome =
				read === null ? null : await bridge.call("tryRule", { rules: read, id }).catch(() => null);
			if (isLatest) setTried(outcome?.tried ?? null);
		};
		const timer = setTimeout(() => void ask(), SETTLE_MS);
		return () => {
			isLatest = false;
			clearTimeout(timer);
		};
	}, [bridge, id, key]);
	return tried;
}
