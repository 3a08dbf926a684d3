import { parseArgs } from "node:util";
import { lookAt, type Recordings, readRecordings, replay } from "./replay.ts";
import { startLedger } from "./start.ts";

/** `npm run test:ledger`: every recording against a device that runs, or against the emulated one. */

const USAGE = `npm run test:ledger -- [options]
  --url URL  a running emulator of Ledger with the Ethereum or the Solana app, and the phrase of the recordings;
             without it, the emulated device of this project`;

const { values } = parseArgs({
	options: { url: { type: "string" }, help: { type: "boolean", default: false } },
});

interface Tally {
	passed: number;
	failed: number;
	notApplicable: number;
}

/** Replays those of one app whose setting is the device's, or which `prepare` makes it. */
async function replayAll(
	url: string,
	{ app, version, recordings }: Recordings,
	tally: Tally,
	prepare: (blindSigning: boolean) => void,
): Promise<void> {
	for (const one of recordings) {
		prepare(one.blind_signing);
		const found = await lookAt(url);
		const about = `${app} ${version}, blind signing ${one.blind_signing ? "on" : "off"}: ${one.name}`;
		if (found.app !== app || found.blindSigning !== one.blind_signing) {
			tally.notApplicable += 1;
			continue;
		}
		const { differences } = await replay(url, one);
		tally[differences.length === 0 ? "passed" : "failed"] += 1;
		console.log(`${differences.length === 0 ? "ok  " : "FAIL"} ${about}`);
		for (const difference of differences) console.log(`     ${difference}`);
	}
}

async function obstacles(url: string, tally: Tally): Promise<void> {
	const found = await lookAt(url);
	console.log(
		`${url}: ${found.app} ${found.version}, blind signing ${found.blindSigning ? "on" : "off"} (set it on the device)`,
	);
	for (const file of readRecordings()) {
		if (file.app === found.app && file.version !== found.version) {
			console.log(`The recordings are of ${file.app} ${file.version}: another version may answer otherwise.`);
		}
		await replayAll(url, file, tally, () => {});
	}
}

async function againstOurs(tally: Tally): Promise<void> {
	for (const file of readRecordings()) {
		const { app, seed } = file;
		const ledger = await startLedger({ app, seed, person: { decide: "wait", afterMs: 0 } });
		try {
			await replayAll(ledger.url, file, tally, (on) => ledger.blindSigning(app, on));
		} finally {
			await ledger.stop();
		}
	}
}

async function main(): Promise<void> {
	const tally: Tally = { passed: 0, failed: 0, notApplicable: 0 };
	if (values.url === undefined) await againstOurs(tally);
	else await obstacles(values.url.replace(/\/$/, ""), tally);
	console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.notApplicable} not applicable here`);
	process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0;
}

if (values.help) console.log(USAGE);
else await main();
