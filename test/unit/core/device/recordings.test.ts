import { describe, expect, it } from "vitest";
import { devicePlanOf } from "../../../../src/core/device/plans.ts";
import {
	deviceFacts,
	ETHEREUM_ACCOUNT,
	intentOf,
	predicted,
	type Recording,
	recordingsOf,
	SOLANA_ACCOUNT,
	shown,
} from "./recorded.ts";

/** Each plan against what the real app showed of that very payload. */

const APPS = [
	{ file: "ethereum-1.22.0", version: "1.22.0", signer: ETHEREUM_ACCOUNT, signs: 17 },
	{ file: "solana-1.9.0", version: "1.9.0", signer: SOLANA_ACCOUNT, signs: 11 },
] as const;

describe.each(APPS)("what the app of $file was recorded to show", ({ file, version, signer, signs }) => {
	const signed = recordingsOf(file).flatMap((recording) => {
		const intent = intentOf(recording);
		return intent === null ? [] : [{ recording, name: recording.name, intent }];
	});
	const planFor = (recording: Recording, intent: (typeof signed)[number]["intent"]) =>
		devicePlanOf(intent, signer, deviceFacts(version, recording.blind_signing));

	it("is held against a plan for everything that was signed", () => {
		expect(signed).toHaveLength(signs);
	});

	const answered = signed.filter(({ recording }) => shown(recording).length > 0);
	it.each(answered)("is what is predicted, page by page: $name", ({ recording, intent }) => {
		const [pages, screens] = [predicted(planFor(recording, intent).pages), shown(recording)];
		// A refusal may come before the last page.
		expect(screens).toEqual(recording.decision === "reject" ? pages.slice(0, screens.length) : pages);
	});

	it.each(answered.filter(({ recording }) => !recording.blind_signing))(
		"needs no blind signing, as predicted: $name",
		({ recording, intent }) => {
			expect(planFor(recording, intent).needsBlindSigning).toBe(false);
		},
	);

	const refused = signed.filter(({ recording }) => shown(recording).length === 0);
	it.each(refused)("is nothing while blind signing is off, as predicted: $name", ({ recording, intent }) => {
		expect(recording).toMatchObject({ blind_signing: false });
		expect(recording.error).toBeDefined();
		expect(planFor(recording, intent)).toMatchObject({ needsBlindSigning: true, sight: "blind" });
	});
});
