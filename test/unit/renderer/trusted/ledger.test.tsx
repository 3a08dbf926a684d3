import { Tooltip } from "radix-ui";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { DeviceCondition } from "../../../../src/ipc/wallet.ts";
import { comparable } from "../../../../src/renderer/components/figures.ts";
import { needsPassword } from "../../../../src/renderer/components/review/sentences.ts";
import { appText, CONDITIONS, follow, NO_STATUS } from "../../../../src/renderer/trusted/device/condition.ts";
import { DevicePages, Sight, ToCompare } from "../../../../src/renderer/trusted/device/device-plan.tsx";
import { groupTitle, roomOf, sightLine, worstSight } from "../../../../src/renderer/trusted/device/plan.ts";
import {
	addText,
	MAX_AT_ONCE,
	scanKey,
	searched,
	toAdd,
	withPath,
} from "../../../../src/renderer/trusted/ledger/selection.ts";
import { t } from "../../../../src/text/index.ts";
import { deviceIn, foundRows } from "../../../preview/samples/ledger.ts";
import {
	awayReview,
	blindPlan,
	impossiblePlan,
	messagePlan,
	plan,
	typedPlan,
} from "../../../preview/samples/ledger-signing.ts";
import { locked } from "../../../preview/samples/review.ts";

function drawn(element: ReactElement): string {
	return renderToStaticMarkup(<Tooltip.Provider>{element}</Tooltip.Provider>);
}
const textIn = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

describe("digits to compare with a device", () => {
	it("are in groups of four, with the 0x separate", () => {
		expect(comparable("0x07558e865f")).toEqual({ prefix: "0x", groups: ["0755", "8e86", "5f"] });
	});
	it("keep their letter case, in hex and in base58", () => {
		const address = "0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D";
		const { prefix, groups } = comparable(address);
		expect(prefix + groups.join("")).toBe(address);
		expect(comparable("CXckpqrSwfXB")).toEqual({ prefix: "", groups: ["CXck", "pqrS", "wfXB"] });
	});
	it("are neither lost nor added, for any number", () => {
		for (let length = 0; length < 50; length++) {
			const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqr".slice(0, length);
			expect(comparable(digits).groups.join("")).toBe(digits);
		}
	});
	it("are spoken completely, with their position on the device", () => {
		const [hash] = typedPlan().hashes;
		const html = drawn(<ToCompare plan={{ pages: [], hashes: typedPlan().hashes }} />);
		expect(html).toContain(`<span class="sr-only">${hash?.value}</span>`);
		expect(textIn(html)).toMatch(/Message hash on its screen .* Domain hash not on its screen/);
	});
});

describe("a device's message", () => {
	const after = (text: string | null, ...conditions: readonly DeviceCondition[]) =>
		conditions.reduce((said, condition) => follow(said, text, condition), NO_STATUS);
	it("ends once its trouble is over", () => {
		expect(after("It is locked.", "locked").ended).toBe(false);
		expect(after("It is locked.", "locked", "asking", "locked").ended).toBe(false);
		expect(after("It is locked.", "locked", "dashboard").ended).toBe(true);
		expect(after("It is locked.", "ready", "locked", "looking", "ready").ended).toBe(true);
	});
	it("stays if the device had no trouble, and restarts with another text", () => {
		expect(after("It answered 0x6123.", "ready", "asking", "ready").ended).toBe(false);
		const over = after("It is locked.", "locked", "ready");
		expect(follow(over, "No app is open.", "dashboard")).toMatchObject({
			ended: false,
			trouble: "dashboard",
		});
		expect(follow(over, null, "ready")).toEqual(NO_STATUS);
	});
});

describe("the chosen accounts", () => {
	const rows = foundRows();
	const paths = rows.map((row) => row.path);
	it("are the scan's new ones, in its order", () => {
		expect(toAdd(rows, [...paths].reverse())).toEqual(["m/44'/60'/1'/0/0", "m/44'/60'/0'/0/1"]);
	});
	it("are never one that was added or whose key is on this computer", () => {
		const here = rows.filter((row) => row.state !== "new").map((row) => row.path);
		expect(here).toHaveLength(2);
		expect(toAdd(rows, here)).toEqual([]);
	});
	it("are never one missing from the scan", () => {
		expect(toAdd(rows, ["m/44'/60'/99'/0/0"])).toEqual([]);
	});
	it("are limited to the maximum per addition", () => {
		const many = Array.from({ length: 150 }, (_, index) => ({ path: `m/${index}`, state: "new" as const }));
		expect(
			toAdd(
				many,
				many.map((row) => row.path),
			),
		).toHaveLength(MAX_AT_ONCE);
	});
	it("are turned on once and off again", () => {
		expect(withPath(withPath([], "a", true), "a", true)).toEqual(["a"]);
		expect(withPath(["a", "b"], "a", false)).toEqual(["b"]);
	});
	it("are counted on the button", () => {
		expect([0, 1, 3].map(addText)).toEqual(["Add accounts", "Add 1 account", "Add 3 accounts"]);
	});
	it("belong to one scan: another family or device is another scan", () => {
		const key = scanKey({ family: "evm", deviceId: "a" });
		expect(scanKey({ family: "svm", deviceId: "a" })).not.toBe(key);
		expect(scanKey({ family: "evm", deviceId: "b" })).not.toBe(key);
		expect(scanKey({ family: "evm", deviceId: "a" })).toBe(key);
	});
});

describe("the searched device", () => {
	it("is the first one until another is chosen", () => {
		expect(searched(["a", "b"], null)).toBe("a");
		expect(searched(["a", "b"], "b")).toBe("b");
	});
	it("is a connected one, even if the chosen one was unplugged", () => {
		expect(searched(["a"], "b")).toBe("a");
	});
	it("is absent if nothing is plugged in", () => {
		expect(searched([""], null)).toBeNull();
		expect(searched([""], "")).toBeNull();
	});
});

describe("a device's condition", () => {
	it("is shown by an icon and a word of its own, never by colour alone", () => {
		const all = Object.values(CONDITIONS);
		const conditions = Object.keys(CONDITIONS) as DeviceCondition[];
		const words = conditions.map((each) => t(`trusted.device.conditions.${each}`));
		expect(new Set(words).size).toBe(all.length);
		expect(new Set(all.map((one) => one.icon)).size).toBe(all.length);
	});
	it("is caution if the user has to act", () => {
		for (const condition of ["permission", "busy", "locked", "dashboard", "wrongApp", "appTooOld"] as const) {
			expect(CONDITIONS[condition].tone).toBe("caution");
		}
	});
	it("includes the app's version and setting, if they are known", () => {
		expect(appText(deviceIn("ready").app)).toBe("Ethereum 1.22.0, blind signing on");
		expect(appText(deviceIn("wrongApp").app)).toBe("Solana 1.9.0, blind signing off");
		expect(appText(deviceIn("appTooOld").app)).toBe("Ethereum 1.8.2");
		expect(appText(deviceIn("locked").app)).toBeNull();
	});
});

describe("a locked signer", () => {
	it("requires a password here if its key is on this computer, and none if it is a Ledger", () => {
		expect(needsPassword(locked())).toBe(true);
		const away = awayReview();
		expect(away.signer.state).toBe("locked");
		expect(needsPassword(away)).toBe(false);
	});

	it("requires one for a Ledger too if the rules, which the vault seals, were not verified since the start", () => {
		const away = awayReview();
		expect(needsPassword({ ...away, approval: { ...away.approval, rulesLocked: true } })).toBe(true);
	});
});

describe("the prediction of a device's display", () => {
	it("is as bad as the worst of several", () => {
		expect(worstSight([plan(), blindPlan()])).toBe("blind");
		expect(worstSight([blindPlan(), impossiblePlan(), plan()])).toBe("impossible");
		expect(worstSight([plan()])).toBe("clear");
		expect(worstSight([])).toBeNull();
	});
	it("is summarised in one line above the decision", () => {
		expect(sightLine({ plans: [plan()] })).toBe(t("trusted.device.sights.clear.title"));
		expect(sightLine({ plans: [plan(), typedPlan()] })).toContain("Blind signing");
		expect(sightLine({ plans: [impossiblePlan()] })).toBe(t("trusted.device.ledger-cant-sign"));
		expect(sightLine({ plans: [] })).toBe(t("trusted.device.unknown"));
	});
	it("is named with its number only if there are several", () => {
		expect(groupTitle(1, 1, "Send 1 USDC")).toBeNull();
		expect(groupTitle(2, 3, "Send 1 USDC")).toBe("2 of 3: Send 1 USDC");
		expect(groupTitle(2, 3, null)).toBe("2 of 3");
	});
	it("is called blind signing in words", () => {
		expect(textIn(drawn(<Sight plan={blindPlan()} />))).toContain(
			"Blind signing: your Ledger can’t show everything",
		);
	});
	it("is listed screen by screen, each text whole", () => {
		const { pages } = plan();
		const html = textIn(drawn(<DevicePages pages={pages} />));
		const places = pages.map((page) => html.indexOf(page.title));
		expect(places).not.toContain(-1);
		expect(places).toEqual(places.toSorted((a, b) => a - b));
		expect(html).toContain("0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
	});
	it("is complete if it has many screens", () => {
		const { pages } = messagePlan();
		expect(drawn(<DevicePages pages={pages} />)).toContain(pages[1]?.text);
		expect(pages.map(roomOf)).toEqual(["cell", "scroll", "cell"]);
	});
	it("is never markup, and shows its hidden characters", () => {
		const html = drawn(<DevicePages pages={[{ title: "<b>name</b>", text: "<img src=x>\u202E" }]} />);
		expect(html).not.toContain("<img");
		expect(html).not.toContain("<b>");
		expect(html).toContain("⟦U+202E⟧");
	});
});
