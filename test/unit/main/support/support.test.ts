import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import type { DoctorCheck } from "../../../../src/ipc/support.ts";
import { diagnosticsText, Support, stripped } from "../../../../src/main/support/support.ts";
import { memorySettings } from "../../../support/ports.ts";
import { saying } from "../../../support/saying.ts";

/** Secrets that a support file must never contain. */
const PLANTED = [
	"0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199",
	"7cVfgArCheMR6Cs4t6vz5rfnqd56vZq4ndaBrY5xkxXy",
	"ab".repeat(32),
	"s3cret-rpc-key",
	"hunter2",
	"ana@example.org",
	"Cold storage",
	"c2VhbGVkIHRva2Vu",
	"ana",
] as const;
const [evm, svm, hex, rpcKey, password, mail, label, sealed] = PLANTED;

const settings = memorySettings({
	baseUrl: `https://user:${password}@service.example/${rpcKey}`,
	sealedTokens: { "https://service.example": { by: "keychain", sealed } },
	labels: { [evm]: label },
	mutedSessions: [label],
	ledgerAccounts: [{ family: "evm", address: evm, path: "m/44'/60'/0'/0/0", model: "Ledger Nano X" }],
	connected: { [label]: { evm, svm } },
	clientId: label,
	chains: [
		{
			family: "evm",
			chainId: "1",
			name: label,
			rpcUrl: `https://rpc.example/v2/${rpcKey}?k=${rpcKey}`,
			genesisHash: null,
			secondRpcUrl: `https://two.example/${rpcKey}`,
		},
	],
});
const log = [
	`read ${evm} and ${svm} of https://rpc.example/${rpcKey}`,
	`wss://ana:${password}@rpc.example/x said ${hex} to ${mail}`,
	"at /home/ana/app.js and C:\\Users\\ana\\app.js",
];

describe("diagnostics", () => {
	it("contain none of the secrets in settings and log", () => {
		const text = diagnosticsText({
			version: "0.1.0",
			system: { platform: "linux" },
			settings: settings.get(),
			unsettled: { submitted: 1 },
			log,
		});
		for (const secret of PLANTED) expect(text, secret).not.toContain(secret);
		expect(text).toContain("https://rpc.example/…");
		expect(text).toContain("submitted");
	});

	it("strip a URL to its host, and keep impersonal data", () => {
		expect(stripped("the vault process ended with 1")).toBe("the vault process ended with 1");
		expect(stripped("https://0f3ab9c2d4e5f60718293a4b.eth.rpc.example/")).toBe("https://….eth.rpc.example/…");
		expect(stripped("https://api.mainnet-beta.solana.com")).toBe("https://api.mainnet-beta.solana.com");
		expect(stripped("at c:\\users\\ana\\x and file:///C:/Users/ana/x")).toBe(
			"at c:\\users\\[user]\\x and file:///…",
		);
		expect(stripped("https://rpc.example")).toBe("https://rpc.example");
		expect(stripped(`GET https://rpc.example?key=${rpcKey}`)).toBe("GET https://rpc.example/…");
	});

	it("are saved as they were shown, and never before", async () => {
		let saved: string | null = null;
		const desktop = {
			saveFile: async (_: string, contents: string) => {
				saved = contents;
				return true;
			},
		};
		const lines = [...log];
		const support = new Support({
			ports: {
				settings,
				desktop,
				version: "0.1.0",
				system: {},
				recentLog: () => lines,
				examine: async () => [],
			},
			stores: { journal: { unsettled: () => [] } },
		});
		expect(await support.saveDiagnostics()).toEqual({
			ok: false,
			text: saying("support.not-shown"),
		});
		expect(saved).toBeNull();
		const answer = await support.readDiagnostics();
		lines.push("later");
		await support.saveDiagnostics();
		expect(answer).toEqual({ ok: true, text: saved });
	});
});

describe("a check of the computer", () => {
	it("is one for all callers meanwhile, and another afterwards", async () => {
		let looks = 0;
		const found: DoctorCheck = { id: "tray", state: "ok", found: message("doctor.tray.shown"), cure: null };
		const support = new Support({
			ports: {
				settings,
				desktop: { saveFile: async () => false },
				version: "0.1.0",
				system: {},
				recentLog: () => [],
				examine: async () => {
					looks += 1;
					return [found];
				},
			},
			stores: { journal: { unsettled: () => [] } },
		});
		const [one, other] = await Promise.all([support.examineComputer(), support.examineComputer()]);
		expect([one, other, looks]).toEqual([{ ok: true, checks: [found] }, one, 1]);
		await support.examineComputer();
		expect(looks).toBe(2);
	});
});
