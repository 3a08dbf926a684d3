import { useCallback, useEffect, useRef, useState } from "react";
import type { RpcProbe } from "../../../core/chain/public-rpcs.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { urlFault } from "../settings/check.ts";
import type { NetworkDraft } from "./draft.ts";

export type Probed = "asking" | "failed" | RpcProbe;

export interface Probes {
	of(chainId: string, url: string): Probed | null;
	ask(chainId: string, url: string): void;
}

const keyOf = (chainId: string, url: string) => `${chainId} ${url.trim()}`;

/**
 * Tests each network's first RPC once. An address that is still being typed is skipped, because it could be
 * someone else's.
 */
export function useProbes(drafts: readonly NetworkDraft[], editing: string | null): Probes {
	const { bridge } = useTrusted();
	const [found, setFound] = useState<ReadonlyMap<string, Probed>>(new Map());
	const asked = useRef(new Set<string>());

	const ask = useCallback(
		(chainId: string, url: string) => {
			if (urlFault(url) !== null || chainId === "") return;
			const key = keyOf(chainId, url);
			asked.current.add(key);
			const set = (probed: Probed) => setFound((before) => new Map(before).set(key, probed));
			set("asking");
			bridge.call("probeRpc", { chainId, rpcUrl: url.trim() }).then(
				(outcome) => set(outcome.ok ? outcome.probe : "failed"),
				() => set("failed"),
			);
		},
		[bridge],
	);

	useEffect(() => {
		for (const { on, key, chainId, rpcs } of drafts) {
			const [first = ""] = rpcs;
			if (on && key !== editing && !asked.current.has(keyOf(chainId, first))) ask(chainId, first);
		}
	}, [drafts, editing, ask]);

	return { of: (chainId, url) => found.get(keyOf(chainId, url)) ?? null, ask };
}

export type NetworkStatus = "off" | "asking" | "ready" | "unproven" | "wrong";

/** Returns whether an RPC can simulate, either directly or by tracing. */
export const canSimulate = ({ simulates, traces }: RpcProbe): boolean =>
	simulates === true || traces === true;

export function networkStatusOf(
	{ on, chainId, rpcs: [first = ""] }: NetworkDraft,
	probes: Probes,
): NetworkStatus {
	if (!on) return "off";
	const probed = probes.of(chainId, first);
	if (probed === null || probed === "asking") return "asking";
	if (probed === "failed" || probed.found !== "right") return "wrong";
	return canSimulate(probed) ? "ready" : "unproven";
}
