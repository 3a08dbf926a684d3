import type { Ports } from "../ports.ts";
import { createServiceClock } from "../service/service-clock.ts";
import type { ShellFacts } from "./doctor.ts";

/** The answer is waited for so long, in ms. */
const TIMEOUT_MS = 10_000;

/**
 * Asks the service for its time: a request without a token, of which only the `Date` of the answer is read. Never
 * rejects.
 * @param baseUrl empty where no service was chosen
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
		const serviceClock = createServiceClock(() => {});
		serviceClock.note(date, sentAt, clock.now());
		return { difference: serviceClock.difference() };
	} catch {
		return null;
	} finally {
		cancel();
	}
}
