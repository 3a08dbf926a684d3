import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRecordings, replay } from "./replay.ts";
import { type EmulatedLedger, startLedger } from "./start.ts";

describe.each(readRecordings())(
	"the emulated $app app against version $version",
	({ app, seed, recordings }) => {
		let ledger: EmulatedLedger;
		beforeAll(async () => {
			ledger = await startLedger({ app, seed, person: { decide: "wait", afterMs: 0 } });
		});
		afterAll(() => ledger.stop());

		it.each(recordings)(
			"answers and shows as recorded: $name, blind signing $blind_signing",
			async (recording) => {
				ledger.blindSigning(app, recording.blind_signing);
				const { differences } = await replay(ledger.url, recording);
				expect(differences).toEqual([]);
			},
		);
	},
);
