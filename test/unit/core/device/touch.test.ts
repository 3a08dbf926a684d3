import { describe, expect, it } from "vitest";
import type { DeviceFacts } from "../../../../src/core/decoded-transaction/device-plan.ts";
import { devicePlanOf } from "../../../../src/core/device/plans.ts";
import { codesOf } from "../../../support/saying.ts";
import { approveData } from "../match/honest.ts";
import {
	deviceFacts,
	ETHEREUM_ACCOUNT,
	intentOf,
	predictedPages,
	type Recording,
	recordingsOf,
	touchScreens,
	transfer,
} from "./recorded.ts";

/** Plans for touch devices, compared with recordings of a Flex and with images from the app's own tests. */

const FLEX = "Ledger Flex";
const flex = (blindSigning: boolean, more: { readonly transactionCheck?: boolean } = {}): DeviceFacts =>
	deviceFacts("1.22.0", blindSigning, { model: FLEX, app: { version: "1.22.0", blindSigning, ...more } });

const RECORDED = recordingsOf("ethereum-1.22.0-flex").flatMap((recording) => {
	const intent = intentOf(recording);
	return intent === null ? [] : [{ recording, intent, name: recording.name }];
});
const planFor = ({ recording, intent }: (typeof RECORDED)[number]) =>
	devicePlanOf(intent, ETHEREUM_ACCOUNT, flex(recording.blind_signing));

const CUT = "...More";
/** Returns a pattern for one screen's fields; truncated text may continue. */
const looksLike = (screen: string) =>
	screen
		.split(CUT)
		.map((part) => part.replaceAll(/[^\w]/g, "\\$&"))
		.join(".*");
const isReview = ({ screens }: Recording) => screens.some((screen) => /^Review /.test(screen));
const reviews = RECORDED.filter(({ recording }) => isReview(recording));
const wholeOf = (recording: Recording) => touchScreens(recording).map(looksLike);

/** Recording that lacks the second of its four screens. */
const INCOMPLETE = "transfer, nonce and value zero";

describe("the recorded screens of a Flex", () => {
	it("are compared with a plan for every signed item", () => {
		expect(RECORDED).toHaveLength(11);
		expect(reviews).toHaveLength(9);
	});

	it.each(reviews.filter(({ name, recording }) => name !== INCOMPLETE && recording.decision === "approve"))(
		"match the prediction, field by field: $name",
		(each) => {
			const fields = predictedPages(planFor(each).pages).join("");
			expect(fields).toMatch(new RegExp(`^${wholeOf(each.recording).join("")}$`));
		},
	);
	it.each(reviews.filter(({ name, recording }) => name === INCOMPLETE || recording.decision === "reject"))(
		"match the prediction, as far as they were recorded: $name",
		(each) => {
			const fields = predictedPages(planFor(each).pages).join("");
			expect(fields).toMatch(new RegExp(`^${wholeOf(each.recording).join(".*")}`));
		},
	);
	it.each(reviews)("are predicted to be truncated exactly where they were: $name", (each) => {
		const isCut = touchScreens(each.recording).some((screen) => screen.endsWith(CUT));
		expect(codesOf(planFor(each).text).includes("device-plan.touch.more")).toBe(isCut);
	});

	it("are a notice with two buttons if blind signing is off", () => {
		const refused = RECORDED.find(({ name }) => name === "contract call with blind signing off");
		if (refused === undefined) throw new Error("a recording is missing");
		expect(planFor(refused)).toMatchObject({ needsBlindSigning: true, acceptsRawMessages: false });
		const buttons = ["Reject transaction", "Go to settings"];
		for (const button of buttons) expect(refused.recording.screens.join()).toContain(button);
	});
});

describe("typed data that Ledger does not describe, on a touch device", () => {
	const intentNamed = (name: string) => {
		const found = recordingsOf("ethereum-1.22.0-nanox").find((each) => each.name === name);
		const intent = found === undefined ? null : intentOf(found);
		if (intent === null) throw new Error(`no recording of ${name}`);
		return intent;
	};
	const permit = intentNamed("typed data, Permit");
	const nested = intentNamed("typed data, nested structs and arrays");
	const DOMAIN = ["name", "version", "chainId", "verifyingContract"];
	const between = (members: readonly string[]) => [
		"Blind signing ahead",
		"Review typed message",
		"Review struct",
		...DOMAIN,
		"Review struct",
		...members,
		"Accept risk and sign typed message?",
	];

	it.each([true, false])("shows every member and no hash, with blind signing %s", (blindSigning) => {
		for (const model of [FLEX, "Ledger Stax", "Ledger Nano Gen5"]) {
			const plan = devicePlanOf(permit, ETHEREUM_ACCOUNT, { ...flex(blindSigning), model });
			expect(plan).toMatchObject({ sight: "members", needsBlindSigning: true, acceptsRawMessages: true });
			const members = ["owner", "spender", "value", "nonce", "deadline"];
			expect(plan.pages.map(({ title }) => title)).toEqual(between(members));
			expect(plan.pages.map(({ text }) => text)).toContain("Permit");
			expect(plan.hashes.filter(({ onDevice }) => onDevice)).toEqual([]);
			const codes = codesOf(plan.text);
			expect(codes).toContain("device-plan.evm.skip");
			expect(codes).not.toContain("device-plan.evm.typed-data");
			expect(codes).not.toContain("device-plan.evm.setting-raw");
		}
	});
	it("names list entries by their list, and does not name inner structs, as in the app’s own pictures", () => {
		const plan = devicePlanOf(nested, ETHEREUM_ACCOUNT, flex(true));
		const people = ["name", "wallets", "wallets", "name", "wallets", "name"];
		expect(plan.pages.map(({ title }) => title)).toEqual(
			between([...people, "contents", "tag", "count", "urgent"]),
		);
	});
	it("is blind if the app drops the end of a member, which is named", () => {
		const plan = devicePlanOf(nested, ETHEREUM_ACCOUNT, flex(true));
		expect(plan.sight).toBe("blind");
		expect(codesOf(plan.text)).toContain("device-plan.evm.ends-dropped");
		const contents = plan.pages.find(({ title }) => title === "contents")?.text ?? "";
		expect(contents).toHaveLength(379);
		expect(contents.endsWith("...")).toBe(true);
	});
	it("is displayed with the app's required settings, unless one is known to be on", () => {
		const codes = (facts: DeviceFacts) => codesOf(devicePlanOf(permit, ETHEREUM_ACCOUNT, facts).text);
		expect(codes(flex(false))).toContain("device-plan.setting.raw-or-blind");
		expect(codes(flex(true))).not.toContain("device-plan.setting.raw-or-blind");
	});
});

describe("labels of a touch device", () => {
	const titles = (data: `0x${string}`, value = "0") =>
		devicePlanOf(transfer({ data, value }), ETHEREUM_ACCOUNT, flex(true)).pages.map(({ title }) => title);

	it("match the app’s own pictures for a call", () => {
		expect(titles("0xdeadbeef")).toEqual([
			"Blind signing ahead",
			"Review transaction",
			"From",
			"To",
			"Max fees",
			"Transaction hash",
			"Accept risk and sign transaction?",
		]);
	});
	it("end with the signed item for a token", () => {
		expect(titles(approveData(ETHEREUM_ACCOUNT, 1n)).at(-1)).toBe(
			"Accept risk and sign transaction to approve ERC20 token?",
		);
	});
	it("say on the first page that no check came, if Transaction Check is on and the device has it", () => {
		const first = (facts: DeviceFacts) => devicePlanOf(transfer(), ETHEREUM_ACCOUNT, facts).pages[0]?.text;
		expect(first(flex(false, { transactionCheck: true }))).toBe("Transaction Check unavailable");
		expect(first(flex(false))).toBe("");
		expect(first({ ...flex(false, { transactionCheck: true }), model: "Ledger Nano X" })).toBe("");
	});
});
