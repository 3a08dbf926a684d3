import { parseArgs } from "node:util";
import {
	matchesDevice,
	modelRecorded,
	type Recordings,
	readDevice,
	readRecordings,
	replay,
} from "./replay.ts";
import { startLedger } from "./start.ts";

/** Implements `npm run test:ledger`: replays every recording on a running device, or on the emulated one. */

const USAGE = `npm run test:ledger -- [options]
  --url URL  a running emulator of Ledger with the Ethereum or the Solana app, and the phrase of the recordings;
             (a model with buttons or a touch screen); by default, this project's emulated Nano X and Flex`;

const { values } = parseArgs({
	options: { url: { type: "string" }, help: { type: "boolean", default: false } },
});

interface Tally {
	passed: number;
	failed: number;
	notApplicable: number;
}

/** Replays the recordings of one app that match the device's setting, which `prepare` may change. */
async function replayAll(
	url: string,
	file: Recordings,
	tally: Tally,
	prepare: (blindSigning: boolean) => void,
): Promise<void> {
	const { app, model, version, recordings } = file;
	for (const [at, one] of recordings.entries()) {
		prepare(one.blind_signing);
		const found = await readDevice(url);
		const about = `${app} ${version} on a ${model}, blind signing ${one.blind_signing ? "on" : "off"}: ${one.name}`;
		if (!matchesDevice(file, found) || found.blindSigning !== one.blind_signing) {
			tally.notApplicable += 1;
			continue;
		}
		const { differences, unrecorded, isStuck } = await replay(url, one);
		tally[differences.length === 0 ? "passed" : "failed"] += 1;
		console.log(`${differences.length === 0 ? "ok  " : "FAIL"} ${about}`);
		for (const difference of differences) console.log(`     ${difference}`);
		for (const page of unrecorded) console.log(`     the recording lacks ${JSON.stringify(page)}`);
		if (isStuck) {
			const left = recordings.length - at - 1;
			console.log(`     its question is still displayed; ${left} more of this file are skipped`);
			tally.notApplicable += left;
			return;
		}
	}
}

async function replayOnRunning(url: string, tally: Tally): Promise<void> {
	const found = await readDevice(url);
	console.log(
		`${url}: ${found.app} ${found.version}, blind signing ${found.blindSigning ? "on" : "off"} (set it on the device), ${found.isTouch ? "touch screen" : "buttons"}`,
	);
	for (const file of readRecordings()) {
		if (file.app === found.app && file.version !== found.version) {
			console.log(
				`The recordings are of ${file.app} ${file.version}: another version may answer differently.`,
			);
		}
		await replayAll(url, file, tally, () => {});
	}
}

async function replayOnEmulated(tally: Tally): Promise<void> {
	for (const file of readRecordings()) {
		const { app, model, seed } = file;
		const ledger = await startLedger({
			app,
			seed,
			model: modelRecorded(model),
			person: { decide: "wait", afterMs: 0 },
		});
		try {
			await replayAll(ledger.url, file, tally, (on) => ledger.blindSigning(app, on));
		} finally {
			await ledger.stop();
		}
	}
}

async function main(): Promise<void> {
	const tally: Tally = { passed: 0, failed: 0, notApplicable: 0 };
	if (values.url === undefined) await replayOnEmulated(tally);
	else await replayOnRunning(values.url.replace(/\/$/, ""), tally);
	console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.notApplicable} not applicable here`);
	process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0;
}

if (values.help) console.log(USAGE);
else await main();
