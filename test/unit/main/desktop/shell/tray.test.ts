import { beforeEach, describe, expect, it, vi } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import type { WaitingState } from "../../../../../src/main/ports.ts";

interface Item {
	readonly label?: string;
	readonly enabled?: boolean;
	readonly type?: string;
	readonly click?: () => void;
}

const system = {
	menu: [] as readonly Item[],
	tooltip: "",
	images: [] as string[],
	click: () => {},
	menus: 0,
};
vi.mock("electron", () => ({
	Menu: { buildFromTemplate: (template: readonly Item[]) => template },
	nativeTheme: { shouldUseDarkColors: false, themeSource: "system", on: () => {} },
	Tray: class {
		constructor(image: string) {
			system.images.push(image);
		}
		setToolTip(text: string) {
			system.tooltip = text;
		}
		setContextMenu(menu: readonly Item[]) {
			system.menu = menu;
			system.menus += 1;
		}
		setImage(image: string) {
			system.images.push(image);
		}
		on(_event: string, click: () => void) {
			system.click = click;
		}
	},
}));

// Another file may have loaded this module with its own Electron mock.
vi.resetModules();
const { AppTray } = await import("../../../../../src/main/desktop/shell/tray.ts");

const WAITING: WaitingState = {
	count: 2,
	isDanger: false,
	mark: "waiting",
	tooltip: message("notice.count", { count: 2 }),
	first: [
		{ entryId: "commit:1", headline: "Send 1 ETH" },
		{ entryId: "commit:2", headline: "Swap 2 ETH" },
	],
	isPaused: false,
	budgets: ["0.4 of 1 ETH today", "$38 of $100 today"],
};

function scene() {
	const done: string[] = [];
	const act = (name: string) => (what?: unknown) => {
		done.push(what === undefined ? name : `${name} ${String(what)}`);
	};
	const tray = new AppTray((name) => name, {
		reviewNext: act("next"),
		openDesk: act("desk"),
		review: act("review"),
		pause: act("pause"),
		stopAgents: act("stop agents"),
		lock: act("lock"),
		quit: act("quit"),
	});
	return { tray, done, labels: () => system.menu.map(({ label }) => label ?? "-") };
}

describe("the tray", () => {
	beforeEach(() => {
		Object.assign(system, { menu: [], tooltip: "", images: [], menus: 0 });
	});

	it("shows pending requests, and each day’s spent limit as a disabled item", () => {
		const { tray, labels } = scene();
		expect(labels().filter((label) => /ETH|today/.test(label))).toEqual([]);
		tray.showWaiting(WAITING);
		expect(labels()).toEqual(
			expect.arrayContaining(["Send 1 ETH", "Swap 2 ETH", "0.4 of 1 ETH today", "$38 of $100 today"]),
		);
		expect(system.menu.filter(({ enabled }) => enabled === false).map(({ label }) => label)).toEqual([
			"0.4 of 1 ETH today",
			"$38 of $100 today",
		]);
		expect(system.tooltip).toBe("2 waiting for you");
		expect(system.images.at(-1)).toMatch(/waiting/);
	});

	it("opens the clicked item, pauses and resumes, but can't approve", () => {
		const { tray, done } = scene();
		tray.showWaiting(WAITING);
		for (const { click } of system.menu) click?.();
		tray.showWaiting({ ...WAITING, isPaused: true });
		for (const { label, click } of system.menu) if (label === "Resume notifications") click?.();
		expect(done).toEqual([
			"next",
			"review commit:1",
			"review commit:2",
			"desk",
			"pause true",
			"stop agents",
			"lock",
			"quit",
			"pause false",
		]);
	});

	it("redraws nothing without a change, and leads to the inbox if nothing waits", () => {
		const { tray, done } = scene();
		tray.showWaiting(WAITING);
		const before = system.menus;
		tray.showWaiting(structuredClone(WAITING));
		expect(system.menus).toBe(before);
		system.click();
		tray.showWaiting({ ...WAITING, count: 0, first: [] });
		system.click();
		expect(done).toEqual(["next", "desk"]);
	});

	it("shows hostile text as one short line", () => {
		const { tray, labels } = scene();
		const headline = `Send\u202e 1 ETH\n${"x".repeat(200)}`;
		tray.showWaiting({ ...WAITING, first: [{ entryId: "commit:1", headline }] });
		const [label = ""] = labels().filter((each) => each.startsWith("Send"));
		expect(label).not.toMatch(/[\n\u202e]/);
		expect(label.length).toBeLessThanOrEqual(61);
	});
});
