import type { ChainSetting } from "../../ipc/settings.ts";
import { whichChain } from "../chains/probe.ts";
import type { Ports } from "../ports.ts";
import { ServiceClock } from "../service/service-clock.ts";
import type { ShellFacts } from "./doctor.ts";

const TIMEOUT_MS = 10_000;

/**
 * Reads the `Date` header from a request without a token. Never rejects.
 * @param baseUrl empty if the user hasn't chosen a service
 */
export async function clockFacts(
	baseUrl: string,
	{ fetch, clock }: Pick<Ports, "fetch" | "clock">,
): Promise<ShellFacts["clock"]> {
	if (baseUrl === "") return null;
	const deadline = new AbortController();
	const cancel = clock.after(TIMEOUT_MS, () => deadline.abort());
	try {
		const sentAt = clock.now();
		const { headers, body } = await fetch(baseUrl, {
			method: "HEAD",
			redirect: "manual",
			credentials: "omit",
			cache: "no-store",
			signal: deadline.signal,
		});
		await body?.cancel();
		const date = headers.get("date");
		if (date === null) return null;
		const serviceClock = new ServiceClock(() => {});
		serviceClock.addSample(date, sentAt, clock.now());
		return { difference: serviceClock.difference() };
	} catch {
		return null;
	} finally {
		cancel();
	}
}

/** Contacts only the RPCs that the user has set. */
export function networkFacts(
	chains: readonly ChainSetting[],
	ports: Pick<Ports, "fetch" | "clock">,
): Promise<ShellFacts["networks"]> {
	return Promise.all(
		chains.map(async (chain) => ({
			name: chain.name,
			found: await whichChain(chain, { url: chain.rpcUrl, fetch: ports.fetch, clock: ports.clock }),
		})),
	);
}
