import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modelRecorded, readRecordings, replay } from "./replay.ts";
import { type EmulatedLedger, startLedger } from "./start.ts";

/** Pages that the recorder missed, by recording. */
const MISSED: Readonly<Record<string, readonly string[]>> = {
	"transfer, nonce and value zero": [
		"From | 0xDad77910DbDFdE76 | 4fC21FCD4E74D71bBA | CA6D8D | Amount | 0 ETH | To | 0x70997970C51812dc3 | A010C7d01b50e0d17dc | 79C8 | Reject | 2 of 4",
	],
};

it("reads recordings of both kinds of device", () => {
	const counts = readRecordings().map(({ app, model, recordings }) => `${app} ${model} ${recordings.length}`);
	expect(counts).toEqual([
		"Ethereum Nano X 28",
		"Ethereum Nano X 51",
		"Ethereum Flex 21",
		"Solana Nano X 21",
	]);
});

describe.each(readRecordings())(
	"the emulated $app app on a $model against version $version",
	({ app, model, seed, recordings }) => {
		let ledger: EmulatedLedger;
		beforeAll(async () => {
			ledger = await startLedger({
				app,
				seed,
				model: modelRecorded(model),
				person: { decide: "wait", afterMs: 0 },
			});
		});
		afterAll(() => ledger.stop());

		it.each(recordings)(
			"answers and shows as recorded: $name, blind signing $blind_signing",
			async (recording) => {
				ledger.blindSigning(app, recording.blind_signing);
				const { differences, unrecorded } = await replay(ledger.url, recording);
				expect(differences).toEqual([]);
				expect(unrecorded).toEqual(model === "Flex" ? (MISSED[recording.name] ?? []) : []);
			},
		);
	},
);
