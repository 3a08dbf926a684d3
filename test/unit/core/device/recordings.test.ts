import { describe, expect, it } from "vitest";
import { devicePlanOf } from "../../../../src/core/device/plans.ts";
import {
	deviceFacts,
	ETHEREUM_ACCOUNT,
	intentOf,
	predictedPages,
	type Recording,
	recordingsOf,
	reviewPages,
	SOLANA_ACCOUNT,
} from "./recorded.ts";

/** Compares each plan with the real app's screens for the same payload. */

const APPS = [
	{ file: "ethereum-1.22.0-nanox", version: "1.22.0", signer: ETHEREUM_ACCOUNT, signs: 17 },
	{ file: "solana-1.9.0-nanox", version: "1.9.0", signer: SOLANA_ACCOUNT, signs: 11 },
] as const;

describe.each(APPS)("the recorded screens of the app of $file", ({ file, version, signer, signs }) => {
	const signed = recordingsOf(file).flatMap((recording) => {
		const intent = intentOf(recording);
		return intent === null ? [] : [{ recording, name: recording.name, intent }];
	});
	const planFor = (recording: Recording, intent: (typeof signed)[number]["intent"]) =>
		devicePlanOf(intent, signer, deviceFacts(version, recording.blind_signing));

	it("are compared with a plan for every signed item", () => {
		expect(signed).toHaveLength(signs);
	});

	const answered = signed.filter(({ recording }) => reviewPages(recording).length > 0);
	it.each(answered)("match the prediction, page by page: $name", ({ recording, intent }) => {
		const [pages, screens] = [predictedPages(planFor(recording, intent).pages), reviewPages(recording)];
		// A refused request may not have reached the last page.
		expect(screens).toEqual(recording.decision === "reject" ? pages.slice(0, screens.length) : pages);
	});

	it.each(answered.filter(({ recording }) => !recording.blind_signing))(
		"need no blind signing, as predicted: $name",
		({ recording, intent }) => {
			expect(planFor(recording, intent).needsBlindSigning).toBe(false);
		},
	);

	const refused = signed.filter(({ recording }) => reviewPages(recording).length === 0);
	it.each(refused)("are absent with blind signing off, as predicted: $name", ({ recording, intent }) => {
		expect(recording).toMatchObject({ blind_signing: false });
		expect(recording.error).toBeDefined();
		const isTyped = intent.kind === "evm_typed_data";
		expect(planFor(recording, intent)).toMatchObject({
			needsBlindSigning: true,
			acceptsRawMessages: isTyped,
			sight: isTyped ? "members" : "blind",
		});
	});
});

/**
 * Recordings whose descriptions an honest host would send. The other recordings show how the app reacts to any host.
 */
const IN_WORDS = [
	"USDC transfer",
	"USDC transfer, Base (8453)",
	"USDC transfer, amount 2^256-1",
	"USDC transfer with a byte too many",
	"USDC approve",
	"USDC approve, Base (8453)",
	"USDT approve, unlimited",
	"USDT approve, 2^256-2",
	"USDC approve, zero (revoke)",
	"two descriptions, then a transfer of the second token",
	"USDC transfer, refused",
	"USDC approve, refused",
	"Permit, USDC",
	"Permit, USDC, unlimited and without end",
	"Permit, USDC, refused",
	"Permit2 PermitSingle, USDC",
	"Permit2 PermitSingle, USDC on Base (8453)",
	"Permit2 PermitSingle, the most that it takes",
	"Permit2 PermitSingle, refused",
	"UniswapX limit order",
	"UniswapX Dutch order",
	"UniswapX exclusive Dutch order",
	"1inch order",
];
/** Requests without a matching description, or for which the app sends none. */
const STILL_BLIND = [
	"USDC transferFrom",
	"USDC transfer with ether",
	"mainnet's description of USDC for the same address on Base",
	"USDC.e transfer, Polygon (137): Ledger's ticker is another",
	"MKR transfer, Arbitrum (42161): Ledger's ticker is another",
	"Permit2 PermitBatch without a filter",
	"Permit2 PermitSingle on Base, mainnet's address and description of USDC",
];

describe("the app's screens with Ledger’s descriptions", () => {
	const recordings = recordingsOf("ethereum-1.22.0-nanox-clear");
	const planOf = (name: string, blindSigning = false) => {
		const recording = recordings.find((each) => each.name === name);
		const intent = recording === undefined ? null : intentOf(recording);
		if (recording === undefined || intent === null) throw new Error(`no recording of ${name}`);
		return { recording, plan: devicePlanOf(intent, ETHEREUM_ACCOUNT, deviceFacts("1.22.0", blindSigning)) };
	};

	/** Matches a screen on which the device may have shortened the middle of a long label. */
	const looksLike = (screen: string) =>
		new RegExp(
			`^${screen
				.replaceAll(/[^\w.]/g, "\\$&")
				.replaceAll(".", "\\.")
				.replace("\\.\\.\\.", ".*")}$`,
		);

	it.each(IN_WORDS)("match the prediction, page by page, with blind signing off: %s", (name) => {
		const { recording, plan } = planOf(name);
		expect(plan).toMatchObject({ sight: "clear", needsBlindSigning: false });
		const screens = reviewPages(recording);
		const pages = predictedPages(plan.pages);
		expect(pages).toHaveLength(screens.length);
		for (const [at, screen] of screens.entries()) expect(pages[at]).toMatch(looksLike(screen));
	});
	it.each(IN_WORDS.filter((name) => /^Permit|^UniswapX|^1inch/.test(name)))(
		"name a permit's spender as an approval, and no order's: %s",
		(name) => {
			const kinds = planOf(name).plan.claims.map(({ kind }) => kind);
			expect(kinds).toEqual(name.startsWith("Permit") ? ["approve"] : []);
		},
	);
	it.each(STILL_BLIND)("are not promised for %s", (name) => {
		expect(planOf(name, true).plan).toMatchObject({ sight: "blind", needsBlindSigning: true });
	});
	it.each([
		["an app before 1.14.0", deviceFacts("1.13.9", true)],
		["an app whose version can’t be read", deviceFacts("next", true)],
		[
			"an app that refused them",
			deviceFacts("1.22.0", true, {
				app: { version: "1.22.0", blindSigning: true, refusesDescriptors: true },
			}),
		],
	])("are promised for no %s", (_, facts) => {
		for (const name of ["USDC transfer", "Permit, USDC"]) {
			const recording = recordings.find((each) => each.name === name);
			const intent = recording === undefined ? null : intentOf(recording);
			if (intent === null) throw new Error(`no recording of ${name}`);
			expect(devicePlanOf(intent, ETHEREUM_ACCOUNT, facts)).toMatchObject({
				sight: "blind",
				needsBlindSigning: true,
			});
		}
	});
});
