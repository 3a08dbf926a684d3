import { afterEach, expect, it } from "vitest";
import { openApp } from "../chaos/app.ts";
import { steadyTime } from "../chaos/steady-time.ts";
import { NO_TROUBLE } from "../chaos/troubles.ts";
import { createWire } from "../chaos/wire.ts";
import { startService } from "../mock-service/service.ts";
import { evmAddress } from "../support/at-world.ts";
import { scratch } from "../support/person.ts";
import { holding } from "../support/ports.ts";
import { codesOf } from "../support/saying.ts";

/** A difference between the service's clock and this computer's: who gets an alert, and when an offer expires. */

const START = Date.UTC(2026, 0, 5, 12);
const DIFFERENCE_MS = 5 * 60_000;
const TOKEN = "clock-token";
const NOBODY = "0x0000000000000000000000000000000000000001";
const NO_CHAIN = { chainId: 31_337, rpcUrl: "http://127.0.0.1:9", token: NOBODY, router: NOBODY } as const;

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close();
});

/** @param aheadMs by how much this computer's clock is ahead of the service's */
async function open(aheadMs: number) {
	const [mine, theirs] = [scratch(), scratch()];
	closing.push(mine.remove, theirs.remove);
	const time = steadyTime(START);
	const service = await startService({
		dataDir: theirs.path,
		token: TOKEN,
		chains: [NO_CHAIN],
		clock: () => time.now() - aheadMs,
		after: time.after,
		settings: { following: false, followMs: 3_600_000 },
	});
	closing.push(() => service.stop());
	const wire = createWire({
		time,
		accept: service.accept,
		drawTrouble: () => NO_TROUBLE,
		onAnswer: () => {},
	});
	const person = await openApp({
		dataDir: mine.path,
		baseUrl: service.url,
		token: TOKEN,
		time,
		fetch: wire.fetch,
		seed: 1,
	});
	closing.push(() => time.during(person.stop()));
	return {
		time,
		person,
		/** Requests a signature that expires after this many seconds on the service's clock. */
		async ask(seconds: number) {
			await time.standStill(
				service.control.say({
					message: `sign the message: hello, expiring in ${seconds} s`,
					userState: { evm: { address: evmAddress(person) } },
				}),
			);
			await time.pass(20_000);
			const [entry] = person.desk().inbox;
			if (entry === undefined) throw new Error("nothing was asked");
			return entry;
		},
		entry: () => person.desk().inbox[0],
		alerts: () => person.desk().alerts.flatMap((alert) => codesOf(alert)),
		async codesOfReview(entryId: string) {
			await person.countersign.callDesk("openReview", { entryId }, holding(time));
			await time.pass(2_000);
			return JSON.stringify(person.screen());
		},
	};
}

it.each([
	["ahead of", DIFFERENCE_MS, "app.clock.ahead", "finding.clock-ahead"],
	["behind", -DIFFERENCE_MS, "app.clock.behind", "finding.clock-behind"],
])(
	"a computer five minutes %s the service says so, and an offer expires by the service's clock",
	async (_, aheadMs, alert, finding) => {
		const one = await open(aheadMs);
		const asked = one.time.now();
		const entry = await one.ask(400);
		expect(one.alerts()).toContain(alert);
		expect(entry.state).toBe("waiting");
		// Expiry times are shown by this computer's clock, in steps of ten seconds.
		const end = asked + 400_000;
		expect(Math.abs((entry.expiresAt ?? 0) - end)).toBeLessThanOrEqual(11_000);
		expect(await one.codesOfReview(entry.id)).toContain(finding);
		await one.time.pass(end - 30_000 - one.time.now());
		expect(one.entry()?.state).toBe("waiting");
		await one.time.pass(60_000);
		expect(one.entry()?.state).not.toBe("waiting");
	},
);

it("a computer with the service's time shows no alert", async () => {
	const one = await open(0);
	const entry = await one.ask(400);
	expect(one.alerts().filter((code) => code.startsWith("app.clock"))).toEqual([]);
	expect(entry.expiresAt).toBe(START + Math.floor(((entry.expiresAt ?? 0) - START) / 1_000) * 1_000);
});
